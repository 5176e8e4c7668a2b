"""Finished cards from wherever they come, and answers about them for programs: files, forms, and a card a line."""

from sheetgen.cards.batches import Answered, check_lines, score_lines
from sheetgen.cards.files import FORMATS, PaperCard, blank_csv, cards_of, read_card_file, read_cards
from sheetgen.cards.games import Games
from sheetgen.cards.lines import Stream
from sheetgen.cards.names import make_card
from sheetgen.cards.records import VERSION, cards_schema
from sheetgen.cards.results import game_csv, game_json

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
    "make_card",
    "read_card_file",
    "read_cards",
    "score_lines",
]
