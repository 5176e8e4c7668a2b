"""Other names of the games that ship, some of them trade marks, with what to mind.

sheetgen has nothing to do with their makers. The table of docs/gallery.md is written from this.
"""

from collections.abc import Mapping

from msgspec import Struct

from sheetgen.errors import Message
from sheetgen.i18n.catalog import Catalog


class KnownAs(Struct, frozen=True):
    """Names by which people know a game, and the games that it can be here."""

    names: Mapping[str, tuple[str, ...]]
    """Names by the code of their language; empty for those of all languages."""
    games: tuple[str, ...]
    """Ids of the games, the likeliest first."""
    mind: Message | None = None
    """What is different here, or which of the games is which."""
    who: Message | None = None
    """What people say that they know, if it is more than the names."""

    @property
    def all_names(self) -> tuple[str, ...]:
        """Names in all languages."""
        return tuple(name for names in self.names.values() for name in names)

    def in_words(self, catalog: Catalog) -> tuple[str, str]:
        """Return what people know, and what to mind, in the words of a language."""
        names = ", ".join(self.all_names)
        who = catalog.message(self.who, names=names) if self.who else names
        mind = catalog.message(self.mind) if self.mind else ""
        return who, mind


_THIRTEEN = {"": ("Yahtzee",), "de": ("Kniffel",), "fr": ("Yam's",)}
KNOWN_AS = (
    KnownAs(
        _THIRTEEN,
        ("numbers-hands",),
        Message(
            "a further Yacht earns 100 and fills its own number first; the first one goes into its "
            "own box"
        ),
        Message("%(names)s, with 13 boxes"),
    ),
    KnownAs(
        _THIRTEEN,
        ("bonus-yachts",),
        Message("a further Yacht earns 100 and goes where you like"),
        Message("the same, with free jokers"),
    ),
    KnownAs(
        {"": ("Triple Yahtzee",)},
        ("triple-chips", "triple"),
        Message(
            "columns count once, twice and three times; in the second further Yachts earn nothing"
        ),
    ),
    KnownAs(
        _THIRTEEN,
        ("two-columns", "three-columns"),
        Message("each column is a game of its own, with its bonus and its jokers"),
        Message("the same 13 boxes in two or three columns at once"),
    ),
    KnownAs(
        _THIRTEEN,
        ("four-columns",),
        Message("down, free, up and announced"),
        Message("the same 13 boxes in four columns"),
    ),
    KnownAs({"": ("Kismet",)}, ("colours",), Message("the pips have colours")),
    KnownAs(
        {"": ("Yacht",), "nl": ("Jacht",)},
        ("dice-play", "players-choice"),
        Message("12 boxes, straights of five for 30, no bonus"),
    ),
    KnownAs(
        {"": ("Yacht Dice",)},
        ("yacht-12",),
        Message("12 boxes, a straight of four for 15, bonus of 35"),
    ),
    KnownAs(
        {"": ("Yatzy",)},
        ("yatzy", "forced-yatzy"),
        Message("the second one from top to bottom"),
    ),
    KnownAs(
        {"": ("Maxi Yatzy",)},
        ("maxi-yatzy", "maxi-yatzy-saved", "forced-maxi-yatzy"),
        Message("six dice, 20 boxes; in the second one, rolls that are not used are saved"),
    ),
    KnownAs(
        {"": ("Generala",)},
        ("generala", "generala-double", "generala-13"),
        Message("the second one has a box for another Generala; the third has 13 boxes"),
    ),
    KnownAs(
        {"": ("General",)},
        ("general",),
        Message("ones are wild in straights"),
    ),
    KnownAs(
        {"fr": ("Yams", "Yam")},
        ("yams", "yams-4"),
        Message("the second one has a column for first rolls"),
        Message("%(names)s, with columns"),
    ),
    KnownAs(
        {"fr": ("Yams", "Yam")},
        ("yams-13",),
        Message("13 boxes, no joker"),
        Message("%(names)s, with one column"),
    ),
    KnownAs(
        {"": ("Yamb", "Jamb")},
        ("yamb", "yamb-7", "yamb-10", "yamb-6"),
        Message("four columns, seven or ten; the last one has six dice, of which five count"),
    ),
    KnownAs({"": ("Escalero",)}, ("escalero",), Message("poker dice, three columns")),
    KnownAs(
        {"de": ("Würfelpoker",), "fr": ("Poker d’as",)},
        ("wuerfelpoker",),
        Message("poker dice, one column"),
    ),
    KnownAs({"": ("Balut", "Cheerio", "Crag")}, ("balut", "cheerio", "crag")),
)
"""Games by the names that people look for, in the order of the gallery."""


def known_as_table(catalog: Catalog) -> str:
    """Return the table of the gallery as Markdown."""
    text = catalog.message
    head = text(Message("you know")), text(Message("take")), text(Message("and mind"))
    lines = [" | ".join(("", *head, "")).strip(), "|---|---|---|"]
    for known in KNOWN_AS:
        who, mind = known.in_words(catalog)
        games = ", ".join(f"`{game}`" for game in known.games)
        lines.append(f"| {who} | {games} | {mind} |" if mind else f"| {who} | {games} | |")
    return "\n".join(lines) + "\n"


def games_known_as(name: str) -> tuple[str, ...]:
    """Return the ids of the games that people know by a name, the likeliest first.

    Capitals do not matter. An empty tuple for a name that is unknown.
    """
    games: list[str] = []
    for known in KNOWN_AS:
        if name.casefold() in map(str.casefold, known.all_names):
            games += [game for game in known.games if game not in games]
    return tuple(games)
