"""Score sheets: cards laid out from their options, placed on paper with backs and marks, and written as a PDF."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.documents.sheet_options import bound, check_together, formats, resolve
from sheetgen.errors import Message, SheetgenError
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import LayoutOptions, SheetOptions
from sheetgen.layout.paper import MM, length_of, named_paper, pair_of
from sheetgen.layout.primitives import Item, Page, Side
from sheetgen.layout.sheet import Sheets
from sheetgen.layout.themes import Look
from sheetgen.pdf.document import Metadata, Output, write_each, write_sides
from sheetgen.pdf.fonts import fonts_from, measure
from sheetgen.printing import BINDING, CardFormat, CutMarks, Job, check_shift, cut_marks, hole_marks
from sheetgen.rules.ruleset import Ruleset

# Imported where they are needed: the rules (160 ms); and maps and test pages (1 ms each), to load few modules.

if TYPE_CHECKING:
    from sheetgen.layout.primitives import CellMap

Sides = Iterable[Side]


def sheet(game: Ruleset, options: SheetOptions | None = None, **given: Any) -> bytes:
    """Return score sheets as a PDF at true size with its fonts embedded. Same input, same bytes.

    Options are a value, or are passed by their names. Raises SheetgenError, with a correction, for what is not
    possible. Warns of what is LeftOut.
    """
    target = BytesIO()
    with laid_out(game, options or SheetOptions(**given)) as sheets:
        sheets.layouts[0].warn()
        sheets.write(target)
    return target.getvalue()


def cell_maps(game: Ruleset, options: SheetOptions | None = None, **given: Any) -> "list[CellMap]":
    """Return a map of each different sheet that `sheet` prints from the same options, of one card each.

    All sheets of a run are laid out alike, so there is one map, and a second one for a reverse to check the card on.
    Raises as `sheet` does.
    """
    with laid_out(game, options or SheetOptions(**given)) as sheets:
        return sheets.maps()


@contextmanager
def laid_out(game: Ruleset, options: SheetOptions) -> Iterator["SheetJob"]:
    """Yield the sheets, laid out, to be written inside the ``with``. Raises as `sheet` does."""
    check_together(options)
    with fonts_from(*options.fonts):
        yield _job(*resolve(game, options))


class SheetJob(Struct, frozen=True):
    """Sheets that are laid out, with all that is needed to write them."""

    job: Job
    look: Look
    about: Metadata
    layouts: tuple[Sheets, ...]
    """The sheets, and those on their reverse."""

    def maps(self) -> "list[CellMap]":
        """Return the map of each different sheet."""
        from sheetgen.layout.sheet_plan import cell_map

        return [cell_map(sheets.plan) for sheets in self.layouts]

    def write(self, target: BinaryIO, with_progress: Callable[[Sides, int], Sides] = lambda sides, _: sides) -> None:
        """Write all sides as one PDF, each when it is drawn; `with_progress` gets the sides and their number."""
        write_sides(with_progress(self.job.sides(), len(self.job)), self.about, self._output, target)

    def each(self, numbers: Iterable[int]) -> Iterator[bytes]:
        """Yield the PDF of each of the cards with these numbers, which begin at 0."""
        return write_each(map(self.job.single, numbers), self.about, self._output, self.layouts[0].letters)

    @property
    def _output(self) -> Output:
        return Output(self.look.colours, self.job.duplex, dice=self.look.dice)


def _job(wording: Wording, options: LayoutOptions) -> SheetJob:
    """Return the whole job: cards on sheets, with their backs and marks."""
    shift, back_shift = (
        pair_of(options.front_offset, "--front-offset"), pair_of(options.back_offset, "--back-offset")
    )  # fmt: skip
    sheets, form = _cards(wording, options)
    marks = _marks(options, form, shift)
    has_backing = options.pad is not None and options.backing is not False
    rules = _rules_in_short(wording, options, sheets.size) if options.back == "rules" or has_backing else None
    backs, margin = _backs(wording, options, sheets, rules)
    job = Job(sheets, form, marks, backs, shift, back_shift, rules if has_backing else None)
    if options.ruler:
        from sheetgen.layout.special_pages import calibration_pages

        job = replace(job, first=calibration_pages(wording.catalog, *form.paper, options.look, measure))
    check_shift(job.shift, sheets.plan.margin.outer, "--front-offset")
    if backs:
        check_shift(job.back_shift, margin, "--back-offset")
    mixed = options.second is not None
    about = Metadata(sheets.plan.content.title or wording.title, wording.catalog.language, options.command, mixed=mixed)
    return SheetJob(job, options.look, about, (sheets, *([backs] if isinstance(backs, Sheets) else ())))


# cards on paper


def _cards(wording: Wording, options: LayoutOptions) -> tuple[Sheets, CardFormat]:
    """Return the cards and their places on the paper; raise SheetgenError, with the arithmetic, if they do not fit."""
    if options.nup or options.labels:
        return _several(wording, options)
    if options.holes:
        return _filed(wording, options)
    sheets = Sheets(wording, options, measure)
    return sheets, CardFormat(sheets.size, sheets.size)


def _marks(options: LayoutOptions, form: CardFormat, shift: tuple[float, float]) -> tuple[Item, ...]:
    """Return the marks beside the cards, for cutting and for holes."""
    kind = options.marks or ("crop" if options.nup else "none")
    length = length_of(options.mark_length, "--mark-length", 1, 20)
    gap = length_of(options.mark_gap, "--mark-gap", 0, 10)
    cuts = cut_marks(form, CutMarks(kind, _MARK if length is None else length, gap or 0.0), shift)
    return (*cuts, *(hole_marks(form, options.holes, shift) if options.holes else ()))


def _several(wording: Wording, options: LayoutOptions) -> tuple[Sheets, CardFormat]:
    """Return several cards for each page: with the most columns, on cards with the shape of common paper."""
    found: list[tuple[Sheets, CardFormat]] = []
    refused: list[SheetgenError] = []
    for plain in formats(options, options.paper):
        form = bound(plain, options.holes)
        card = named_paper(*form.size, options.paper.series)
        lies: Literal["portrait", "landscape"] = "landscape" if card.across else "portrait"
        if options.orientation not in (None, lies):
            continue
        try:
            found.append((Sheets(wording, replace(options, paper=card, orientation=lies), measure), form))
        except SheetgenError as error:
            refused.append(error)
    if not found and not refused:
        raise SheetgenError("no cards of that kind have this orientation; leave it out", key="--orientation")
    if not found:
        raise _crowded(refused[0], options)
    return max(found, key=lambda each: each[0].plan.columns)


def _filed(wording: Wording, options: LayoutOptions) -> tuple[Sheets, CardFormat]:
    """Return one card for each page, beside its holes."""
    paper = options.paper
    try:
        sheets = Sheets(wording, replace(options, paper=replace(paper, width=paper.width - BINDING)), measure)
    except SheetgenError as error:
        raise _crowded(error, options) from error
    whole = (paper.height, paper.width) if sheets.size[0] > sheets.size[1] else (paper.width, paper.height)
    return sheets, bound(CardFormat(whole, whole), options.holes)


_MARK = 5 * MM
"""Usual length of a crop mark, in points."""
_LARGER = {
    "--nup": Message("take fewer on a sheet, or a larger sheet"),
    "--labels": Message("take larger labels"),
    "--holes": Message("take larger paper, or leave the holes out"),
}
"""Advice for cards that do not fit, by the option that took the room."""


def _crowded(error: SheetgenError, options: LayoutOptions) -> SheetgenError:
    """Return the reason why cards do not fit, with their number and the paper."""
    key = "--nup" if options.nup else "--labels" if options.labels else "--holes"
    if error.key:
        return error
    if "larger" in error.values:
        values = {**error.values, "larger": SheetgenError(_LARGER[key])}
        error = SheetgenError(error.message, file="", key="", **values)
    if key == "--holes":
        return SheetgenError("with holes on %(paper)s: %(reason)s", key=key, paper=options.paper.name, reason=error)
    return SheetgenError(
        "with %(count)s on %(paper)s: %(reason)s", key=key, count=formats(options, options.paper)[0].grid.count,
        paper=options.paper.name, reason=error,
    )  # fmt: skip


# the reverse


def _rules_in_short(wording: Wording, options: LayoutOptions, size: tuple[float, float]) -> Page:
    """Return a page of this size, in points, with the rules in short."""
    from sheetgen.booklets.facts import Facts
    from sheetgen.booklets.rules_text import write_story
    from sheetgen.booklets.running_text import card_page, margin

    glue = max(0.0, options.glue - margin(size[0]))  # which can be the margin above
    html, card = write_story(Facts(wording), "quick"), named_paper(size[0], size[1] - glue, options.paper.series)
    try:
        return card_page(html, card, size[1], max(7.5, options.look.smallest), wording.title)
    except SheetgenError as error:
        if options.back == "rules":
            raise SheetgenError("the rules have no room there: %(reason)s", key="--back", reason=error) from error
        message = Message("the rules have no room on the last sheet: %(reason)s; or leave them out with --no-backing")
        raise SheetgenError(message, key="--pad", reason=error) from error


def _backs(
    wording: Wording, options: LayoutOptions, sheets: Sheets, rules: Page | None
) -> tuple[Sequence[Page], float]:
    """Return the reverse of each card, nothing if there is none, and its margin."""
    if rules and options.back == "rules":
        from sheetgen.booklets.running_text import margin

        return [rules] * len(sheets), margin(sheets.size[0])
    if options.back != "audit":
        return (), 0.0
    width, height = sheets.size
    by_players = wording.ruleset.sheet.columns == "players"
    audit = replace(
        options, audit=True, paper=named_paper(width, height, options.paper.series), command="",
        title=None, par=False, allowed=False, ruler=False,
        orientation="landscape" if width > height else "portrait",
        players=sheets.plan.columns if by_players else options.players,
        games=None if by_players else sheets.plan.columns,
    )  # fmt: skip
    try:
        backs = Sheets(wording, audit, measure)
    except SheetgenError as error:
        raise error.at("--back") from error
    return backs, backs.plan.margin.outer
