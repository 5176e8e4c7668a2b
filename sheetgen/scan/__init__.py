"""Pictures of finished sheets to what is written in their boxes, with probabilities.

Needs the extra ``scan``.
"""
