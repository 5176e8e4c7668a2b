"""Pages of score sheets with their names, and of sheets that are filled in on a screen."""

import warnings
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from math import ceil, floor

from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.content import Content, count_players, error_at
from sheetgen.layout.options import Filling, LayoutOptions, Lazy
from sheetgen.layout.painter import SheetDrawing, mark_in
from sheetgen.layout.paper import MM, Paper
from sheetgen.layout.primitives import CAP, Drawing, Font, Ink, Measure, Page, Rect, Text, in_two
from sheetgen.layout.rows import numbered
from sheetgen.layout.sheet_plan import Planner
from sheetgen.layout.themes import Look
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
        self._content = content = Content(wording, options, measure)
        content.check()
        refused = []
        for self.plan in Planner(content).plans():  # the first in which all names fit above their columns
            names = [self.plan.name_cell(place, 0) for place in range(len(self.plan.lists))]
            heads = tuple(_name_place(cell, content.first + self.plan.columns - 1) for cell in names)
            step = self.plan.fit.column + self.plan.fit.sizes.column_gap
            self._names = PrintedNames(heads, step, options.look, measure)
            try:
                if not content.by_games and content.survey.longest:
                    self._names.check(content.fillings, content.survey.longest)
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
    def size(self) -> tuple[float, float]:
        """Width and height of a page, in points."""
        return self.plan.width, self.plan.height

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
        content, options, plan, blank, head = self._content, self._content.options, self.plan, self._blank, Drawing()
        names: tuple[str, ...] = ()
        owner = ""
        if content.by_games:  # each player has a page
            table = bisect_right(self._firsts, place) - 1
            filling, player = content.fillings[table], place - self._firsts[table]
            owner = filling.names[player] if player < len(filling.names) else ""
        else:
            filling = content.fillings[place]
            names = filling.names
        number = str(place + 1) if options.numbered else ""
        own = {"number": number, "player": owner, "game": str(options.game or "")}
        plan.header.draw_values(plan.header_place, {**own, **options.values, **filling.values}, head)
        cells = (*head.cells, *blank.cells)
        if content.by_games:
            cells = tuple(replace(each, id=replace(each.id, player=each.id.player and place + 1)) for each in cells)
        above = self._names.draw(names, filling) if any(names) else ()
        label = owner or ", ".join(filter(None, names))
        return replace(blank, items=(*head.items, *above, *self._names_again(names)), cells=cells, label=label)

    @cached_property
    def _firsts(self) -> Sequence[int]:
        """Number of the first page of each filling, where each player has a page."""
        counts = (max(1, count_players(each, self._content.options.players)) for each in self._content.fillings)
        return list(accumulate(counts, initial=0))[:-1]

    @cached_property
    def _shared(self) -> SheetDrawing:
        return SheetDrawing(plan=self.plan).paint()

    @cached_property
    def _blank(self) -> Page:
        """Page without names and values."""
        cells = (*self._shared.cells, *self.plan.cells)
        return Page(*self.size, (), cells, "", tuple(self._shared.items), tuple(self._shared.elements))

    def _names_again(self, names: Sequence[str]) -> Iterator[Text]:
        """Yield the names next to the second heading of each list, cut off where they are too long."""
        size, measure = self._content.options.look.size(_NAME_AGAIN), self._content.measure
        lists = enumerate(self.plan.rows)
        for place, rect in ((place, rect) for place, rows in lists for row, rect in rows[1:] if row.kind == "head"):
            for column, name in enumerate(names):
                cell, text = self.plan.cell(place, column, rect), name
                left = cell.x + self._shared.marks_width(column) + 1.5 * MM
                while len(text) > 1 and measure(text, Font.BOLD, size) > cell.right - left:
                    text = text.rstrip("…")[:-1].rstrip() + "…"
                if name and (text == name or len(text) > 2):
                    yield Text(left, self._shared.heading_base(rect), text, Font.BOLD, size, Ink.MUTED)


def lay_out_sheet(ruleset: Ruleset, catalog: Catalog, options: LayoutOptions, measure: Measure) -> list[Page]:
    """Return the complete pages of a score sheet. Raises SheetgenError, with the arithmetic, if it does not fit."""
    return [whole(page) for page in Sheets(Wording(ruleset, catalog), options, measure)]


def whole(page: Page) -> Page:
    """Return the page with all its items in `Page.items`, and none in `Page.still`."""
    return replace(page, items=(*page.still, *page.items), still=())


