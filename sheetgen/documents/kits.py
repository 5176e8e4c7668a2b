"""A kit for game night: all that a table needs, made from one set of options."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from sheetgen.documents.asked import check_count, check_names
from sheetgen.documents.booklets import booklet
from sheetgen.documents.calculators import form, page
from sheetgen.documents.options import MOST_IN_PAD
from sheetgen.documents.sheets import sheet
from sheetgen.errors import Message
from sheetgen.layout.options import find_paper, half
from sheetgen.layout.themes import DEFAULT
from sheetgen.rules.ruleset import Ruleset

What = Literal["sheets", "rules-in-short", "rules-booklet", "calculator", "calculator-for-phones"]
Options = Mapping[str, Any]
_DOCUMENTS: Mapping[What, Callable[..., bytes]] = {
    "sheets": sheet,
    "rules-in-short": booklet,
    "rules-booklet": booklet,
    "calculator": form,
    "calculator-for-phones": page,
}


class Part(Struct, frozen=True):
    """One document of a kit."""

    what: What
    content: bytes
    """A PDF, or the HTML of the page."""
    use: Message
    """How to print it, or what to do with it: an English sentence to be translated."""
    paper: str = ""
    """What it is printed on; nothing for the page."""


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
    game: Ruleset,
    *,
    lang: str = "en",
    paper: str = "a4",
    players: int | None = None,
    names: Sequence[str] = (),
    games: int | None = None,
    sheets: int | None = None,
    theme: str | None = None,
    large_print: bool = False,
    base: Ruleset | None = None,
    command_of: Callable[[What, Options], str] = lambda what, options: "",
) -> tuple[Part, ...]:
    """Score sheets, the rules in short, the booklet and both calculators; `sheets` is the number of score sheets.

    All have the `theme` and, but for the page, large print if that is asked for. The page is for a table: it has the
    names of two players or more. `base` is the game that this one changes,
    for the booklet. `command_of` gives what a document says of how it was made, from which one it is and its options.
    Raises SheetgenError for what cannot be; then nothing is made.
    """
    check_count("--sheets", sheets, MOST_IN_PAD)
    people = {"players": players, "names": check_names(names, players)}
    small = half(find_paper(paper)).name
    pad = {"pad": sheets, "glue": "0", "backing": False} if sheets else {}
    by_players, look = game.sheet.columns == "players", {"theme": theme, "large_print": large_print}
    rules = {**look, "theme": theme or DEFAULT}
    found: dict[What, dict[str, Any]] = {
        "sheets": {"paper": paper, **people, "games": None if by_players else games, **pad, **look},
        "rules-in-short": {"form": "quick", "paper": paper if large_print else small, **rules},
        "rules-booklet": {"form": "booklet", "paper": paper, **rules},
        "calculator": {"paper": paper, **people, "games": games, **look},
        "calculator-for-phones": {**(people if max(players or 0, len(names)) > 1 else {}), "theme": theme},
    }
    more: dict[What, dict[str, Any]] = {"rules-booklet": {"base": base}}
    parts = []
    for what, options in found.items():
        asked = {"lang": lang, **options}
        command = {} if what == "calculator-for-phones" else {"command": command_of(what, asked)}
        content = _DOCUMENTS[what](game, **asked, **command, **more.get(what, {}))
        parts.append(Part(what, content, _USES[what], options.get("paper", "")))
    return tuple(parts)
