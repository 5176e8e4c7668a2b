"""JSON objects that programs exchange with sheetgen, and their published schema."""

import json
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType
from msgspec.json import schema_components

from sheetgen.checker.finding import KINDS, SLIPS

VERSION = 1
"""Version of the format. A new version is one that programs for the old one could misunderstand."""

Whole = Annotated[int, Meta(description="A whole number.")]


class CardIn(Struct, forbid_unknown_fields=True, gc=False):
    """Finished card."""

    boxes: Annotated[
        dict[str, int | str | None],
        Meta(description="Ids of boxes to what is written in them, as a number or as text; null is a blank."),
    ]
    id: Annotated[Raw | UnsetType, Meta(description="Anything; the result carries it too.")] = UNSET
    ruleset: Annotated[str | UnsetType, Meta(description="The ruleset, if --ruleset does not say it.")] = UNSET
    totals: Annotated[
        dict[str, int | str | None] | UnsetType, Meta(description="Ids of totals to what is written there.")
    ] = UNSET


class SlipOut(Struct):
    """Explanation of a wrong sum."""

    kind: Annotated[str, Meta(description="The kind of slip.")]
    places: Annotated[tuple[str, ...], Meta(description="The boxes or totals that it may be about.")]


class FindingOut(Struct, omit_defaults=True, gc=False):
    """Fault on a card."""

    kind: Annotated[str, Meta(description="The kind of finding.")]
    where: Annotated[str, Meta(description="The id of the box or total; empty for the whole card.")]
    written: Annotated[Any, Meta(description="What is written there; null for nothing, a list for several things.")]
    expected: Annotated[tuple[int, ...], Meta(description="What would be right; several if any of them can be.")]
    message: Annotated[str, Meta(description="The finding in words, in the language that was asked for.")]
    fits: Annotated[int | None, Meta(description="The one value with which the written totals come out.")] = None
    slip: Annotated[SlipOut | None, Meta(description="The likeliest slip behind a wrong sum.")] = None
    reading: Annotated[str, Meta(description="Another reading of the rules under which this is right.")] = ""


class TurnOut(Struct, omit_defaults=True):
    """Turn of an order of play."""

    dice: Annotated[tuple[int, ...], Meta(description="The dice on the table at the end of the turn.")]
    box: Annotated[str, Meta(description="The box that is filled.")]
    points: Whole
    bonus: Annotated[int, Meta(description="What the turn earns as a further Yacht.")]
    first_roll: Annotated[bool, Meta(description="Whether the dice have to fall so on the first roll.")] = False
    roll: Annotated[int, Meta(description="The number of the roll on which they have to; 0 if any will do.")] = 0


class ReadOut(Struct):
    """Reading of a place in a picture."""

    value: Annotated[int | None, Meta(description="The number, of what is unsure by its ink alone; null for a blank.")]
    sure: Annotated[bool, Meta(description="Whether it was taken for right; what is unsure is never guessed.")]
    likely: Annotated[
        tuple[tuple[int | None, float], ...],
        Meta(description="What may be written there, each with its probability, the likeliest first."),
    ]


class CardOut(Struct, omit_defaults=True, gc=False):
    """Result for a card."""

    id: Annotated[Any, Meta(description="The id of the card; null if it had none.")]
    valid: Annotated[bool, Meta(description="Whether nothing was found.")]
    findings: Annotated[tuple[FindingOut, ...], Meta(description="Everything that was found, in card order.")]
    total: Annotated[int | None, Meta(description="The right grand total; null if nobody can say.")]
    order: Annotated[
        tuple[TurnOut, ...] | None, Meta(description="An order of play that leads to the card; with --explain.")
    ] = None
    totals: Annotated[
        tuple[int, ...] | None,
        Meta(description="All totals that can be right, where a box proves further Yachts and nothing says how many."),
    ] = None
    read: Annotated[
        dict[str, ReadOut] | None,
        Meta(description="For a card that was read from a picture, what was read, by the ids of boxes and totals."),
    ] = None
    warnings: Annotated[tuple[FindingOut, ...], Meta(description="Names that were taken for those of rows.")] = ()


class PlaceOut(Struct, omit_defaults=True):
    """A player's place in the ranking."""

    rank: Annotated[int, Meta(description="From 1; who ties shares it.")]
    id: Annotated[str, Meta(description="The player.")]
    total: Whole
    match_points: Annotated[int | None, Meta(description="What the columns have brought, where they decide.")] = None
    columns: Annotated[
        dict[str, int] | None, Meta(description="The match points of each column, where they decide; by its id.")
    ] = None
    sweep: Annotated[int | None, Meta(description="The match points for all columns, where these decide.")] = None


class GameOut(Struct):
    """Results for all cards of a game."""

    version: Annotated[int, Meta(description="The version of this format.")]
    ruleset: Annotated[str, Meta(description="The ruleset.")]
    cards: Annotated[tuple[CardOut, ...], Meta(description="The cards, in the order of the file.")]
    ranking: Annotated[tuple[PlaceOut, ...], Meta(description="The players whose right total is known, best first.")]
    unclear: Annotated[tuple[str, ...], Meta(description="The players whose right total nobody can say.")]
    winner_changes: Annotated[
        bool | None,
        Meta(description="Whether mending the mistakes makes another winner; null while a total is unclear."),
    ]
    picture: Annotated[
        str | UnsetType, Meta(description="The picture that the cards were read from, and which page or sheet of it.")
    ] = UNSET


