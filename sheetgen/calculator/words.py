"""What the page of the calculator says, in the language of the reader; what a script fills in stands as %(name)s."""

from collections.abc import Callable

from sheetgen.calculator.game import Data
from sheetgen.i18n.catalog import Catalog

Text = Callable[[str, str], str]
"""A text of a context in a language."""


def page_words(catalog: Catalog, further: bool = True) -> Data:
    """All words that the script of the page needs, by the names that it has for them; `further` those of columns.js."""
    parts = (
        score_words,
        box_words,
        turn_words,
        asked_words,
        menu_words,
        end_words,
        first_words,
        game_words,
        kept_words,
        *((column_words,) if further else ()),
    )
    return {name: said for part in parts for name, said in part(catalog.text).items()}


def score_words(text: Text) -> Data:
    """Players, totals and turns."""
    return {
        "player": text("page", "Player %(n)s"),
        "players": text("page", "Players"),
        "at_turn": text("page", "at turn"),
        "leads": text("page", "in the lead"),
        "has_left": text("page", "has stopped"),
        "has_left_note": text("page", "%(player)s does not play any more."),
        "points": (text("page", "%(n)s point"), text("page", "%(n)s points")),
        "to_go": text("form", "%(points)s to go"),
        "out_of_reach": text("form", "missed"),
        "to_bonus": text("page", "%(points)s to go to the bonus"),
        "until_bonus": text("page", "To the bonus"),
        "bonus_missed": text("page", "bonus missed"),
        "bonus_is": text("page", "bonus %(points)s"),
        "round": text("page", "turn %(n)s of %(most)s"),
        "sheet": text("page", "Score sheet"),
        "sum": text("sheet", "Sum"),
        "best_so_far": text("page", "best so far"),
        "your_best": text("page", "your best"),
        "points_head": text("page", "points"),
        "gives": text("page", "%(row)s %(sum)s gives %(points)s"),
    }


def box_words(text: Text) -> Data:
    """What boxes say of themselves."""
    return {
        "open": text("page", "open"),
        "offered": text("page", "open, the dice are worth %(points)s"),
        "offered_more": text("page", "open, the dice are worth %(points)s and bring %(brings)s more"),
        "best": text("page", "best"),
        "joker": text("page", "as a joker"),
        "shut": text("page", "not allowed now"),
        "fixed": text("page", "corrected"),
        "not_here": text("page", "These dice may not go into %(row)s now. They can go into %(rows)s."),
    }


def turn_words(text: Text) -> Data:
    """What is to be done, and what was done."""
    return {
        "dice": text("page", "Dice"),
        "on_table": text("page", "The dice on the table"),
        "faces": text("page", "Tap what you rolled"),
        "worth": text("page", "What the dice are worth"),
        "starts": text("page", "%(player)s starts"),
        "turns_rolls": text("page", "%(turns)s turns, %(rolls)s rolls"),
        "rolls_now": text("page", "%(player)s rolls"),
        "tap": text("page", "%(player)s, tap what you rolled"),
        "tap_alone": text("page", "Tap what you rolled"),
        "choose": text("page", "%(player)s, choose a box"),
        "choose_alone": text("page", "Choose a box"),
        "keep": text("page", "%(player)s, tap what you keep"),
        "keep_alone": text("page", "Tap what you keep"),
        "dice_left": (text("page", "%(n)s die to go"), text("page", "%(n)s dice to go")),
        "after_roll": text("page", "after roll %(n)s of %(most)s"),
        "zeros": (text("page", "%(n)s box is worth 0"), text("page", "%(n)s boxes are worth 0")),
        "all_zero": text("page", "Every box is worth 0"),
        "then": text("page", "then %(player)s"),
        "wrote": text("page", "%(player)s: %(what)s"),
        "with_bonus": text("page", "%(row)s %(points)s and bonus %(brings)s"),
        "best_is": text("page", "Best: %(what)s"),
        "leads_now": text("page", "%(player)s leads now."),
        "leads_too": text("page", "%(player)s leads too now."),
        "no_die": text("page", "no die"),
        "die_counts": text("page", "%(face)s, counts"),
        "die_kept": text("page", "%(face)s, kept"),
        "die_stays": text("page", "%(face)s, stays"),
        "die_open": text("page", "%(face)s, will be rolled"),
        "take_back": text("page", "Take back a die"),
        "roll": text("page", "Roll"),
        "roll_more": text("page", "Roll %(n)s again"),
        "roll_of": text("page", "roll %(n)s of %(most)s"),
        "rolled": text("page", "Roll %(n)s of %(most)s"),
        "first_roll": text("page", "First roll"),
    }


