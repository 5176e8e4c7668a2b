"""Score calculators: the sheet as a PDF form that adds itself up, and as a page for the browser."""

import unicodedata
from collections.abc import Sequence

from sheetgen.documents.asked import catalog_of, check_count, check_names, look_of
from sheetgen.errors import SheetgenError
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import find_paper
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
    from sheetgen.layout import SheetOptions  # noqa: PLC0415 - as above
    from sheetgen.layout.forms import lay_out_form  # noqa: PLC0415 - as above
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
    game: Ruleset,
    *,
    lang: str = "en",
    players: int | None = None,
    names: Sequence[str] = (),
    theme: str | None = None,
) -> bytes:
    """A page for any browser that keeps the score of a table: one HTML file with everything in it, in UTF-8.

    `theme` is the name or the file of what its colours and shapes are from. Raises SheetgenError for more or fewer
    players than the game and a page are for, and for a theme that is not there or wrong.
    """
    from sheetgen.calculator.page import make_page, most_players  # noqa: PLC0415 - forms need none of it

    people, count = _people(names, players)
    limits, most = game.players, most_players(game)
    count = count or max(2, limits.min)
    if not limits.min <= count <= most:
        raise SheetgenError(
            "%(count)s players; %(ruleset)s is for %(least)s to %(most)s on a page", count=count,
            ruleset=game.id, least=limits.min, most=most,
        )  # fmt: skip
    return make_page(Wording(game, catalog_of(lang)), people, count, look_of(game, theme)).encode()


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
