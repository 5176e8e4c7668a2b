"""Score sheets: from what is asked for to what is printed, cards on sheets with their backs."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Any, BinaryIO, Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.documents.options import Asked, SheetOptions, check_together, length_of
from sheetgen.errors import SheetgenError
from sheetgen.layout import Look, Page, Sheets, Side
from sheetgen.layout.paper import MM, Paper, named_paper, read_length
from sheetgen.pdf import Metadata, Output, fonts_from, measure, write_each, write_sides
from sheetgen.printing import EDGE, Grid, Job, Marks, Same, check_offset, grids
from sheetgen.rules import Ruleset

_RULES = "rules"
_MARK = 5 * MM
Sides = Iterable[Side]


def sheet(game: Ruleset, options: SheetOptions | None = None, **given: Any) -> bytes:
    """A score sheet, or many, as a PDF at true size with its fonts embedded. Same input, same bytes.

    What is asked for stands in `options`, or is given by the names of its fields. Raises SheetgenError for what cannot
    be, with what would be right.
    """
    target = BytesIO()
    with laid_out(game, options or SheetOptions(**given)) as sheets:
        sheets.write(target)
    return target.getvalue()


@contextmanager
def laid_out(game: Ruleset, options: SheetOptions) -> Iterator["SheetJob"]:
    """The sheets that are asked for, laid out, to be written while this lasts. Raises as `sheet` does."""
    check_together(options)
    with fonts_from(*options.fonts):
        yield _Preparation(Asked(game, options)).job()


class SheetJob(Struct, frozen=True):
    """Sheets that are laid out, and what it takes to write them."""

    job: Job
    look: Look
    about: Metadata
    letters: Callable[[], frozenset[str]]
    """Every letter of what is filled in."""

    def write(self, target: BinaryIO, with_progress: Callable[[Sides, int], Sides] = lambda sides, _: sides) -> None:
        """Write all sides as one PDF, as they are drawn; `with_progress` gets them and their number."""
        write_sides(with_progress(self.job.sides(), len(self.job)), self.about, self._output, target)

    def each(self, numbers: Iterable[int]) -> Iterator[bytes]:
        """The PDF of each of the cards with these numbers, which begin at 0."""
        return write_each(map(self.job.single, numbers), self.about, self._output, self.letters())

    @property
    def _output(self) -> Output:
        return Output(self.look.colours, self.job.duplex)


class _Preparation(Struct, frozen=True, eq=False):
    """Joins the pieces of a job."""

    asked: Asked

    @property
    def options(self) -> SheetOptions:
        """The options as they were given."""
        return self.asked.options

    def job(self) -> SheetJob:
        """The whole job."""
        sheets, grid = self._laid_out()
        size, options, wording = sheets.size, self.options, self.asked.wording
        rules = self._rules(size)
        backing = rules if options.pad and options.backing else None
        job = Job(sheets, size, grid, self._marks, self._backs(sheets, rules), self._offset, backing)
        if options.ruler:
            from sheetgen.layout.calibration import calibration_pages  # noqa: PLC0415 - few sheets have a test page

            job = replace(job, first=calibration_pages(wording.catalog, *job.paper, self.asked.look, measure))
        if job.backs:
            check_offset(job.offset, self._least_margin(job) - EDGE)
        about = Metadata(sheets.title, wording.catalog.language, options.command)
        return SheetJob(job, self.asked.look, about, lambda: sheets.letters)

    def _least_margin(self, job: Job) -> float:
        """The margin of the backs."""
        if isinstance(job.backs, Sheets):
            return job.backs.margin
        from sheetgen.booklets.paragraphs import margin  # noqa: PLC0415 - few sheets have the rules on the back

        return margin(job.size[0])

    def _laid_out(self) -> tuple[Sheets, Grid]:
        """The cards, and how they stand on the paper: as many columns as can be, on cards like common paper."""
        if not self.options.nup:
            return Sheets(self.asked.wording, self.asked.for_layout, measure), Grid()
        found: list[tuple[Sheets, Grid]] = []
        refused: list[SheetgenError] = []
        for grid, card in self._arrangements(self.options.nup):
            lies: Literal["portrait", "landscape"] = "landscape" if card.across else "portrait"
            try:
                options = replace(self.asked.for_layout, paper=card, orientation=lies)
                found.append((Sheets(self.asked.wording, options, measure), grid))
            except SheetgenError as error:
                refused.append(error)
        if not found:
            way_out = SheetgenError("no cards of that kind lie so; leave it out", key="--orientation")
            raise self._crowded(refused[0]) if refused else way_out
        return max(found, key=lambda each: each[0].columns)

    def _crowded(self, error: SheetgenError) -> SheetgenError:
        """Why cards have no room on the sheet, with the number and the paper that were asked for."""
        if error.key:
            return error
        if "larger" in error.values:
            larger = SheetgenError("take fewer on a sheet, or a larger sheet")
            values = {**error.values, "larger": larger}
            error = SheetgenError(error.message, file="", key="", **values)
        return SheetgenError(
            "with %(count)s on %(paper)s: %(reason)s",
            key="--nup",
            count=self.options.nup,
            paper=self.asked.paper.name,
            reason=error,
        )

    def _arrangements(self, count: int) -> Iterator[tuple[Grid, Paper]]:
        """How cards can stand on the paper, those like common paper first; all lie as was asked for."""
        paper = self.asked.paper
        for grid, turned in grids(count, paper.width, paper.height):
            across, down = (paper.height, paper.width) if turned else (paper.width, paper.height)
            card = named_paper(across / grid.columns, down / grid.rows, paper.series)
            if self.options.orientation in (None, "landscape" if card.across else "portrait"):
                yield grid, card

    @property
    def _marks(self) -> Marks:
        asked = self.options
        length = length_of(asked.mark_length, "--mark-length", 1, 20)
        gap = length_of(asked.mark_gap, "--mark-gap", 0, 10)
        return Marks((asked.marks or "crop") if asked.nup else "none", _MARK if length is None else length, gap or 0.0)

    # backs

    @property
    def _offset(self) -> tuple[float, float]:
        written = self.options.back_offset or "0,0"
        parts = written.split(",") if isinstance(written, str) else [str(each) for each in written]
        if len(parts) != 2:
            raise SheetgenError(
                "wrote '%(written)s'; should be two lengths such as 1.5,-0.5", key="--back-offset", written=written
            )
        return read_length(parts[0], "--back-offset"), read_length(parts[1], "--back-offset")

    def _rules(self, size: tuple[float, float]) -> Page | None:
        """The rules in short, if they are wanted."""
        if self.options.back != _RULES and not (self.options.pad and self.options.backing):
            return None
        from sheetgen.booklets import Facts, write_story  # noqa: PLC0415 - few sheets have the rules on them
        from sheetgen.booklets.typeset import card_page  # noqa: PLC0415 - as above

        html = write_story(Facts(self.asked.wording), "quick")
        try:
            card = named_paper(size[0], size[1] - self.asked.for_layout.glue, self.asked.paper.series)
            return card_page(html, card, size[1], max(7.5, self.asked.look.smallest), self.asked.wording.title)
        except SheetgenError as error:
            if self.options.back == _RULES:
                raise SheetgenError("the rules have no room there: %(reason)s", key="--back", reason=error) from error
            raise SheetgenError(
                "the rules have no room on the last sheet: %(reason)s; or leave them out with --no-backing",
                key="--pad", reason=error,
            ) from error  # fmt: skip

    def _backs(self, sheets: Sheets, rules: Page | None) -> Sequence[Page]:
        if rules and self.options.back == _RULES:
            return Same(rules, len(sheets))
        if self.options.back != "audit":
            return ()
        width, height = sheets.size
        by_players = self.asked.wording.ruleset.sheet.columns == "players"
        options = replace(
            self.asked.for_layout, audit=True, paper=named_paper(width, height, self.asked.paper.series), command="",
            title=None, par=False, allowed=False, ruler=False,
            orientation="landscape" if width > height else "portrait",
            players=sheets.columns if by_players else self.asked.for_layout.players,
            games=None if by_players else sheets.columns,
        )  # fmt: skip
        try:
            return Sheets(self.asked.wording, options, measure)
        except SheetgenError as error:
            raise error.at("--back") from error
