"""Languages: catalogs, rulesets and findings in words, and templates."""
