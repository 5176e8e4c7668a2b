"""A score sheet: the pages for a ruleset, a language, a paper and the people who play."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from math import ceil

from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.content import Content
from sheetgen.layout.draw import Drawer
from sheetgen.layout.options import Lazy, SheetOptions
from sheetgen.layout.paper import Paper
from sheetgen.layout.plan import Planner
from sheetgen.layout.players import count_players
from sheetgen.layout.primitives import Measure, Page
from sheetgen.rules import Ruleset

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
            count=columns,
            limit=MOST_COLUMNS,
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
