"""Faults of the rolls and the turn that a ruleset file gives as examples."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.files.tables import Found, Path
from sheetgen.rulesets.draft import Draft, box_ids_of, ids_of, listed, numbers_in, tabled, tables_in


def bad_rolls(draft: Draft) -> Iterator[Found]:
    """Rolls that the dice of the game cannot show."""
    booklet = tabled(draft.data.get("booklet"))
    turn = tabled(booklet.get("turn"))
    lists: list[tuple[Path, object]] = [(("booklet", "rolls"), booklet.get("rolls"))]
    lists += [((*path, "examples"), category.get("examples")) for path, category in draft.categories]
    rolls: list[tuple[Path, object]] = [
        ((*path, place), roll) for path, found in lists for place, roll in enumerate(listed(found))
    ]
    rolls += [((*path, "roll"), throw.get("roll")) for path, throw in _throws(turn)]
    for path, roll in rolls:
        dice = numbers_in(listed(roll))
        if (
            isinstance(roll, list)
            and len(dice) == len(roll)
            and (len(dice) != draft.count or any(die > draft.sides for die in dice))
        ):
            yield path, SheetgenError(
                "wrote %(written)s; a roll has %(count)s dice of %(sides)s sides", written="-".join(map(str, dice)),
                count=draft.count, sides=draft.sides,
            )  # fmt: skip


def broken_turn(draft: Draft) -> Iterator[Found]:
    """An example turn whose throws do not follow from each other, or that uses boxes that are not there."""
    turn = tabled(tabled(draft.data.get("booklet")).get("turn"))
    throws = _throws(turn)
    for (path, throw), (after, following) in pairwise(throws):
        keep, roll = (Counter(numbers_in(listed(throw.get(key)))) for key in ("keep", "roll"))
        if keep == roll:
            yield (
                (*path, "keep"),
                SheetgenError("all dice are kept, and yet there is another throw; end the turn there"),
            )
        if not keep <= roll:
            yield (
                (*path, "keep"),
                SheetgenError("dice are kept that do not lie on the table; keep only those of its roll"),
            )
        if not keep <= Counter(numbers_in(listed(following.get("roll")))):
            yield (*after, "roll"), SheetgenError("dice that were kept are missing; put them into this roll")
    if throws and throws[-1][1].get("keep"):
        yield (*throws[-1][0], "keep"), SheetgenError("dice are kept after the last throw; take keep out")
    rolls = tabled(draft.data.get("dice")).get("rolls", 3)
    if isinstance(rolls, int) and len(throws) > rolls:
        yield (
            ("booklet", "turn", "throws"),
            SheetgenError("a turn has %(limit)s throws at most; take some out", limit=rolls),
        )
    yield from _unknown_boxes(draft, turn, throws)


def _unknown_boxes(
    draft: Draft, turn: Mapping[str, Any], throws: list[tuple[Path, Mapping[str, Any]]]
) -> Iterator[Found]:
    several = [box for _, category in draft.categories for box in box_ids_of(category)]
    known = several + [name for name in ids_of(draft.categories) if f"{name}_1" not in several]
    named: list[tuple[Path, object]] = [(("booklet", "turn", "box"), turn.get("box"))]
    named += [(("booklet", "turn", "filled", box), box) for box in tabled(turn.get("filled"))]
    named += [((*path, key), throw.get(key)) for path, throw in throws for key in ("could", "aim")]
    for path, box in named:
        if isinstance(box, str) and box not in known:
            yield path, unknown(Message("box"), box, known)
    if isinstance(turn.get("box"), str) and turn["box"] in tabled(turn.get("filled")):
        yield ("booklet", "turn", "box"), SheetgenError("this box is filled already; name an open one")


def _throws(turn: Mapping[str, Any]) -> list[tuple[Path, Mapping[str, Any]]]:
    return list(tables_in(("booklet", "turn"), turn, "throws"))