def asked_words(text: Text) -> Data:
    """What sheets ask before something is written."""
    return {
        "close": text("page", "Close"),
        "cancel": text("page", "Cancel"),
        "back": text("page", "Back"),
        "write": text("page", "Write %(points)s"),
        "choose_value": text("page", "Choose the points"),
        "values": text("page", "Points"),
        "strike": text("page", "Strike: 0"),
        "stroke": text("page", "strike"),
        "strike_now": text("page", "Strike it: 0"),
        "is_now": text("page", "is there now"),
        "now_there": text("page", "%(player)s · %(points)s is there now"),
        "total_of": text("page", "Total of %(player)s"),
        "empty": text("page", "Clear it"),
        "with_dice": text("page", "With dice"),
        "not_now": text("page", "Nothing can be written here yet."),
        "depends": text("page", "Only points that later entries still allow."),
        "zero_question": text("page", "Strike %(row)s?"),
        "zero_here": text("page", "These dice are worth nothing here."),
        "gives_up": text("page", "You give up %(points)s points."),
        "gives_up_bonus": text("page", "The bonus of %(points)s is out of reach then."),
        "gives_up_joker": text("page", "Later ones are worth nothing more then."),
        "elsewhere": text("page", "You can still write:"),
        "explanation": text("page", "What the boxes mean"),
    }


def menu_words(text: Text) -> Data:
    """Undo, the menu and the list of players."""
    return {
        "undo": text("page", "Undo"),
        "redo": text("page", "Redo"),
        "nothing_to_redo": text("page", "nothing"),
        "undone": text("page", "Undone."),
        "undone_entry": text("page", "Undone: %(what)s"),
        "redone": text("page", "Done again."),
        "redone_entry": text("page", "Done again: %(what)s"),
        "menu": text("page", "Menu"),
        "new_game": text("page", "New game"),
        "players_note": text("page", "names, order"),
        "print_card": text("page", "Print the card"),
        "theme": text("page", "Theme"),
        "themes": {"auto": text("page", "as the device"), "light": text("page", "light"), "dark": text("page", "dark")},
        "shortcuts": text("page", "Keys"),
        "on": text("page", "on"),
        "off": text("page", "off"),
        "name_of": text("form", "Name of player %(n)s"),
        "move": text("page", "Move %(player)s"),
        "leaves": text("page", "%(player)s stops"),
        "comes_back": text("page", "%(player)s plays again"),
        "who_else": text("page", "Who plays too?"),
        "other_name": text("page", "another name"),
        "who_comes": text(
            "page", "Late players make up for the turns they missed. Players who stop keep the points on their card."
        ),
        "done": text("page", "Done"),
        "leave": text("page", "This game is not finished. Start a new one? Undo brings it back."),
        "start": text("page", "Start a new game"),
        "unkept": text("page", "This browser keeps nothing here. Save your games as files before you close the page."),
    }


def end_words(text: Text) -> Data:
    """The end of a game."""
    return {
        "result": text("page", "Result"),
        "wins": text("page", "%(names)s wins with %(total)s points."),
        "shared": text("page", "%(names)s share first place with %(total)s points."),
        "alone": text("page", "The game is over. Your total is %(total)s."),
        "is_over": text("page", "%(game)s is over"),
        "minutes": (text("page", "%(n)s minute"), text("page", "%(n)s minutes")),
        "win_title": text("page", "%(names)s wins"),
        "share_title": text("page", "%(names)s share the win"),
        "ahead": (
            text("page", "%(n)s point more than %(player)s."),
            text("page", "%(n)s points more than %(player)s."),
        ),
        "each_more": text("page", "%(total)s points each, %(points)s more than %(player)s."),
        "all_equal": text("page", "%(total)s points each."),
        "record": text("page", "%(player)s never had as many."),
        "compared": text("page", "Your average is %(mean)s, your best %(best)s."),
        "first_game": text("page", "Your first game on this page."),
        "best_box": text("page", "Best box: %(row)s, %(points)s"),
        "in_turn": text("page", "%(player)s, in turn %(n)s"),
        "bonus_one": text("page", "Bonus: %(names)s, %(points)s"),
        "bonus_each": text("page", "Bonus: %(names)s, %(points)s each"),
        "bonus_none": text("page", "Bonus: nobody"),
        "lacked": text("page", "%(player)s was %(points)s short"),
        "fewest": text("page", "Fewest zeros: %(names)s, %(n)s"),
        "none": text("page", "none"),
        "again": text("page", "Play again"),
        "share": text("page", "Share"),
        "print": text("page", "Print it"),
        "card": text("page", "Card"),
    }


