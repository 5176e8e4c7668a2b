"""A score sheet: how it is placed, or why it cannot be, and its pages."""

import warnings
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from math import ceil
from typing import Any, Literal, NoReturn

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import Message, SheetgenError
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.code import Foot
from sheetgen.layout.content import Content, count_players, error_at, without_ticks
from sheetgen.layout.draw import Drawer
from sheetgen.layout.frame import Frame, widest_label
from sheetgen.layout.grid import TYPES, Room, Shortage, Type, fit_rows, types_of
from sheetgen.layout.options import MARGINS, MM, LayoutOptions, Lazy, Margin, Paper, larger_papers
from sheetgen.layout.places import BEFORE_PANEL, PANEL_ROWS, PANEL_WIDTH, Places, Plan
from sheetgen.layout.primitives import Measure, Page
from sheetgen.layout.rows import Rows
from sheetgen.rules.ruleset import Ruleset

_ONE_BOX, _LEAST_ONE = 42 * MM, 30 * MM
"""The width of the boxes of a single player where something stands beside them, and the least of it."""
_GAMES = 6
"""How many games of one player stand on half a sheet."""
_TYPED = 0.5 * MM
"""Where there is little room, rows of a form may be so much lower than those that a hand writes in."""
_LANDSCAPE_FROM, _NARROW = 7, 15 * MM
"""So many columns, or boxes narrower than this, lie on landscape paper if they can."""

_TOO_WIDE = Message(
    "%(paper)s has room for %(most)s of %(count)s columns: %(boxes)s times %(least)s mm, %(label)s mm for the names of "
    "the rows and %(around)s mm between them make %(need)s mm, and it has %(have)s mm; %(larger)s"
)
_TOO_WIDE_BESIDE = Message(
    "%(paper)s has room for %(most)s of %(count)s columns: turned, with two lists beside each other, %(boxes)s times "
    "%(least)s mm, %(label)s mm for the names of the rows and %(around)s mm between them make %(need)s mm, and each "
    "list has %(have)s mm; %(larger)s"
)
_NO_COLUMN = Message(
    "%(paper)s is too narrow: a column of %(least)s mm, %(label)s mm for the names of the rows and %(around)s mm "
    "between them make %(need)s mm, and there is room for %(have)s mm; %(larger)s"
)
_PLAYERS_TOO_WIDE = Message(
    "%(paper)s has room for %(most)s times %(columns)s columns, not for %(count)s: %(boxes)s times %(least)s mm for "
    "these, %(label)s mm for the names of the rows and %(around)s mm between them make %(need)s mm, and there is room "
    "for %(have)s mm; %(larger)s"
)
_LABEL_TOO_WIDE = Message(
    "%(paper)s is too narrow: the names of the rows need %(need)s mm, and may have %(have)s mm, so that the boxes do "
    "not get too narrow; %(larger)s"
)
_TOO_HIGH = Message(
    "%(paper)s is too small: %(boxes)s rows of %(least)s mm, and %(around)s mm around and between them, make "
    "%(need)s mm, and it has %(have)s mm; %(larger)s"
)
_TOO_HIGH_BESIDE = Message(
    "%(paper)s is too small: even in two lists beside each other, %(boxes)s rows of %(least)s mm, and %(around)s mm "
    "around and between them, make %(need)s mm, and it has %(have)s mm; %(larger)s"
)
_FIELDS_TOO_WIDE = Message(
    "%(paper)s is too narrow: the fields above the rows need %(need)s mm, and it has %(have)s mm; leave some out, or "
    "write less in them; %(larger)s"
)

Part = Literal["command", "reminders", "headings", "fields", "margin", "ticks"]
_SPARED: tuple[frozenset[Part], ...] = (
    frozenset(),
    frozenset(["command"]),
    frozenset(["command", "reminders"]),
    frozenset(["command", "reminders", "headings"]),
    frozenset(["command", "reminders", "headings", "fields"]),
)
"""What gives way on small paper, step by step: the command can be read in the file too, the rules on the reverse.

Last comes the margin below the glue of a pad, which is free paper itself; ticks go where there is no other way.
"""
_BELOW_GLUE = 0.3 * MM
"""What then stays free below the glue: letters rise so far above capitals."""


class Arrangement(Struct, frozen=True):
    """One way to lay the sheet on the paper."""

    margin: Margin
    type: Type
    turned: bool = False
    """Whether the longer side of the paper lies across."""
    beside: bool = False
    """Whether the sections stand in two lists beside each other."""
    spared: frozenset[Part] = frozenset()
    """What has given way because there was no room for it."""


