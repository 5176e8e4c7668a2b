"""The words of a language: catalogs, what rules and findings say in them, templates filled in."""
