"""Card files: filled-in sheets as CSV, TOML, JSON or a form, as they come before anybody knows their game.

Each has labels, and a column for each player; with its game it becomes the cards of the players.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.cards.names import column_prefixes, find_row, find_rows, near_names, read_value, read_written, row_names
from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.files.reading import (
    Pairs,
    bare_text,
    decode,
    find_delimiter,
    no_toml,
    parse_csv,
    parse_json,
    parse_toml,
    read_file,
)
from sheetgen.files.writing import csv_lines
from sheetgen.i18n.wording import Wording
from sheetgen.rules import Ruleset, Written, WrittenCard, totals

FORMATS = (".csv", ".tsv", ".txt", ".toml", ".json", ".pdf")
"""The endings of card files."""
MAX_BYTES = 20_000_000
"""A card file larger than this is not read."""
MAX_FORM_BYTES = 5_000_000
"""A larger PDF is no form of sheetgen's; the largest that it makes has half a megabyte."""
MAX_PLAYERS = 1_000
MAX_ROWS = 1_000
"""The most rows with something in them; no game has a tenth of that."""
_MOST_VALUES = 50_000
MAX_FORM_COLUMNS = 200
"""The most columns of a form, players times games."""
_TOO_LARGE = SheetgenError("larger than 20 MB; for many cards use --batch")
_KEYS = ("ruleset", "players", "boxes", "totals", "won")
Entry = tuple[str, Written]
Row = tuple[str, tuple[Written | None, ...]]
"""The label of a row, and what stands in each column; None for a blank."""


class PaperCard(Struct, frozen=True):
    """What a file says."""

    ruleset: str
    """The game that it names; empty if it names none."""
    players: tuple[str, ...]
    """The heads of the columns; empty for one without."""
    rows: tuple[Row, ...]
    columns: tuple[tuple[int, int], ...] = ()
    """Of a form the number of the player of each column, and of the game where a player has several, else 0."""
    won: tuple[str, ...] = ()
    """Who won at once, by the heads of their columns."""
    text: str = ""
    """Text of the file; empty for a form."""

    @property
    def is_form(self) -> bool:
        """Whether it is a form of sheetgen's, so that the game is named for certain."""
        return bool(self.columns)

    def only(self, used: Sequence[int]) -> "PaperCard":
        """The same with these columns alone; at least the first is left."""
        kept = used or [0]
        rows = tuple((label, tuple(values[at] for at in kept)) for label, values in self.rows)
        columns = tuple(self.columns[at] for at in kept) if self.columns else ()
        return replace(self, players=tuple(self.players[at] for at in kept), rows=rows, columns=columns)


def cards_of(paper: PaperCard, wording: Wording) -> list[WrittenCard]:
    """Return the cards of the players. Unknown rows with nothing in them are headings, and left out."""
    used = [label for label, values in paper.rows if any(value is not None for value in values)]
    known = row_names(wording)
    names = near_names(known, used)
    near = tuple((label, known[name][0], _line_of(paper.text, label)) for label, name in names.items())
    paper = replace(paper, rows=tuple((names.get(label, label), values) for label, values in paper.rows))
    paper = _by_columns(paper, wording)
    places = find_rows(wording, [label for label, _ in paper.rows])
    found = []
    for at, head in enumerate(paper.players):
        values = ((where, each[at]) for where, (_, each) in zip(places, paper.rows, strict=True))
        entries = tuple((where, value) for where, value in values if value is not None)
        player, game = paper.columns[at] if paper.is_form else (at + 1, 0)
        name = head or wording.catalog.text("card", "Player %(n)s", n=player)
        if game:
            name = wording.catalog.text("card", "%(name)s, game %(n)s", name=name, n=game)
        kept = _without_running_totals(wording.ruleset, entries) if paper.is_form else entries
        found.append(WrittenCard(kept, name, head in paper.won, bool(paper.won), near))
    if paper.won and not any(category.wins for category in wording.ruleset.categories.values()):
        raise SheetgenError("nobody wins this game at once; take it out", key="won")
    return found