class Planner(Struct, frozen=True, eq=False, dict=True):
    """Finds the plan for a sheet."""

    content: Content

    @property
    def options(self) -> LayoutOptions:
        """What was asked for."""
        return self.content.options

    def plans(self) -> Iterator[Plan]:
        """Every plan for what was asked, the best first; SheetgenError with the arithmetic if there is none."""
        if not self.content.by_games and self.options.games is not None:
            raise SheetgenError(
                "the columns of %(ruleset)s are players, not games; leave it out", key="--games",
                ruleset=self.content.ruleset.id,
            )  # fmt: skip
        by_games = self.options.games or self.options.series
        asked, found = (by_games if self.content.by_games else self.content.survey.columns) or None, False
        for columns in self._usual() if asked is None else (asked,):
            for plan in self._plans_with(columns):
                found = True
                yield plan
        if not found:
            self._refuse(asked or 1)

    def _usual(self) -> Iterator[int]:
        """The numbers of columns to try where nobody said one: as many as usual, if the boxes are wide enough."""
        usual = self.content.ruleset.sheet.count
        if self.content.by_games and (plan := self.try_columns(max(usual, _GAMES))):
            middle = len(types_of(plan.width, plan.height)) == len(TYPES["middle"])
            yield from [plan.columns] * (middle and not plan.fit.type.dense)
        for columns in range(usual, 2, -1):
            plan = self.try_columns(columns)
            lying = plan and plan.width > plan.height and not (self.options.orientation or self.options.paper.across)
            if plan and not lying and (self.content.by_games or plan.fit.column >= _NARROW):
                yield columns
        yield from range(usual, 0, -1)

    def most_columns(self) -> int:
        """The most columns that the paper holds; 0 if it does not hold the rows at all."""
        columns = 0
        while self.try_columns(columns + 1):
            columns += 1
        return columns

    def try_columns(self, columns: int) -> Plan | None:
        """The first plan with this number of columns, if there is one; as little as possible gives way."""
        return next(self._plans_with(columns), None)

    def _plans_with(self, columns: int) -> Iterator[Plan]:
        """The plans with this number of columns: portrait in one list comes first, if its boxes are wide enough."""
        ticked = any(row.ticks for rows in self.content.lists[False] for row in rows)
        for without in (frozenset[Part](), frozenset[Part](["ticks"]))[: 1 + ticked]:
            later: list[Plan] = []
            for arrangement in self._arrangements(columns):
                plan = self._fitted(columns, replace(arrangement, spared=arrangement.spared | without))
                if isinstance(plan, Plan):
                    narrow = plan.fit.column < _NARROW and not self.options.orientation and not self.content.by_games
                    if narrow and not arrangement.turned:
                        later.append(plan)
                    else:
                        yield plan
            yield from later

    def _arrangements(self, columns: int) -> Iterator[Arrangement]:
        """One list in either direction, as roomy as can be; then two lists; what gives way does so last."""
        wanted, across = self.options.orientation, self.options.paper.across
        first = across or (columns >= _LANDSCAPE_FROM and not self.content.by_games)
        directions = [first, not first] if not wanted else [wanted == "landscape"]
        for beside in (False, True):
            if beside not in self.content.lists:
                continue
            for spared in _SPARED + ((_SPARED[-1] | {"margin"},) if self.options.glue else ()):
                for turned in directions:
                    yield from self._sized(Arrangement(MARGINS[0], TYPES["large"][0], turned, beside, spared))

    def _sized(self, arrangement: Arrangement) -> Iterator[Arrangement]:
        """The arrangement in each size of type and with each margin, the largest first."""
        types, asked = types_of(*self._size(arrangement)), self.options.margin
        first = {4: 0, 2: 1, 1: 2}[len(types)]
        margins = MARGINS[first:]
        if asked is not None:
            spread, arm = margins[0].spread, margins[0].arm
            margins = (Margin(asked + spread, asked + spread, spread, arm),)
        for type_ in types:
            for margin in margins:
                yield replace(arrangement, margin=margin, type=type_)

    def _fitted(self, columns: int, arrangement: Arrangement) -> Plan | Shortage:
        width, height = self._size(arrangement)
        frame = self._frame(arrangement)
        if frame.too_wide > 0:
            return Shortage(frame.width + frame.too_wide, frame.width)
        lists, options = self._lists(arrangement), self.options
        type_, lower = arrangement.type, _TYPED if options.fillable and arrangement.type.dense else 0.0
        type_ = replace(type_, header=type_.header + frame.more, pitch=type_.pitch - lower)
        margin, glue = arrangement.margin, options.glue
        if "margin" in arrangement.spared:
            glue = max(0.0, glue + _BELOW_GLUE - margin.end)
        free = height - 2 * margin.end - glue - frame.foot.height - margin.spread
        part = widest_label(frame.width / len(lists), height)
        heads, more = self.content.heads, self.content.side_columns
        room = Room(frame.width, free, part, options.look, self.content.measure, more)
        room = replace(room, several=len(heads.columns), heads=heads.height) if heads else room
        fit = fit_rows(lists, columns, room, type_)
        if isinstance(fit, Shortage):
            return fit
        plan = Plan(width, height, margin, glue, columns, lists, frame, fit)
        box = min(_ONE_BOX, frame.width - fit.label - room.beside - fit.type.gap[0] - PANEL_WIDTH - BEFORE_PANEL)
        beside, rows = replace(fit, column=box), [row for each in lists for row in each]
        alone = columns == 1 == len(lists) and not (self.content.by_games or options.fillable or options.pictogram)
        long = sum(row.kind == "box" and not row.boxes for row in rows) >= PANEL_ROWS
        if alone and long and box >= _LEAST_ONE and not (room.heads or options.audit or any(map(beside.ticked, rows))):
            return replace(plan, fit=beside, panel=True)
        return plan

    def _lists(self, arrangement: Arrangement) -> Rows:
        """The rows, without the headings and the ticks that have given way."""
        lists, spared = self.content.lists[arrangement.beside], arrangement.spared
        lists = without_ticks(lists) if "ticks" in spared else lists
        bare = "headings" in spared
        return tuple(tuple(row for row in rows if not (bare and row.kind == "head")) for rows in lists)

    def _size(self, arrangement: Arrangement) -> tuple[float, float]:
        sides = self.options.paper.width, self.options.paper.height
        return sides[::-1] if arrangement.turned else sides

    def _frame(self, arrangement: Arrangement) -> Frame:
        """The frame of the page with the longest name, since all pages share one plan."""
        key = replace(arrangement, beside=False)
        if key in self._frames:
            return self._frames[key]
        width, _ = self._size(arrangement)
        first = self._lists(arrangement)[0][0]
        width -= 2 * arrangement.margin.side
        foot = Foot(
            width=width,
            type=arrangement.type,
            reminders=() if "reminders" in arrangement.spared else self.content.reminders,
            command="" if "command" in arrangement.spared else self.content.command,
            look=self.options.look,
            measure=self.content.measure,
            fillable=self.options.fillable,
            ruler=self.options.ruler,
            signatures=self.content.signatures if self.options.audit else (),
        )
        self._frames[key] = Frame(
            width=width,
            type=arrangement.type,
            title=self.content.title,
            variant=self.content.variant,
            facts=self.content.facts if first.kind == "head" or not arrangement.type.dense else "",
            signature=self.content.signature,
            said=self.content.wording.catalog.dice(self.content.signature),
            fields=self.content.fields(few=arrangement.type.small or "fields" in arrangement.spared),
            look=self.options.look,
            measure=self.content.measure,
            spread=arrangement.margin.spread,
            foot=foot,
        )
        return self._frames[key]

    @cached_property
    def _frames(self) -> dict[Arrangement, Frame]:
        return {}

    def _refuse(self, columns: int) -> NoReturn:
        """Raise SheetgenError for the way that comes closest, with what it lacks."""
        name = self.content.survey.widest.get("player")
        blank = replace(self.content, options=replace(self.options, names=(), fillings=()))
        if name and Planner(blank).try_columns(columns):
            error = SheetgenError("the name '%(name)s' does not fit on the line for it; shorten it", name=name)
            raise error_at(error, self.content.survey.sources["player"])
        most = self.most_columns()
        tried = [(each, self._fitted(columns if most else 1, each)) for each in self._arrangements(columns)]
        lacks = [(each, lack) for each, lack in tried if isinstance(lack, Shortage)]
        wide = [each for each in lacks if each[1].label and each[1].count] if most else []
        arrangement, lack = min(wide or lacks, key=lambda each: each[1].by)
        least, have, label = (value / MM for value in (lack.least, lack.have, lack.label))
        raise self._refusal(
            lack, arrangement, most=most, count=columns, boxes=lack.count, least=f"{least:.4g}", label=ceil(label),
            need=(need := ceil(lack.need / MM + (0.5 if lack.count else 0))), have=int(have),
            around=f"{need - lack.count * round(least, 2) - ceil(label):.4g}", larger=self._larger(columns),
        )  # fmt: skip

    def _refusal(self, lack: Shortage, arrangement: Arrangement, **values: Any) -> SheetgenError:
        """The fault, in the words that are right for what lacks."""
        paper = self.options.paper.name
        if not lack.count:
            return SheetgenError(_LABEL_TOO_WIDE if lack.label else _FIELDS_TOO_WIDE, paper=paper, **values)
        if not lack.label:
            return SheetgenError(_TOO_HIGH_BESIDE if arrangement.beside else _TOO_HIGH, paper=paper, **values)
        if self.content.heads and values["most"]:
            return SheetgenError(_PLAYERS_TOO_WIDE, paper=paper, columns=len(self.content.heads.columns), **values)
        too_wide = _NO_COLUMN if not values["most"] else _TOO_WIDE_BESIDE if arrangement.beside else _TOO_WIDE
        return SheetgenError(too_wide, paper=paper, **values)

    def _larger(self, columns: int) -> SheetgenError:
        """The smallest paper that holds this number of columns."""
        for paper in larger_papers(self.options.paper):
            content = replace(self.content, options=replace(self.options, paper=paper))
            if Planner(content).try_columns(columns):
                return SheetgenError("%(paper)s is large enough", paper=paper.name)
        return SheetgenError("no paper is large enough; ask for fewer")


