"""How a sheet is placed: how many columns, which way the paper lies, or why it cannot be."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import ceil
from typing import NoReturn

from sheetgen.errors import Message, SheetgenError
from sheetgen.form_tag import name_field
from sheetgen.layout.fit import Fit, Shortage, fit_sheet
from sheetgen.layout.frame import DATE, GAME, Blank, Frame
from sheetgen.layout.primitives import Font, Measure
from sheetgen.layout.rows import Stacks, stacks_of
from sheetgen.paper import MARGINS, MM, Paper, larger_papers
from sheetgen.rules import Ruleset
from sheetgen.wording import Wording

MOST_PAGES = 100
"""One file holds the sheets of so many players."""
_TALL = 230 * MM
"""A page this high has room for a large title."""

_TOO_WIDE = Message(
    "%(paper)s holds %(most)s columns, not %(count)s: %(count)s times %(least)s mm and %(label)s mm for the names of "
    "the rows make %(need)s mm, and it has %(have)s mm; %(larger)s"
)
_TOO_WIDE_BESIDE = Message(
    "%(paper)s holds %(most)s columns, not %(count)s: turned, with two lists beside each other, %(count)s times "
    "%(least)s mm and %(label)s mm for the names of the rows make %(need)s mm, and each list has %(have)s mm; "
    "%(larger)s"
)
_TOO_HIGH = Message("%(paper)s is too small: rows of %(least)s mm make %(need)s mm, and it has %(have)s mm; %(larger)s")


@dataclass(frozen=True)
class Arrangement:
    """One way to lay the sheet on the paper."""

    margin: float
    turned: bool = False
    """Whether the longer side of the paper lies across."""
    beside: bool = False
    """Whether the sections stand beside each other."""


@dataclass(frozen=True)
class SheetOptions:
    """What the person asked for."""

    paper: Paper
    players: int | None = None
    names: tuple[str, ...] = ()
    """The players' names; those beyond them get a blank."""
    games: int | None = None
    """Columns of a sheet whose columns are games."""
    command: str = ""
    """The command that prints this sheet again, for the foot."""
    notes: tuple[str, ...] | None = None
    """Sentences for the foot, instead of the rules that one forgets at the table."""
    fillable: bool = False
    """Whether it is filled in on a screen, and has the cells that this asks for."""
    first: int = 1
    """The number of the first player on it."""
    game: int = 0
    """Which game of a series it is for; 0 if there is only one."""


@dataclass(frozen=True)
class Plan:
    """A sheet with everything measured. Points."""

    width: float
    height: float
    arrangement: Arrangement
    columns: int
    stacks: Stacks
    frame: Frame
    fit: Fit


