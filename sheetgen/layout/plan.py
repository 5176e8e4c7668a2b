"""How a sheet is placed: how many columns, which way the paper lies, or why it cannot be."""

from collections.abc import Iterator
from functools import cached_property
from math import ceil
from typing import Literal, NoReturn

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import Message, SheetgenError
from sheetgen.layout.content import Content
from sheetgen.layout.fit import Fit, Room, Shortage, fit_sheet
from sheetgen.layout.frame import Frame
from sheetgen.layout.options import SheetOptions
from sheetgen.layout.paper import MARGINS, MM, larger_papers
from sheetgen.layout.players import error_at
from sheetgen.layout.rows import Stacks, bare, unheaded

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
_FIELDS_TOO_WIDE = Message(
    "%(paper)s is too narrow: the fields above the rows need %(need)s mm, and it has %(have)s mm; leave some out, or "
    "write less in them; %(larger)s"
)


Part = Literal["reminders", "details", "subtitle", "command", "headings", "list"]
_NOTHING: frozenset[Part] = frozenset()
_SPARED: tuple[frozenset[Part], ...] = (
    _NOTHING,
    frozenset(["command"]),
    frozenset(["command", "subtitle"]),
    frozenset(["command", "subtitle", "reminders"]),
    frozenset(["command", "subtitle", "reminders", "headings"]),
)
"""What gives way on small paper, step by step: the command can be read in the file too, the rules on the reverse."""
_SPARED_MORE: tuple[frozenset[Part], ...] = (
    *_SPARED[:4],
    frozenset(["command", "subtitle", "reminders", "details"]),
    frozenset(["command", "subtitle", "reminders", "details", "headings"]),
)
"""The same where the look says that the lines below the names may give way too."""
_LIST: frozenset[Part] = frozenset(["list"])
"""One list, upright, gives way last: then its sections stand beside each other there too."""


class Arrangement(Struct, frozen=True):
    """One way to lay the sheet on the paper."""

    margin: float
    turned: bool = False
    """Whether the longer side of the paper lies across."""
    beside: bool = False
    """Whether the sections stand beside each other."""
    spared: frozenset[Part] = frozenset()
    """What has given way because there was no room for it."""


class Plan(Struct, frozen=True):
    """A sheet with everything measured. Points."""

    width: float
    height: float
    arrangement: Arrangement
    columns: int
    stacks: Stacks
    frame: Frame
    fit: Fit