def most_columns(ruleset: Ruleset, catalog: Catalog, paper: Paper, measure: Measure) -> int:
    """Return the maximum number of players, or games of one player, on the paper; 0 if the rows do not fit."""
    return Planner(Content(Wording(ruleset, catalog), LayoutOptions(paper), measure)).most_columns()


# names above columns

_NAME_AGAIN = 9.0
"""Font size of a name next to a second heading, in points."""
_NAME_PAD, _MIN_NAME, _MAX_NAME, _NAME_LEADING = 3.0, 8.0, 15.0, 1.2
"""Free width next to a name above a column, its minimum and maximum font size, and its leading as a factor of it."""
_ROUNDING = 1e-6
"""Tolerance for widths that were computed in two ways."""
_WORDS = 4_096
"""Number of words whose widths are kept: the names of one file share many of them."""


class PrintedNames:
    """Names above columns, as large as they fit, in one line or two.

    `heads` are the places for names above the first column of each list, `step` the distance to the next column.
    """

    def __init__(self, heads: tuple[Rect, ...], step: float, look: Look, measure: Measure) -> None:
        self._heads, self._step, self._measure = heads, step, measure
        self._word_width = lru_cache(_WORDS)(lambda word: measure(word, Font.BOLD, 1))
        self._room = heads[0].width - _NAME_PAD
        self._min = look.size(_MIN_NAME)
        most, height = max(_MAX_NAME, self._min), heads[0].height - _ROUNDING
        self._one, self._two = (min(most, height / (lines * _NAME_LEADING)) for lines in (1, 2))
        """Maximum font sizes for the height of one line, and of two."""

    def check(self, fillings: Sequence[Filling], longest: str) -> None:
        """Raise SheetgenError, with file and line, for the first name that does not fit above its column.

        No name needs a look if the longest fits in one line of the minimum size.
        """
        if self._measure(longest, Font.BOLD, self._min + _ROUNDING) <= self._room and self._one >= self._min:
            return
        for filling in fillings:
            for name in filling.names:
                self._fit(name, filling)

    def draw(self, names: tuple[str, ...], filling: Filling) -> Iterator[Text]:
        """Yield the names above their columns, in each list."""
        found = [self._fit(name, filling) for name in names]
        for first in self._heads:
            middle, y = first.x + first.width / 2, first.y + first.height / 2
            for size, lines in found:
                down = CAP / 2 - _NAME_LEADING * (len(lines) - 1) / 2
                for line, width in lines:
                    yield Text(middle - size * width / 2, y + size * down, line, Font.BOLD, size)
                    down += _NAME_LEADING
                middle += self._step

    def _fit(self, name: str, filling: Filling) -> tuple[float, list[tuple[str, float]]]:
        """Return the font size of a name, and its lines with their widths at one point.

        Raises SheetgenError, with file and line, if it is too long for the minimum size.
        """
        if not name:
            return 0.0, []
        width = self._measure(name, Font.BOLD, 1)
        wider, lines = in_two(name, width, self._word_width)
        one, two = (min(self._room / (width + _ROUNDING), self._one), min(self._room / (wider + _ROUNDING), self._two))
        largest = max(one, two)
        if largest < self._min:
            error = SheetgenError(
                "the name '%(name)s' does not fit: a column has %(have)s mm, and it needs %(need)s mm at %(size)s pt; "
                "shorten it, or take fewer players or a larger paper", name=name, have=int(self._room / MM),
                size=f"{self._min:g}", need=ceil(self._measure(name, Font.BOLD, self._min) / MM)
            )  # fmt: skip
            raise error_at(error, filling)
        size = max(self._min, floor(2 * largest) / 2)
        return size, [(name, width)] if size <= one else lines


def _name_place(cell: Rect, players: int) -> Rect:
    """Return the place for the name in a cell: next to the dice that number it or, in a narrow cell, below them."""
    pad, mark = mark_in(cell)
    if cell.width > 20 * MM:
        taken = 1.2 * MM + (mark + 0.5 * MM) * len(numbered(min(players, 12)))
        return Rect(cell.x + taken, cell.y + 0.5 * MM, cell.width - taken - 0.5 * MM, cell.height - MM)
    top = pad + mark
    return Rect(cell.x + 0.5 * MM, cell.y + top, cell.width - MM, cell.height - top - 0.4 * MM)


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