@dataclass(frozen=True)
class Planner:
    """Finds the plan for a sheet."""

    wording: Wording
    options: SheetOptions
    measure: Measure

    @property
    def ruleset(self) -> Ruleset:
        """The game."""
        return self.wording.ruleset

    @property
    def by_games(self) -> bool:
        """Whether the columns are the games of one player, so that each player has a page."""
        return self.ruleset.sheet.columns == "games"

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The players' names, empty for a blank; none at all if nobody said who plays."""
        blanks = (self.options.players or 0) - len(self.options.names)
        return self.options.names + ("",) * blanks

    @property
    def pages(self) -> int:
        """How many pages the sheet has."""
        return max(1, len(self.players)) if self.by_games else 1

    @cached_property
    def _stacks(self) -> dict[bool, Stacks]:
        """The rows in one stack and, where there is more than one section, beside each other."""
        ways = (False, True) if len(self.ruleset.sections) > 1 else (False,)
        return {beside: stacks_of(self.ruleset, self.wording, beside, self.options.fillable) for beside in ways}

    def plan(self) -> Plan:
        """The plan for what was asked, or SheetgenError with the arithmetic."""
        asked = self._asked_columns()
        wanted = (asked,) if asked is not None else range(self.ruleset.sheet.count, 0, -1)
        plan = next(filter(None, map(self.try_columns, wanted)), None)
        return plan or self._refuse(wanted[-1])

    def most_columns(self) -> int:
        """The most columns that the paper holds; 0 if it does not hold the rows at all."""
        columns = 0
        while self.try_columns(columns + 1):
            columns += 1
        return columns

    def try_columns(self, columns: int) -> Plan | None:
        """The first way to place so many columns, if there is one. Upright and with the full margin is tried first."""
        for arrangement in self._arrangements():
            plan = self._place(columns, arrangement)
            if isinstance(plan, Plan):
                return plan
        return None

    def fields(self, page: int) -> tuple[Blank, ...]:
        """What is to be written above the rows of a page."""
        text = self.wording.catalog.text
        game = str(self.options.game or "")
        date = Blank(text("sheet", "Date"), 26 * MM, cell=DATE if self.options.fillable else "")
        if not self.by_games:
            return (date, Blank(text("sheet", "Game"), 12 * MM, game, GAME if self.options.fillable else ""))
        return (Blank(text("sheet", "Player"), 42 * MM, self.owner(page), name_field(page)), date)

    def owner(self, page: int) -> str:
        """The name of the player whose own page it is; empty for a blank, and where all share a page."""
        return self.players[page - 1] if self.by_games and self.players else ""

    def check_players(self) -> None:
        """Raise SheetgenError for a name that cannot be printed, or for too few or too many players."""
        for name in self.players:
            self.measure(name, Font.BOLD, 1)  # names the letter that the font lacks, if there is one
        count, limits = len(self.players), self.ruleset.players
        most = min(limits.max or MOST_PAGES, MOST_PAGES) if self.by_games else limits.max
        if count and count < limits.min and not self.by_games:
            raise SheetgenError(
                "too few players: %(count)s; %(ruleset)s is for %(limit)s or more",
                count=count, ruleset=self.ruleset.id, limit=limits.min,
            )  # fmt: skip
        if most is not None and count > most:
            raise SheetgenError(
                "too many players: %(count)s; %(ruleset)s is for %(limit)s at most",
                count=count, ruleset=self.ruleset.id, limit=most,
            )  # fmt: skip

    def _check_names(self) -> None:
        """Refuse a name that is too long for the line above a page that lies across."""
        name = self.owner(self._longest_name)
        if name and self._frame(Arrangement(MARGINS[-1], turned=True)).too_wide > 0:
            raise SheetgenError(
                "the name '%(name)s' does not fit on the line for it; shorten it", key="--names", name=name
            )

    def _asked_columns(self) -> int | None:
        if self.by_games:
            return self.options.games
        if self.options.games is not None:
            raise SheetgenError(
                "the columns of %(ruleset)s are players, not games; leave it out", key="--games",
                ruleset=self.ruleset.id,
            )  # fmt: skip
        return len(self.players) or None

    def _arrangements(self) -> Iterator[Arrangement]:
        for margin in MARGINS:
            yield Arrangement(margin)
            if True in self._stacks:
                yield Arrangement(margin, turned=True, beside=True)
            yield Arrangement(margin, turned=True)

    def _place(self, columns: int, arrangement: Arrangement) -> Plan | Shortage:
        frame, stacks = self._frame(arrangement), self._stacks[arrangement.beside]
        if frame.too_wide > 0:
            return Shortage(0, frame.width + frame.too_wide, frame.width)
        width, height = self._size(arrangement)
        room = height - 2 * arrangement.margin - frame.head_height - frame.foot_height
        fit = fit_sheet(stacks, columns, frame.width, room, self.measure)
        if isinstance(fit, Shortage):
            return fit
        return Plan(width, height, arrangement, columns, stacks, frame, fit)

    def _size(self, arrangement: Arrangement) -> tuple[float, float]:
        sides = self.options.paper.width, self.options.paper.height
        return sides[::-1] if arrangement.turned else sides

    @lru_cache(maxsize=64)  # noqa: B019 - it holds the few planners of one command
    def _frame(self, arrangement: Arrangement) -> Frame:
        """The frame of the page with the longest name, since all pages share one plan."""
        width, height = self._size(arrangement)
        return Frame(
            width=width - 2 * arrangement.margin,
            tall=height > _TALL,
            title=self.wording.title,
            subtitles=(self.wording.subtitle(), self.wording.summary) if height > _TALL else (self.wording.subtitle(),),
            fields=self.fields(self._longest_name),
            reminders=" ".join(self.wording.reminders() if self.options.notes is None else self.options.notes),
            command=self._command,
            fillable=self.options.fillable,
            measure=self.measure,
        )

    @cached_property
    def _longest_name(self) -> int:
        """The page with the longest name on it."""
        widths = [self.measure(name, Font.BOLD, 1) for name in self.players] or [0.0]
        return widths.index(max(widths)) + 1

    @cached_property
    def _command(self) -> str:
        """The command for the foot; nothing if a path in it has letters that the font lacks."""
        try:
            self.measure(self.options.command, Font.REGULAR, 1)
        except SheetgenError:
            return ""
        return self.options.command

    def _refuse(self, columns: int) -> NoReturn:
        self._check_names()
        most = self.most_columns()
        best = self.try_columns(most) if most else None
        arrangement = replace(best.arrangement if best else Arrangement(0), margin=MARGINS[-1])
        lack = self._place(columns, arrangement)
        assert isinstance(lack, Shortage), "what does not fit lacks something"  # noqa: S101 - tells mypy what holds
        message = _TOO_WIDE_BESIDE if arrangement.beside else _TOO_WIDE
        raise SheetgenError(
            message if lack.label else _TOO_HIGH,
            paper=self.options.paper.name,
            most=most,
            count=columns,
            least=round(lack.least / MM),
            label=ceil(lack.label / MM),
            need=ceil(lack.need / MM),
            have=int(lack.have / MM),
            larger=self._larger(columns),
        )

    def _larger(self, columns: int) -> SheetgenError:
        """The smallest paper that holds so many columns."""
        for paper in larger_papers(self.options.paper):
            if replace(self, options=replace(self.options, paper=paper)).try_columns(columns):
                return SheetgenError("%(paper)s is large enough", paper=paper.name)
        return SheetgenError("no paper is large enough")
