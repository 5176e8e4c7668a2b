"""A page that adds itself up in any browser: one file, with everything in it and nothing from elsewhere."""

import json
import zlib
from base64 import b64encode
from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from sheetgen import files
from sheetgen.calculator.game import Data, compact, game_data, script_data, turn_data
from sheetgen.calculator.words import page_words
from sheetgen.i18n.catalog import ENGLISH, load_catalog, shipped_languages
from sheetgen.i18n.further_words import counts_as
from sheetgen.i18n.templating import fingerprint, render
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import Look
from sheetgen.layout.primitives import PIPS
from sheetgen.layout.rows import SheetRow, numbered, rows_of
from sheetgen.layout.screen import accent_style, screen_style
from sheetgen.rules import Ruleset, Total

MOST_PLAYERS = 20
"""The maximum number of players of a table in a browser."""
LONGEST_NAME = 80
_MOST_NUMBERED = 12
"""Up to here players are numbered with dice, as on the sheet."""
_SCRIPTS = (
    "engine.js", "turns.js", "match.js", "offers.js", "files.js", "elements.js", "choice.js", "state.js", "sheets.js",
    "shell.js", "head.js", "table.js", "dock.js", "ask.js", "people.js", "end.js", "menu.js", "keys.js", "stats.js",
    "games.js", "share.js", "comfort.js", "languages.js", "start.js",
)  # fmt: skip
_STYLES = ("common.css", "page.css", "games.css")
_FURTHER = ("columns.js", "columns.css")
"""What only some games need (`is_further`); the script stands before shell.js, which makes what is seen."""


def most_players(ruleset: Ruleset) -> int:
    """How many players a page has room for."""
    return min(MOST_PLAYERS, ruleset.players.max or MOST_PLAYERS)


def make_page(
    wordings: Sequence[Wording] | Wording, names: Sequence[str], players: int | None = None, look: Look | None = None,
    *, app: bool = False,
) -> str:  # fmt: skip
    """The page as HTML, for as many players as there are `names`, or for `players`, some of them without one.

    It has the games of `wordings`, which are in the language that it opens in; those that ship can be chosen on it.
    `look` has the colours and shapes of a theme. The page runs its own script and no other, which its content security
    policy says; that of an `app` takes the files of its folder as well.
    """
    wordings = [wordings] if isinstance(wordings, Wording) else wordings
    catalog, games = wordings[0].catalog, [each.ruleset for each in wordings]
    data = all_data(wordings, [*names, *[""] * ((players or 0) - len(names))])
    further = _FURTHER if any(map(is_further, data["games"].values())) else ()
    at = _SCRIPTS.index("shell.js")
    scripts = "\n".join(compact(files.script(name)) for name in (*_SCRIPTS[:at], *further[:1], *_SCRIPTS[at:]))
    script, loader = (
        f'"use strict";\n(function () {{\n{each}}})();\n' for each in (scripts, compact(files.script("loader.js")))
    )
    looks = {game.id: (look or Look()).with_accent(game.accent) for game in games}
    first, *_ = looks.values()
    accents = [accent_style(each, name) for name, each in looks.items()] if len(games) > 1 else []
    style = "\n".join((*map(compact, map(files.script, (*_STYLES, *further[1:]))), *accents))
    colours = screen_style(first)
    said = [each for game in data["games"].values() for each in game["said"].values()]
    symbols = dict.fromkeys(face["symbol"] for each in said for face in each.get("faces", ()) if face["symbol"])
    return render(
        "page.html.j2", catalog, folder="calculator", language=catalog.language, title=page_title(wordings), app=app,
        pips=PIPS, symbols=symbols, shape=first.dice, sides=max(game.dice.sides for game in games),
        colours=colours, loader=loader,
        packed=packed([style, script_data(data), script]), styles=list(map(fingerprint, (colours, style))),
        scripts=list(map(fingerprint, (loader, script))),
    )  # fmt: skip


def is_further(game: Data) -> bool:
    """Whether a game, as `all_data` has it, needs what few do: columns, points by roll, a win at once."""
    turns, said = game["same"]["turns"], next(iter(game["said"].values()))
    return "columns" in said or not turns.keys().isdisjoint(("announced", "numbers", "together", "wins"))


def page_title(wordings: Sequence[Wording]) -> str:
    """What a page of these games is called."""
    if len(wordings) > 1:
        return wordings[0].catalog.text("page", "Dice games")
    return " · ".join(filter(None, (wordings[0].title, wordings[0].variant)))


def packed(texts: Sequence[str]) -> str:
    """Texts as JSON, deflated, in letters that may stand in HTML: a third of what they are, for loader.js to unpack."""
    return b64encode(zlib.compress(json.dumps(texts).encode(), 9)).decode()


def all_data(wordings: Sequence[Wording], names: Sequence[str]) -> Data:
    """Everything that the script of a page knows: of each game what all languages share, and what each says."""
    own = wordings[0].catalog
    others = sorted({ENGLISH, *shipped_languages()} - {own.language})
    catalogs = [own, *map(load_catalog, others)]
    games = {
        each.ruleset.id: {
            "same": rules_data(each.ruleset),
            "said": {one.language: said_data(Wording(each.ruleset, one)) for one in catalogs},
        }
        for each in wordings
    }
    further = any(map(is_further, games.values()))
    return {
        "language": own.language,
        "words": {each.language: page_words(each, further) for each in catalogs},
        "same": {
            "players": names,
            "longest_name": LONGEST_NAME,
            "numbers": [numbered(place) for place in range(1, _MOST_NUMBERED + 1)],
        },
        "games": games,
    }