# pages


class Sheets(Lazy[Page]):
    """The pages of many sheets that have one plan, each made when it is asked for; what they share is one object.

    Raises SheetgenError, with the arithmetic, for what does not fit, when it is made.
    """

    def __init__(self, wording: Wording, options: LayoutOptions, measure: Measure) -> None:
        self._content = Content(wording, options, measure)
        self._content.check()
        refused = []
        for plan in Planner(self._content).plans():  # the first in which all names fit above their columns
            self._drawer = Drawer(self._content, plan)
            try:
                self._drawer.check()
            except SheetgenError as error:
                refused.append(error)
            else:
                return
        raise refused[0]

    def warn(self) -> None:
        """Warn of headings and ticks that are left out because the paper has no room for them."""
        for lacking in self._content.left_out(self._drawer.plan.lists):
            warnings.warn(lacking, stacklevel=3)

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of a page, in points."""
        return self._drawer.plan.width, self._drawer.plan.height

    @property
    def places(self) -> Places:
        """Where everything is on every page."""
        return self._drawer.places

    @property
    def margin(self) -> float:
        """The margin of every page, in points."""
        return self._drawer.plan.margin.side - self._drawer.plan.margin.spread

    @property
    def title(self) -> str:
        """What the sheets are called."""
        return self._content.title or self._content.wording.title

    @property
    def columns(self) -> int:
        """How many players or games have a column."""
        return self._drawer.plan.columns

    @cached_property
    def letters(self) -> frozenset[str]:
        """Every letter of what is filled in on any page."""
        found = set("".join(map(str, range(10))))
        for filling in self._content.fillings:
            found.update(*filling.names, *filling.values.values())
        return frozenset(found)

    def __len__(self) -> int:
        return self._content.survey.pages

    def item(self, place: int) -> Page:
        """A page, with what it shares with the others in `still`."""
        if not self._content.by_games:
            return self._drawer.page(place + 1, self._content.fillings[place])
        table = bisect_right(self._firsts, place) - 1
        filling = self._content.fillings[table]
        player = place - self._firsts[table]
        return self._drawer.page(place + 1, filling, filling.names[player] if player < len(filling.names) else "")

    @cached_property
    def _firsts(self) -> Sequence[int]:
        """The first page of each filling, where each player has a page."""
        counts = (max(1, count_players(each, self._content.options.players)) for each in self._content.fillings)
        return list(accumulate(counts, initial=0))[:-1]


def lay_out_sheet(ruleset: Ruleset, catalog: Catalog, options: LayoutOptions, measure: Measure) -> list[Page]:
    """The pages of a score sheet, each whole; SheetgenError, with the arithmetic, for what does not fit."""
    return [whole(page) for page in Sheets(Wording(ruleset, catalog), options, measure)]


def whole(page: Page) -> Page:
    """The page with all that it shows among its own items."""
    return replace(page, items=(*page.still, *page.items), still=())


def most_columns(ruleset: Ruleset, catalog: Catalog, paper: Paper, measure: Measure) -> int:
    """The most players, or games of one player, that the paper holds; 0 if it does not hold the rows at all."""
    return Planner(Content(Wording(ruleset, catalog), LayoutOptions(paper), measure)).most_columns()
