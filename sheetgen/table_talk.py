"""What people type at the table, understood: a roll, and boxes by any of their names."""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.rules import Roll, Ruleset, boxes_of, possible_values
from sheetgen.wording import Wording


def fold(name: str) -> str:
    """The name without what people leave out: capitals, accents, spaces, hyphens and other signs but +."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in apart if letter.isalnum() or letter == "+")


@lru_cache(maxsize=8)
def box_names(wording: Wording) -> dict[str, str]:
    """All names of the boxes, folded, to box ids. Of several boxes of a category each has a number behind its name."""
    names: dict[str, str] = {}
    for category in wording.ruleset.categories.values():
        boxes = boxes_of(category)
        for place, box in enumerate(boxes, 1):
            number = str(place) if len(boxes) > 1 else ""
            for name in (category.id, wording.name(category), *wording.aliases(category)):
                names.setdefault(fold(name) + number, box.id)
    return names


def find_box(wording: Wording, name: str) -> str:
    """The id of the box called `name`; SheetgenError with the nearest name, or all ids, if there is none."""
    found = box_names(wording).get(fold(name))
    if found is None:
        known = [wording.name(category) for category in wording.ruleset.categories.values()]
        raise unknown(Message("box"), name, known)
    return found


def read_filled(wording: Wording, text: str) -> dict[str, int]:
    """What is on a card, read from ``yacht=50, full house=25``; SheetgenError for a box or value that cannot be."""
    filled: dict[str, int] = {}
    for pair in filter(None, map(str.strip, text.split(","))):
        name, _, points = (part.strip() for part in pair.partition("="))
        box = find_box(wording, name)
        values = tuple(map(str, possible_values(wording.ruleset, box)))
        if points not in values:
            raise SheetgenError("'%(box)s' cannot hold '%(written)s'; choose %(known)s", box=name, written=points,
                                known=values)  # fmt: skip
        if box in filled:
            raise SheetgenError("'%(box)s' is there twice", box=name)
        filled[box] = int(points)
    return filled


def read_roll(ruleset: Ruleset, words: Sequence[str]) -> Roll:
    """The roll in ``6 6 6 3 3`` or ``66633``; SheetgenError if it is no roll of this game's dice."""
    dice = ruleset.dice
    try:
        roll = Roll.parse(" ".join(words))
    except ValueError as error:
        raise SheetgenError("'%(written)s' is no roll; write 6 6 6 3 3 or 66633", written=" ".join(words)) from error
    if len(roll.dice) != dice.count or roll.dice[-1] > dice.sides:
        raise SheetgenError(
            "'%(written)s' is no roll of this game: it has %(count)s dice with %(sides)s sides",
            written=" ".join(words), count=dice.count, sides=dice.sides,
        )  # fmt: skip
    return roll
