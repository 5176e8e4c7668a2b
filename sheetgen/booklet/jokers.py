"""What may be done with a Yacht, stage by stage of a game, as the engine allows it."""

from dataclasses import dataclass
from itertools import groupby

from sheetgen.booklet.rolls import alike
from sheetgen.rules import Context, Entry, Roll, boxes_of, legal_entries, maximum, yacht_box_ids, yachts
from sheetgen.wording import Wording


@dataclass(frozen=True)
class Stage:
    """What is on the card, and what may then be written for the roll."""

    roll: Roll
    filled: str
    """The boxes that are full, in words; empty for an empty card."""
    uses: tuple[str, ...]
    """Boxes with their points, those of equal worth together."""
    bonus: int


def stages(wording: Wording) -> tuple[Stage, ...]:
    """The same Yacht on an empty card, with the Yacht box full, with a 0 in it, and with its own number used too."""
    ruleset = wording.ruleset
    boxes = yacht_box_ids(ruleset)
    if not boxes:
        return ()
    roll = alike(ruleset) if alike(ruleset) in yachts(ruleset) else max(yachts(ruleset))
    own = [box for c in ruleset.categories.values() if c.number == roll.dice[0] for box in _ids(boxes_of(c))]
    scored, struck = {box: maximum(ruleset, box) for box in boxes}, dict.fromkeys(boxes, 0)
    used = dict.fromkeys(own, 3 * roll.dice[0])
    cards: list[dict[str, int]] = [{}, scored, struck, *([scored | used] if own else [])]
    open_cards = [card for card in cards if len(card) < len(ruleset.boxes)]
    return tuple(_stage(wording, roll, card) for card in open_cards)


def own_number(wording: Wording, roll: Roll) -> str:
    """The name of the box of the number that the roll shows; empty if there is none."""
    names = (wording.name(c) for c in wording.ruleset.categories.values() if roll.alike and c.number == roll.dice[0])
    return next(names, "")


def _ids(boxes: tuple[object, ...]) -> list[str]:
    return [str(getattr(box, "id", "")) for box in boxes]


def _stage(wording: Wording, roll: Roll, filled: dict[str, int]) -> Stage:
    entries = legal_entries(wording.ruleset, roll, Context(filled))
    shown = wording.catalog.both(f"{wording.row(box)} {points}" for box, points in filled.items())
    bonus = max(entry.bonus for entry in entries.values())
    return Stage(roll, shown, tuple(_uses(wording, entries)), bonus)


def _uses(wording: Wording, entries: dict[str, Entry]) -> list[str]:
    """The boxes by what they are worth, the most first."""
    ranked = sorted(entries.items(), key=lambda item: item[1].points[::-1], reverse=True)
    return [
        f"{', '.join(wording.row(box) for box, _ in same)}: {wording.catalog.either(map(str, points))}"
        for points, same in groupby(ranked, key=lambda item: item[1].points)
    ]
