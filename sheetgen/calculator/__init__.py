"""Calculators that add themselves up: a PDF with fields, and a page for the browser.

What they compute comes from a ruleset compiled to data; the scripts are in templates/calculator.
"""

from sheetgen.calculator.form import make_form

__all__ = ["make_form"]
