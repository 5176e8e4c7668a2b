"""Score sheets.

Options resolved for a game, cards placed on paper with backs and marks, and written as a PDF.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import ceil, floor
from pathlib import Path
from typing import Any, BinaryIO, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sheetgen import printing
from sheetgen.documents.declared import Usual, finished
from sheetgen.documents.written import PDF, DocumentFiles, FileKind, write_drawn
from sheetgen.errors import Cure, Figures, Message, SheetgenError, field_of, unknown
from sheetgen.files.disk import MOST_LETTERS, clean_name
from sheetgen.files.tables import A_GAME, check_kind
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout import options as shared
from sheetgen.layout.frame import MARGINS, command_in_margin, lowered_on_back
from sheetgen.layout.options import (
    Filling,
    LayoutOptions,
    Paper,
    SheetOptions,
    length_of,
    named_paper,
    pair_of,
)
from sheetgen.layout.primitives import MM, CellMap, Font, Page, Rect, Side
from sheetgen.layout.sheet import Sheets
from sheetgen.layout.sheet_plan import SHEET, cell_map
from sheetgen.layout.themes import Look
from sheetgen.layout.together import Clash, Need, check_clashes, check_needs, exclusive
from sheetgen.layout.values import moving_options, options_of
from sheetgen.pdf.document import Drawn, Metadata, Output, write_each, write_sides
from sheetgen.pdf.fonts import fonts_from, measure
from sheetgen.rules.ruleset import Ruleset

# Imported where they are needed: the rules (160 ms); odds, which take numpy, an extra; and maps,
# test pages and files of names (1 to 2 ms each), to load few modules.

Sides = Iterable[Side]


def sheet(game: Ruleset, options: SheetOptions | None = None, **given: Any) -> bytes:
    """Return score sheets as a PDF at true size with its fonts embedded. Same input, same bytes.

    Options are a value, or are passed by their names, or both. A text is read as on the command
    line. Raises SheetgenError, with a correction, for what is not possible. Warns of what is
    LeftOut.
    """
    return write_sheet(game, options_of(SheetOptions, options, given)).files[0]


def write_sheet(game: Ruleset, options: SheetOptions, kind: FileKind = PDF) -> DocumentFiles:
    """Return score sheets as a PDF, or as a picture of each page. Raises as `sheet` does."""
    with laid_out(game, options) as sheets:
        sheets.warn()
        return replace(write_drawn(sheets.drawn(), kind), box=sheets.box_size())


def cell_maps(game: Ruleset, options: SheetOptions | None = None, **given: Any) -> list[CellMap]:
    """Return a map of each different sheet that `sheet` prints from the same options.

    Its lengths are from the top left corner of the page or, with `nup` and `labels`, of one card.
    All sheets of a run are laid out alike, so there is one map, and a second one for a reverse to
    check the card on. Raises as `sheet` does.
    """
    with laid_out(game, options_of(SheetOptions, options, given)) as sheets:
        return sheets.maps()


@contextmanager
def laid_out(game: Ruleset, options: SheetOptions) -> Iterator["SheetJob"]:
    """Yield the sheets, laid out, to be written inside the ``with``. Raises as `sheet` does."""
    check_kind(game, Ruleset, "game", A_GAME)
    check_together(options)
    with fonts_from(*options.fonts):
        yield _job(*resolve(game, options))


class SheetJob(Struct, frozen=True):
    """Sheets that are laid out, with all that is needed to write them."""

    job: printing.Job
    look: Look
    about: Metadata
    layouts: tuple[Sheets, ...]
    """The sheets, and those on their reverse."""

    def warn(self) -> None:
        """Warn of all that is left out because the sheets or their reverse have no room for it."""
        for sheets in self.layouts:
            sheets.warn()

    def box_size(self) -> tuple[float, float]:
        """Return width and height in mm of the smallest box that players write in."""
        boxes = [cell.rect for cell in self.layouts[0].plan.cells if cell.kind == "box"]
        smallest = min(boxes, key=lambda box: (box.height, box.width))
        return smallest.width / MM, smallest.height / MM

    def maps(self) -> list[CellMap]:
        """Return the map of each different sheet: the whole page, or one card of a cut page."""
        form, maps = self.job.format, []
        is_whole = form.cell == form.paper
        for place, sheets in enumerate(self.layouts):
            behind = place == 1
            x, y = form.corner(behind=behind)
            if is_whole:  # the marks for cutting are moved with a card
                right, up = self.job.back_shift if behind else self.job.shift
                x, y = x + right, y - up
            maps.append(_moved(cell_map(sheets.plan), x, y, form.cell))
        return maps

    def drawn(self) -> Drawn:
        """Return all sides."""
        return Drawn([*self.job.sides()], self.about, self._output)

    def write(
        self,
        target: BinaryIO,
        with_progress: Callable[[Sides, int], Sides] = lambda sides, _: sides,
    ) -> None:
        """Write all sides as one PDF, each when it is drawn.

        `with_progress` gets the sides and their number.
        """
        write_sides(
            with_progress(self.job.sides(), len(self.job)), self.about, self._output, target
        )

    def each(self, numbers: Iterable[int]) -> Iterator[bytes]:
        """Yield the PDF of each of the cards with these numbers, which begin at 0."""
        return write_each(
            map(self.job.single, numbers), self.about, self._output, self.layouts[0].letters
        )

    def pictures(self, kind: str, *, typefaces: bool = True) -> Iterator[bytes]:
        """Yield each side as a picture.

        As ``svg``, or as ``png``, which needs the extra `preview`.
        """
        from sheetgen.documents.drawings import picture

        for side in self.job.sides():
            yield picture(side, self.about, self._output, kind, typefaces=typefaces)

    @property
    def _output(self) -> Output:
        return Output(self.look.colours, self.job.duplex, dice=self.look.dice)


def _moved(cells: CellMap, x: float, y: float, size: tuple[float, float]) -> CellMap:
    """Return the map of a page of this size in points.

    The mapped sheet has its top left corner at (x, y).
    """

    def moved(rect: Rect) -> Rect:
        return replace(rect, x=rect.x + x, y=rect.y + y)

    width, height = size
    return replace(
        cells,
        width=width,
        height=height,
        cells=tuple(replace(cell, rect=moved(cell.rect)) for cell in cells.cells),
        code_dice=tuple(map(moved, cells.code_dice)),
        corners=tuple(map(moved, cells.corners)),
    )


def _job(wording: Wording, options: LayoutOptions) -> SheetJob:
    """Return the whole job: cards on sheets, with their backs and marks."""
    shift = pair_of(options.front_offset, "--front-offset")
    back_shift = pair_of(options.back_offset, "--back-offset")
    sheets, form = _cards(wording, options)
    length = length_of(
        5 if options.mark_length is None else options.mark_length, "--mark-length", 1, 20
    )
    kind, gap = (
        options.marks or ("crop" if options.nup else "none"),
        length_of(options.mark_gap, "--mark-gap", 0, 10),
    )
    cuts = printing.cut_marks(form, printing.CutMarks(kind, length or 0.0, gap or 0.0), shift)
    marks = (*cuts, *(printing.hole_marks(form, options.holes, shift) if options.holes else ()))
    has_backing = options.pad is not None and options.backing is not False
    backs: Sequence[Page] = ()
    margin = 0.0
    backing = None
    if options.back == "audit":
        backs = _audits(wording, options, sheets)
        margin = backs.plan.margin.outer
    if options.back == "rules" or has_backing:
        rules, margin_of_rules = _rules_in_short(wording, options, sheets)
        if options.back == "rules":
            backs, margin = [rules] * len(sheets), margin_of_rules
        if has_backing:
            backing = rules
    job = printing.Job(sheets, form, marks, backs, shift, back_shift, backing)
    if options.ruler:
        from sheetgen.layout.special_pages import calibration_pages

        job = replace(
            job, first=calibration_pages(wording.catalog, *form.paper, options.look, measure)
        )
    if sheets.plan.has_second_page:
        from sheetgen.layout.special_pages import SecondPages

        job = replace(job, last=SecondPages(sheets.plan).laid_out())
    printing.check_shift(job.shift, sheets.plan.margin.outer, "--front-offset")
    if backs:
        printing.check_shift(job.back_shift, margin, "--back-offset")
    about = Metadata(
        sheets.plan.content.title or wording.title, wording.catalog.language, options.command
    )
    return SheetJob(
        job, options.look, about, (sheets, *([backs] if isinstance(backs, Sheets) else ()))
    )


# language, paper and names as they are printed, and the name of the file

_SUFFIXES = (
    "labels", "pad", "series", "pictogram", "large_print", "reusable", "ink_saver", "left_handed",
    "names_file"
)  # fmt: skip
"""Options that are part of the name of the file."""
Sheet = TypeVar("Sheet", bound=SheetOptions)


def printed_options(ruleset: str, options: Sheet, usual: Usual) -> Sheet:
    """Return the options with the printed language, paper and names, and the foot's command."""
    paper = options.paper
    if paper is None:
        paper = shared.find_labels(options.labels).get("paper") or usual.paper
    finished_options: Sheet = finished(
        "pdf",
        ruleset,
        options,
        lang=_languages(options.lang, usual),
        paper=shared.find_paper(paper).name,
        names=shared.check_names(options.names, options.players),
    )
    return finished_options


