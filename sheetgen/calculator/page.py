"""The calculator as a page for any browser: one file that loads nothing else."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise

from msgspec import Struct
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
from sheetgen.rules.ruleset import Column, Ruleset, Total

MOST_PLAYERS = 20
"""Maximum number of players on a page."""
LONGEST_NAME = 80
"""Maximum length of a name that is entered on a page."""
_MOST_NUMBERED = 12
"""Maximum number that dice show for a player, as on the sheet: two sixes."""
_SCRIPT = "main.js"
"""The script of the page, which imports all others."""
_TABLE_SCRIPT = "live.js"
"""The script of the page of a table, which imports that of the page."""
_CHANCES_SCRIPT = "chances-worker.js"
"""The script of the worker that plays games out. Only pages with weights of boxes have it."""
_STYLES = ("common.css", "page.css", "games.css", "columns.css")
_TABLE_STYLE = "table.css"
_SCREEN_SCRIPT = "screen.js"
"""The script of the big screen of a table."""
_SCREEN_STYLES = ("common.css", "screen.css")
_RARE = ("columns.css",)
"""Styles that only some games need (`is_rare`)."""


class Origin(Struct, frozen=True):
    """Where browsers get the page from, unless it is a file alone."""

    app: bool = False
    """Flag: it is in a folder of a web space, with the files of an app."""
    table: str = ""
    """Id of the table whose server sends it; empty for a page that plays alone."""
    screen: bool = False
    """Flag: it is the page of the big screen of this table."""

    @property
    def script(self) -> str:
        """Script that imports all others."""
        if self.screen:
            return _SCREEN_SCRIPT
        return _TABLE_SCRIPT if self.table else _SCRIPT

    @property
    def styles(self) -> tuple[str, ...]:
        """Styles, those included that only some games need."""
        if self.screen:
            return _SCREEN_STYLES
        return (*_STYLES, _TABLE_STYLE) if self.table else _STYLES


FILE_ALONE = Origin()


def most_players(ruleset: Ruleset) -> int:
    """Return the maximum number of players on a page."""
    return min(MOST_PLAYERS, ruleset.players.max or MOST_PLAYERS)


def make_page(
    wordings: Sequence[Wording] | Wording,
    names: Sequence[str],
    look: Look | None = None,
    *,
    origin: Origin = FILE_ALONE,
    odds: Mapping[str, tuple[Mapping[int, float], Data | None]] | None = None,
) -> str:
    """Return the page as HTML, for as many players as there are `names`.

    Names may be empty. It has the games of `wordings`, which are in the language that it opens in;
    the other languages can be chosen on it. `look` has the colours and shapes of a theme. The
    content security policy allows the page's own scripts and nothing else: a worker that plays
    games out is made of a text of the page. The policy of an app allows the files of its folder as
    well, that of a table requests to its server, with which the scripts share the game with other
    phones. `odds` has by the ids of games the distribution of their totals in best play, and the
    weights of their boxes.
    """
    wordings = [wordings] if isinstance(wordings, Wording) else wordings
    catalog = wordings[0].catalog
    games = [wording.ruleset for wording in wordings]
    rules = {game.id: rules_data(game) for game in games}
    for name, (chances, weights) in (odds or {}).items():
        if name in rules:
            rules[name]["odds"] = odds_data(chances, weights)
    has_rare = any(is_rare(game, rules[game.id]["turns"]) for game in games)
    scripts = joined([origin.script])
    styles = joined([name for name in origin.styles if has_rare or name not in _RARE])
    other_languages = sorted({ENGLISH, *shipped_languages()} - {catalog.language})
    catalogs = [catalog, *map(load_catalog, other_languages)]
    data: Data = {
        "language": catalog.language,
        "languages": [other.language for other in catalogs],
        "translations": translations(
            [other for other in catalogs if other.language != ENGLISH], texts_in(scripts)
        ),
        "same": {
            "players": [*names],
            "longest_name": LONGEST_NAME,
            "numbers": [numbered(place) for place in range(1, _MOST_NUMBERED + 1)],
        },
        "games": {},
    }
    if origin.table:
        data["table"] = origin.table
    if origin.screen:
        data["screen"] = True
    for game in games:
        words = {other.language: said_data(Wording(game, other)) for other in catalogs}
        data["games"][game.id] = {"same": rules[game.id], "said": words}
    looks = {game.id: (look or Look()).with_accent(game.accent) for game in games}
    first_look = looks[games[0].id]
    style_parts = [screen_style(first_look), styles]
    if len(games) > 1:
        style_parts += [accent_style(own_look, name) for name, own_look in looks.items()]
    style = "\n".join(style_parts)
    script, loader = strict(scripts), strict(joined(["loader.js"]))
    workers = []
    if any("worth" in each.get("odds", {}) for each in rules.values()):
        workers.append(strict(joined([_CHANCES_SCRIPT])))
    return render(
        "screen.html.j2" if origin.screen else "page.html.j2",
        catalog,
        folder="calculator",
        language=catalog.language,
        title=page_title(wordings),
        app=origin.app,
        table=origin.table,
        pips=PIPS,
        symbols=_symbols(data),
        shape=first_look.dice,
        sides=max(game.dice.sides for game in games),
        loader=loader,
        worker=bool(workers),
        packed=packed([style, data, script, *workers]),
        styles=[fingerprint(style)],
        scripts=[fingerprint(loader), fingerprint(script)],
    )


def _symbols(data: Data) -> list[str]:
    """Return the symbols on faces of the games' dice in all languages, each once."""
    symbols: dict[str, None] = {}
    for game in data["games"].values():
        for words in game["said"].values():
            for face in words.get("faces", ()):
                if face["symbol"]:
                    symbols[face["symbol"]] = None
    return list(symbols)


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
    """Return the odds of a game: the distribution of totals, and the weights of its boxes.

    Weights are `worth`, if known.

    ``better``: the lowest totals that beat 1 to 99, and 99.5, per cent of all cards. ``bars``:
    cards per 10,000 in each ten points, and ``from``, where the first begins. Bars at both ends
    with fewer than 20 are left out.
    """
    tens = Counter[int]()
    for total, chance in chances.items():
        tens[total // 10] += round(1e9 * chance)
    seen = [ten for ten, cards in tens.items() if cards >= 2_000_000]
    first, last = min(seen), max(seen)
    shares_below = list(accumulate(chances.values(), initial=0.0))
    better = []
    for percent in (*range(1, 100), 99.5):
        beaten = zip(chances, shares_below, strict=False)
        better.append(next(total for total, share in beaten if 100 * share >= percent))
    data: Data = {
        "better": better,
        "from": 10 * first,
        "bars": [round(tens[ten] / 100_000) for ten in range(first, last + 1)],
    }
    if worth:
        data["worth"] = worth
    return data


def said_data(wording: Wording) -> Data:
    """Return what the script knows of a game in one language."""
    ruleset, dice = wording.ruleset, wording.dice
    data: Data = {}
    if len(ruleset.columns) > 1:
        data["columns"] = [_column_data(wording, column) for column in ruleset.columns]
    if dice.faces:
        data["faces"] = [
            {"symbol": face.symbol, "name": wording.own_text("face", face.name)}
            for face in dice.faces
        ]
    return data | {
        "title": wording.title,
        "variant": wording.variant,
        "signature": [(dice.sign_of(face), kind) for face, kind in ruleset.signature],
        "facts": wording.facts(),
        "reminders": " ".join(wording.reminders(on_paper=False)),
        "separator": wording.catalog.cell_separator,
        "rows": [(where, wording.row(where)) for where in ruleset.rows],
        "table": table_data(wording),
    }


def _column_data(wording: Wording, column: Column) -> Data:
    return {
        "prefix": wording.ruleset.prefix(column),
        "name": wording.column_name(column),
        "fill": column.fill,
        "marks": " · ".join(wording.counts_as(column)),
    }


def table_data(wording: Wording) -> list[list[Data]]:
    """Return the rows of the printed sheet as plain data, in groups.

    A heading is the first row of its group.
    """
    (rows,) = rows_of(wording.ruleset, wording)
    lines: list[SheetRow] = []
    for row in rows:
        lines += lines_of(row, wording)
    groups: list[list[Data]] = [[]]
    for line, following in pairwise((*lines, SheetRow("head"))):
        if line.kind == "head":
            groups.append([])
        groups[-1].append(_row_data(wording, line, following))
    return [group for group in groups if group]


def lines_of(row: SheetRow, wording: Wording) -> tuple[SheetRow, ...]:
    """Return the rows for a row of the sheet.

    One for each of its boxes, if a player has several columns.
    """
    if not row.boxes or len(wording.ruleset.columns) == 1:
        return (row,)
    lines = [
        replace(row, id=box, name=f"{row.name} {place}", boxes=(), points="")
        for place, box in enumerate(row.boxes, 1)
    ]
    total = wording.ruleset.declared.get(row.points)
    if total:
        name, hints = wording.name(total), (row.points_hints,)
        lines.append(SheetRow("sum", total.id, name, hints, sign="+", columns=row.columns))
    return tuple(lines)


def _row_data(wording: Wording, row: SheetRow, following: SheetRow) -> Data:
    """Return the data of a row.

    ``within`` marks a sum that is shown in the row of the bonus below it.
    """
    ruleset = wording.ruleset
    hints = [wordings[0] for wordings in row.hints]
    hint = hints[-1:] if row.kind == "grand" else hints[:1]
    totals = {where: ruleset.in_first_column(total) for where, total in ruleset.declared.items()}
    points = totals.get(row.points or row.id)
    steps = points.steps if points else ()
    in_only_column = row.columns == ("",) and row.kind != "head"
    data: Data = {
        "kind": row.kind,
        "id": row.id,
        "name": row.name,
        "hint": "".join(hint),
        "short": hints[1] if len(hints) > 1 and row.kind == "box" else "",
        "dice": row.dice,
        "sign": row.sign,
        "worth": row.worth,
        "most": row.most,
        "level": row.level,
        "boxes": row.boxes,
        "points": row.points,
        "need": need_of(wording, points) if points and steps else "",
        "steps": [(step.at_least, step.points) for step in steps] if row.points else [],
        "within": _is_within(ruleset, totals.get(row.id), totals.get(following.id)),
        "across": len(ruleset.columns) > 1 and in_only_column,
    }
    return {name: value for name, value in data.items() if value}


def _is_within(ruleset: Ruleset, total: Total | None, following: Total | None) -> bool:
    """Check whether a total is the sum on which the bonus in the next row depends."""
    if total is None or following is None or following.kind != "threshold":
        return False
    return ruleset.addends[following.id] in (ruleset.addends[total.id], (total.id,))


def need_of(wording: Wording, total: Total) -> str:
    """Return what earns a bonus, in a few words; empty if it has too many steps for that."""
    text, step = wording.catalog.text, total.steps[0]
    if total.kind == "count":
        parts = len(wording.ruleset.addends[total.id])
        for_each = [(place, step.points * place) for place in range(1, parts + 1)]
        if [(other.at_least, other.points) for other in total.steps] == for_each:
            return text("page", "%(points)s for each", points=step.points)
        if len(total.steps) == 1 and step.at_least >= parts:
            return text("page", "%(points)s if all score", points=step.points)
        return ""
    if len(total.steps) > 1:
        return ""
    return text("page", "%(points)s from %(sum)s", points=step.points, sum=step.at_least)
