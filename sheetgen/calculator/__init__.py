"""Calculators that add themselves up: PDF forms, and pages for a browser."""