def _line_of(text: str, label: str) -> int:
    """Return the number of the first line that begins with a label, or has it, whatever signs part its words."""
    words = (f"(?:{re.escape(word)}|{re.escape(json.dumps(word)[1:-1])})" for word in re.findall(r"[^\W_]+", label))
    pattern = r"[\W_]+".join(words)
    found = re.search(rf"(?m)^[\s\"'{{]*({pattern})", text) or re.search(f"({pattern})", text)
    return len(f"{text[: found.start(1)]}.".splitlines()) if found else 0


def _by_columns(paper: PaperCard, wording: Wording) -> PaperCard:
    """The card with a row for each box of each column, where a second head says in which column of whom it stands."""
    label, heads = paper.rows[0] if paper.rows else ("", ())
    found = column_prefixes(wording, heads)
    if label or not found or not all(found):
        return paper
    owners, last, begun = list[int](), "", set[str]()  # of each value: the next is named, or writes in a column again
    for name, prefix in zip(paper.players, found, strict=True):
        is_next = prefix in begun or (name and last and name != last)
        owners.append((owners[-1] if owners else 0) + bool(is_next))
        begun = {prefix} if is_next else begun | {prefix}
        last = name or last
    players = tuple(paper.players[owners.index(who)] for who in range(owners[-1] + 1))
    rows = [row for label, values in paper.rows[1:] for row in _in_columns(wording, label, values, found, owners)]
    listed = tuple((where, tuple(mine.get(who) for who in range(len(players)))) for where, mine in rows)
    return replace(paper, players=players, rows=listed)


def _in_columns(
    wording: Wording, label: str, values: Sequence[Written | None], prefixes: Sequence[str], owners: Sequence[int]
) -> list[tuple[str, dict[int, Written]]]:
    """A line as rows, each with what its owners wrote; what somebody wrote twice is there once more."""
    found: list[tuple[str, dict[int, Written]]] = []
    for prefix, owner, value in zip(prefixes, owners, values, strict=True):
        if value is not None:
            where = find_row(wording, label, prefix)
            mine = next((mine for other, mine in found if other == where and owner not in mine), None)
            if mine is None:
                found.append((where, mine := {}))
            mine[owner] = value
    return found


