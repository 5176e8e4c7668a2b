"""A page that adds itself up in any browser: one file, with everything in it and nothing from elsewhere."""

from collections.abc import Sequence

from sheetgen import files
from sheetgen.calculator.game import Data, game_data, script_data, turn_data
from sheetgen.calculator.words import page_words
from sheetgen.i18n.templating import fingerprint, render
from sheetgen.i18n.wording import Wording
from sheetgen.layout import PIPS, Row, stacks_of
from sheetgen.rules import Ruleset

MOST_PLAYERS = 20
"""The maximum number of players of a table in a browser."""
LONGEST_NAME = 80
_SCRIPTS = ("engine.js", "turns.js", "match.js", "table.js", "play.js", "people.js", "page.js")


def most_players(ruleset: Ruleset) -> int:
    """How many players a page has room for."""
    return min(MOST_PLAYERS, ruleset.players.max or MOST_PLAYERS)


def make_page(wording: Wording, names: Sequence[str], players: int | None = None) -> str:
    """The page as HTML, for as many players as there are `names`, or for `players`, some of them without one.

    The page runs its own script and no other, which its content security policy says.
    """
    ruleset = wording.ruleset
    scripts = "\n".join(files.script(name) for name in _SCRIPTS)
    script = f'"use strict";\n(function () {{\n{scripts}}})();\n'
    style = files.script("page.css")
    turns = turn_data(ruleset)
    return render(
        "page.html.j2",
        wording.catalog,
        folder="calculator",
        language=wording.catalog.language,
        title=wording.title,
        subtitle=wording.summary or wording.subtitle(),
        groups=_groups(wording),
        reminders=" ".join(wording.reminders(on_paper=False)),
        pips=PIPS,
        longest_name=LONGEST_NAME,
        faces=range(1, ruleset.dice.sides + 1),
        first_roll=turns["first_rolls"],
        data=script_data(_data(wording, [*names, *[""] * ((players or 0) - len(names))], turns)),
        style=style,
        script=script,
        style_hash=fingerprint(style),
        script_hash=fingerprint(script),
    )


def _groups(wording: Wording) -> list[list[Row]]:
    """The rows of the printed sheet, in groups that begin with a heading if there is one."""
    (stack,) = stacks_of(wording.ruleset, wording, beside=False)
    groups: list[list[Row]] = [[]]
    for row in (row for block in stack for row in block.rows if row.kind != "heads"):
        if row.kind == "band":
            groups.append([])
        groups[-1].append(row)
    return [group for group in groups if group]


def _data(wording: Wording, players: Sequence[str], turns: Data) -> Data:
    """All that the script knows; games are kept under a key that is another one for other rules."""
    ruleset, catalog = wording.ruleset, wording.catalog
    game = game_data(ruleset)
    return {
        "key": f"sheetgen {ruleset.id} {fingerprint(script_data([game, turns]))[-12:]}",
        "ruleset": ruleset.id,
        "language": catalog.language,
        "separator": catalog.cell_separator,
        "players": players,
        "least_players": ruleset.players.min,
        "most_players": most_players(ruleset),
        "longest_name": LONGEST_NAME,
        "rows": [(where, wording.row(where)) for where in ruleset.rows],
        "game": game,
        "turns": turns,
        "words": page_words(wording),
    }
