"""Options of sheets, checked and resolved for a game, and the places of cards on a page."""

import re
from collections.abc import Sequence
from math import floor
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from sheetgen.documents.limits import catalog_of, check_count, check_names, look_of
from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.files.input import MOST_LETTERS, clean_name
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import FIELDS, Filling, Fillings, LayoutOptions, SheetOptions, check_date
from sheetgen.layout.paper import MM, Paper, find_paper, length_of, pair_of, read_size
from sheetgen.layout.primitives import Font
from sheetgen.pdf.fonts import measure
from sheetgen.printing import BINDING, HOLES, CardFormat, CardGrid, divided, grids
from sheetgen.rules.ruleset import Ruleset

# Imported where it is needed: odds, which take numpy, an extra; and files of names (2 ms), to load few modules.

MOST_IN_PAD = 1_000
"""Maximum number of sheets of a pad."""
_MOST_BLANKS, _MOST_SERIES = 10_000, 20
_MODES = ("large_print", "reusable", "ink_saver")
"""Modes of the look that are laid over a theme, in this order."""
_GLUE = 8 * MM
"""Usual height of the glue of a pad, in points."""

_DEFAULTS = SheetOptions()
_CUT = ("nup", "labels")
_NEEDS = (
    ("gap", ("nup",)), ("label_margin", ("labels",)), ("label_pitch", ("labels",)), ("marks", _CUT),
    ("mark_length", _CUT), ("mark_gap", _CUT), ("glue", ("pad",)), ("back_offset", ("back",)),
)  # fmt: skip
"""Options that need one of some others."""
_CLASHES = (
    ("nup", "labels", Message("both say how many cards a sheet has")),
    ("labels", "holes", Message("a label has no room for holes")),
    ("names_file", "names", Message("the names come from there")),
    ("pad", "names_file", Message("all sheets of a pad have the same names")),
    ("pad", "blanks", Message("all sheets of a pad have the same names")),
    ("series", "games", Message("both say how many games")),
    ("ink_saver", "reusable", Message("one wants thin lines, the other thick ones")),
    ("pictogram", "fields", Message("it has no words for them")),
)
"""Options that exclude each other, and why."""


def check_together(options: SheetOptions) -> None:
    """Raise SheetgenError for an option that needs another one, and for two that exclude each other."""
    needs = [(name, others) for name, others in _NEEDS if is_set(options, name)
             and not any(is_set(options, other) for other in others)]  # fmt: skip
    if options.backing is not None and not options.pad:
        needs.append(("backing" if options.backing else "no-backing", ("pad",)))
    if options.marks not in (None, "crop") and (options.mark_length or options.mark_gap):
        needs.append(("mark_length" if options.mark_length else "mark_gap", ("marks crop",)))
    for name, others in needs[:1]:
        raise SheetgenError(
            "%(option)s needs %(others)s.", option=f"--{name.replace('_', '-')}",
            others=tuple(f"--{other}" for other in others),
        )  # fmt: skip
    check_clashes(options, _CLASHES)


def check_clashes(options: Any, clashes: Sequence[tuple[str, str, Message]]) -> None:
    """Raise SheetgenError for two options that are set and exclude each other."""
    for name, other, why in clashes:
        if is_set(options, name) and is_set(options, other):
            raise exclusive(name, other, why)


def exclusive(name: str, other: str, why: Message) -> SheetgenError:
    """Return the error for two options, by the names of their fields, that exclude each other."""
    one, two = (f"--{each.replace('_', '-')}" for each in (name, other))
    return SheetgenError("%(option)s and %(other)s exclude each other: %(reason)s.", option=one, other=two, reason=why)


def is_set(options: Any, name: str) -> bool:
    """Check whether the option differs from its default."""
    return getattr(options, name) not in ([], getattr(_DEFAULTS, name, False))


