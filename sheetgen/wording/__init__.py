"""What a ruleset says, in the words of a language."""

from sheetgen.wording.wording import Wording

__all__ = ["Wording"]