def _without_running_totals(ruleset: Ruleset, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The entries of a card that is half full without the totals that its form has computed so far."""
    boxes = {where: value for where, value in entries if where in ruleset.boxes and isinstance(value, int)}
    if len(boxes) == len(ruleset.boxes):
        return entries
    bonus = ruleset.extra_yachts
    earned = dict(entries).get(bonus.id, 0) if bonus else 0
    yachts = earned // bonus.points if bonus and isinstance(earned, int) else 0
    running = totals(ruleset, boxes, yachts)
    computed = {where: points for where, points in running.items() if not bonus or where != bonus.id}
    return tuple((where, value) for where, value in entries if computed.get(where) != value)


def blank_csv(wording: Wording, players: Sequence[str], delimiter: str = ",") -> str:
    """A CSV to fill in: a row for each box and total in the order of the sheet, and a column for each player.

    Its first cell names the ruleset. An empty name is a blank head.
    """
    rows = ([wording.row(where)] + [""] * len(players) for where in wording.ruleset.rows)
    return csv_lines([[wording.ruleset.id, *players], *rows], delimiter)


def read_card_file(path: Path) -> PaperCard:
    """The sheet in a file; SheetgenError, naming the file, if it cannot be read."""
    return _cards_in(read_file(path, MAX_BYTES, _TOO_LARGE), path.suffix.lower(), str(path))


def read_cards(stream: BinaryIO, kind: str, name: str) -> PaperCard:
    """The sheet in a stream; `kind` is one of FORMATS, or empty where the content has to tell."""
    content = stream.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise _TOO_LARGE.placed(name)
    return _cards_in(content, kind, name)


def _cards_in(content: bytes, kind: str, name: str) -> PaperCard:
    if kind not in FORMATS:
        start = content[:1_000].removeprefix(b"\xef\xbb\xbf").lstrip()
        kind = ".pdf" if start.startswith(b"%PDF-") else ".json" if start.startswith(b"{") else ".csv"
    try:
        text = "" if kind == ".pdf" else decode(content)
        return replace(_READERS.get(kind, read_csv)(text) if text else read_form(content), text=text)
    except SheetgenError as error:
        raise error.placed(name) from error


def read_form(content: bytes) -> PaperCard:
    """The sheet in a form that sheetgen made and any viewer filled in; raises SheetgenError."""
    from sheetgen.layout.form_fields import read_field_name  # noqa: PLC0415 - as above
    from sheetgen.layout.primitives import CellId  # noqa: PLC0415 - for forms alone: other cards start sooner
    from sheetgen.pdf.reading import MAX_FIELDS, form_contents, read_form_tag  # noqa: PLC0415 - as above

    if len(content) > MAX_FORM_BYTES:
        raise SheetgenError("larger than %(limit)s MB; take a smaller one", limit=MAX_FORM_BYTES // 1_000_000)
    keywords, fields = form_contents(content)
    ruleset_id = read_form_tag(keywords)
    if ruleset_id is None:
        raise SheetgenError("not a form that this version of sheetgen made; make it again with sheetgen form")
    if not fields:
        raise SheetgenError("its fields are gone: it was printed to a PDF; save the form instead")
    cells = {cell: text for name, text in fields.items() if (cell := read_field_name(name))}
    columns = sorted({(cell.player, cell.game) for cell in cells if cell.row})
    if not columns:
        raise SheetgenError("it has no fields of a score sheet; make one with sheetgen form")
    labels = list(dict.fromkeys(cell.row for cell in cells if cell.row))
    if len(columns) > MAX_FORM_COLUMNS or len(labels) > MAX_ROWS or len(columns) * len(labels) > MAX_FIELDS:
        raise SheetgenError("more fields than a form of sheetgen's has; take one that sheetgen made")
    rows = tuple(
        (label, tuple(read_written(cells.get(CellId(label, player, game), "")) for player, game in columns))
        for label in labels
    )
    names = tuple(cells.get(CellId(player=player), "").strip() for player, _ in columns)
    games = Counter(player for player, _ in columns)
    numbered = tuple((player, game if games[player] > 1 else 0) for player, game in columns)
    used = [at for at in range(len(columns)) if any(values[at] is not None for _, values in rows)]
    return PaperCard(ruleset_id, names, rows, numbered).only(used)


def read_csv(text: str) -> PaperCard:
    """The sheet in a CSV: players in the first row, and in its first cell the ruleset if that is to be there.

    Comma, semicolon or tab; Excel's ``sep=`` line is understood, and so is a line end in quotes. Raises SheetgenError.
    """
    lines = text.splitlines(keepends=True)
    while lines and not lines[0].strip(',;\t" \r\n'):
        lines = lines[1:]
    if lines and re.fullmatch(r"(?i:sep=).\s*", lines[0]):
        delimiter, lines = lines[0][len("sep=")], lines[1:]
    else:
        delimiter = find_delimiter(lines)
    cells = [
        [bare_text(" ".join(map(str.strip, cell.strip().splitlines()))) for cell in row]
        for row in parse_csv(lines, delimiter)
    ]
    if not cells:
        raise SheetgenError("nothing is written in it; fill it in first")
    head, *body = cells
    filled = (at for row in body for at, cell in enumerate(row, 1) if cell)
    width = max(len(head), *filled, 0)
    if not 2 <= width <= MAX_PLAYERS + 1:
        raise SheetgenError("a card has a row for each box, and a column for each player")
    check_rows(sum(map(any, cells)), width - 1)
    head, *body = ((row + [""] * width)[:width] for row in cells if row or row is head)
    players = tuple(head[1:])
    rows = tuple((row[0], tuple(map(read_written, row[1:]))) for row in body)
    used = [at for at, player in enumerate(players) if player or any(values[at] is not None for _, values in rows)]
    return PaperCard(head[0], players, rows).only(used)


def check_rows(rows: int, players: int = 1) -> None:
    """Raise SheetgenError for so many rows that nobody would read what is to be said of them."""
    limit = min(MAX_ROWS, _MOST_VALUES // players)
    if rows > limit:
        raise SheetgenError("more than %(limit)s rows; a card has one for each box", limit=limit)


def read_json(text: str) -> PaperCard:
    """The sheet in a JSON object: boxes and totals by name, with a value or a list of one for each player.

    Raises SheetgenError.
    """
    pairs = parse_json(text)
    if isinstance(pairs, Pairs) and ("sheetgen", "games") in pairs:
        raise SheetgenError("the games of a page, not one card; check them with --batch")
    return _paper_card(pairs)


def read_toml(text: str) -> PaperCard:
    """The sheet in a TOML file, with the same keys; raises SheetgenError."""
    try:
        return _paper_card(_pairs(parse_toml(text, parse_float=str)))
    except ValueError as error:
        raise no_toml(error) from error


_READERS: dict[str, Callable[[str], PaperCard]] = {".json": read_json, ".toml": read_toml}


def _pairs(value: Any) -> Any:
    return Pairs((key, _pairs(inner)) for key, inner in value.items()) if isinstance(value, Mapping) else value


def _paper_card(pairs: Any) -> PaperCard:
    if not isinstance(pairs, Pairs):
        raise SheetgenError("should be a table of names and values", key="")
    for key, _ in pairs:
        if key not in _KEYS:
            raise unknown(Message("key"), key, _KEYS)
    data = dict(pairs)
    if len(data) < len(pairs):
        raise SheetgenError("a key is there twice; take one out")
    rows = [*_rows(data.get("boxes", Pairs()), "boxes"), *_rows(data.get("totals", Pairs()), "totals")]
    players = _players(data.get("players", []), rows)
    if not players:
        raise SheetgenError("nothing is written in it; fill it in first")
    check_rows(len(rows), len(players))
    for label, values in rows:
        if len(values) != len(players):
            raise SheetgenError(
                "should have a value for each player: %(count)s, not %(values)s", key=label, values=len(values),
                count=len(players),
            )  # fmt: skip
    return PaperCard(_text(data.get("ruleset", ""), "ruleset"), players, tuple(rows), won=_winners(data, players))


def _winners(data: Mapping[str, Any], players: Sequence[str]) -> tuple[str, ...]:
    """Who won at once; they have to be among the players."""
    won = _players(data["won"], ()) if data.get("won") else ()
    for name in won:
        if name not in players:
            raise SheetgenError("there is no player '%(name)s'; name one of the players", key="won", name=name)
    return won


def _players(names: Any, rows: Iterable[Row]) -> tuple[str, ...]:
    if not isinstance(names, list) or len(names) > MAX_PLAYERS:
        raise SheetgenError("should be a list of names", key="players")
    if not names:
        return ("",) * max((len(values) for _, values in rows), default=1)
    return tuple(_text(name, "players") for name in names)


def _text(value: Any, key: str) -> str:
    if not isinstance(value, str):
        raise SheetgenError("should be text", key=key)
    return value


def _rows(value: Any, key: str) -> Iterable[Row]:
    if not isinstance(value, Pairs):
        raise SheetgenError("should be a table of names and values", key=key)
    for label, values in value:
        listed = values if isinstance(values, list) and not isinstance(values, Pairs) else [values]
        if len(listed) > MAX_PLAYERS:
            raise SheetgenError("has more than %(limit)s values; write fewer", key=label, limit=MAX_PLAYERS)
        yield label, tuple(map(read_value, listed))