def resolve(game: Ruleset, options: SheetOptions) -> tuple[Wording, LayoutOptions]:
    """Return the game in the language of its sheet, and the options for the layout.

    Raises SheetgenError for a value that is not possible.
    """
    catalogs = tuple(map(catalog_of, options.languages))
    if options.columns and options.columns != game.sheet.columns:
        game = replace(game, sheet=replace(game.sheet, columns=options.columns))
    wording, paper = Wording(game, catalogs[0]), find_paper(options.paper or "a4")
    count, glue = check_count("--players", options.players), length_of(options.glue, "--glue", 0, 40)
    by_games, values = game.sheet.columns == "games", _values(options)
    changed: dict[str, Any] = {
        "paper": paper,
        "names": (),  # they are in the fillings
        "players": None if by_games else count,  # else each filling says how many
        "games": check_count("--games", options.games),
        "fillings": _fillings(options, paper, values, by_games=by_games),
        "values": values,
        "margin": length_of(options.margin, "--margin", 5, 50),
        "glue": 0.0 if not options.pad else _GLUE if glue is None else glue,
        "title": None if options.title is None else _printable(options.title, "--title"),
        "fields": _fields(options),
        "series": check_count("--series", options.series, _MOST_SERIES, 2) or 0,
        "look": look_of(game, options.theme, [mode for mode in _MODES if getattr(options, mode)]),
        "second": catalogs[1] if len(catalogs) > 1 else None,
        "par": options.par or options.par_best,
        "pars": _pars(wording) if options.par_best else {},
    }
    inherited = {name: getattr(options, name) for name in SheetOptions.__struct_fields__}
    return wording, LayoutOptions(**{**inherited, **changed})


def _pars(wording: Wording) -> dict[str, str]:
    """Return the average points of each row in best play."""
    from sheetgen.odds.library import odds_at_once

    try:
        pars = odds_at_once(wording.ruleset).pars
    except SheetgenError as error:
        raise error.at("--par-best") from error
    return {row: wording.catalog.decimal(par, 1) for row, par in pars.items()}


def _fillings(options: SheetOptions, paper: Paper, values: dict[str, str], *, by_games: bool) -> Fillings:
    """Return the contents of each sheet: from a file of names, or the same names on each card of a page or pad."""
    blanks = check_count("--blanks", options.blanks, _MOST_BLANKS) or 0
    pad = check_count("--pad", options.pad, MOST_IN_PAD)
    if options.names_file is not None:
        return Fillings(_from_file(options.names_file, values), blanks=blanks)
    names = check_names(options.names, options.players)
    each = [Filling(names, players=options.players if by_games else None)] if any(names) or not blanks else []
    is_one_page = not by_games or max(len(names), options.players or 0) <= 1
    is_cut = (options.nup or options.labels) and is_one_page and not blanks
    return Fillings(each, pad or (formats(options, paper)[0].grid.count if is_cut else 1), blanks)


def _from_file(path: Path, values: dict[str, str]) -> Sequence[Filling]:
    """Return the names in a file, whose first line may be in any language."""
    from sheetgen.layout.content import read_names_file

    file = read_names_file(path, [load_catalog(code) for code in languages()])
    for key in values:
        if key in file.columns:
            raise exclusive(key, "names_file", Message("the file has a column for it"))
    return file


def _values(options: SheetOptions) -> dict[str, str]:
    """Return the contents of the fields of every sheet."""
    given = {"date": options.date, "table": options.table, "round": options.round}
    check_date(clean_name(options.date or ""), "--date")
    return {key: _printable(text, f"--{key}") for key, text in given.items() if text is not None}


def _fields(options: SheetOptions) -> tuple[str, ...] | None:
    """Return the fields above the rows, None for the usual ones; raise SheetgenError for an unknown field."""
    known = [key for key in FIELDS if key != "number"]
    for word in options.fields or ():
        if word not in known:
            raise unknown(Message("field"), word, known).at("--fields")
    return None if options.fields is None else tuple(options.fields)


def _printable(text: str, option: str) -> str:
    """Return a text for printing; raise SheetgenError if it is too long or the font lacks one of its letters."""
    text = clean_name(text)
    if len(text) > MOST_LETTERS:
        raise SheetgenError("it has %(limit)s letters at most; shorten it", key=option, limit=MOST_LETTERS)
    try:
        measure(text, Font.BOLD, 1)
    except SheetgenError as error:
        raise error.at(option) from error
    return text


# cards on a page that is cut, sold as labels, or filed in a binder

_COUNTS = ("2", "4", "6", "8")
_MOST = 20
"""Maximum number of columns, and of rows, of cards on a sheet."""
_SMALLEST = 20 * MM
"""Minimum side of a card, in points."""
_COLUMN_GAPS = {63.5: 2.54, 99.1: 2.5, 101.6: 4.76}
"""Gap between the columns of labels by their width, in millimetres. All makers sell them so; rows have no gap."""
_SLACK = 0.1 * MM
"""Tolerance of sizes, in points: labels are sold with sizes rounded to 0.1 mm."""


