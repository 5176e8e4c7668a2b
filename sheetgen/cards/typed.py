"""Words that people type: rolls, numbers, and boxes and totals by any of their names.

An interview, row by row.
"""

import json
import re
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from numbers import Integral

from sheetgen.checker.finding import card_order
from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.files.disk import fold, plain
from sheetgen.files.tables import A_LIST, A_NUMBER, A_TEXT, WRONG, check_kind, refused
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.rules.history import possible_values
from sheetgen.rules.patterns import Roll
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import (
    MOST_ROLLS,
    STRUCK,
    Context,
    NearName,
    Unsure,
    Written,
    WrittenCard,
    moment,
    totals,
)

_DASHES = ("-", "–", "—", "−", "‒")
_NUMBER = re.compile(r"(\+?|[-−–])([0-9]{1,100})(?:[.,]0{1,2})?")
"""Whole number, with at most two zeros as decimals. 1.000 is not matched, because it may mean a
thousand."""
_USUAL = range(4, 81)
"""Lengths of names that may be misspelt, in letters. With three letters, too many names differ in
one."""
_HUGE = 10**100
"""Limit of numbers in JSON and TOML that are kept as numbers: 100 digits, as in texts."""


def read_written(text: str) -> Written | None:
    """Return the entry in a box: a whole number, None for a blank, else the text.

    A dash is a 0, as printed on the sheet; of crosses and slashes only the row says what they are
    (`STRUCK`). Numbers have the digits 0 to 9 only; 50.0 is 50.
    """
    if text.isdecimal() and text.isascii() and len(text) < 4:  # nearly all entries of a batch
        return int(text)
    text = text.encode("utf-8", "backslashreplace").decode().strip()
    if not text:
        return None
    if text in _DASHES:
        return 0
    match = _NUMBER.fullmatch(text)
    if not match:
        return text
    sign, digits = match[1], match[2]
    return -int(digits) if sign in _DASHES else int(digits)


