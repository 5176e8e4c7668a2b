"""Finished cards from files, as on the paper: CSV, TOML, JSON and filled PDF forms; and the empty CSV to fill in."""

from sheetgen.card_file.blank import blank_csv
from sheetgen.card_file.paper_card import PaperCard, cards_of
from sheetgen.card_file.read import FORMATS, read_card_file, read_cards

__all__ = ["FORMATS", "PaperCard", "blank_csv", "cards_of", "read_card_file", "read_cards"]
