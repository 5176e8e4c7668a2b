"""Score calculators: the sheet as a PDF form that adds itself up, and as a page for the browser."""

import unicodedata
from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Struct

from sheetgen.errors import Message, SheetgenError
from sheetgen.i18n.wording import Wording
from sheetgen.layout import options as shared
from sheetgen.layout.paper import find_paper
from sheetgen.layout.themes import Look
from sheetgen.rules.ruleset import Ruleset

# Imported where they are needed: forms, with the layout and the PDF (160 ms), and pages, with their templates (170 ms).

_MOST_GAMES = 20
"""Maximum number of games of a form."""
_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Control characters that change the direction of all text behind them."""


class FormOptions(Struct, frozen=True, kw_only=True):
    """Options of a calculator, in the order of the command in a form. A page has no paper and no large print."""

    lang: shared.Lang = None
    """Language of a form, and the one in which a page opens; English if it is None."""
    paper: shared.PaperName = None
    players: shared.Players = None
    names: shared.Names = ()
    games: Annotated[
        int | str | None,
        shared.Option(
            Message("Number of games of a form; with --format html the games of the page: all, or names with commas."),
            "N",
        ),
    ] = None
    """Number of games of a form: of columns where the columns are games, else of pages."""
    theme: shared.Theme = None
    large_print: shared.LargePrint = False
    command: str = ""
    """Command that made the document."""


def form(game: Ruleset, options: FormOptions | None = None, **given: Any) -> bytes:
    """Return a sheet as a PDF form whose totals add themselves up. Same input, same bytes.

    Options are a value, or are passed by their names. Raises SheetgenError for what is not possible.
    """
    from sheetgen.calculator.form import make_form
    from sheetgen.layout.sheet import lay_out_form
    from sheetgen.pdf.document import Metadata, Output
    from sheetgen.pdf.fields import write_form
    from sheetgen.pdf.fonts import measure
    from sheetgen.pdf.reading import form_tag

    asked = options or FormOptions(**given)
    people, count = _people(asked)
    wording, sheet = Wording(game, shared.catalog_of(asked.lang)), find_paper(asked.paper or "a4")
    look = shared.look_of(game, asked.theme, ["large_print"] if asked.large_print else [])
    games = asked.games
    if isinstance(games, str):
        if not (games.isascii() and games.isdigit() and len(games) < 10):
            right = Message("a number")
            raise SheetgenError("wrote %(written)s; should be %(right)s", key="--games", written=games, right=right)
        games = int(games)
    shared.check_count("--games", games, _MOST_GAMES)
    layout = shared.LayoutOptions(sheet, players=count, games=games, command=asked.command, look=look)
    pages = lay_out_form(game, wording.catalog, layout, measure)
    about = Metadata(wording.title, wording.catalog.language, asked.command, form_tag(game.id))
    return write_form(pages, about, make_form(wording, pages, people), Output(look.colours, dice=look.dice))


def page(game: Ruleset | Sequence[Ruleset], options: FormOptions | None = None, **given: Any) -> bytes:
    """Return a page for any browser that keeps the score of a table: one HTML file with everything in it, in UTF-8.

    With several games it begins with a choice of them. The shipped languages can be chosen on it. Raises SheetgenError
    for more or fewer players than a game and a page are for, and for a theme that is missing or wrong.
    """
    return _made(game, options or FormOptions(**given), app=False)[0].encode()


def app(game: Ruleset | Sequence[Ruleset], options: FormOptions | None = None, **given: Any) -> dict[str, bytes]:
    """Return the page as a folder for a web space, from which phones install it: contents of files by their names.

    Takes and raises what `page` does.
    """
    from sheetgen.calculator.app import app_files

    html, wordings, look = _made(game, options or FormOptions(**given), app=True)
    return app_files(html, wordings, look)


def _made(game: Ruleset | Sequence[Ruleset], asked: FormOptions, *, app: bool) -> tuple[str, list[Wording], Look]:
    """Return the page, its games in its language, and its look."""
    from sheetgen.calculator.page import make_page, most_players

    people, count = _people(asked)
    games = [game] if isinstance(game, Ruleset) else list(game)
    least = max(each.players.min for each in games)
    count = count or max(2, least)
    for each in games:
        limits, most = each.players, most_players(each)
        if not limits.min <= count <= most:
            raise SheetgenError(
                "%(count)s players; %(ruleset)s is for %(least)s to %(most)s on a page", count=count,
                ruleset=each.id, least=limits.min, most=most,
            )  # fmt: skip
    wordings = [Wording(each, shared.catalog_of(asked.lang)) for each in games]
    look = shared.look_of(games[0], asked.theme)
    return make_page(wordings, people, count, look, app=app), wordings, look


def _people(asked: FormOptions) -> tuple[tuple[str, ...], int | None]:
    """Return the names, which have only letters that viewers show, and the number of players, if it is set."""
    people = shared.check_names(asked.names, asked.players)
    for name in people:
        for letter in name:
            if unicodedata.category(letter) in ("Cc", "Cs") or letter in _TURNING:
                raise SheetgenError(
                    "the name '%(name)s' has a control character in it (U+%(code)s); leave it out", key="--names",
                    name=name, code=f"{ord(letter):04X}",
                )  # fmt: skip
    return people, shared.check_count("--players", asked.players) or len(people) or None