def formats(options: SheetOptions, paper: Paper) -> list[CardFormat]:
    """Return the ways to place several cards on the paper, those with the shape of common paper first."""
    if options.labels:
        return [_labels(options, paper)]
    gap = length_of(options.gap, "--gap", 0, 50) or 0.0
    found = []
    for grid, turned in grids(_grid_of(options.nup), paper.width, paper.height):
        sides = (paper.height, paper.width) if turned else (paper.width, paper.height)
        found.append(divided(sides, grid, gap))
    wide = [form for form in found if min(form.cell) >= _SMALLEST]
    if not wide:
        raise SheetgenError(
            "no side of a card would reach %(least)s mm on %(paper)s; take fewer on a sheet, or a larger sheet",
            key="--nup", least=round(_SMALLEST / MM), paper=paper.name,
        )  # fmt: skip
    return wide


def _grid_of(written: int | str | None) -> int | CardGrid:
    """Return the number of cards, or of their columns and rows."""
    text = str(written).strip().lower().replace("×", "x")
    match = re.fullmatch("([0-9]{1,2})x([0-9]{1,2})", text)
    if match and all(1 <= int(number) <= _MOST for number in match.groups()):
        return CardGrid(int(match[1]), int(match[2]))
    if text not in _COUNTS:
        raise SheetgenError(
            "wrote '%(written)s'; should be %(counts)s, or columns and rows such as 2x3, up to %(most)s of each",
            key="--nup", written=str(written), counts=_COUNTS, most=_MOST,
        )  # fmt: skip
    return int(text)


def _labels(options: SheetOptions, paper: Paper) -> CardFormat:
    """Return as many labels as fit on the paper, centred unless `label_margin` is set."""
    found = read_size(options.labels or "", "--labels", _SMALLEST)
    if not found:
        raise SheetgenError(
            "wrote '%(written)s'; should be a width and a height such as 199.6x143.5mm", key="--labels",
            written=options.labels or "",
        )  # fmt: skip
    (width, height), name = found
    sheet = (paper.height, paper.width) if paper.across else (paper.width, paper.height)
    usual = (width + _COLUMN_GAPS.get(round(width / MM, 1), 0) * MM, height)
    pitch = pair_of(options.label_pitch, "--label-pitch") if options.label_pitch else usual
    first = pair_of(options.label_margin, "--label-margin") if options.label_margin else (0.0, 0.0)
    if pitch[0] < width - _SLACK or pitch[1] < height - _SLACK:
        raise SheetgenError(
            "wrote '%(written)s'; labels of %(size)s would overlap; measure from the edge of one to that of "
            "the next", key="--label-pitch", written=str(options.label_pitch), size=name,
        )  # fmt: skip
    free = sheet[0] - first[0] - width, sheet[1] - first[1] - height
    if min(*free, *first) < -_SLACK:
        raise SheetgenError(
            "%(size)s has no room on %(paper)s; write the width first, then the height", key="--labels", size=name,
            paper=paper.name,
        )  # fmt: skip
    columns, rows = (floor((room + _SLACK) / step) + 1 for room, step in zip(free, pitch, strict=True))
    if not options.label_margin:
        first = (free[0] - (columns - 1) * pitch[0]) / 2, (free[1] - (rows - 1) * pitch[1]) / 2
    gap = pitch[0] - width, pitch[1] - height
    return CardFormat(sheet, (width, height), CardGrid(columns, rows), gap, first)


def bound(form: CardFormat, holes: int | None) -> CardFormat:
    """Return the same cells with a free edge for holes; raise SheetgenError if an edge is too short for them."""
    if not holes:
        return form
    width, height = form.cell
    if max(width, height) < HOLES[holes]:
        raise SheetgenError(
            "%(count)s holes take %(need)s mm along an edge, and it has %(have)s mm", key="--holes", count=holes,
            need=round(HOLES[holes] / MM), have=floor(max(width, height) / MM),
        )  # fmt: skip
    return replace(form, binding=(0.0, BINDING) if width > height else (BINDING, 0.0))
