"""Pages other than sheets.

The test page of a printer, the second page of large print, and the chart of the distribution of
totals.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, floor

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import Cure, Figures, SheetgenError
from sheetgen.i18n.catalog import Catalog
from sheetgen.layout.frame import ticks
from sheetgen.layout.primitives import (
    MM,
    Drawing,
    Font,
    Ink,
    Item,
    Line,
    Measure,
    Page,
    Rect,
    Role,
    RoundedRect,
    Text,
    wrap,
)
from sheetgen.layout.rows import sign_items
from sheetgen.layout.sheet_plan import SheetPlan
from sheetgen.layout.themes import Look

# the test page, which shows whether a printer prints at true size, with the back behind the front

_EDGE = 12 * MM
"""Margin of the page, in points."""
_MAX_SIDE, _MIN_LABELLED = 100, 40
"""Maximum side of the square, and the minimum side whose scales have numbers, in millimetres."""
_ARM = 8
"""Length of an arm of the cross, in millimetres."""
_LEADING = 1.3
"""Distance between two baselines, as a factor of the font size."""


def calibration_pages(
    catalog: Catalog, width: float, height: float, look: Look, measure: Measure
) -> tuple[Page, Page]:
    """Return the front and the back of the test page, for paper of this width and height in points.

    Their crosses are in the same place, below the words of the front. Raises SheetgenError for
    paper without room.
    """
    text, size, small, wide = catalog.text, look.size(18), look.size(9.5), width - 2 * _EDGE
    sizes = small, _LEADING * small, 0.4 * small
    front, back, label = Drawing(), Drawing(), text("sheet", "Test page")
    sentences = (
        text(
            "sheet",
            "Print this page at 100 %, without fitting it to the page, on both sides of one sheet.",
        ),
        text(
            "sheet",
            "Measure the square with a ruler. If its sides are not as long as it says, your "
            "printer scales: look "
            "for “actual size” in its settings.",
        ),
        text(
            "sheet", "Hold the sheet against the light: the crosses of both sides should coincide."
        ),
        text(
            "sheet",
            "If they do not, look at the back. --back-offset moves backs to the right and up, in "
            "millimetres: if "
            "the cross there lies 1.5 mm too far left and 0.5 mm too high, print with "
            "--back-offset 1.5,-0.5. This "
            "page itself is never moved.",
        ),
    )
    behind = text(
        "sheet", "The back of the test page. Its cross should coincide with the cross of the front."
    )
    place = Rect(_EDGE, _EDGE + size, wide, 0)
    front.put("H1", Text(place.x, place.y, label, Font.BLACK, size))
    top = _draw_paragraphs(front, sentences, place, sizes, measure) + 6 * MM
    _draw_paragraphs(back, (behind,), replace(place, y=_EDGE), sizes, measure)
    room = Rect(_EDGE, top, wide, height - _EDGE - top)
    if room.height < 2 * _ARM * MM:
        error = SheetgenError(
            "the test page has no room on paper this small; take a4, or leave out --ruler",
            key="--ruler",
        )
        figures = Figures(2 * _ARM, max(0, floor(room.height / MM)))
        raise error.cured(Cure("paper", "a4"), Cure("ruler"), figures=figures)
    front.put("P", *_square(room, look.size(7.5)))
    return (
        Page(
            width, height, (*front.items, *_cross(room)), (), label, elements=tuple(front.elements)
        ),
        Page(width, height, (*back.items, *_cross(room)), (), label, elements=tuple(back.elements)),
    )


def _draw_paragraphs(
    drawing: Drawing,
    sentences: Iterable[str],
    place: Rect,
    sizes: tuple[float, float, float],
    measure: Measure,
) -> float:
    """Draw sentences as paragraphs below a place, as wide as it; return the last baseline.

    `sizes` are the font size, the distance between two baselines, and the gap above a paragraph.
    """
    y, (size, step, gap) = place.y, sizes
    for sentence in sentences:
        y += gap
        with drawing.element("P"):
            for line in wrap(sentence, place.width, Font.REGULAR, size, measure):
                y += step
                drawing.draw(Text(place.x, y, line, Font.REGULAR, size))
    return y


def _square(room: Rect, size: float) -> Iterator[Item]:
    """Yield a square with scales, as large as fits in steps of 10 mm.

    `size` is that of its numbers.
    """
    side = min(_MAX_SIDE, 10 * int(min(room.width, room.height) / MM / 10))
    if side <= 2 * _ARM:
        return
    x, y = (place - side * MM / 2 for place in room.middle)
    yield RoundedRect(Rect(x, y, side * MM, side * MM), None, Ink.TEXT, 0.5)
    yield from ticks(x, y, side, 0.3)
    yield from ticks(x, y, side, 0.3, down=True)
    step = 10 if size < 4 * MM else 20
    for mm in range(step, side, step) if side >= _MIN_LABELLED else ():
        yield Text(x + mm * MM, y + 5 * MM + size, str(mm), Font.REGULAR, size, Ink.MUTED, "middle")
        yield Text(x + 5 * MM, y + mm * MM + 0.33 * size, str(mm), Font.REGULAR, size, Ink.MUTED)
    right, bottom = x + (side - 2) * MM, y + (side - 2) * MM
    yield Text(right, bottom, f"{side} mm × {side} mm", Font.REGULAR, size, Ink.MUTED, "right")


def _cross(room: Rect) -> Iterator[Item]:
    """Yield a cross with ticks at each millimetre."""
    x, y = room.middle
    yield Line(x - _ARM * MM, y, x + _ARM * MM, y, 0.3, Ink.TEXT)
    yield Line(x, y - _ARM * MM, x, y + _ARM * MM, 0.3, Ink.TEXT)
    for mm in range(-_ARM, _ARM + 1):
        yield Line(x + mm * MM, y - 0.7 * MM, x + mm * MM, y + 0.7 * MM, 0.25, Ink.TEXT)
        yield Line(x - 0.7 * MM, y + mm * MM, x + 0.7 * MM, y + mm * MM, 0.25, Ink.TEXT)


# the second page of large print


class SecondPageMeasures(Struct, frozen=True):
    """Second page of large print. Lengths and font sizes are in points, from no drawing."""

    title: float = 32.0
    heading: float = 20.0
    words: float = 16.0
    leading: float = 1.3
    """Distance between two baselines, as a factor of the font size."""
    above_heading: float = 6 * MM
    above_entry: float = 1 * MM
    sign: float = 8 * MM
    """Side of the sign of a column."""
    after_sign: float = 3 * MM


SECOND_PAGE = SecondPageMeasures()


class LabelledText(Struct, frozen=True):
    """Paragraph of a second page: a name in bold, and words behind it."""

    name: str
    words: str
    sign: str = ""
    """Sign of a column before its name."""


class SecondPages:
    """What a sheet in large print has no room for, on pages of the same size."""

    def __init__(self, plan: SheetPlan) -> None:
        """Take the plan of the sheet."""
        self.plan = plan
        self.look = plan.look
        self.measure = plan.measure
        self.pages: list[Page] = []
        self.drawing = Drawing()
        self.y = plan.margin.end

    def laid_out(self) -> tuple[Page, ...]:
        """Return the pages, none if the sheet has room for everything."""
        text = self.plan.content.text
        sections = [
            (text("sheet", "Columns"), self._columns()),
            (text("sheet", "Boxes"), self._boxes()),
            (text("sheet", "Rules"), self._rules()),
        ]
        sections = [(heading, entries) for heading, entries in sections if entries]
        if not sections:
            return ()
        title = self.plan.content.title or self.plan.content.wording.title
        self._draw_heading("H1", title, Font.BLACK, SECOND_PAGE.title)
        for heading, entries in sections:
            self._draw_section(heading, entries)
        self._end_page()
        return tuple(self.pages)

    def _columns(self) -> list[LabelledText]:
        """Return the names of the columns if the sheet lacks them, each with its sign and marks."""
        if "columns" not in self.plan.on_second_page:
            return []
        heads = self.plan.heads
        entries = []
        for sign, lines in zip(heads.signs, heads.lines, strict=True):
            name, *marks = lines or ("",)
            entries.append(LabelledText(name, " · ".join(marks), sign))
        return entries

    def _boxes(self) -> list[LabelledText]:
        """Return the rows without their small print, each with its longest wording."""
        entries = []
        for row in self.plan.rows_on_second_page:
            hints = row.formula_hints or row.hints
            entries.append(LabelledText(row.name, row.full_hint or " ".join(hints[0])))
        return entries

    def _rules(self) -> list[LabelledText]:
        """Return the rules below the rows if the sheet lacks them, a sentence each."""
        if "reminders" not in self.plan.on_second_page:
            return []
        sentences = [sentence for rules in self.plan.content.reminders for sentence in rules]
        return [LabelledText("", sentence) for sentence in sentences]

    def _draw_section(self, heading: str, entries: Sequence[LabelledText]) -> None:
        """Draw a heading and its entries; the heading is on the page of the first one."""
        first = self._height(entries[0])
        above = SECOND_PAGE.above_heading
        self._make_room(above + SECOND_PAGE.leading * SECOND_PAGE.heading + first)
        self.y += above
        self._draw_heading("H2", heading, Font.BLACK, SECOND_PAGE.heading)
        for entry in entries:
            self._make_room(self._height(entry))
            self.y += SECOND_PAGE.above_entry
            self._draw_entry(entry)

    def _height(self, entry: LabelledText) -> float:
        """Return the height of an entry, with the gap above it."""
        lines = SECOND_PAGE.leading * SECOND_PAGE.words * len(self._lines(entry))
        return SECOND_PAGE.above_entry + max(lines, SECOND_PAGE.sign if entry.sign else 0.0)

    def _lines(self, entry: LabelledText) -> list[str]:
        """Return the lines of an entry: its name in the first one, or in one of its own."""
        size = SECOND_PAGE.words
        if not entry.name:
            return wrap(entry.words, self._room(entry), Font.REGULAR, size, self.measure)
        indent = self._name_width(entry)
        if indent + self.measure(entry.words, Font.REGULAR, size) <= self._room(entry):
            return [entry.words]
        words = wrap(entry.words, self._room(entry), Font.REGULAR, size, self.measure)
        return ["", *words]

    def _room(self, entry: LabelledText) -> float:
        """Return the width for the words of an entry."""
        return self.plan.width - self._left(entry)

    @staticmethod
    def _left(entry: LabelledText) -> float:
        """Return the distance of the words of an entry from the margin."""
        return SECOND_PAGE.sign + SECOND_PAGE.after_sign if entry.sign else 0.0

    def _name_width(self, entry: LabelledText) -> float:
        """Return the width of the name of an entry, with the space behind it."""
        size = SECOND_PAGE.words
        space = self.measure("  ", Font.REGULAR, size)
        return self.measure(entry.name, Font.BOLD, size) + space

    def _draw_entry(self, entry: LabelledText) -> None:
        """Draw an entry: its sign, its name, and its words in lines."""
        size = SECOND_PAGE.words
        left = self.plan.margin.side
        lines = self._lines(entry)
        step = SECOND_PAGE.leading * size
        with self.drawing.element("P"):
            if entry.sign:
                side = SECOND_PAGE.sign
                top = self.y + (step - side) / 2
                self.drawing.draw(*sign_items(entry.sign, Rect(left, top, side, side), self.look))
            left += self._left(entry)
            base = self.y + size
            if entry.name:
                self.drawing.draw(Text(left, base, entry.name, Font.BOLD, size))
            for number, line in enumerate(lines):
                indent = self._name_width(entry) if entry.name and number == 0 else 0.0
                if line:
                    place = left + indent, base + number * step
                    self.drawing.draw(Text(*place, line, Font.REGULAR, size))
        self.y += self._height(entry) - SECOND_PAGE.above_entry

    def _draw_heading(self, role: Role, words: str, font: Font, size: float) -> None:
        """Draw a title or a heading, in as many lines as it needs."""
        left = self.plan.margin.side
        with self.drawing.element(role):
            for line in wrap(words, self.plan.width, font, size, self.measure):
                self.y += SECOND_PAGE.leading * size
                self.drawing.draw(Text(left, self.y - 0.25 * size, line, font, size))

    def _make_room(self, height: float) -> None:
        """Begin a new page unless this one has room for a height."""
        if self.y + height > self.plan.page[1] - self.plan.margin.end:
            self._end_page()

    def _end_page(self) -> None:
        """Append the page that is drawn, and begin the next one."""
        drawing = self.drawing
        items = tuple(drawing.items)
        label = self.plan.content.title
        page = Page(*self.plan.page, items, (), label, elements=tuple(drawing.elements))
        self.pages.append(page)
        self.drawing = Drawing()
        self.y = self.plan.margin.end


# the chart, as a page and as SVG

# The lengths and sizes of this module are those of the design, in points.

_WIDE, _HIGH, _CHART_EDGE = 170 * MM, 105 * MM, 8 * MM
"""Width and minimum height of the page, and its margin."""
_TOP, _FOOT = 62.0, 62.0
"""Height above the bars, and below them."""
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
"""Possible numbers of totals in a bar, and distances of labels."""
_MAX_BARS, _MAX_LABELS = 60, 12
"""Maximum numbers of bars and of labels below them; more are too narrow to be seen apart on the
page."""
_TAIL = 0.001
"""Probability at each end that is shown in the outermost bar."""
_TITLE, _SIZE, _CHART_LEADING = 20.0, 9.0, 12.0
"""Font sizes of the title and of all other text, and the distance between two baselines."""


class Chart(Struct, frozen=True):
    """Content of a chart."""

    title: str
    subtitle: str
    chances: Mapping[int, float]
    """Probability of each total, in ascending order."""
    average: float
    average_words: str
    """Label of the average."""
    sentences: Sequence[str]
    """Text below the chart."""
    alt: str
    """Description of the chart in words."""


class Bars(Struct, frozen=True):
    """Bars of equal width."""

    first: int
    """First total."""
    step: int
    """Number of totals in each bar."""
    heights: tuple[float, ...]
    """Probability of each bar."""


def lay_out_chart(chart: Chart, look: Look, measure: Measure) -> Page:
    """Return a page with the chart on it."""
    drawing = Drawing()
    drawing.put("H1", Text(_CHART_EDGE, 40, chart.title, Font.BLACK, _TITLE, align="ink"))
    drawing.put("P", Text(_CHART_EDGE, 54, chart.subtitle, Font.REGULAR, _SIZE, Ink.MUTED))
    with drawing.element("Figure", alt=chart.alt):
        drawing.draw(*_draw_bars(chart, look))
    foot = Rect(_CHART_EDGE, _HIGH - _FOOT + 34 - _CHART_LEADING, _WIDE - 2 * _CHART_EDGE, 0)
    low = _draw_paragraphs(drawing, chart.sentences, foot, (_SIZE, _CHART_LEADING, 0), measure)
    return Page(
        _WIDE,
        max(_HIGH, low + _CHART_EDGE),
        tuple(drawing.items),
        (),
        elements=tuple(drawing.elements),
    )


def bars(chances: Mapping[int, float]) -> Bars:
    """Divide the totals into at most 60 bars of a round width.

    Rare totals at both ends are in the outermost bars.
    """
    passed, low, high = 0.0, min(chances), max(chances)
    for total, chance in chances.items():
        if passed < _TAIL:
            low = total
        if passed < 1 - _TAIL:
            high = total
        passed += chance
    step = next((each for each in _STEPS if (high - low) / each < _MAX_BARS), _STEPS[-1])
    first, count = floor(low / step) * step, floor(high / step) - floor(low / step) + 1
    heights = [0.0] * count
    for total, chance in chances.items():
        heights[min(max((total - first) // step, 0), count - 1)] += chance
    return Bars(first, step, tuple(heights))


def _draw_bars(chart: Chart, look: Look) -> Iterator[Item]:
    """Yield the bars, their axis, and the average."""
    found = bars(chart.chances)
    base, width = _HIGH - _FOOT, (_WIDE - 2 * _CHART_EDGE) / len(found.heights)
    room, most = base - _TOP - 22, max(found.heights)
    for place, height in enumerate(found.heights):
        high = height / most * room
        gap = min(1.0, width / 6)
        yield RoundedRect(
            Rect(_CHART_EDGE + place * width + gap / 2, base - high, width - gap, high), Ink.ACCENT
        )
    yield Line(_CHART_EDGE, base, _WIDE - _CHART_EDGE, base, look.sum, Ink.TEXT)
    last = found.first + found.step * len(found.heights)
    apart = next(each for each in (*_STEPS, last) if (last - found.first) / each <= _MAX_LABELS)
    for total in range(ceil(found.first / apart) * apart, last + 1, apart):
        x = _CHART_EDGE + (total - found.first) / found.step * width
        yield Line(x, base, x, base + 4, look.hairline, Ink.TEXT)
        yield Text(x, base + 14, str(total), Font.REGULAR, _SIZE, align="middle")
    x = _CHART_EDGE + (chart.average - found.first) / found.step * width
    yield Line(x, _TOP + 8, x, base, look.sum, Ink.TEXT)
    yield Text(x + 4, _TOP + 14, chart.average_words, Font.BOLD, _SIZE)
