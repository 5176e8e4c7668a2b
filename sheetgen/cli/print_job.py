"""From what was asked for to what is printed: cards on sheets, with their backs."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.cli.asked import Asked, check_together, length_of
from sheetgen.cli.print_options import PrintSettings
from sheetgen.errors import SheetgenError
from sheetgen.i18n.wording import Wording
from sheetgen.layout import Inset, Look, Page, Sheets
from sheetgen.layout.paper import MM, Paper, named_paper, read_length
from sheetgen.pdf import Draw, Press, measure
from sheetgen.printing.imposition import Grid, grids
from sheetgen.printing.press import EDGE, Job, Marks, Same, check_offset

_RULES = "rules"
_MARK = 5 * MM


class Printing(Struct, frozen=True):
    """A job with what it takes to print it."""

    job: Job
    wording: Wording
    look: Look
    insets: Mapping[str, Draw]
    title: str
    letters: Callable[[], frozenset[str]]
    """Every letter of what is filled in."""

    @property
    def press(self) -> Press:
        """How it becomes a document."""
        return Press(self.look.colours, self.insets, self.job.duplex)


def prepare(settings: PrintSettings, command: str) -> Printing:
    """Lay out all that was asked for; SheetgenError for what cannot be."""
    check_together(settings)
    return _Preparation(Asked(settings, command)).printing()


class _Preparation(Struct, frozen=True, eq=False):
    """Joins the pieces of a job."""

    asked: Asked

    @property
    def settings(self) -> PrintSettings:
        """The options as they were given."""
        return self.asked.settings

    def printing(self) -> Printing:
        """The whole job."""
        sheets, grid = self._laid_out()
        size = sheets.size
        insets = self._insets(size)
        job = Job(sheets, size, grid, self._marks, self._backs(sheets), self._offset, self._backing(size))
        if self.settings.ruler:
            from sheetgen.layout.calibration import calibration_pages

            job = replace(
                job, first=calibration_pages(self.asked.wording.catalog, *job.paper, self.asked.look, measure)
            )
        if job.backs:
            check_offset(job.offset, self._least_margin(job) - EDGE)
        return Printing(job, self.asked.wording, self.asked.look, insets, sheets.title, lambda: sheets.letters)

    def _least_margin(self, job: Job) -> float:
        """The margin of the backs."""
        if isinstance(job.backs, Sheets):
            return job.backs.margin
        from sheetgen.booklet.flow import margin

        return margin(job.size[0])

    def _laid_out(self) -> tuple[Sheets, Grid]:
        """The cards, and how they stand on the paper: as many columns as can be, on cards like common paper."""
        if not self.settings.nup:
            return Sheets(self.asked.wording, self.asked.options, measure), Grid()
        found: list[tuple[Sheets, Grid]] = []
        refused: list[SheetgenError] = []
        for grid, card in self._ways():
            way: Literal["portrait", "landscape"] = "landscape" if card.across else "portrait"
            try:
                options = replace(self.asked.options, paper=card, orientation=way)
                found.append((Sheets(self.asked.wording, options, measure), grid))
            except SheetgenError as error:
                refused.append(error)
        if not found:
            way_out = SheetgenError("no cards of that kind lie so; leave it out", key="--orientation")
            raise self._crowded(refused[0]) if refused else way_out
        return max(found, key=lambda each: each[0].columns)

    def _crowded(self, error: SheetgenError) -> SheetgenError:
        if error.key:
            return error
        values = {**error.values, "larger": SheetgenError("take fewer on a sheet, or a larger sheet")}
        if "larger" in error.values:
            error = SheetgenError(error.message, file="", key="", **values)
        return SheetgenError(
            "with %(count)s on %(paper)s: %(reason)s",
            key="--nup",
            count=self.asked.nup,
            paper=self.asked.paper.name,
            reason=error,
        )

    def _ways(self) -> list[tuple[Grid, Paper]]:
        """How cards can stand on the paper, those like common paper first; all lie as was asked for."""
        upright, lying = (
            (self.asked.paper.width, self.asked.paper.height),
            (self.asked.paper.height, self.asked.paper.width),
        )
        ways = []
        for grid, turned in grids(self.asked.nup, *upright):
            across, down = lying if turned else upright
            card = named_paper(across / grid.columns, down / grid.rows, self.asked.paper.series)
            if self.settings.orientation in (None, "landscape" if card.across else "portrait"):
                ways.append((grid, card))
        return ways

    @property
    def _marks(self) -> Marks:
        asked = self.settings
        kind = (asked.marks or "crop") if asked.nup else "none"
        length = length_of(asked.mark_length, "--mark-length", 1, 20)
        gap = length_of(asked.mark_gap, "--mark-gap", 0, 10)
        return Marks(kind, _MARK if length is None else length, gap or 0.0)

    # backs

    @property
    def _offset(self) -> tuple[float, float]:
        text = self.settings.back_offset
        parts = (text or "0,0").split(",")
        if len(parts) != 2:
            raise SheetgenError(
                "wrote '%(written)s'; should be two lengths such as 1.5,-0.5", key="--back-offset", written=text
            )
        return read_length(parts[0], "--back-offset"), read_length(parts[1], "--back-offset")

    @property
    def _needs_rules(self) -> bool:
        return self.settings.back == _RULES or bool(self.settings.pad and self.settings.backing)

    def _insets(self, size: tuple[float, float]) -> dict[str, Draw]:
        """What draws the rules in short, if they are wanted."""
        if not self._needs_rules:
            return {}
        from sheetgen.booklet import Facts, write_story
        from sheetgen.booklet.flow import card_drawer

        html = write_story(Facts(self.asked.wording), "quick")
        try:
            card = named_paper(size[0], size[1] - self.asked.options.glue, self.asked.paper.series)
            return {_RULES: card_drawer(html, card, max(7.5, self.asked.look.smallest))}
        except SheetgenError as error:
            if self.settings.back == _RULES:
                raise SheetgenError("the rules have no room there: %(reason)s", key="--back", reason=error) from error
            raise SheetgenError(
                "the rules have no room on the last sheet: %(reason)s; or leave them out with --no-backing",
                key="--pad", reason=error,
            ) from error  # fmt: skip

    def _backs(self, sheets: Sheets) -> Sequence[Page]:
        if self.settings.back == _RULES:
            return Same(self._rules_page(sheets.size), len(sheets))
        if self.settings.back != "audit":
            return ()
        width, height = sheets.size
        by_players = self.asked.wording.ruleset.sheet.columns == "players"
        options = replace(
            self.asked.options, audit=True, paper=named_paper(width, height, self.asked.paper.series), command="",
            title=None, par=False, allowed=False, ruler=False,
            orientation="landscape" if width > height else "portrait",
            players=sheets.columns if by_players else self.asked.options.players,
            games=None if by_players else sheets.columns,
        )  # fmt: skip
        try:
            return Sheets(self.asked.wording, options, measure)
        except SheetgenError as error:
            raise error.at("--back") from error

    def _rules_page(self, size: tuple[float, float]) -> Page:
        return Page(*size, (Inset(_RULES),), (), self.asked.wording.title)

    def _backing(self, size: tuple[float, float]) -> Page | None:
        return self._rules_page(size) if self.settings.pad and self.settings.backing else None
