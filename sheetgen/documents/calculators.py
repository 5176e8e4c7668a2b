"""Score calculators: the sheet as a PDF form that adds itself up, and as a page for the browser."""

import unicodedata
from collections.abc import Sequence

from sheetgen.documents.asked import catalog_of, check_count, check_names, look_of
from sheetgen.errors import SheetgenError
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import Look, find_paper
from sheetgen.rules import Ruleset

_MOST_GAMES = 20
_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Letters that turn the writing around for all that follows."""


def form(
    game: Ruleset,
    *,
    lang: str = "en",
    paper: str = "a4",
    players: int | None = None,
    names: Sequence[str] = (),
    games: int | None = None,
    theme: str | None = None,
    large_print: bool = False,
    command: str = "",
) -> bytes:
    """A sheet as a PDF form: type into it, and its totals add themselves up. Same input, same bytes.

    With `games` there is a column for each game where the columns of the sheet are games, else a page for each.
    `theme` is a name, or a file that ends in ``.toml``; with `large_print` no letter is below 16 points. `command` is
    what the document says of how it was made. Raises SheetgenError for what cannot be.
    """
    from sheetgen.calculator.form import make_form  # noqa: PLC0415 - pages need none of it
    from sheetgen.layout.options import SheetOptions  # noqa: PLC0415 - as above
    from sheetgen.layout.sheet import lay_out_form  # noqa: PLC0415 - as above
    from sheetgen.pdf import Metadata, Output, measure, write_pdf  # noqa: PLC0415 - as above
    from sheetgen.pdf.reading import form_tag  # noqa: PLC0415 - as above

    people, count = _people(names, players)
    wording, sheet, series = (
        Wording(game, catalog_of(lang)),
        find_paper(paper),
        check_count("--games", games, _MOST_GAMES),
    )
    look = look_of(game, theme, ["large_print"] if large_print else [])
    options = SheetOptions(sheet, count, games=series, command=command, look=look)
    pages = lay_out_form(game, wording.catalog, options, measure)
    about = Metadata(wording.title, lang, command, form_tag(game.id))
    return write_pdf(pages, about, make_form(wording, pages, people), Output(look.colours, dice=look.dice))


def page(
    game: Ruleset | Sequence[Ruleset],
    *,
    lang: str = "en",
    players: int | None = None,
    names: Sequence[str] = (),
    theme: str | None = None,
) -> bytes:
    """A page for any browser that keeps the score of a table: one HTML file with everything in it, in UTF-8.

    With several games it begins with a choice of them. `lang` is the language that it opens in; those that ship can be
    chosen on it. `theme` is the name or the file of what its colours and shapes are from. Raises SheetgenError for more
    or fewer players than a game and a page are for, and for a theme that is not there or wrong.
    """
    return _made(game, lang, players, names, theme, app=False)[0].encode()


def app(
    game: Ruleset | Sequence[Ruleset],
    *,
    lang: str = "en",
    players: int | None = None,
    names: Sequence[str] = (),
    theme: str | None = None,
) -> dict[str, bytes]:
    """The page as a folder for a web space, from which phones install it: the contents of its files by their names.

    It takes and raises what `page` does.
    """
    from sheetgen.calculator.app import app_files  # noqa: PLC0415 - a page needs none of it

    html, wordings, look = _made(game, lang, players, names, theme, app=True)
    return app_files(html, wordings, look)


def _made(
    game: Ruleset | Sequence[Ruleset],
    lang: str,
    players: int | None,
    names: Sequence[str],
    theme: str | None,
    *,
    app: bool,
) -> tuple[str, list[Wording], Look]:
    """The page, the games in it in its language, and its look."""
    from sheetgen.calculator.page import make_page, most_players  # noqa: PLC0415 - forms need none of it

    people, count = _people(names, players)
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
    wordings, look = [Wording(each, catalog_of(lang)) for each in games], look_of(games[0], theme)
    return make_page(wordings, people, count, look, app=app), wordings, look


def _people(names: Sequence[str], players: int | None) -> tuple[tuple[str, ...], int | None]:
    """The names, which have only letters that viewers show, and how many play; None if nobody said so."""
    people = check_names(names, players)
    for name in people:
        for letter in name:
            if unicodedata.category(letter) in ("Cc", "Cs") or letter in _TURNING:
                raise SheetgenError(
                    "the name '%(name)s' has a control character in it (U+%(code)s); leave it out", key="--names",
                    name=name, code=f"{ord(letter):04X}",
                )  # fmt: skip
    return people, check_count("--players", players) or len(people) or None