def _languages(lang: str | tuple[str, str] | None, usual: Usual) -> str | tuple[str, str]:
    """Return the codes of the languages, one or two."""
    if lang is None:
        return usual.language
    first, *others = shared.choose_languages(lang)
    return (first, others[0]) if others else first


def sheet_name(game: str, options: SheetOptions) -> str:
    """Return the name of the file without its ending: the game, and what is special about it."""
    words = [game, *options.languages, str(options.paper)]
    if options.nup:
        words.append(f"{options.nup}up")
    for option in _SUFFIXES:
        if getattr(options, option):
            words.append(option.replace("_", "-"))
    return "-".join(words)


# options, checked and resolved for a game

_MOST_SERIES = 20

_ON_LABELS = (Cure("labels", "L7168"),)
_CUT = (Cure("nup", 2), *_ON_LABELS)
_AS_PAD = (Cure("pad", 50),)
_CROPPED = (Cure("marks", "crop"),)
SHEET_NEEDS = (
    Need("gap", (Cure("nup", 2),)),
    Need("label_margin", _ON_LABELS),
    Need("label_pitch", _ON_LABELS),
    Need("marks", _CUT),
    Need("mark_length", _CUT),
    Need("mark_gap", _CUT),
    Need("glue", _AS_PAD),
    Need("back_offset", (Cure("back", "rules"),)),
    Need("backing", _AS_PAD),
    Need("mark_length", _CROPPED, allowed=(None, "crop")),
    Need("mark_gap", _CROPPED, allowed=(None, "crop")),
)
"""Options of sheets that need one of some others."""
SHEET_CLASHES = (
    Clash("nup", "labels", Message("both say how many cards a sheet has")),
    Clash("labels", "holes", Message("a label has no room for holes")),
    Clash("names_file", "names", Message("the names come from there")),
    Clash("pad", "names_file", Message("all sheets of a pad have the same names")),
    Clash("pad", "blanks", Message("all sheets of a pad have the same names")),
    Clash("series", "games", Message("both say how many games")),
    Clash("ink_saver", "reusable", Message("one wants thin lines, the other thick ones")),
    Clash("pictogram", "fields", Message("it has no words for them")),
)
"""Options of sheets that exclude each other, and why."""


