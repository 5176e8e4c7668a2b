"""A score sheet: how it is placed, or why it cannot be, and its pages."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from math import ceil
from typing import NoReturn

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import Message, SheetgenError
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.content import Content, count_players, error_at
from sheetgen.layout.draw import Drawer
from sheetgen.layout.fit import Arrangement, Part, Plan, Room, Shortage, fit_sheet
from sheetgen.layout.frame import Frame
from sheetgen.layout.options import MARGINS, MM, Lazy, Paper, SheetOptions, larger_papers
from sheetgen.layout.primitives import Measure, Page
from sheetgen.layout.rows import bare, unheaded
from sheetgen.rules import Ruleset

_TALL = 230 * MM
"""A page this high has room for a large title."""

_TOO_WIDE = Message(
    "%(paper)s has room for %(most)s of %(count)s columns: %(count)s times %(least)s mm and %(label)s mm for the names "
    "of the rows make %(need)s mm, and it has %(have)s mm; %(larger)s"
)
_TOO_WIDE_BESIDE = Message(
    "%(paper)s has room for %(most)s of %(count)s columns: turned, with two lists beside each other, %(count)s times "
    "%(least)s mm and %(label)s mm for the names of the rows make %(need)s mm, and each list has %(have)s mm; "
    "%(larger)s"
)
_NO_COLUMN = Message(
    "%(paper)s is too narrow: a column of %(least)s mm and %(label)s mm for the names of the rows make %(need)s mm, "
    "and there is room for %(have)s mm; %(larger)s"
)
_TOO_HIGH = Message("%(paper)s is too small: rows of %(least)s mm make %(need)s mm, and it has %(have)s mm; %(larger)s")
_FIELDS_TOO_WIDE = Message(
    "%(paper)s is too narrow: the fields above the rows need %(need)s mm, and it has %(have)s mm; leave some out, or "
    "write less in them; %(larger)s"
)

_SPARED: tuple[frozenset[Part], ...] = (
    frozenset(),
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


class Planner(Struct, frozen=True, eq=False, dict=True):
    """Finds the plan for a sheet."""

    content: Content

    @property
    def options(self) -> SheetOptions:
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
        free = height - 2 * arrangement.margin - self.options.glue - frame.head_height - frame.foot_height
        room = Room(frame.width, free, self.options.look, self.content.measure, self.content.side_columns)
        fit = fit_sheet(stacks, columns, room)
        return fit if isinstance(fit, Shortage) else Plan(width, height, arrangement, columns, stacks, frame, fit)

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
        tried = [(each, self._fitted(columns if most else 1, each)) for each in self._arrangements(last)]
        lacks = [(each, lack) for each, lack in tried if isinstance(lack, Shortage)]
        wide = [each for each in lacks if each[1].label] if most else []
        arrangement, lack = min(wide or lacks, key=lambda each: each[1].need / max(each[1].have, 1))
        name = self.content.survey.widest.get("player")
        if name and not lack.least:
            error = SheetgenError("the name '%(name)s' does not fit on the line for it; shorten it", name=name)
            raise error_at(error, self.content.survey.sources["player"])
        too_wide = _NO_COLUMN if not most else _TOO_WIDE_BESIDE if arrangement.beside else _TOO_WIDE
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


# pages

MOST_ON_SCREEN = 6
"""The maximum number of players on a page that is filled in on a screen."""
MOST_COLUMNS = 200
"""The maximum number of columns of a form, all pages together: no viewer is quick with more."""


class Sheets(Lazy[Page]):
    """The pages of many sheets that have one plan, each made when it is asked for; what they share is one object.

    Raises SheetgenError, with the arithmetic, for what does not fit, when it is made.
    """

    def __init__(self, wording: Wording, options: SheetOptions, measure: Measure) -> None:
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

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of a page, in points."""
        return self._drawer.plan.width, self._drawer.plan.height

    @property
    def margin(self) -> float:
        """The margin of every page, in points."""
        return self._drawer.plan.arrangement.margin

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


def lay_out_sheet(ruleset: Ruleset, catalog: Catalog, options: SheetOptions, measure: Measure) -> list[Page]:
    """The pages of a score sheet, each whole; SheetgenError, with the arithmetic, for what does not fit."""
    return [_whole(page) for page in Sheets(Wording(ruleset, catalog), options, measure)]


def lay_out_form(ruleset: Ruleset, catalog: Catalog, options: SheetOptions, measure: Measure) -> list[Page]:
    """The pages of a sheet that is filled in on a screen, with cells for the names that `options` may have.

    Up to six players on a page, and a page for each game; or a page for each player, where the columns are games.
    Raises SheetgenError like `lay_out_sheet`.
    """
    players = max(len(options.names), options.players or 0) or None
    content = Content(Wording(ruleset, catalog), replace(options, names=(), players=players, fillable=True), measure)
    content.check()
    columns = (players or 1) * (options.games or 1)
    if columns > MOST_COLUMNS:
        raise SheetgenError(
            "%(count)s players times games are too many for one form; %(limit)s at most; make several forms",
            count=columns, limit=MOST_COLUMNS,
        )  # fmt: skip
    parts = [content.options] if content.by_games else _parts(content)
    return [_whole(page) for part in parts for page in Sheets(content.wording, part, measure)]


def _whole(page: Page) -> Page:
    """The page with all that it shows among its own items."""
    return replace(page, items=(*page.still, *page.items), still=())


def _parts(content: Content) -> Iterator[SheetOptions]:
    """The sheets of a form, each with its players and its game; as even as can be."""
    most, options = min(MOST_ON_SCREEN, Planner(content).most_columns() or 1), content.options
    count = options.players or min(most, content.ruleset.sheet.count)
    sheets = ceil(count / most)
    for game in range(1, options.games + 1) if options.games else (0,):
        for place in range(sheets):
            first, last = count * place // sheets, count * (place + 1) // sheets
            yield replace(options, players=last - first, games=None, first=first + 1, game=game)


def most_columns(ruleset: Ruleset, catalog: Catalog, paper: Paper, measure: Measure) -> int:
    """The most players, or games of one player, that the paper holds; 0 if it does not hold the rows at all."""
    return Planner(Content(Wording(ruleset, catalog), SheetOptions(paper), measure)).most_columns()
