"""How a sheet is placed: how many columns, which way the paper lies, or why it cannot be."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from typing import NoReturn

from sheetgen.errors import Message, SheetgenError
from sheetgen.layout.fit import Fit, Shortage, fit_sheet
from sheetgen.layout.frame import Field, Frame
from sheetgen.layout.primitives import Font, Measure
from sheetgen.layout.rows import Stacks, stacks_of
from sheetgen.paper import MARGINS, MM, PAPERS, Paper
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
_TOO_HIGH = Message("%(paper)s is too small: rows of %(least)s mm make %(need)s mm, and it has %(have)s mm; %(larger)s")


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


@dataclass(frozen=True)
class Plan:
    """A sheet with everything measured. Points."""

    width: float
    height: float
    margin: float
    arrangement: tuple[bool, bool]
    """Whether the paper is turned, and whether the sections stand beside each other."""
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
        return {beside: stacks_of(self.ruleset, self.wording, beside) for beside in ways}

    def plan(self) -> Plan:
        """The plan for what was asked, or SheetgenError with the arithmetic."""
        self._check_players()
        asked = self._asked_columns()
        wanted = (asked,) if asked is not None else range(self.ruleset.sheet.count, 0, -1)
        plan = next(filter(None, map(self.try_columns, wanted)), None) or self._refuse(wanted[-1])
        if plan.frame.too_wide() > 0:
            longest = max(self.players, key=lambda name: self.measure(name, Font.BOLD, 1))
            raise SheetgenError(
                "the name '%(name)s' does not fit on the line for it; shorten it", key="--names", name=longest
            )
        return plan

    def most_columns(self) -> int:
        """The most columns that the paper holds; 0 if it does not hold the rows at all."""
        columns = 0
        while self.try_columns(columns + 1):
            columns += 1
        return columns

    def try_columns(self, columns: int) -> Plan | None:
        """The first way to place so many columns, if there is one. Upright and with the full margin is tried first."""
        for margin in MARGINS:
            for turned, beside in self._arrangements():
                plan = self._place(columns, margin, turned, beside)
                if isinstance(plan, Plan):
                    return plan
        return None

    def fields(self, page: int) -> tuple[Field, ...]:
        """What is to be written above the rows of a page."""
        text = self.wording.catalog.text
        date = Field(text("sheet", "Date"), 26 * MM)
        if not self.by_games:
            return (date, Field(text("sheet", "Game"), 12 * MM))
        name = self.players[page - 1] if self.players else ""
        return (Field(text("sheet", "Player"), 42 * MM, name, f"p{page}_name"), date)

    def _check_players(self) -> None:
        for name in self.players:
            self.measure(name, Font.BOLD, 1)  # names the letter that the font lacks, if there is one
        count, limits = len(self.players), self.ruleset.players
        most = min(limits.max or MOST_PAGES, MOST_PAGES)
        if count and count < limits.min:
            raise SheetgenError(
                "too few players: %(count)s; %(ruleset)s is for %(limit)s or more",
                count=count, ruleset=self.ruleset.id, limit=limits.min,
            )  # fmt: skip
        if count > most:
            raise SheetgenError(
                "too many players: %(count)s; %(ruleset)s is for %(limit)s at most",
                count=count, ruleset=self.ruleset.id, limit=most,
            )  # fmt: skip

    def _asked_columns(self) -> int | None:
        if self.by_games:
            return self.options.games
        if self.options.games is not None:
            raise SheetgenError(
                "the columns of %(ruleset)s are players, not games; leave it out", key="--games",
                ruleset=self.ruleset.id,
            )  # fmt: skip
        return len(self.players) or None

    def _arrangements(self) -> Iterator[tuple[bool, bool]]:
        """Whether the paper is turned, and whether the sections stand beside each other."""
        yield False, False
        if True in self._stacks:
            yield True, True
        yield True, False

    def _place(self, columns: int, margin: float, turned: bool, beside: bool) -> Plan | Shortage:
        paper = self.options.paper
        width, height = (paper.height, paper.width) if turned else (paper.width, paper.height)
        frame = self._frame(width - 2 * margin, height)
        stacks = self._stacks[beside]
        room = height - 2 * margin - frame.head_height() - frame.foot_height()
        fit = fit_sheet(stacks, columns, frame.width, room, self.measure)
        if isinstance(fit, Shortage):
            return fit
        return Plan(width, height, margin, (turned, beside), columns, stacks, frame, fit)

    def _frame(self, width: float, height: float) -> Frame:
        """The frame of the page with the longest name, since all pages share one plan."""
        frames = (
            Frame(
                width=width,
                tall=height > _TALL,
                title=self.wording.title,
                subtitle=self.wording.subtitle(),
                fields=self.fields(page),
                reminders=" ".join(self.wording.reminders()),
                command=self.options.command,
                measure=self.measure,
            )
            for page in range(1, self.pages + 1)
        )
        return max(frames, key=Frame.too_wide)

    def _refuse(self, columns: int) -> NoReturn:
        most = self.most_columns()
        best = self.try_columns(most) if most else None
        lack = self._place(columns, MARGINS[-1], *(best.arrangement if best else (False, False)))
        if isinstance(lack, Plan):
            raise TypeError(lack)
        raise SheetgenError(
            _TOO_WIDE if lack.label else _TOO_HIGH,
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
        for paper in PAPERS.values():
            if replace(self, options=replace(self.options, paper=paper)).try_columns(columns):
                return SheetgenError("%(paper)s is large enough", paper=paper.name)
        return SheetgenError("no paper is large enough")