def read_value(value: object) -> Written | None:
    """Return the entry in a box from text, a number, null or another value of JSON or TOML."""
    if value is None:
        return None
    if isinstance(value, str):
        return read_written(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value if abs(value) < _HUGE else f"{value:#x}"
    return read_written(json.dumps(plain(value), default=str))


@lru_cache(maxsize=8)
def row_names(wording: Wording) -> Mapping[str, tuple[str, ...]]:
    """Return the ids of rows by all their names in all languages, folded.

    Rows with the same name are in card order. If a name of one row is an alias of another, it means
    the first.
    """
    wordings = [wording, *(Wording(wording.ruleset, load_catalog(code)) for code in languages())]
    rows_by_name: dict[str, tuple[str, ...]] = {}
    for proper in (True, False):
        ids_by_name: dict[str, list[str]] = {}
        for translated in wordings:
            for where in wording.ruleset.rows:
                for name in _names(translated, where, proper):
                    ids_by_name.setdefault(fold(name), []).append(where)
        for name, ids in ids_by_name.items():
            if name and name not in rows_by_name:
                rows_by_name[name] = _in_order(wording, ids, proper)
    return rows_by_name


def _in_order(wording: Wording, ids: list[str], proper: bool) -> tuple[str, ...]:
    """Return the rows with a proper name in card order.

    For an alias, those of the first category only.
    """
    ruleset = wording.ruleset
    rows = tuple(where for where in ruleset.rows if where in ids)
    if proper or rows[0] not in ruleset.boxes:
        return rows
    first_category = ruleset.boxes[rows[0]].category
    boxes = {box.id for box in ruleset.boxes_with(first_category.id)}
    return tuple(where for where in rows if where in boxes)


def _names(wording: Wording, where: str, proper: bool) -> Iterator[str]:
    """Yield the proper names of a row or, if not `proper`, its aliases.

    Proper names are those on the sheet, in English, and its id. A row of a category with several
    boxes also has each name with the number of the box.
    """
    if proper:
        yield from (where, wording.row(where))
    if where in wording.ruleset.boxes:
        category = wording.ruleset.boxes[where].category
        names: Sequence[str] = wording.aliases(category)
        if proper:
            names = (category.id, wording.name(category), category.name)
        yield from names
        if category.boxes > 1:
            number = where.rpartition("_")[2]
            yield from (name + number for name in names)
    elif proper:
        total = wording.ruleset.all_totals[where]
        yield from (wording.name(total), total.name)
        if where == "total":
            yield wording.catalog.text("card", "Total")


@lru_cache(maxsize=4096)
def _shortened(name: str) -> frozenset[str]:
    """Return a name, and the name without each one of its letters (not digits).

    Empty for a short or long name.
    """
    if len(name) not in _USUAL:
        return frozenset()
    names = {name}
    for place, letter in enumerate(name):
        if not letter.isdigit():
            names.add(name[:place] + name[place + 1 :])
    return frozenset(names)


def near_names(known: Mapping[str, tuple[str, ...]], labels: Sequence[str]) -> dict[str, str]:
    """Return the name that each misspelt label means, of the `known` folded names with their rows.

    A label and a name match if they are equal without at most one letter of each. A label is left
    out if it matches several rows, or one that is on the card already. A card with more labels than
    known names has no matches.
    """
    if len(labels) > len(known):
        return {}
    near: dict[str, str] = {}
    for label in labels:
        folded = fold(label)
        parts = _shortened(folded)
        if folded in known or not parts:
            continue
        names = [name for name in known if not parts.isdisjoint(_shortened(name))]
        if len({known[name] for name in names}) == 1:
            near[label] = names[0]
    labels_of_rows = Counter(known.get(near.get(label, fold(label))) for label in labels)
    return {label: name for label, name in near.items() if labels_of_rows[known[name]] == 1}


def find_rows(
    wording: Wording,
    labels: Sequence[str],
    prefix: str = "",
    known: Mapping[str, tuple[str, ...]] | None = None,
) -> list[str]:
    """Return the ids of the rows with these labels. An unknown label is returned unchanged.

    Rows that share a name are taken in card order. `prefix` is the start of the ids of a column: of
    several rows with a name, those of this column are taken. `known` are the folded names to search
    instead of all names.
    """
    if not prefix and card_order(wording.ruleset).keys() >= {*labels}:
        return list(labels)  # ids need no names of any language
    if known is None:
        known = row_names(wording)
    times: Counter[str] = Counter()
    rows: list[str] = []
    for label in labels:
        name = fold(label)
        ids = known.get(name, (label.strip(),))
        in_column = [where for where in ids if where.startswith(prefix)]
        choices = in_column or ids
        rows.append(choices[min(times[name], len(choices) - 1)])
        times[name] += 1
    return rows


def make_card(
    wording: Wording, entries: Iterable[tuple[str, object]], name: str = "", *, by_ids: bool = False
) -> WrittenCard:
    """Return the card with these entries by names of rows or, with `by_ids`, by their ids.

    A text is read as it would be written in a box. None and an empty text are blanks.
    """
    labels: list[str] = []
    values: list[Written | Unsure] = []
    for label, entry in entries:
        value = entry if isinstance(entry, Unsure) else read_value(entry)
        if value is not None:
            labels.append(label)
            values.append(value)
    rows, near = place_rows(wording, labels, by_ids=by_ids)
    return WrittenCard(tuple(zip(rows, values, strict=True)), name, near=near)


def place_rows(
    wording: Wording, labels: Sequence[str], line: int = 0, *, by_ids: bool = False
) -> tuple[list[str], tuple[NearName, ...]]:
    """Return the ids of rows as `find_rows` does, but of misspelt labels too, and these labels."""
    if card_order(wording.ruleset).keys() >= {*labels}:
        return list(labels), ()
    known = {fold(row): (row,) for row in wording.ruleset.rows} if by_ids else row_names(wording)
    names = near_names(known, labels)
    rows = find_rows(wording, [names.get(label, label) for label in labels], known=known)
    near: list[NearName] = []
    for label, where in zip(labels, rows, strict=True):
        if label in names or (by_ids and label.strip() != where):
            near.append((label, where, line))
    return rows, tuple(near)


def running_totals(ruleset: Ruleset, written: Mapping[str, Written]) -> dict[str, int]:
    """Return all totals of an unfinished card from its numbers, a bonus among them."""
    numbers = {where: value for where, value in written.items() if isinstance(value, int)}
    bonus = ruleset.extra_yachts
    if bonus is None:
        return totals(ruleset, numbers)
    return totals(ruleset, numbers, numbers.get(bonus.id, 0) // bonus.points)


def find_box(wording: Wording, name: str) -> str:
    """Return the id of the box with this name.

    Raise SheetgenError with the nearest or all names if there is none. In a game with several
    columns, the name must be the id of the box with its column.
    """
    game = wording.ruleset
    ids = row_names(wording).get(fold(name), ())
    columns = {game.boxes[where].column for where in ids if where in game.boxes}
    if len(columns) > 1:
        raise SheetgenError(
            "'%(box)s' is in several columns; choose %(known)s", box=name, known=ids
        )
    if not ids or ids[0] not in game.boxes:
        known = [wording.name(category) for category in game.categories.values()]
        raise unknown(Message("box"), name, known if len(game.columns) == 1 else game.boxes)
    return ids[0]


def split_numbers(words: Sequence[str]) -> list[str]:
    """Split ``3 6``, ``3,6`` or ``3, 6`` into numbers.

    Return the words unchanged if there are fewer than two.
    """
    parts: list[str] = []
    for word in words:
        parts_of_word = re.split(r"\s*[,;]\s*|\s+", word.strip())
        if len(parts_of_word) > 1 and not parts_of_word[-1]:  # a separator at the end
            parts_of_word.pop()
        parts += parts_of_word
    numbers = sum(isinstance(read_written(part), int) for part in parts)
    return parts if numbers > 1 else [*words]


def pairs_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield the names and values in ``yacht=50, full house=25``."""
    for pair in filter(None, map(str.strip, text.split(","))):
        name, _, value = (part.strip() for part in pair.partition("="))
        yield name, value


def read_filled(wording: Wording, text: str) -> dict[str, int]:
    """Read the points on a card from ``yacht=50, full house=25``.

    Raise SheetgenError for a wrong box or value.
    """
    filled: dict[str, int] = {}
    for name, points in pairs_in(text):
        box = find_box(wording, name)
        if box in filled:
            raise SheetgenError("'%(box)s' is there twice; write it once", box=name)
        filled[box] = _points_in(wording.ruleset, box, name, read_written(points))
    return filled


def make_filled(ruleset: Ruleset, filled: Mapping[str, object]) -> dict[str, int]:
    """Return the points on a card, from entries by the ids of boxes; blanks are left out.

    Raise SheetgenError for an unknown box, or a value that the box cannot hold.
    """
    for box in filled:
        check_kind(box, str, "filled", A_TEXT)
        if box not in ruleset.boxes:
            raise unknown(Message("box"), box, ruleset.boxes)
    points: dict[str, int] = {}
    for box, entry in filled.items():
        value = read_value(entry)
        if value is not None:
            points[box] = _points_in(ruleset, box, box, value)
    return points


def _points_in(ruleset: Ruleset, box: str, name: str, written: Written | None) -> int:
    """Return the points in a box.

    Raise SheetgenError, with the user's `name` of it, if it cannot hold them.
    """
    values = possible_values(ruleset, box)
    points = 0 if written in STRUCK else written
    if isinstance(points, int) and points in values:
        return points
    raise SheetgenError(
        "'%(box)s' cannot hold '%(written)s'; choose %(known)s",
        box=name,
        written="" if points is None else points,
        known=values,
    )


def make_moment(
    ruleset: Ruleset,
    filled: Mapping[str, int],
    first: bool = False,
    number: int = 0,
    together: bool = False,
) -> Context:
    """Return the context of a roll. Raise SheetgenError if no roll of a turn has this number."""
    limit = MOST_ROLLS if ruleset.dice.rolls_vary else ruleset.dice.rolls
    if not 0 <= number <= limit:
        raise SheetgenError(
            "wrote %(written)s; a turn has rolls 1 to %(limit)s",
            key="roll",
            written=number,
            limit=limit,
        )
    return moment(ruleset, filled, first=first, number=number, together=together)


def read_roll(wording: Wording, words: Sequence[str]) -> Roll:
    """Read a roll: ``6 6 6 3 3``, ``66633``, or symbols of the language or the ruleset file.

    Raise SheetgenError if it is no roll of this game's dice.
    """
    return make_roll(wording.ruleset, read_faces(wording, words))


def read_faces(wording: Wording, words: Sequence[str]) -> Sequence[int]:
    """Read the faces of any number of dice, in the form of `read_roll`.

    Raise SheetgenError for any other text.
    """
    text = " ".join(words)
    numbers = _faces_by_symbol(wording)
    one_symbol = "|".join(sorted(numbers, key=len, reverse=True))
    if numbers and re.fullmatch(rf"(?:{one_symbol}|[ ,.\-])+", text.casefold()):
        return [numbers[symbol] for symbol in re.findall(one_symbol, text.casefold())]
    try:
        return Roll.parse(text).dice
    except ValueError as error:
        count = wording.ruleset.dice.count
        symbols = [face.symbol for face in wording.dice.faces if face.symbol]
        if symbols:
            example = " ".join((symbols * count)[:count])
            raise SheetgenError(
                "'%(written)s' is no roll; write it as %(right)s", written=text, right=example
            ) from error
        raise SheetgenError(
            "'%(written)s' is no roll; write 6 6 6 3 3 or 66633", written=text
        ) from error


def _faces_by_symbol(wording: Wording) -> dict[str, int]:
    """Return the numbers of faces by their symbols in the ruleset file and in the language."""
    numbers: dict[str, int] = {}
    for faces in (wording.ruleset.dice.faces, wording.dice.faces):
        for number, face in enumerate(faces, 1):
            if face.symbol:
                numbers[face.symbol.casefold()] = number
    return numbers


def make_roll(ruleset: Ruleset, faces: Sequence[int]) -> Roll:
    """Return the roll of these faces. Raise SheetgenError if it is no roll of this game's dice."""
    dice = ruleset.dice
    thrown = read_dice(faces, "dice")
    if len(thrown) != dice.count or not all(1 <= face <= dice.sides for face in thrown):
        raise SheetgenError(
            "'%(written)s' is no roll of this game; its dice: %(count)s, with %(sides)s sides",
            written=" ".join(map(str, thrown[: 2 * dice.count])),
            count=dice.count,
            sides=dice.sides,
        )
    return Roll(thrown)


def read_dice(faces: Iterable[int], key: str) -> tuple[int, ...]:
    """Return the numbers of faces. Raise SheetgenError at the key for other values."""
    if isinstance(faces, str | bytes) or not isinstance(faces, Iterable):
        raise refused(WRONG, faces, right=A_LIST).at(key)
    thrown = tuple(faces)
    for face in thrown:
        check_kind(face, Integral, key, A_NUMBER)
    return tuple(map(int, thrown))


# Interview


def interview(report: Report) -> Generator[str, str, WrittenCard]:
    """Yield the question for each row, take the typed answers, and return the card.

    A reply to the last answer is a line above the question. An answer is a number, nothing for a
    blank, ``<`` to go back, the name of a row to go there, or a name and a number.
    """
    message, rows = report.catalog.message, report.ruleset.paper_rows
    words_for_back = ("back", fold(report.catalog.text("interview", "back")))
    written: dict[str, int] = {}
    place = 0
    replies = [
        message(
            "Type what is written in each row. Enter leaves a row as it is, < goes back, and a name"
            " goes to its row."
        )
    ]
    while place < len(rows):
        here = rows[place]
        text = (yield "\n".join([*replies, _question(report, here, written)])).strip()
        if text == "<" or fold(text) in words_for_back:
            place = max(0, place - 1)
            replies = []
            continue
        where, value, replies = _read_answer(report, here, text)
        if value is not None:
            written[where] = value
            replies += _doubts(report, where, value)
        if where == here and (value is not None or not text):
            place += 1
        elif where in rows and value is None:
            place = rows.index(where)
    entries = [(row, written[row]) for row in report.ruleset.rows if row in written]
    return WrittenCard(tuple(entries))


def _doubts(report: Report, where: str, value: int) -> list[str]:
    """Return the reply to a number that the row cannot hold; empty for any other number."""
    if where not in report.ruleset.boxes or value in possible_values(report.ruleset, where):
        return []
    reply = report.catalog.message(
        "%(row)s cannot hold %(written)s; if you misread it, < goes back",
        row=report.row_name(where),
        written=str(value),
    )
    return [reply]


def _question(report: Report, where: str, written: Mapping[str, int]) -> str:
    """Return the question for a row, with its possible values and the running total."""
    values = report.can_hold(where)
    return report.catalog.message(
        "%(row)s%(values)s, total so far %(total)s:%(standing)s ",
        row=report.row_name(where),
        values=f" ({values})" if values else "",
        total=running_totals(report.ruleset, written)["total"],
        standing=f" [{written[where]}]" if where in written else "",
    )


def _read_answer(report: Report, here: str, text: str) -> tuple[str, int | None, list[str]]:
    """Return the row that an answer is about, its number, and the replies.

    An empty row for an unknown name.
    """
    value = read_written(text)
    if value in STRUCK and here in report.ruleset.boxes:
        value = 0
    if not isinstance(value, str):
        return here, value, []
    name, _, last_word = text.rpartition(" ")
    for label, number in ((text, None), (name, read_written(last_word))):
        (where,), near = place_rows(report.wording, [label])
        if where in report.ruleset.rows and not isinstance(number, str):
            return where, number, [report.near_name(*near_name) for near_name in near]
    reply = report.catalog.message(
        "'%(written)s' is no number and no row of this game", written=text
    )
    return "", None, [reply]