class Planner(Struct, frozen=True, eq=False, dict=True):
    """Finds the plan for a sheet."""

    content: Content

    @property
    def options(self) -> SheetOptions:
        """What was asked for."""
        return self.content.options

    def plan(self) -> Plan:
        """The plan for what was asked, or SheetgenError with the arithmetic."""
        return next(self.plans())

    def plans(self) -> Iterator[Plan]:
        """Every plan for what was asked, the best first; SheetgenError with the arithmetic if there is none."""
        if not self.content.by_games and self.options.games is not None:
            raise SheetgenError(
                "the columns of %(ruleset)s are players, not games; leave it out", key="--games",
                ruleset=self.content.ruleset.id,
            )  # fmt: skip
        by_games = self.options.games or self.options.series
        asked, found = (by_games if self.content.by_games else self.content.survey.columns) or None, False
        usual = range(self.content.ruleset.sheet.count, 1, -1)
        for wanted in (usual, (1,)) if asked is None else ((asked,),):  # one column alone is the last resort
            for spared in self._steps:
                for columns in wanted:
                    for plan in self._plans_with(columns, spared):
                        found = True
                        yield plan
        if not found:
            self._refuse(asked or 1)

    def most_columns(self) -> int:
        """The most columns that the paper holds; 0 if it does not hold the rows at all."""
        columns = 0
        while self.try_columns(columns + 1):
            columns += 1
        return columns

    def try_columns(self, columns: int) -> Plan | None:
        """The first plan with this number of columns, if there is one; as little as possible gives way."""
        return next((plan for spared in self._steps for plan in self._plans_with(columns, spared)), None)

    def _plans_with(self, columns: int, spared: frozenset[Part]) -> Iterator[Plan]:
        """The plans with this number of columns, without what gives way. Upright with the full margin comes first."""
        plans = (self._fitted(columns, arrangement) for arrangement in self._arrangements(spared))
        yield from (plan for plan in plans if isinstance(plan, Plan))

    @property
    def _steps(self) -> tuple[frozenset[Part], ...]:
        """What may give way, step by step."""
        steps = _SPARED_MORE if self.options.look.spare else _SPARED
        return (*steps, *(spared | _LIST for spared in steps)) if True in self.content.stacks else steps

    def _arrangements(self, spared: frozenset[Part]) -> Iterator[Arrangement]:
        for margin in MARGINS if self.options.margin is None else (self.options.margin,):
            upright = [Arrangement(margin, beside="list" in spared, spared=spared)]
            lying = [
                Arrangement(margin, turned=True, beside=beside, spared=spared)
                for beside in (True, False)
                if beside in self.content.stacks and "list" not in spared
            ]
            found = {"portrait": upright, "landscape": lying, "": [*upright, *lying]}[self.options.orientation]
            yield from sorted(found, key=lambda each: each.turned != self.options.paper.across)

    def _fitted(self, columns: int, arrangement: Arrangement) -> Plan | Shortage:
        frame = self._frame(arrangement)
        if frame.too_wide > 0:
            return Shortage(0, frame.width + frame.too_wide, frame.width)
        stacks = self.content.stacks[arrangement.beside]
        if "details" in arrangement.spared:
            stacks = bare(stacks)
        if "headings" in arrangement.spared:
            stacks = unheaded(stacks)
        width, height = self._size(arrangement)
        room = height - 2 * arrangement.margin - self.options.glue - frame.head_height - frame.foot_height
        fit = fit_sheet(
            stacks, columns, Room(frame.width, room, self.options.look, self.content.measure, self.content.side_columns)
        )
        if isinstance(fit, Shortage):
            return fit
        return Plan(width, height, arrangement, columns, stacks, frame, fit)

    def _size(self, arrangement: Arrangement) -> tuple[float, float]:
        sides = self.options.paper.width, self.options.paper.height
        return sides[::-1] if arrangement.turned else sides

    def _frame(self, arrangement: Arrangement) -> Frame:
        """The frame of the page with the longest name, since all pages share one plan."""
        if arrangement in self._frames:
            return self._frames[arrangement]
        width, height = self._size(arrangement)
        tall = height > _TALL
        self._frames[arrangement] = Frame(
            width=width - 2 * arrangement.margin,
            tall=tall,
            title=self.content.title,
            subtitles=() if "subtitle" in arrangement.spared else self.content.subtitles(tall),
            fields=self.content.fields(),
            reminders=() if "reminders" in arrangement.spared else self.content.reminders,
            command="" if "command" in arrangement.spared else self.content.command,
            look=self.options.look,
            measure=self.content.measure,
            fillable=self.options.fillable,
            ruler=self.options.ruler,
            signatures=self.content.signatures if self.options.audit else (),
        )
        return self._frames[arrangement]

    @cached_property
    def _frames(self) -> dict[Arrangement, Frame]:
        return {}

    def _refuse(self, columns: int) -> NoReturn:
        most = self.most_columns()
        last = [spared for spared in self._steps if not spared & _LIST][-1]
        tried = [(each, self._fitted(columns, each)) for each in self._arrangements(last)]
        lacks = [(each, lack) for each, lack in tried if isinstance(lack, Shortage)]
        wide = [each for each in lacks if each[1].label] if most else []
        arrangement, lack = min(wide or lacks, key=lambda each: each[1].need / max(each[1].have, 1))
        if not lack.least and self.content.survey.widest.get("player"):
            error = SheetgenError(
                "the name '%(name)s' does not fit on the line for it; shorten it",
                name=self.content.survey.widest["player"],
            )
            raise error_at(error, self.content.survey.sources["player"])
        too_wide = _TOO_WIDE_BESIDE if arrangement.beside else _TOO_WIDE
        raise SheetgenError(
            _FIELDS_TOO_WIDE if not lack.least else too_wide if lack.label else _TOO_HIGH,
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
        """The smallest paper that holds this number of columns."""
        for paper in larger_papers(self.options.paper):
            content = replace(self.content, options=replace(self.options, paper=paper))
            if Planner(content).try_columns(columns):
                return SheetgenError("%(paper)s is large enough", paper=paper.name)
        return SheetgenError("no paper is large enough; ask for fewer")
