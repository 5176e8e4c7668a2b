"""Pages from a ruleset: where everything is, in points.

Pure: text is measured by a function that is passed in.
"""
