"""Numbers and faces of dice as words."""

from sheetgen.i18n.catalog import Catalog


def number_word(n: int, catalog: Catalog) -> str:
    """A number from one to ten as a word."""
    text = catalog.text
    words = (
        text("number", "one"),
        text("number", "two"),
        text("number", "three"),
        text("number", "four"),
        text("number", "five"),
        text("number", "six"),
        text("number", "seven"),
        text("number", "eight"),
        text("number", "nine"),
        text("number", "ten"),
    )
    return words[n - 1]


def face_word(face: int, catalog: Catalog) -> str:
    """What the dice of a face are called: threes."""
    text = catalog.text
    words = (
        text("faces", "ones"),
        text("faces", "twos"),
        text("faces", "threes"),
        text("faces", "fours"),
        text("faces", "fives"),
        text("faces", "sixes"),
    )
    return words[face - 1] if face <= len(words) else text("faces", "%(face)ss", face=face)
