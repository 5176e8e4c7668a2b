"""Pages of score sheets, and of sheets that are filled in on a screen."""

import warnings
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from math import ceil

from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.content import Content, count_players
from sheetgen.layout.options import LayoutOptions, Lazy
from sheetgen.layout.painter import SheetPainter
from sheetgen.layout.paper import Paper
from sheetgen.layout.primitives import Measure, Page
from sheetgen.layout.sheet_plan import Planner, SheetPlan
from sheetgen.rules.ruleset import Ruleset

_MOST_ON_SCREEN = 6
"""Maximum number of players on a page that is filled in on a screen. More are hard to read without scrolling."""
_MOST_FORM_COLUMNS = 200
"""Maximum number of columns in all pages of a form. Viewers are slow with more fields."""
_TYPED = 0.5
"""Height, in millimetres, that boxes of a form may save because people type in them."""


class Sheets(Lazy[Page]):
    """Pages of many sheets that share one plan; each is painted when it is needed.

    Raises SheetgenError, with the arithmetic, if they do not fit.
    """

    def __init__(self, wording: Wording, options: LayoutOptions, measure: Measure) -> None:
        self._content = Content(wording, options, measure)
        self._content.check()
        refused = []
        for plan in Planner(self._content).plans():  # the first in which all names fit above their columns
            self._painter = SheetPainter(plan)
            try:
                self._painter.check()
            except SheetgenError as error:
                refused.append(error)
            else:
                return
        raise refused[0]

    def warn(self) -> None:
        """Warn of headings and ticks that are left out because the paper has no room for them."""
        for lacking in self._content.left_out(self.plan.lists):
            warnings.warn(lacking, stacklevel=3)

    @property
    def plan(self) -> SheetPlan:
        """Places of everything on every page."""
        return self._painter.plan

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of a page, in points."""
        return self.plan.width, self.plan.height

    @property
    def margin(self) -> float:
        """Margin of every page outside the corner marks, in points."""
        return self.plan.margin.side - self.plan.margin.spread

    @property
    def title(self) -> str:
        """Title of the document."""
        return self._content.title or self._content.wording.title

    @property
    def columns(self) -> int:
        """Number of columns for players or games."""
        return self.plan.columns

    @cached_property
    def letters(self) -> frozenset[str]:
        """Letters of all texts that are filled in on any page."""
        found = set("".join(map(str, range(10))))
        for filling in self._content.fillings:
            found.update(*filling.names, *filling.values.values())
        return frozenset(found)

    def __len__(self) -> int:
        return self._content.survey.pages

    def item(self, place: int) -> Page:
        """Return the page with this number, from 0; what it shares with others is in `Page.still`."""
        if not self._content.by_games:
            return self._painter.page(place + 1, self._content.fillings[place])
        table = bisect_right(self._firsts, place) - 1
        filling = self._content.fillings[table]
        player = place - self._firsts[table]
        return self._painter.page(place + 1, filling, filling.names[player] if player < len(filling.names) else "")

    @cached_property
    def _firsts(self) -> Sequence[int]:
        """Number of the first page of each filling, where each player has a page."""
        counts = (max(1, count_players(each, self._content.options.players)) for each in self._content.fillings)
        return list(accumulate(counts, initial=0))[:-1]


def lay_out_sheet(ruleset: Ruleset, catalog: Catalog, options: LayoutOptions, measure: Measure) -> list[Page]:
    """Return the complete pages of a score sheet. Raises SheetgenError, with the arithmetic, if it does not fit."""
    return [whole(page) for page in Sheets(Wording(ruleset, catalog), options, measure)]


def whole(page: Page) -> Page:
    """Return the page with all its items in `Page.items`, and none in `Page.still`."""
    return replace(page, items=(*page.still, *page.items), still=())


def most_columns(ruleset: Ruleset, catalog: Catalog, paper: Paper, measure: Measure) -> int:
    """Return the maximum number of players, or games of one player, on the paper; 0 if the rows do not fit."""
    return Planner(Content(Wording(ruleset, catalog), LayoutOptions(paper), measure)).most_columns()


# forms


def lay_out_form(ruleset: Ruleset, catalog: Catalog, options: LayoutOptions, measure: Measure) -> list[Page]:
    """Return the pages of a sheet that is filled in on a screen; the names in `options` only count the players.

    Each page has up to six players and one game. If the columns are games, each player has a page.
    Raises SheetgenError like `lay_out_sheet`, and warns of what is LeftOut.
    """
    players = max(len(options.names), options.players or 0) or None
    look = replace(options.look, box_height=options.look.box_height - _TYPED)
    asked = replace(options, names=(), players=players, fillable=True, look=look)
    content = Content(Wording(ruleset, catalog), asked, measure)
    content.check()
    columns = (players or 1) * (options.games or 1)
    if columns > _MOST_FORM_COLUMNS:
        raise SheetgenError(
            "%(count)s players times games are too many for one form; %(limit)s at most; make several forms",
            count=columns, limit=_MOST_FORM_COLUMNS,
        )  # fmt: skip
    parts = [asked] if content.by_games else _form_pages(content)
    made = [Sheets(content.wording, part, measure) for part in parts]
    for sheets in made:
        sheets.warn()
    return [whole(page) for sheets in made for page in sheets]


def _form_pages(content: Content) -> Iterator[LayoutOptions]:
    """Yield the options of each page of a form: its players, as evenly divided as possible, and its game.

    A page has no more players than leave room for all headings, if there is such a number.
    """
    planner, options = Planner(content), content.options
    held = range(min(_MOST_ON_SCREEN, planner.most_columns()), 0, -1)
    plans = ((columns, planner.try_columns(columns)) for columns in held)
    most = next((columns for columns, plan in plans if plan and not content.left_out(plan.lists)), max(held, default=1))
    count = options.players or min(most, content.ruleset.sheet.count)
    sheets = ceil(count / most)
    for game in range(1, options.games + 1) if options.games else (0,):
        for place in range(sheets):
            first, last = count * place // sheets, count * (place + 1) // sheets
            yield replace(options, players=last - first, games=None, first=first + 1, game=game)
