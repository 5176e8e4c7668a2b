"""Score sheets: from what is asked for to what is printed, cards on sheets with their backs."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.documents.options import Asked, SheetOptions, check_together
from sheetgen.errors import Message, SheetgenError
from sheetgen.layout import Item, Look, Page, Sheets, Side
from sheetgen.layout.options import named_paper
from sheetgen.pdf import Metadata, Output, fonts_from, measure, write_each, write_sides
from sheetgen.printing import Format, Job, check_shift
from sheetgen.rules import Ruleset

if TYPE_CHECKING:
    from sheetgen.layout.cells import CellMap

Sides = Iterable[Side]


def sheet(game: Ruleset, options: SheetOptions | None = None, **given: Any) -> bytes:
    """A score sheet, or many, as a PDF at true size with its fonts embedded. Same input, same bytes.

    What is asked for stands in `options`, or is given by the names of its fields. Raises SheetgenError for what cannot
    be, with what would be right, and warns of what is LeftOut.
    """
    target = BytesIO()
    with laid_out(game, options or SheetOptions(**given)) as sheets:
        sheets.layouts[0].warn()
        sheets.write(target)
    return target.getvalue()


def cell_maps(game: Ruleset, options: SheetOptions | None = None, **given: Any) -> "list[CellMap]":
    """What is printed where: a map for each different sheet that `sheet` prints of the same, of one card each.

    All sheets of a run are laid out alike, so there is one, and a second one with a reverse to check the card on.
    Raises as `sheet` does.
    """
    with laid_out(game, options or SheetOptions(**given)) as sheets:
        return sheets.maps()


@contextmanager
def laid_out(game: Ruleset, options: SheetOptions) -> Iterator["SheetJob"]:
    """The sheets that are asked for, laid out, to be written while this lasts. Raises as `sheet` does."""
    check_together(options)
    with fonts_from(*options.fonts):
        yield _job(Asked(game, options))


class SheetJob(Struct, frozen=True):
    """Sheets that are laid out, and what it takes to write them."""

    job: Job
    look: Look
    about: Metadata
    layouts: tuple[Sheets, ...]
    """The sheets, and those on their reverse."""

    def maps(self) -> "list[CellMap]":
        """What is printed where on each of them."""
        from sheetgen.layout.cells import cell_map  # noqa: PLC0415 - few are read by programs

        return [cell_map(sheets.places) for sheets in self.layouts]

    def write(self, target: BinaryIO, with_progress: Callable[[Sides, int], Sides] = lambda sides, _: sides) -> None:
        """Write all sides as one PDF, as they are drawn; `with_progress` gets them and their number."""
        write_sides(with_progress(self.job.sides(), len(self.job)), self.about, self._output, target)

    def each(self, numbers: Iterable[int]) -> Iterator[bytes]:
        """The PDF of each of the cards with these numbers, which begin at 0."""
        return write_each(map(self.job.single, numbers), self.about, self._output, self.layouts[0].letters)

    @property
    def _output(self) -> Output:
        return Output(self.look.colours, self.job.duplex, dice=self.look.dice)


def _job(asked: Asked) -> SheetJob:
    """The whole job: cards on sheets, with their backs and marks."""
    options, wording = asked.options, asked.wording
    sheets, form, still = _cards(asked)
    has_backing = options.pad is not None and options.backing is not False
    rules = _rules_in_short(asked, sheets.size) if options.back == "rules" or has_backing else None
    backs, margin = _backs(asked, sheets, rules)
    job = Job(sheets, form, still, backs, asked.shift, asked.back_shift, rules if has_backing else None)
    if options.ruler:
        from sheetgen.layout.calibration import calibration_pages  # noqa: PLC0415 - few sheets have a test page

        job = replace(job, first=calibration_pages(wording.catalog, *form.paper, asked.look, measure))
    check_shift(job.shift, sheets.margin, "--front-offset")
    if backs:
        check_shift(job.back_shift, margin, "--back-offset")
    mixed = asked.for_layout.second is not None
    about = Metadata(sheets.title, wording.catalog.language, options.command, mixed=mixed)
    return SheetJob(job, asked.look, about, (sheets, *([backs] if isinstance(backs, Sheets) else ())))


def _cards(asked: Asked) -> tuple[Sheets, Format, tuple[Item, ...]]:
    """The cards, where they stand on the paper, and what is drawn beside them."""
    if asked.options.nup or asked.options.labels or asked.options.holes:
        from sheetgen.documents.cutting import cards_on  # noqa: PLC0415 - few sheets are cut or filed

        return cards_on(asked)
    sheets = Sheets(asked.wording, asked.for_layout, measure)
    return sheets, Format(sheets.size, sheets.size), ()


def _rules_in_short(asked: Asked, size: tuple[float, float]) -> Page:
    """A page of this size, in points, with the rules in short."""
    from sheetgen.booklets import Facts, write_story  # noqa: PLC0415 - few sheets have the rules on them
    from sheetgen.booklets.running_pages import card_page, margin  # noqa: PLC0415 - as above

    glue = max(0.0, asked.for_layout.glue - margin(size[0]))  # which can be the margin above
    html, card = write_story(Facts(asked.wording), "quick"), named_paper(size[0], size[1] - glue, asked.paper.series)
    try:
        return card_page(html, card, size[1], max(7.5, asked.look.smallest), asked.wording.title)
    except SheetgenError as error:
        if asked.options.back == "rules":
            raise SheetgenError("the rules have no room there: %(reason)s", key="--back", reason=error) from error
        message = Message("the rules have no room on the last sheet: %(reason)s; or leave them out with --no-backing")
        raise SheetgenError(message, key="--pad", reason=error) from error


def _backs(asked: Asked, sheets: Sheets, rules: Page | None) -> tuple[Sequence[Page], float]:
    """The reverse of each card, nothing if there is none, and its margin."""
    if rules and asked.options.back == "rules":
        from sheetgen.booklets.running_pages import margin  # noqa: PLC0415 - as above

        return [rules] * len(sheets), margin(sheets.size[0])
    if asked.options.back != "audit":
        return (), 0.0
    width, height = sheets.size
    by_players = asked.wording.ruleset.sheet.columns == "players"
    options = replace(
        asked.for_layout, audit=True, paper=named_paper(width, height, asked.paper.series), command="",
        title=None, par=False, allowed=False, ruler=False,
        orientation="landscape" if width > height else "portrait",
        players=sheets.columns if by_players else asked.for_layout.players,
        games=None if by_players else sheets.columns,
    )  # fmt: skip
    try:
        backs = Sheets(asked.wording, options, measure)
    except SheetgenError as error:
        raise error.at("--back") from error
    return backs, backs.margin
