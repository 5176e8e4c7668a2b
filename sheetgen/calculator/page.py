"""A page that adds itself up in any browser: one file, with everything in it and nothing from elsewhere."""

from collections.abc import Sequence

from sheetgen import files
from sheetgen.calculator.game import Data, compact, game_data, script_data, turn_data
from sheetgen.i18n.templating import fingerprint, render
from sheetgen.i18n.wording import Wording
from sheetgen.layout import PIPS, Look, Row, rows_of
from sheetgen.layout.rows import numbered
from sheetgen.layout.screen import screen_style
from sheetgen.rules import Ruleset

MOST_PLAYERS = 20
"""The maximum number of players of a table in a browser."""
LONGEST_NAME = 80
_MOST_NUMBERED = 12
"""Up to here players are numbered with dice, as on the sheet."""
_SCRIPTS = (
    "engine.js", "turns.js", "match.js", "files.js", "elements.js", "table.js", "play.js", "people.js", "page.js",
)  # fmt: skip
_STYLES = ("common.css", "page.css")


def most_players(ruleset: Ruleset) -> int:
    """How many players a page has room for."""
    return min(MOST_PLAYERS, ruleset.players.max or MOST_PLAYERS)


def make_page(wording: Wording, names: Sequence[str], players: int | None = None, look: Look | None = None) -> str:
    """The page as HTML, for as many players as there are `names`, or for `players`, some of them without one.

    `look` has the colours and shapes of a theme. The page runs its own script and no other, which its content security
    policy says.
    """
    ruleset = wording.ruleset
    scripts = "\n".join(compact(files.script(name)) for name in _SCRIPTS)
    script = f'"use strict";\n(function () {{\n{scripts}}})();\n'
    look, dice = (look or Look()).with_accent(ruleset.accent), f":root {{ --dice: {ruleset.dice.count}; }}"
    style = "\n".join((screen_style(look), *map(compact, map(files.script, _STYLES)), dice))
    game, turns = game_data(ruleset), turn_data(ruleset)
    groups: list[list[Row]] = [[]]  # the rows of the printed sheet, in groups that begin with a heading if there is one
    (rows,) = rows_of(ruleset, wording)
    for row in rows:
        groups += [[]] if row.kind == "head" else []
        groups[-1].append(row)
    data = {
        "key": f"sheetgen {ruleset.id} {fingerprint(script_data([game, turns]))[-12:]}",  # other rules, other games
        "ruleset": ruleset.id,
        "language": wording.catalog.language,
        "separator": wording.catalog.cell_separator,
        "players": [*names, *[""] * ((players or 0) - len(names))],
        "least_players": ruleset.players.min,
        "most_players": most_players(ruleset),
        "longest_name": LONGEST_NAME,
        "numbers": [numbered(place) for place in range(1, _MOST_NUMBERED + 1)],
        "rows": [(where, wording.row(where)) for where in ruleset.rows],
        "game": game,
        "turns": turns,
        "words": page_words(wording),
    }
    return render(
        "page.html.j2",
        wording.catalog,
        folder="calculator",
        wording=wording,
        language=wording.catalog.language,
        signature=ruleset.signature,
        groups=list(filter(None, groups)),
        several=any(row.boxes for row in rows),
        sum_word=wording.catalog.text("sheet", "Sum"),
        reminders=" ".join(wording.reminders(on_paper=False)),
        pips=PIPS,
        shape=look.dice,
        longest_name=LONGEST_NAME,
        sides=ruleset.dice.sides,
        first_roll=turns["first_rolls"],
        data=script_data(data),
        style=style,
        script=script,
        style_hash=fingerprint(style),
        script_hash=fingerprint(script),
    )


def page_words(wording: Wording) -> Data:
    """The words that the script of the page needs; what it fills in stands as %(name)s."""
    text = wording.catalog.text
    return {
        "player": text("page", "Player %(n)s"),
        "open": text("page", "open"),
        "offered": text("page", "open, the dice are worth %(points)s"),
        "turn": text("page", "It is %(player)s's turn."),
        "wins": text("page", "%(names)s wins with %(total)s points."),
        "shared": text("page", "%(names)s share first place with %(total)s points."),
        "alone": text("page", "The game is over. Your total is %(total)s."),
        "to_go": text("form", "%(points)s to go"),
        "out_of_reach": text("form", "missed"),
        "not_here": text("page", "These dice may not go into %(row)s now. They can go into %(rows)s."),
        "not_now": text("page", "Nothing can be written here yet."),
        "depends": text("page", "Only points that later entries still allow."),
        "no_die": text("page", "no die"),
        "drop": text("page", "Take back the %(face)s"),
        "tap_dice": text("page", "Tap what you rolled, or tap a box and choose its points."),
        "tap_box": text("page", "Tap a box to enter these dice."),
        "add": text("page", "Add player"),
        "rename": text("page", "Change name"),
        "undone": text("page", "Undone."),
        "undone_entry": text("page", "Undone: %(what)s"),
        "dice": text("page", "Dice"),
        "sum": text("sheet", "Sum"),
        "added": text("page", "%(player)s plays too."),
        "removed": text("page", "%(player)s does not play any more. Undo brings the card back."),
        "remove": text("page", "Remove player"),
        "remove_question": text("page", "Remove %(player)s with all points? Undo brings the card back."),
        "leave": text("page", "This game is not finished. Start a new one? Undo brings it back."),
        "start": text("page", "Start a new game"),
        "running": text("page", "This game, not finished"),
        "waiting": text("page", "Another game, not finished"),
        "other": text("page", "A game is not finished here: %(players)s. Play on with it?"),
        "play_on": text("page", "Play on"),
        "forget": text("page", "Delete"),
        "forget_question": text("page", "Delete this game from this browser? It cannot be brought back."),
        "themes": {
            "auto": text("page", "Theme: auto"),
            "light": text("page", "Theme: light"),
            "dark": text("page", "Theme: dark"),
        },
    }
