"""A sheet that is filled in on a screen: a few players on each page, and a page for each game."""

from collections.abc import Iterator
from math import ceil

from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.content import Content
from sheetgen.layout.options import LayoutOptions
from sheetgen.layout.primitives import Measure, Page
from sheetgen.layout.sheet import Planner, Sheets, whole
from sheetgen.rules.ruleset import Ruleset

MOST_ON_SCREEN = 6
"""The maximum number of players on a page that is filled in on a screen."""
MOST_COLUMNS = 200
"""The maximum number of columns of a form, all pages together: no viewer is quick with more."""
_LOWER = 0.5
"""By how much boxes that are typed in may be lower than those that a hand writes in, in millimetres."""


def lay_out_form(ruleset: Ruleset, catalog: Catalog, options: LayoutOptions, measure: Measure) -> list[Page]:
    """The pages of a sheet that is filled in on a screen, with cells for the names that `options` may have.

    Up to six players on a page, and a page for each game; or a page for each player, where the columns are games.
    Raises SheetgenError like `lay_out_sheet`, and warns of what is LeftOut.
    """
    players = max(len(options.names), options.players or 0) or None
    look = replace(options.look, box_height=options.look.box_height - _LOWER)
    asked = replace(options, names=(), players=players, fillable=True, look=look)
    content = Content(Wording(ruleset, catalog), asked, measure)
    content.check()
    columns = (players or 1) * (options.games or 1)
    if columns > MOST_COLUMNS:
        raise SheetgenError(
            "%(count)s players times games are too many for one form; %(limit)s at most; make several forms",
            count=columns, limit=MOST_COLUMNS,
        )  # fmt: skip
    parts = [asked] if content.by_games else _parts(content)
    made = [Sheets(content.wording, part, measure) for part in parts]
    for sheets in made:
        sheets.warn()
    return [whole(page) for sheets in made for page in sheets]


def _parts(content: Content) -> Iterator[LayoutOptions]:
    """The sheets of a form, each with its players and its game; as even as can be, and with headings if it can be."""
    planner, options = Planner(content), content.options
    held = range(min(MOST_ON_SCREEN, planner.most_columns()), 0, -1)
    plans = ((columns, planner.try_columns(columns)) for columns in held)
    most = next((columns for columns, plan in plans if plan and not content.left_out(plan.lists)), max(held, default=1))
    count = options.players or min(most, content.ruleset.sheet.count)
    sheets = ceil(count / most)
    for game in range(1, options.games + 1) if options.games else (0,):
        for place in range(sheets):
            first, last = count * place // sheets, count * (place + 1) // sheets
            yield replace(options, players=last - first, games=None, first=first + 1, game=game)
