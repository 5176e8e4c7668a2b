"""The rules of a game: dice, patterns, scores, totals, and what a card can have come from.

Pure; knows no language.
"""
