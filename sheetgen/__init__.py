"""Score sheets for dice games: one ruleset file in, a sheet to print out."""

__version__ = "0.1.0"