class RollIn(Struct, forbid_unknown_fields=True):
    """Roll of the dice."""

    dice: Annotated[tuple[int, ...], Meta(description="The faces of the dice.")]
    id: Annotated[Raw | UnsetType, Meta(description="Anything; the result carries it too.")] = UNSET
    ruleset: Annotated[str | UnsetType, Meta(description="The ruleset, if --ruleset does not say it.")] = UNSET
    filled: Annotated[
        dict[str, int | str | None], Meta(description="Ids of filled boxes to what is written in them.")
    ] = {}
    first_roll: Annotated[bool, Meta(description="Whether the dice are those of the first roll.")] = False
    roll: Annotated[int, Meta(description="The number of the roll in its turn; left out, the last.")] = 0
    together: Annotated[bool, Meta(description="Whether all dice were thrown together.")] = False


class EntryOut(Struct):
    """Legal use of a roll."""

    points: Annotated[tuple[int, ...], Meta(description="What may be written; several if a joker may be declined.")]
    bonus: Annotated[int, Meta(description="What it earns as a further Yacht.")]


class RollOut(Struct, omit_defaults=True):
    """Every legal entry of a roll."""

    entries: Annotated[dict[str, EntryOut], Meta(description="Ids of boxes to what may be written there.")]
    id: Annotated[Any, Meta(description="The id of the roll; left out if it had none.")] = UNSET
    findings: Annotated[tuple[FindingOut, ...], Meta(description="Why a line could not be used.")] = ()


class ThrowIn(Struct):
    """Roll of the page's own dice."""

    roll: Annotated[tuple[int, ...], Meta(description="The faces of all dice after the roll, place by place.")]
    keep: Annotated[tuple[int, ...], Meta(description="The faces that stayed for the next roll.")] = ()


class PlayedIn(Struct):
    """Entry in a box."""

    player: Annotated[str, Meta(description="The id of the player.")]
    box: Annotated[str, Meta(description="The id of the box.")]
    points: Whole
    bonus: Annotated[int, Meta(description="What it earned as a further Yacht.")] = 0
    dice: Annotated[tuple[int, ...] | None, Meta(description="The dice, if they were told to the page.")] = None
    first: Annotated[bool, Meta(description="Whether the dice are those of the first roll.")] = False
    throws: Annotated[tuple[ThrowIn, ...], Meta(description="The rolls of the turn, if the page rolled.")] = ()
    fixed: Annotated[bool, Meta(description="Whether it was corrected later.")] = False


class PlayerIn(Struct):
    """Player of a game."""

    id: Annotated[str, Meta(description="What the entries call the player.")]
    name: Annotated[str, Meta(description="The name; empty if nobody said it.")] = ""
    left: Annotated[bool, Meta(description="Whether the player left before the end.")] = False


class MatchIn(Struct):
    """Game of several players."""

    players: Annotated[tuple[PlayerIn, ...], Meta(description="In the order of play.")]
    entries: Annotated[tuple[PlayedIn, ...], Meta(description="In the order in which they were written.")]
    id: Annotated[str, Meta(description="What tells the game from others.")] = ""
    started: Annotated[str, Meta(description="When it began, as ISO 8601 has it.")] = ""
    when: Annotated[str, Meta(description="When it ended; left out while it runs.")] = ""
    won: Annotated[str, Meta(description="The id of the player who won it at once, if somebody did.")] = ""


class GamesIn(Struct):
    """Games that a calculator page has saved."""

    sheetgen: Annotated[Literal["games"], Meta(description="What kind of file it is.")]
    version: Annotated[Literal[1], Meta(description="The version of this format.")]
    ruleset: Annotated[str, Meta(description="The ruleset of all of them.")]
    games: Annotated[tuple[MatchIn, ...], Meta(description="The games, the oldest first.")]


def cards_schema() -> str:
    """Return the JSON Schema (draft 2020-12) of cards, rolls, results, maps of sheets and saved games."""
    from sheetgen.cards.maps import MapOut  # noqa: PLC0415 - loads the layout, which no card needs

    uses = {
        CardIn: "card", CardOut: "result", RollIn: "roll", RollOut: "entries", GameOut: "game", MapOut: "map",
        GamesIn: "games",
    }  # fmt: skip
    _, found = schema_components(uses, ref_template="#/$defs/{name}")
    parts: dict[str, Any] = {name: found[name] for name in sorted(found)}
    parts["FindingOut"]["properties"]["kind"]["enum"] = list(KINDS)
    parts["SlipOut"]["properties"]["kind"]["enum"] = list(SLIPS)
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"sheetgen cards, rolls, results, maps of sheets and games of pages, version {VERSION}",
        "anyOf": [{"title": use, "$ref": f"#/$defs/{record.__name__}"} for record, use in uses.items()],
        "$defs": parts,
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
