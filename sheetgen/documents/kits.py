"""Kits for game night: all that a table needs, made from one set of options."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.documents.booklets import BookletOptions, booklet
from sheetgen.documents.calculators import FormOptions, form, page
from sheetgen.documents.limits import check_count, check_names
from sheetgen.documents.sheet_options import MOST_IN_PAD
from sheetgen.documents.sheets import sheet
from sheetgen.errors import Message
from sheetgen.layout.options import Games, Lang, LargePrint, Names, Option, PaperName, Players, SheetOptions, Theme
from sheetgen.layout.paper import find_paper, half
from sheetgen.rules.ruleset import Ruleset

What = Literal["sheets", "rules-in-short", "rules-booklet", "calculator", "calculator-for-phones"]
Options = SheetOptions | BookletOptions | FormOptions
_DOCUMENTS: Mapping[What, Callable[..., bytes]] = {
    "sheets": sheet,
    "rules-in-short": booklet,
    "rules-booklet": booklet,
    "calculator": form,
    "calculator-for-phones": page,
}


class KitOptions(Struct, frozen=True, kw_only=True):
    """Options of a kit. The page is for a table: it has the names of two players or more, and no large print."""

    lang: Lang = None
    paper: PaperName = None
    players: Players = None
    names: Names = ()
    games: Games = None
    theme: Theme = None
    large_print: LargePrint = False
    sheets: Annotated[int | None, Option(Message("Number of score sheets."), "N", usual="1")] = None


class Part(Struct, frozen=True):
    """Document of a kit."""

    what: What
    content: bytes
    """PDF, or the HTML of the page."""
    use: Message
    """Advice on printing or using it: an English sentence to be translated."""
    paper: str = ""
    """Paper that it is printed on; empty for the page."""


_USES: Mapping[What, Message] = {
    "sheets": Message("print at 100 %, on one side"),
    "rules-in-short": Message("print at 100 %, one for each player"),
    "rules-booklet": Message(
        "print on both sides at 100 %, turning over the short edge; lay the sheets in each other and fold"
    ),
    "calculator": Message("fill it in on a screen; it adds itself up"),
    "calculator-for-phones": Message("open it in the browser of a phone; it needs no network"),
}


def kit(
    game: Ruleset, options: KitOptions | None = None, *, base: Ruleset | None = None,
    command_of: Callable[[Options], str] = lambda options: "", **given: Any,
) -> tuple[Part, ...]:  # fmt: skip
    """Return score sheets, the rules in short, the booklet and both calculators.

    Options are a value, or are passed by their names. `base` is the game that this one changes, for the booklet.
    `command_of` returns the command that makes a document from its options. Raises SheetgenError for what is not
    possible; then nothing is made.
    """
    asked = options or KitOptions(**given)
    check_count("--sheets", asked.sheets, MOST_IN_PAD)
    lang, paper = asked.lang or "en", asked.paper or "a4"
    people: dict[str, Any] = {"players": asked.players, "names": check_names(asked.names, asked.players)}
    look: dict[str, Any] = {"theme": asked.theme, "large_print": asked.large_print}
    pad: dict[str, Any] = {"pad": asked.sheets, "glue": "0", "backing": False} if asked.sheets else {}
    by_players, small = game.sheet.columns == "players", half(find_paper(paper)).name
    form_options = FormOptions(lang=lang, paper=paper, games=asked.games, **people, **look)
    is_table = max(asked.players or 0, len(asked.names)) > 1
    documents: dict[What, Options] = {
        "sheets": SheetOptions(
            lang=lang, paper=paper, games=None if by_players else asked.games, **people, **pad, **look
        ),
        "rules-in-short": BookletOptions(lang=lang, form="quick", paper=paper if asked.large_print else small, **look),
        "rules-booklet": BookletOptions(lang=lang, form="booklet", paper=paper, **look),
        "calculator": form_options,
        "calculator-for-phones": form_options if is_table else replace(form_options, players=None, names=()),
    }
    parts = []
    for what, each in documents.items():
        more = {"base": base} if what == "rules-booklet" else {}
        content = _DOCUMENTS[what](game, replace(each, command=command_of(each)), **more)
        parts.append(Part(what, content, _USES[what], "" if what == "calculator-for-phones" else str(each.paper)))
    return tuple(parts)
