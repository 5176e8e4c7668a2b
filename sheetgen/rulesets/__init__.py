"""Ruleset files: read, checked, built and described."""