def rules_data(ruleset: Ruleset) -> Data:
    """What the script knows of a game, whatever the language."""
    game, turns = game_data(ruleset), turn_data(ruleset)
    return {
        "key": f"sheetgen {ruleset.id} {fingerprint(script_data([game, turns]))[-12:]}",  # other rules, other games
        "ruleset": ruleset.id,
        "rolls": ruleset.dice.rolls,
        "least_players": ruleset.players.min,
        "most_players": most_players(ruleset),
        "game": game,
        "turns": turns,
    }


def said_data(wording: Wording) -> Data:
    """What the script knows of a game in a language."""
    columns = wording.ruleset.columns
    several = [
        {
            "prefix": wording.ruleset.prefix(column), "name": wording.column_name(column), "fill": column.fill,
            "marks": " · ".join(counts_as(wording, column)),
        }
        for column in columns
    ]  # fmt: skip
    dice = wording.dice
    faces = [{"symbol": face.symbol, "name": wording.own_name("face", face.name)} for face in dice.faces]
    return {
        **({"columns": several} if len(columns) > 1 else {}),
        **({"faces": faces} if faces else {}),
        "title": wording.title,
        "variant": wording.variant,
        "signature": [(dice.shown(face), kind) for face, kind in wording.ruleset.signature],
        "facts": wording.facts(),
        "reminders": " ".join(wording.reminders(on_paper=False)),
        "separator": wording.catalog.cell_separator,
        "rows": [(where, wording.row(where)) for where in wording.ruleset.rows],
        "table": table_data(wording),
    }


def table_data(wording: Wording) -> list[list[Data]]:
    """The rows of the printed sheet as plain data, in groups that begin with a heading if there is one."""
    groups: list[list[Data]] = [[]]
    (rows,) = rows_of(wording.ruleset, wording)
    lines = [line for row in rows for line in lines_of(row, wording)]
    for row, following in pairwise((*lines, SheetRow("head"))):
        groups += [[]] if row.kind == "head" else []
        groups[-1].append(_row_data(wording, row, following))
    return list(filter(None, groups))


def lines_of(row: SheetRow, wording: Wording) -> tuple[SheetRow, ...]:
    """A row; of a category with several boxes, where a player has several columns, one for each box and its points."""
    if not row.boxes or len(wording.ruleset.columns) == 1:
        return (row,)
    boxes = [
        replace(row, id=box, name=f"{row.name} {place}", boxes=(), points="") for place, box in enumerate(row.boxes, 1)
    ]
    total = wording.ruleset.declared.get(row.points)
    points = (
        (SheetRow("sum", total.id, wording.name(total), ((row.points_hint,),), sign="+", columns=row.columns),)
        if total
        else ()
    )
    return (*boxes, *points)


def _row_data(wording: Wording, row: SheetRow, following: SheetRow) -> Data:
    """What a row says; ``within`` if it is the sum that the bonus below it is for, which shows it too."""
    ruleset, hints = wording.ruleset, [hint[0] for hint in row.hints]
    totals = {where: ruleset.in_first_column(total) for where, total in ruleset.declared.items()}
    own, below, addends = totals.get(row.id), totals.get(following.id), ruleset.addends
    points = totals.get(row.points or row.id)
    data: Data = {
        "kind": row.kind, "id": row.id, "name": row.name,
        "hint": "".join(hints[-1:] if row.kind == "grand" else hints[:1]),
        "short": hints[1] if len(hints) > 1 and row.kind == "box" else "", "dice": row.dice, "sign": row.sign,
        "worth": row.worth, "most": row.most, "level": row.level, "boxes": row.boxes, "points": row.points,
        "need": need_of(wording, points) if points and points.steps else "",
        "steps": [(step.at_least, step.points) for step in points.steps] if points and row.points else [],
        "within": own and below and below.kind == "threshold" and addends[below.id] in (addends[own.id], (own.id,)),
        "across": len(ruleset.columns) > 1 and row.columns == ("",) and row.kind != "head",
    }  # fmt: skip
    return {name: value for name, value in data.items() if value}


def need_of(wording: Wording, total: Total) -> str:
    """What it takes to earn the points of a total with steps, in a few words; empty where that takes a ladder."""
    text, step, parts = wording.catalog.text, total.steps[0], len(wording.ruleset.addends[total.id])
    if total.kind == "count" and [(each.at_least, each.points) for each in total.steps] == [
        (place, step.points * place) for place in range(1, parts + 1)
    ]:
        return text("page", "%(points)s for each", points=step.points)
    if len(total.steps) > 1 or (total.kind == "count" and step.at_least < parts):
        return ""
    if total.kind == "count":
        return text("page", "%(points)s if all score", points=step.points)
    return text("page", "%(points)s from %(sum)s", points=step.points, sum=step.at_least)