def check_together(options: SheetOptions) -> None:
    """Raise SheetgenError for an option that needs another one, or that excludes one."""
    check_needs(options, SHEET_NEEDS)
    check_clashes(options, SHEET_CLASHES)


def resolve(game: Ruleset, options: SheetOptions) -> tuple[Wording, LayoutOptions]:
    """Return the game in the language of its sheet, and the options for the layout.

    Raises SheetgenError for a value that is not possible.
    """
    catalogs = tuple(map(shared.catalog_of, options.languages))
    if options.columns and options.columns != game.sheet.columns:
        game = replace(game, sheet=replace(game.sheet, columns=options.columns))
    wording = Wording(game, catalogs[0])
    paper = shared.find_paper(
        options.paper or shared.find_labels(options.labels).get("paper", "a4")
    )
    count = shared.check_count("--players", options.players)
    by_games = game.sheet.columns == "games"
    fields = {"date": options.date, "table": options.table, "round": options.round}
    shared.check_date(clean_name(options.date or ""), "--date")
    values = {key: _printable(text, f"--{key}") for key, text in fields.items() if text is not None}
    known = [key for key in shared.FIELDS if key != "number"]
    for word in options.fields or ():
        if word not in known:
            error = unknown(Message("field"), word, known).at("--fields")
            near = error.values.get("near")
            words = [str(near) if other == word else other for other in options.fields or ()]
            raise error.cured(*([Cure("fields", ",".join(words))] if near else []))
    changed: dict[str, Any] = {
        "paper": paper,
        "names": (),  # they are in the fillings
        "players": None if by_games else count,  # else each filling says how many
        "games": shared.check_count("--games", options.games),
        "fillings": _fillings(options, paper, values, by_games=by_games),
        "values": values,
        "margin": length_of(options.margin, "--margin", 5, 50),
        "glue": length_of(8 if options.glue is None else options.glue, "--glue", 0, 40)
        if options.pad
        else 0.0,
        "title": None if options.title is None else _printable(options.title, "--title"),
        "fields": None if options.fields is None else tuple(options.fields),
        "series": shared.check_count("--series", options.series, _MOST_SERIES, 2) or 0,
        "look": shared.look_of(
            game, options.theme, [mode for mode in shared.MODES if getattr(options, mode)]
        ),
        "second": catalogs[1] if len(catalogs) > 1 else None,
        "par": options.par or options.par_best,
        "pars": _pars(wording) if options.par_best else {},
        "moved_by": moving_options(options),
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


def _fillings(
    options: SheetOptions, paper: Paper, values: dict[str, str], *, by_games: bool
) -> list[Filling]:
    """Return the contents of each sheet.

    From a file of names, or the same names on each card of a page or pad.
    """
    blanks = shared.check_count("--blanks", options.blanks, shared.MOST_BLANKS) or 0
    pad = shared.check_count("--pad", options.pad, shared.MOST_IN_PAD)
    if options.names_file is not None:
        return [*_from_file(options, options.names_file, values), *[Filling()] * blanks]
    names = shared.check_names(options.names, options.players)
    each = (
        [Filling(names, players=options.players if by_games else None)]
        if any(names) or not blanks
        else []
    )
    is_one_page = not by_games or max(len(names), options.players or 0) <= 1
    is_cut = (options.nup or options.labels) and is_one_page and not blanks
    return (
        each * (pad or (formats(options, paper)[0].grid.count if is_cut else 1))
        + [Filling()] * blanks
    )


def _from_file(options: SheetOptions, path: Path, values: dict[str, str]) -> Sequence[Filling]:
    """Return the names in a file, whose first line may be in any language."""
    from sheetgen.layout.content import read_names_file

    file = read_names_file(path, [load_catalog(code) for code in languages()])
    for key in [key for key in values if key in file.columns]:
        raise exclusive(options, key, "names_file", Message("the file has a column for it"))
    return file


def _printable(text: str, option: str) -> str:
    """Return a text for printing.

    Raise SheetgenError if it is too long or the font lacks one of its letters.
    """
    text = clean_name(text)
    if len(text) > MOST_LETTERS:
        raise SheetgenError(
            "it has %(limit)s letters at most; shorten it", key=option, limit=MOST_LETTERS
        )
    try:
        measure(text, Font.BOLD, 1)
    except SheetgenError as error:
        raise error.at(option) from error
    return text


# cards on paper


def _cards(wording: Wording, options: LayoutOptions) -> tuple[Sheets, printing.CardFormat]:
    """Return the cards and their places on the paper.

    Raise SheetgenError, with the arithmetic, if they do not fit.
    """
    if options.nup or options.labels:
        return _several(wording, options)
    paper, binding = options.paper, printing.BINDING if options.holes else 0.0
    try:
        sheets = Sheets(
            wording, replace(options, paper=replace(paper, width=paper.width - binding)), measure
        )
    except SheetgenError as error:
        raise (_crowded(error, options) if options.holes else error) from error
    whole = (
        (paper.height, paper.width)
        if sheets.size[0] > sheets.size[1]
        else (paper.width, paper.height)
    )
    return sheets, bound(printing.CardFormat(whole, whole), options.holes)


def _several(wording: Wording, options: LayoutOptions) -> tuple[Sheets, printing.CardFormat]:
    """Return several cards for each page.

    With the most columns, on cards with the shape of common paper.
    """
    found: list[tuple[Sheets, printing.CardFormat]] = []
    refused: list[SheetgenError] = []
    for plain in formats(options, options.paper):
        form = bound(plain, options.holes)
        card = named_paper(*form.size, options.paper.series)
        lies: Literal["portrait", "landscape"] = "landscape" if card.across else "portrait"
        if options.orientation not in (None, lies):
            continue
        try:
            found.append(
                (Sheets(wording, replace(options, paper=card, orientation=lies), measure), form)
            )
        except SheetgenError as error:
            refused.append(error)
    if not found and not refused:
        message = Message("no cards of that kind have this orientation; leave it out")
        raise SheetgenError(message, key="--orientation").cured(Cure("orientation"))
    if not found:
        raise _crowded(refused[0], options)
    return max(found, key=lambda each: each[0].plan.columns)


_LARGER = {
    "--nup": Message("take fewer on a sheet, or a larger sheet"),
    "--labels": Message("take larger labels, such as %(labels)s"),
    "--holes": Message("take larger paper, or leave the holes out"),
}
"""Advice for cards that do not fit, by the option that took the room."""


def _crowded(error: SheetgenError, options: LayoutOptions) -> SheetgenError:
    """Return the reason why cards do not fit, with their number and the paper."""
    key = "--nup" if options.nup else "--labels" if options.labels else "--holes"
    if error.key:
        return error
    if "larger" in error.values:
        values = {
            **error.values,
            "larger": SheetgenError(_LARGER[key], labels=shared.labels_like("", options.paper)),
        }
        figures = error.figures
        error = SheetgenError(error.message, file="", key="", **values).cured(figures=figures)
    paper = options.paper.name
    if key == "--holes":
        whole = SheetgenError(
            "with holes on %(paper)s: %(reason)s", key=key, paper=paper, reason=error
        )
    else:
        count = formats(options, options.paper)[0].grid.count
        whole = SheetgenError(
            "with %(count)s on %(paper)s: %(reason)s",
            key=key,
            count=count,
            paper=paper,
            reason=error,
        )
    return whole.cured(Cure(field_of(key)), figures=error.figures)


# cards on a page that is cut, sold as labels, or filed in a binder

CARD_COUNTS = ("2", "4", "6", "8")
_MOST = 20
"""Maximum number of columns, and of rows, of cards on a sheet."""
_SMALLEST = 20 * MM
"""Minimum side of a card, in points."""
_COLUMN_GAPS = {63.5: 2.54, 99.1: 2.5, 101.6: 4.76}
"""Gap between the columns of labels by their width, in millimetres. All makers sell them so; rows
have no gap."""
_SLACK = 0.1 * MM
"""Tolerance of sizes, in points: labels are sold with sizes rounded to 0.1 mm."""


def formats(options: SheetOptions, paper: Paper) -> list[printing.CardFormat]:
    """Return the ways to place several cards on the paper.

    Those with the shape of common paper are first.
    """
    if options.labels:
        return [_labels(options, paper)]
    gap = length_of(options.gap, "--gap", 0, 50) or 0.0
    found = [
        printing.divided(
            (paper.height, paper.width) if turned else (paper.width, paper.height), grid, gap
        )
        for grid, turned in printing.grids(_grid_of(options.nup), paper.width, paper.height)
    ]
    wide = [form for form in found if min(form.cell) >= _SMALLEST]
    if not wide:
        error = SheetgenError(
            "no side of a card would reach %(least)s mm on %(paper)s; take fewer on a sheet, "
            "or a larger sheet",
            key="--nup",
            least=round(_SMALLEST / MM),
            paper=paper.name,
        )
        have = max((min(form.cell) for form in found), default=0.0)
        raise error.cured(Cure("nup"), figures=_figures(_SMALLEST, have))
    return wide


def card_papers(options: SheetOptions, paper: Paper) -> Iterator[Paper]:
    """Yield the papers on which sheets with these options are laid out: this one, or its cards.

    An edge for holes is left out. There are none if the cards are too small.
    """
    if not options.nup and not options.labels:
        yield replace(paper, width=paper.width - (printing.BINDING if options.holes else 0))
        return
    with suppress(SheetgenError):
        for whole in formats(options, paper):
            width, height = bound(whole, options.holes).size
            yield named_paper(width, height, paper.series)


def _grid_of(written: int | str | None) -> int | printing.CardGrid:
    """Return the number of cards, or of their columns and rows."""
    text = str(written).strip().lower().replace("×", "x")
    match = re.fullmatch("([0-9]{1,2})x([0-9]{1,2})", text)
    if match and all(1 <= int(number) <= _MOST for number in match.groups()):
        return printing.CardGrid(int(match[1]), int(match[2]))
    if text not in CARD_COUNTS:
        raise SheetgenError(
            "wrote '%(written)s'; should be %(counts)s, or columns and rows such as 2x3, "
            "up to %(most)s of each",
            key="--nup",
            written=str(written),
            counts=CARD_COUNTS,
            most=_MOST,
        )
    return int(text)


def _labels(options: SheetOptions, paper: Paper) -> printing.CardFormat:
    """Return as many labels as fit on the paper, centred unless `label_margin` is set."""
    written, sold = options.labels or "", shared.find_labels(options.labels)
    found = shared.read_size(sold.get("size", written), "--labels", MM)
    if not found:
        near = shared.labels_like(written, paper)
        error = SheetgenError(
            "wrote '%(written)s'; should be a product number such as %(near)s, "
            "or a width and a height such as 199.6x143.5mm",
            key="--labels",
            written=written,
            near=near,
        )
        raise error.cured(Cure("labels", near.split(", ")[0]))
    (width, height), name = found
    if sold.get("paper", paper.name) != paper.name:
        message = Message("%(written)s is sold in %(paper)s; add --paper %(paper)s")
        error = SheetgenError(message, key="--labels", written=written, paper=sold["paper"])
        raise error.cured(Cure("paper", sold["paper"]))
    if min(width, height) < _SMALLEST:
        message = Message(
            "%(size)s is too small for a sheet; take larger labels, such as %(labels)s"
        )
        larger = shared.labels_like("", paper)
        error = SheetgenError(message, key="--labels", size=name, labels=larger)
        figures = _figures(_SMALLEST, min(width, height))
        raise error.cured(Cure("labels", larger.split(", ")[0]), figures=figures)
    sheet = (paper.height, paper.width) if paper.across else (paper.width, paper.height)
    usual = (width + _COLUMN_GAPS.get(round(width / MM, 1), 0) * MM, height)
    apart, margin = (
        options.label_pitch or sold.get("pitch"),
        options.label_margin or sold.get("margin"),
    )
    pitch = pair_of(apart, "--label-pitch") if apart else usual
    first = pair_of(margin, "--label-margin")
    if pitch[0] < width - _SLACK or pitch[1] < height - _SLACK:
        raise SheetgenError(
            "wrote '%(written)s'; labels of %(size)s would overlap; measure from the edge of one "
            "to that of the next",
            key="--label-pitch",
            written=str(options.label_pitch),
            size=name,
        )
    free = sheet[0] - first[0] - width, sheet[1] - first[1] - height
    if min(*free, *first) < -_SLACK:
        message = Message(
            "%(size)s has no room on %(paper)s; write the width first, then the height"
        )
        error = SheetgenError(message, key="--labels", size=name, paper=paper.name)
        lacking = 0 if free[0] < -_SLACK else 1
        figures = _figures(first[lacking] + (width, height)[lacking], sheet[lacking])
        raise error.cured(Cure("labels"), figures=figures)
    fit = [floor((room + _SLACK) / step) + 1 for room, step in zip(free, pitch, strict=True)]
    columns, rows = map(min, fit, sold.get("grid", fit))
    if not margin:
        first = (free[0] - (columns - 1) * pitch[0]) / 2, (free[1] - (rows - 1) * pitch[1]) / 2
    gap = pitch[0] - width, pitch[1] - height
    return printing.CardFormat(sheet, (width, height), printing.CardGrid(columns, rows), gap, first)


def _figures(need: float, have: float) -> Figures:
    """Return two lengths in points as figures: whole millimetres, of which the second is less."""
    return Figures(ceil(need / MM), floor(have / MM))


def bound(form: printing.CardFormat, holes: int | None) -> printing.CardFormat:
    """Return the same cells with a free edge for holes.

    Raise SheetgenError if an edge is too short for them.
    """
    if not holes:
        return form
    width, height = form.cell
    if max(width, height) < printing.HOLES[holes]:
        need, have = round(printing.HOLES[holes] / MM), floor(max(width, height) / MM)
        message = Message("%(count)s holes take %(need)s mm along an edge, and it has %(have)s mm")
        error = SheetgenError(message, key="--holes", count=holes, need=need, have=have)
        raise error.cured(Cure("holes"), figures=Figures(need, have))
    return replace(
        form, binding=(0.0, printing.BINDING) if width > height else (printing.BINDING, 0.0)
    )


# the reverse

_CORRECTED = 10 / 12
"""Width of a box for a correction as a share of the minimum width, in games with several boxes side
by side."""


def _rules_in_short(wording: Wording, options: LayoutOptions, sheets: Sheets) -> tuple[Page, float]:
    """Return a page of the size of the sheets with the rules, and its margin.

    The margin is that of the sheets, or a smaller one where it leaves room for more words. Then
    there is none below the glue of a pad either.
    """
    from sheetgen.booklets.reverse import reverse
    from sheetgen.booklets.running_text import NO_ROOM
    from sheetgen.booklets.sentences import Sentences

    plan = sheets.plan
    width, height = sheets.size
    margins = [plan.margin]
    if options.margin is None:
        margins += [margin for margin in MARGINS if margin.side < plan.margin.side]
    tops = [(margin, plan.glue + margin.end) for margin in margins]
    if options.glue:
        below_glue = options.glue + SHEET.below_glue
        tops += [(margin, max(below_glue, margin.end)) for margin in margins]
    areas = []
    for margin, top in tops:
        area = Rect(margin.side, top, width - 2 * margin.side, height - top - margin.end)
        areas.append(area)
    fitting = reverse(Sentences(wording), sheets.size, areas, options.look)
    if fitting:
        page, area = fitting
        command = command_in_margin(plan.content.command, area, height, options.look, measure)
        command = lowered_on_back(command, height)
        return page.with_paragraph(command) if command else page, area.x
    last = Message(
        "the rules have no room on the last sheet: %(reason)s; or leave them out with --no-backing"
    )
    there, asked = Message("the rules have no room there: %(reason)s"), options.back == "rules"
    error = SheetgenError(
        there if asked else last, key="--back" if asked else "--pad", reason=NO_ROOM
    )
    raise error.cured(Cure("back") if asked else Cure("backing", False))


def _audits(wording: Wording, options: LayoutOptions, sheets: Sheets) -> Sheets:
    """Return the auditor's reverse of each card."""
    by_players, game = wording.ruleset.sheet.columns == "players", wording.ruleset
    several = len(game.columns) > 1 or any(each.boxes > 1 for each in game.categories.values())
    share = _CORRECTED if several and not options.series else 1.0
    audit = replace(
        options,
        audit="boxes",
        paper=named_paper(*sheets.size, options.paper.series),
        notes=None,
        look=replace(options.look, least_width=share * options.look.least_width),
        title=None,
        par=False,
        allowed=False,
        ruler=False,
        orientation="landscape" if sheets.plan.landscape else "portrait",
        players=sheets.plan.columns if by_players else options.players,
        games=None if by_players else sheets.plan.columns,
    )
    try:
        backs = Sheets(wording, audit, measure)
    except SheetgenError as error:  # a small card has room for its sums only
        try:
            backs = Sheets(wording, replace(audit, audit="sums"), measure)
        except SheetgenError:
            refused = error.at("--back")
            raise refused.cured(Cure("back"), figures=error.figures) from error
    return backs