def first_words(text: Text) -> Data:
    """What is shown the first time, with what is bold between asterisks, and the keys."""
    return {
        "first_hint": text("page", "How it works"),
        "hint_roll": text("page", "**Roll** your dice, %(n)s times at most."),
        "hint_tap": text("page", "**Tap below** what you rolled."),
        "hint_choose": text("page", "**Choose a box.** The points stand there already."),
        "hint_no_dice": text("page", "No dice at hand? **Roll** lets the page roll."),
        "understood": text("page", "Got it"),
        "key_card": (
            ("1–6", text("page", "one die more")),
            ("⌫", text("page", "one die less")),
            ("⏎", text("page", "write the best")),
            ("↑ ↓", text("page", "choose a box")),
            ("G", text("page", "let the page roll")),
            ("Ctrl Z", text("page", "undo")),
        ),
    }


def game_words(text: Text) -> Data:
    """The list of games."""
    return {
        "no_games": text("page", "There are no finished games yet."),
        "running": text("page", "This game, not finished"),
        "waiting": text("page", "Another game, not finished"),
        "other": text("page", "A game is not finished here: %(players)s. Play on with it?"),
        "play_on": text("page", "Play on"),
        "forget": text("page", "Delete"),
        "forget_question": text("page", "Delete this game from this browser? It cannot be brought back."),
    }


def kept_words(text: Text) -> Data:
    """Games that are over, sharing, sounds, languages, and the other games of a page."""
    return {
        # the list and the file
        "games": text("page", "Games and statistics"),
        "over_count": text("page", "%(n)s over"),
        "running_count": text("page", "%(n)s running"),
        "save_games": text("page", "Save"),
        "read_games": text("page", "Read in"),
        "read_count": text("page", "Games read in: %(n)s."),
        "known_count": text("page", "Here already: %(n)s."),
        "wrong_count": text("page", "Not usable: %(n)s."),
        "no_games_file": text("page", "This is no file with games as this page saves them."),
        "other_game_file": text("page", "These are games of another kind: %(game)s."),
        # statistics
        "statistics": text("page", "Statistics"),
        "whose": text("page", "Whose games"),
        "all_players": text("page", "All"),
        "cards_figure": (text("page", "game"), text("page", "games")),
        "mean": text("page", "average"),
        "with_bonus_figure": text("page", "with bonus"),
        "won_figure": text("page", "won"),
        "won_times": text("page", "won: %(n)s"),
        "not_won": text("page", "not won"),
        "plot": (text("page", "Totals of %(player)s"), text("page", "Totals of %(player)s, the last %(n)s games")),
        "today": text("page", "today"),
        "zero_times": text("page", "zeros"),
        "box_word": text("page", "Box"),
        # sharing
        "share_or_save": text("page", "Share or save"),
        "picture": text("page", "Picture"),
        "card_as": text("page", "Card as %(kind)s"),
        "copy": text("page", "Copy the words"),
        "copied": text("page", "Copied."),
        "not_copied": text("page", "This browser does not let the page copy."),
        # comfort
        "comfort": text("page", "Sound and vibration"),
        "sound": text("page", "sound"),
        "vibration": text("page", "vibration"),
        "awake": text("page", "screen stays on"),
        # languages and other games
        "language": text("page", "Language"),
        "which_game": text("page", "Which game?"),
        "another_game": text("page", "Another game"),
        "go_on": text("page", "Go on with %(game)s"),
        "boxes_count": text("page", "%(n)s boxes"),
    }


def column_words(text: Text) -> Data:
    """Boxes that are named before they are filled, rolls that the page is told of, wins at once, and match points."""
    return {
        "name_box": text("page", "Announce a box"),
        "name_note": text("page", "This turn must then end in it."),
        "name_first": text("page", "Announce a box first"),
        "name_late": text("page", "A box is announced after roll %(n)s at the latest."),
        "name_before": text("page", "A box is announced before the first roll."),
        "names_it": text("page", "%(player)s announces %(row)s."),
        "named_now": text("page", "announced: %(row)s"),
        "at_once": text("page", "All dice at once"),
        "wins_now": text("page", "A win at once"),
        "won_at_once": text("page", "%(names)s wins at once, with %(total)s points."),
        "match_wins": text("page", "%(names)s wins with %(total)s match points."),
        "match_shared": text("page", "%(names)s share first place with %(total)s match points."),
        "match_points": (text("page", "%(n)s match point"), text("page", "%(n)s match points")),
        "all_columns": text("page", "All columns"),
        "nobody": text("page", "nobody"),
    }
