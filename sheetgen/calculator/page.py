"""The calculator as a page for any browser: one file that loads nothing else."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise

from msgspec.structs import replace

from sheetgen.calculator.scripts import (
    Data,
    game_data,
    joined,
    packed,
    script_data,
    strict,
    texts_in,
    translations,
    turn_data,
)
from sheetgen.i18n.catalog import ENGLISH, load_catalog, shipped_languages
from sheetgen.i18n.templating import fingerprint, render
from sheetgen.i18n.wording import Wording
from sheetgen.layout.primitives import PIPS
from sheetgen.layout.rows import SheetRow, numbered, rows_of
from sheetgen.layout.themes import Look, accent_style, screen_style
from sheetgen.rules.ruleset import Ruleset, Total

MOST_PLAYERS = 20
"""Maximum number of players on a page."""
LONGEST_NAME = 80
"""Maximum length of a name that is entered on a page."""
_MOST_NUMBERED = 12
"""Maximum number that dice show for a player, as on the sheet: two sixes."""
_SCRIPT = "main.js"
"""The script of the page, which imports all others."""
_STYLES = ("common.css", "page.css", "games.css", "columns.css")
_RARE = ("columns.css",)
"""Styles that only some games need (`is_rare`)."""


def most_players(ruleset: Ruleset) -> int:
    """Return the maximum number of players on a page."""
    return min(MOST_PLAYERS, ruleset.players.max or MOST_PLAYERS)


def make_page(
    wordings: Sequence[Wording] | Wording,
    names: Sequence[str],
    look: Look | None = None,
    *,
    app: bool = False,
    odds: Mapping[str, tuple[Mapping[int, float], Data | None]] | None = None,
) -> str:
    """Return the page as HTML, for as many players as there are `names`, some of which may be empty.

    It has the games of `wordings`, which are in the language that it opens in; the other languages can be chosen on
    it. `look` has the colours and shapes of a theme. The content security policy allows the page's own script and
    nothing else; that of an `app` allows the files of its folder as well. `odds` has by the ids of games
    the distribution of their totals in best play, and the weights of their boxes.
    """
    wordings = [wordings] if isinstance(wordings, Wording) else wordings
    catalog, games = wordings[0].catalog, [each.ruleset for each in wordings]
    known = {name: {"odds": odds_data(*each)} for name, each in (odds or {}).items()}
    shared = {game.id: rules_data(game) | known.get(game.id, {}) for game in games}
    rare = any(is_rare(game, shared[game.id]["turns"]) for game in games)
    scripts = joined([_SCRIPT])
    styles = joined(each for each in _STYLES if rare or each not in _RARE)
    catalogs = [
        catalog,
        *map(load_catalog, sorted({ENGLISH, *shipped_languages()} - {catalog.language})),
    ]
    data: Data = {
        "language": catalog.language,
        "languages": [each.language for each in catalogs],
        "translations": translations(
            [each for each in catalogs if each.language != ENGLISH], texts_in(scripts)
        ),
        "same": {
            "players": [*names],
            "longest_name": LONGEST_NAME,
            "numbers": [numbered(place) for place in range(1, _MOST_NUMBERED + 1)],
        },
        "games": {
            game.id: {
                "same": shared[game.id],
                "said": {each.language: said_data(Wording(game, each)) for each in catalogs},
            }
            for game in games
        },
    }
    looks = {game.id: (look or Look()).with_accent(game.accent) for game in games}
    first, *_ = looks.values()
    accents = [accent_style(each, name) for name, each in looks.items() if len(games) > 1]
    style = "\n".join((screen_style(first), styles, *accents))
    script, loader = strict(scripts), strict(joined(["loader.js"]))
    symbols = dict.fromkeys(
        face["symbol"]
        for game in data["games"].values()
        for said in game["said"].values()
        for face in said.get("faces", ())
        if face["symbol"]
    )
    return render(
        "page.html.j2",
        catalog,
        folder="calculator",
        language=catalog.language,
        title=page_title(wordings),
        app=app,
        pips=PIPS,
        symbols=symbols,
        shape=first.dice,
        sides=max(game.dice.sides for game in games),
        loader=loader,
        packed=packed([style, script_data(data), script]),
        styles=[fingerprint(style)],
        scripts=list(map(fingerprint, (loader, script))),
    )


def is_rare(ruleset: Ruleset, turns: Data) -> bool:
    """Check whether a game needs the rare scripts.

    It has columns, points by roll, or a win at once.
    """
    return len(ruleset.columns) > 1 or not turns.keys().isdisjoint(
        ("announced", "numbers", "together", "wins")
    )


def page_title(wordings: Sequence[Wording]) -> str:
    """Return the title of a page with these games."""
    if len(wordings) > 1:
        return wordings[0].catalog.text("page", "Dice games")
    return " · ".join(filter(None, (wordings[0].title, wordings[0].variant)))


def rules_data(ruleset: Ruleset) -> Data:
    """Return what the script knows of a game in every language."""
    game, turns = game_data(ruleset), turn_data(ruleset)
    return {
        "key": f"sheetgen {ruleset.id}",
        "rules": fingerprint(script_data(game))[-12:],  # other rules, other games
        "ruleset": ruleset.id,
        "rolls": ruleset.dice.rolls,
        "least_players": ruleset.players.min,
        "most_players": most_players(ruleset),
        "game": game,
        "turns": turns,
    }


def odds_data(chances: Mapping[int, float], worth: Data | None) -> Data:
    """Return the odds of a game: the weights of its boxes as `worth`, if known, and the distribution of totals.

    ``better``: the lowest totals that beat 1 to 99, and 99.5, per cent of all cards. ``bars``: cards per 10,000 in each
    ten points, and ``from``, where the first begins. Bars at both ends with fewer than 20 are left out.
    """
    tens = Counter[int]()
    for total, chance in chances.items():
        tens[total // 10] += round(1e9 * chance)
    seen = [ten for ten, cards in tens.items() if cards >= 2_000_000]
    sums = [
        (total, below)
        for total, below in zip(chances, accumulate(chances.values(), initial=0.0), strict=False)
    ]
    better = [
        next(total for total, below in sums if 100 * below >= share)
        for share in (*range(1, 100), 99.5)
    ]
    bars = [round(tens[ten] / 100_000) for ten in range(min(seen), max(seen) + 1)]
    return {
        "better": better,
        "from": 10 * min(seen),
        "bars": bars,
        **({"worth": worth} if worth else {}),
    }


def said_data(wording: Wording) -> Data:
    """Return what the script knows of a game in one language."""
    columns = wording.ruleset.columns
    several = [
        {
            "prefix": wording.ruleset.prefix(column),
            "name": wording.column_name(column),
            "fill": column.fill,
            "marks": " · ".join(wording.counts_as(column)),
        }
        for column in columns
    ]
    dice = wording.dice
    faces = [
        {"symbol": face.symbol, "name": wording.own_text("face", face.name)} for face in dice.faces
    ]
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
    """Return the rows of the printed sheet as plain data, in groups.

    A heading is the first row of its group.
    """
    groups: list[list[Data]] = [[]]
    (rows,) = rows_of(wording.ruleset, wording)
    lines = [line for row in rows for line in lines_of(row, wording)]
    for row, following in pairwise((*lines, SheetRow("head"))):
        groups += [[]] if row.kind == "head" else []
        groups[-1].append(_row_data(wording, row, following))
    return list(filter(None, groups))


def lines_of(row: SheetRow, wording: Wording) -> tuple[SheetRow, ...]:
    """Return the rows for a row of the sheet.

    One for each of its boxes, if a player has several columns.
    """
    if not row.boxes or len(wording.ruleset.columns) == 1:
        return (row,)
    boxes = [
        replace(row, id=box, name=f"{row.name} {place}", boxes=(), points="")
        for place, box in enumerate(row.boxes, 1)
    ]
    total = wording.ruleset.declared.get(row.points)
    points = (
        (
            SheetRow(
                "sum",
                total.id,
                wording.name(total),
                (row.points_hints,),
                sign="+",
                columns=row.columns,
            ),
        )
        if total
        else ()
    )
    return (*boxes, *points)


def _row_data(wording: Wording, row: SheetRow, following: SheetRow) -> Data:
    """Return the data of a row.

    ``within`` marks a sum that is shown in the row of the bonus below it.
    """
    ruleset, hints = wording.ruleset, [hint[0] for hint in row.hints]
    totals = {where: ruleset.in_first_column(total) for where, total in ruleset.declared.items()}
    own, below, addends = totals.get(row.id), totals.get(following.id), ruleset.addends
    points = totals.get(row.points or row.id)
    data: Data = {
        "kind": row.kind,
        "id": row.id,
        "name": row.name,
        "hint": "".join(hints[-1:] if row.kind == "grand" else hints[:1]),
        "short": hints[1] if len(hints) > 1 and row.kind == "box" else "",
        "dice": row.dice,
        "sign": row.sign,
        "worth": row.worth,
        "most": row.most,
        "level": row.level,
        "boxes": row.boxes,
        "points": row.points,
        "need": need_of(wording, points) if points and points.steps else "",
        "steps": [(step.at_least, step.points) for step in points.steps]
        if points and row.points
        else [],
        "within": own
        and below
        and below.kind == "threshold"
        and addends[below.id] in (addends[own.id], (own.id,)),
        "across": len(ruleset.columns) > 1 and row.columns == ("",) and row.kind != "head",
    }
    return {name: value for name, value in data.items() if value}


def need_of(wording: Wording, total: Total) -> str:
    """Return what earns a bonus, in a few words; empty if it has too many steps for that."""
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
