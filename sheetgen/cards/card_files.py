"""Card files: filled-in sheets as CSV, TOML, JSON or PDF forms.

A file has labels and a column for each player. It is read before its game is known; then it becomes
cards.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.cards.typed import (
    find_rows,
    near_names,
    read_value,
    read_written,
    row_names,
    running_totals,
)
from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.files import disk
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import Written, WrittenCard

FORMATS = (".csv", ".tsv", ".txt", ".toml", ".json", ".pdf")
"""Suffixes of card files."""
MAX_BYTES = 20_000_000
"""Maximum size of a card file: a hundred times that of a real one."""
MAX_FORM_BYTES = 5_000_000
"""Maximum size of a form. The largest that sheetgen makes has half a megabyte."""
MAX_PLAYERS = 1_000
MAX_ROWS = 1_000
"""Maximum number of rows with entries. No shipped game has a tenth of it."""
_MOST_VALUES = 50_000
"""Maximum number of rows times players."""
MAX_FORM_COLUMNS = 200
"""Maximum number of columns of a form: players times games."""
_TOO_LARGE = SheetgenError("larger than 20 MB; for many cards use --batch")
_KEYS = ("ruleset", "players", "boxes", "totals", "won")
CardRow = tuple[str, tuple[Written | None, ...]]
"""Label of a row, and its entries by column; None for a blank."""


class PaperCard(Struct, frozen=True):
    """Content of a card file."""

    ruleset: str
    """Name of the game; empty if the file has none."""
    players: tuple[str, ...]
    """Heads of the columns; empty for a column without one."""
    rows: tuple[CardRow, ...]
    columns: tuple[tuple[int, int], ...] = ()
    """For a form, the numbers of the player and of the game of each column; 0 for the only game."""
    won: tuple[str, ...] = ()
    """Heads of the players who won at once."""
    lines: tuple[int, ...] = ()
    """Line of each row of a CSV, from 1."""
    text: str = ""
    """Text of a TOML or JSON file."""

    @property
    def is_form(self) -> bool:
        """True for a form of sheetgen, which always names its game."""
        return bool(self.columns)

    def line_of(self, label: str) -> int:
        """Return the first line that has the row with this label, from 1; 0 for a form."""
        if self.lines:
            labels = [own for own, _ in self.rows]
            return self.lines[labels.index(label)]
        written = f"{re.escape(label)}|{re.escape(json.dumps(label)[1:-1])}"
        match = re.search(rf"(?<![\w-])(?:{written})[\"']?\s*[:=]", self.text)
        return self.text.count("\n", 0, match.start()) + 1 if match else 0

    def only(self, used: Sequence[int]) -> "PaperCard":
        """Return the card with these columns only, or with the first one if there are none."""
        kept = used or [0]
        rows: list[CardRow] = []
        for label, values in self.rows:
            rows.append((label, tuple(values[column] for column in kept)))
        players = tuple(self.players[column] for column in kept)
        columns = tuple(self.columns[column] for column in kept) if self.columns else ()
        return replace(self, players=players, rows=tuple(rows), columns=columns)


def cards_of(paper: PaperCard, wording: Wording) -> list[WrittenCard]:
    """Return the cards of the players.

    Unknown rows without entries are headings, and are left out.
    """
    known = row_names(wording)
    written_labels: list[str] = []
    for label, values in paper.rows:
        if any(value is not None for value in values):
            written_labels.append(label)
    names = near_names(known, written_labels)
    near = tuple((label, known[name][0], paper.line_of(label)) for label, name in names.items())
    prefixes, owners = _columns_of_players(paper, wording)
    rows = paper.rows[1:] if any(prefixes) else paper.rows
    labels = [names.get(label, label) for label, _ in rows]
    ids = {prefix: find_rows(wording, labels, prefix) for prefix in dict.fromkeys(prefixes)}
    entries = _entries_of_players(rows, [ids[prefix] for prefix in prefixes], owners)
    if paper.is_form:
        entries = [_without_running_totals(wording.ruleset, own) for own in entries]
    cards: list[WrittenCard] = []
    for player, own_entries in enumerate(entries):
        head = paper.players[owners.index(player)]
        name = _name_of_card(paper, wording, player, head)
        is_winner = head in paper.won
        cards.append(WrittenCard(tuple(own_entries), name, is_winner, bool(paper.won), near))
    if paper.won and not any(category.wins for category in wording.ruleset.categories.values()):
        raise SheetgenError("nobody wins this game at once; take it out", key="won")
    return cards


def _entries_of_players(
    rows: Sequence[CardRow], ids: Sequence[Sequence[str]], owners: Sequence[int]
) -> list[list[tuple[str, Written]]]:
    """Return the entries of each player, row by row.

    `ids` are those of the rows in each column, and `owners` the players of the columns.
    """
    entries: list[list[tuple[str, Written]]] = [[] for _ in range(owners[-1] + 1)]
    for place, (_, values) in enumerate(rows):
        for ids_of_column, player, value in zip(ids, owners, values, strict=True):
            if value is not None:
                entries[player].append((ids_of_column[place], value))
    return entries


def _name_of_card(paper: PaperCard, wording: Wording, player: int, head: str) -> str:
    """Return the name of a card: the head of its column or a number, and the game of a form."""
    number, game = paper.columns[player] if paper.is_form else (player + 1, 0)
    name = head or wording.catalog.text("card", "Player %(n)s", n=number)
    if game:
        return wording.catalog.text("card", "%(name)s, game %(n)s", name=name, n=game)
    return name


def _columns_of_players(paper: PaperCard, wording: Wording) -> tuple[list[str], list[int]]:
    """Return for each column the start of the ids of its boxes, and its player's number from 0.

    The starts are empty unless a second row of heads names the columns of players who have several.
    """
    label, heads = paper.rows[0] if paper.rows else ("", ())
    known = _prefixes_by_name(wording)
    prefixes = [known.get(disk.fold(str(head)), "") for head in heads]
    if label or not prefixes or not all(prefixes):
        return [""] * len(paper.players), [*range(len(paper.players))]
    owners: list[int] = []
    last_name = ""
    columns_of_player: set[str] = set()
    for name, prefix in zip(paper.players, prefixes, strict=True):
        # a repeated column or another name begins a player
        is_other_name = bool(name and last_name and name != last_name)
        if not owners:
            owners.append(0)
        elif is_other_name or prefix in columns_of_player:
            owners.append(owners[-1] + 1)
            columns_of_player = set()
        else:
            owners.append(owners[-1])
        columns_of_player.add(prefix)
        last_name = name or last_name
    return prefixes, owners


def _prefixes_by_name(wording: Wording) -> dict[str, str]:
    """Return the start of the ids in a column by all names of the column, folded."""
    game = wording.ruleset
    wordings: list[Wording] = []
    if len(game.columns) > 1:
        wordings = [wording, *(Wording(game, load_catalog(code)) for code in languages())]
    prefixes: dict[str, str] = {}
    for column in game.columns:
        names = [column.id, column.name]
        names += [translated.column_name(column) for translated in wordings]
        for name in names:
            prefixes[disk.fold(name)] = game.prefix(column)
    return prefixes


def _without_running_totals(
    ruleset: Ruleset, entries: list[tuple[str, Written]]
) -> list[tuple[str, Written]]:
    """Return the entries of an unfinished card without the totals that its form has computed."""
    numbers = {where for where, value in entries if isinstance(value, int)}
    if numbers >= ruleset.boxes.keys():
        return entries
    computed = running_totals(ruleset, dict(entries))
    if ruleset.extra_yachts:
        computed.pop(ruleset.extra_yachts.id, None)
    return [(where, value) for where, value in entries if computed.get(where) != value]


def blank_csv(wording: Wording, players: Sequence[str], delimiter: str = ",") -> str:
    """Return a CSV to fill in, with a row for each box and total, and a column for each player.

    Its first cell is the ruleset's id. A player without a name has an empty head. There is no grand
    total in games that columns decide.
    """
    rows = ([wording.row(where)] + [""] * len(players) for where in wording.ruleset.paper_rows)
    return disk.csv_lines([[wording.ruleset.id, *players], *rows], delimiter)


def read_card_file(path: Path) -> PaperCard:
    """Read a card file. Raise SheetgenError with its name if it cannot be read."""
    return _cards_in(disk.read_file(path, MAX_BYTES, _TOO_LARGE), path.suffix.lower(), str(path))


def read_cards(stream: BinaryIO, kind: str, name: str) -> PaperCard:
    """Read a card from a stream.

    `kind` is one of FORMATS, or empty to detect it from the content.
    """
    content = stream.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise _TOO_LARGE.placed(name)
    return _cards_in(content, kind, name)


def _cards_in(content: bytes, kind: str, name: str) -> PaperCard:
    """Read the content of a card file of this kind."""
    if kind not in FORMATS:
        kind = _kind_of(content)
    try:
        if kind == ".pdf":
            return read_form(content)
        read_text = {".json": read_json, ".toml": read_toml}.get(kind, read_csv)
        return read_text(disk.decode(content))
    except SheetgenError as error:
        raise error.placed(name) from error


def _kind_of(content: bytes) -> str:
    """Return the suffix that the content of a card file should have."""
    start = content[:1_000].removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"%PDF-"):
        return ".pdf"
    return ".json" if start.startswith(b"{") else ".csv"


def read_form(content: bytes) -> PaperCard:
    """Read a form that sheetgen made and a PDF viewer filled in.

    Raise SheetgenError for any other PDF.
    """
    # they load ReportLab, which only forms need
    from sheetgen.layout.primitives import CellId, read_field_name  # noqa: PLC0415
    from sheetgen.pdf.reading import MAX_FIELDS, form_contents, read_form_tag  # noqa: PLC0415

    if len(content) > MAX_FORM_BYTES:
        raise SheetgenError(
            "larger than %(limit)s MB; take a smaller one", limit=MAX_FORM_BYTES // 1_000_000
        )
    keywords, fields = form_contents(content)
    ruleset_id = read_form_tag(keywords)
    if ruleset_id is None:
        raise SheetgenError(
            "not a form that this version of sheetgen made; make it again with sheetgen form"
        )
    if not fields:
        raise SheetgenError("its fields are gone: it was printed to a PDF; save the form instead")
    cells: dict[CellId, str] = {}
    for name, text in fields.items():
        cell = read_field_name(name)
        if cell:
            cells[cell] = text
    columns = sorted({(cell.player, cell.game) for cell in cells if cell.row})
    if not columns:
        raise SheetgenError("it has no fields of a score sheet; make one with sheetgen form")
    labels = list(dict.fromkeys(cell.row for cell in cells if cell.row))
    _check_form_size(len(columns), len(labels), MAX_FIELDS)
    rows = []
    for label in labels:
        texts = [cells.get(CellId(label, player, game), "") for player, game in columns]
        rows.append((label, tuple(map(read_written, texts))))
    names = tuple(cells.get(CellId(player=player), "").strip() for player, _ in columns)
    games = Counter(player for player, _ in columns)
    numbered = tuple((player, game if games[player] > 1 else 0) for player, game in columns)
    used = [column for column in range(len(columns)) if _is_written(rows, column)]
    return PaperCard(ruleset_id, names, tuple(rows), numbered).only(used)


def _check_form_size(columns: int, rows: int, most_fields: int) -> None:
    """Raise SheetgenError if a form has more fields than those that sheetgen makes."""
    is_large = columns > MAX_FORM_COLUMNS or rows > MAX_ROWS
    if is_large or columns * rows > most_fields:
        raise SheetgenError(
            "more fields than a form of sheetgen's has; take one that sheetgen made"
        )


def _is_written(rows: Iterable[tuple[str, Sequence[object]]], column: int) -> bool:
    """Check whether some row of a card has a value in a column, from 0."""
    return any(values[column] is not None for _, values in rows)


def read_csv(text: str) -> PaperCard:
    """Read a CSV: the ruleset (optional) and the players in the first row, then a row for each box.

    The separator is a comma, semicolon or tab, or the one of Excel's ``sep=`` line. Raise
    SheetgenError for any other text.
    """
    excel = re.match(r'(?im)[,;\t" \r\n]*^sep=(.)\s*?$', text)
    lines = text.splitlines(keepends=True)
    skipped = 0
    if excel:
        skipped = len(text[: excel.end()].splitlines())
        delimiter = excel[1]
    else:
        delimiter = disk.find_delimiter(filter(str.strip, lines))
    rows: list[tuple[int, list[str]]] = []
    """Each with the number of its line."""
    for line, row in disk.numbered_rows(lines[skipped:], delimiter):
        cells = [_one_line(cell) for cell in row]
        if any(cells):
            rows.append((skipped + line, cells))
    if not rows:
        raise SheetgenError("nothing is written in it; fill it in first")
    (_, head), *body = rows
    width = max(len(head), *(_width_of(cells) for _, cells in body), 0)
    if not 2 <= width <= MAX_PLAYERS + 1:
        raise SheetgenError("a card has a row for each box, and a column for each player")
    check_rows(len(rows), width - 1)
    ruleset_id, *names = _padded(head, width)
    card = []
    for _, cells in body:
        label, *texts = _padded(cells, width)
        card.append((label, tuple(map(read_written, texts))))
    used = [column for column, name in enumerate(names) if name or _is_written(card, column)]
    line_numbers = tuple(line for line, _ in body)
    return PaperCard(ruleset_id, tuple(names), tuple(card), lines=line_numbers).only(used)


def _width_of(cells: Sequence[str]) -> int:
    """Return the number of cells of a row, without empty ones at its end."""
    return max((number for number, cell in enumerate(cells, 1) if cell), default=0)


def _padded(cells: Sequence[str], width: int) -> list[str]:
    """Return a row with this number of cells: empty ones are added, those too many left out."""
    return [*cells, *[""] * width][:width]


def _one_line(cell: str) -> str:
    """Return the text of a cell with spaces for line ends."""
    return disk.bare_text(" ".join(map(str.strip, cell.strip().splitlines())))


def check_rows(rows: int, players: int = 1) -> None:
    """Raise SheetgenError if a card has too many rows: each would have a finding."""
    limit = min(MAX_ROWS, _MOST_VALUES // players)
    if rows > limit:
        raise SheetgenError("more than %(limit)s rows; a card has one for each box", limit=limit)


def read_json(text: str) -> PaperCard:
    """Read a JSON object with boxes and totals by name, each a value or a list of values by player.

    Raise SheetgenError for any other text.
    """
    pairs = disk.parse_json(text)
    if isinstance(pairs, disk.Pairs) and ("sheetgen", "games") in pairs:
        raise SheetgenError("the games of a page, not one card; check them with --batch")
    return _paper_card(pairs, text)


def read_toml(text: str) -> PaperCard:
    """Read a TOML file with the keys of `read_json`. Raise SheetgenError for any other text."""
    return _paper_card(_pairs(disk.parse_toml(text, parse_float=str)), text)


def _pairs(value: Any) -> Any:
    """Return the tables of TOML as `disk.parse_json` returns objects."""
    if not isinstance(value, Mapping):
        return value
    return disk.Pairs((key, _pairs(inner)) for key, inner in value.items())


def _paper_card(pairs: Any, text: str) -> PaperCard:
    """Check the content of JSON or TOML, and return it as a card."""
    data = disk.unique(pairs)
    for key in data:
        if key not in _KEYS:
            raise unknown(Message("key"), key, _KEYS)
    rows = [
        *_rows_of_table(data.get("boxes", disk.Pairs()), "boxes"),
        *_rows_of_table(data.get("totals", disk.Pairs()), "totals"),
    ]
    players = _names_of_players(data.get("players", []), rows)
    if not players:
        raise SheetgenError("nothing is written in it; fill it in first")
    check_rows(len(rows), len(players))
    for label, values in rows:
        if len(values) != len(players):
            raise SheetgenError(
                "should have a value for each player: %(count)s, not %(values)s",
                key=label,
                values=len(values),
                count=len(players),
            )
    ruleset = _text_at(data.get("ruleset", ""), "ruleset")
    return PaperCard(ruleset, players, tuple(rows), won=_winners(data, players), text=text)


def _winners(data: Mapping[str, Any], players: Sequence[str]) -> tuple[str, ...]:
    """Return the players who won at once. Raise SheetgenError for a name that is no player's."""
    won = _names_of_players(data["won"], ()) if data.get("won") else ()
    for name in won:
        if name not in players:
            raise SheetgenError(
                "there is no player '%(name)s'; name one of the players", key="won", name=name
            )
    return won


def _names_of_players(names: Any, rows: Iterable[CardRow]) -> tuple[str, ...]:
    """Return the names of the players, or an empty one for each column of the rows."""
    if not isinstance(names, list) or len(names) > MAX_PLAYERS:
        raise SheetgenError("should be a list of names", key="players")
    if not names:
        return ("",) * max((len(values) for _, values in rows), default=1)
    return tuple(_text_at(name, "players") for name in names)


def _text_at(value: Any, key: str) -> str:
    """Return the value of a key that must be text."""
    if not isinstance(value, str):
        raise SheetgenError("should be text", key=key)
    return value


def _rows_of_table(value: Any, key: str) -> Iterable[CardRow]:
    """Yield the rows of the table ``boxes`` or ``totals``."""
    if not isinstance(value, disk.Pairs):
        raise SheetgenError("should be a table of names and values", key=key)
    for label, values in value:
        is_list = isinstance(values, list) and not isinstance(values, disk.Pairs)
        listed = values if is_list else [values]
        if len(listed) > MAX_PLAYERS:
            raise SheetgenError(
                "has more than %(limit)s values; write fewer", key=label, limit=MAX_PLAYERS
            )
        yield label, tuple(map(read_value, listed))
