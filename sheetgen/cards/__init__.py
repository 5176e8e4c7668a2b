"""Finished cards from wherever they come, and answers about them for programs: files, forms, and a card a line."""

from sheetgen.cards.blank import blank_csv
from sheetgen.cards.card_lines import check_lines
from sheetgen.cards.games import Games
from sheetgen.cards.lines import Answered, Stream
from sheetgen.cards.paper_card import PaperCard, cards_of
from sheetgen.cards.published import VERSION, cards_schema
from sheetgen.cards.read import FORMATS, read_card_file, read_cards
from sheetgen.cards.results import game_csv, game_json
from sheetgen.cards.rolls import score_lines

__all__ = [
    "FORMATS",
    "VERSION",
    "Answered",
    "Games",
    "PaperCard",
    "Stream",
    "blank_csv",
    "cards_of",
    "cards_schema",
    "check_lines",
    "game_csv",
    "game_json",
    "read_card_file",
    "read_cards",
    "score_lines",
]
