"""What the scripts of forms and pages say, and the names that they say it with."""

from sheetgen.calculator.game import Data
from sheetgen.i18n.wording import Wording
from sheetgen.rules import Total, bound_boxes, possible_values


def form_words(wording: Wording) -> Data:
    """The words of a fillable sheet; what a script fills in stands as %(name)s."""
    text, ruleset = wording.catalog.text, wording.ruleset
    bonus = ruleset.extra_yachts
    return {
        "sums": [total.id for total in ruleset.all_totals.values() if total is not bonus],
        "names": {box.id: wording.row(box.id) for pair in bound_boxes(ruleset) for box in pair},
        "can_hold": {
            box: text(
                "form",
                "%(row)s can hold %(values)s.",
                row=wording.row(box),
                values=wording.catalog.choices(possible_values(ruleset, box)),
            )
            for box in ruleset.boxes
        },
        "below": text("form", "%(lower)s must stay below %(higher)s."),
        "to_go": text("form", "%(points)s to go"),
        "out_of_reach": text("form", "missed"),
        "clear": text("form", "Clear all points, on every page? Names stay."),
        "computes": text("form", "The totals are computed as you type. Leave a box with Tab before you save."),
        "chrome_computes": text("form", "Chrome computes the totals. Leave a box with Tab before you save."),
        "computes_not": text(
            "form", "This viewer does not compute. Type the totals, or use Firefox, Chrome, Acrobat or Okular."
        ),
        "bonus": bonus.id if bonus else "",
        **(_bonus_words(wording, bonus) if bonus else {}),
    }


def _bonus_words(wording: Wording, bonus: Total) -> Data:
    """What is said of the bonus for further Yachts."""
    text, yacht = wording.catalog.text, wording.name(wording.ruleset.categories[bonus.category])
    names = {"bonus": wording.name(bonus), "yacht": yacht}
    return {
        "bonus_points": bonus.points,
        "no_yacht": text("form", "%(bonus)s: only after %(yacht)s holds points.", **names),
        "no_room": text("form", "%(bonus)s: this card has room for %(most)s at most.", **names, most="%(most)s"),
    }


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
        "added": text("page", "%(player)s plays too."),
        "removed": text("page", "%(player)s does not play any more. Undo brings the card back."),
        "remove": text("page", "Remove player"),
        "remove_question": text("page", "Remove %(player)s with all points? Undo brings the card back."),
        "leave": text("page", "This game is not finished. Start a new one? Undo brings it back."),
        "start": text("page", "Start a new game"),
        "running": text("page", "This game, not finished"),
        "forget": text("page", "Delete"),
        "forget_question": text("page", "Delete this game from this browser? It cannot be brought back."),
        "themes": {
            "auto": text("page", "Theme: auto"),
            "light": text("page", "Theme: light"),
            "dark": text("page", "Theme: dark"),
        },
    }
