"""Odds of boxes, values of cards in best play, and advice.

A leaf: no other room but `documents` and `cli` uses it.
"""
