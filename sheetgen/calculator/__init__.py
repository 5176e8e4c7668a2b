"""Calculators that add themselves up: `form` for a PDF with fields, `page` for the browser.

What they compute comes from a ruleset compiled to data; the scripts are in templates/calculator.
"""
