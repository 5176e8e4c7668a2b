"""What the page says around a game: of games that are over, of sharing, of sounds, of languages and of other games."""

from sheetgen.calculator.game import Data
from sheetgen.i18n.catalog import Catalog


def games_words(catalog: Catalog) -> Data:
    """The words that those scripts need; what they fill in stands as %(name)s."""
    text = catalog.text
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
        "cards_figure": text("page", "games"),
        "mean": text("page", "average"),
        "with_bonus_figure": text("page", "with bonus"),
        "won_figure": text("page", "won"),
        "won_times": text("page", "won: %(n)s"),
        "not_won": text("page", "not won"),
        "plot": text("page", "Totals of %(player)s, the last %(n)s games"),
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
