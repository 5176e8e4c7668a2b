"""Finished cards from wherever they come, and answers about them for programs: files, forms, and a card a line."""

from sheetgen.cards.batches import (
    Answered as Answered,
    Games as Games,
    check_lines as check_lines,
    score_lines as score_lines,
)
from sheetgen.cards.files import (
    FORMATS as FORMATS,
    PaperCard as PaperCard,
    blank_csv as blank_csv,
    cards_of as cards_of,
    read_card_file as read_card_file,
    read_cards as read_cards,
)
from sheetgen.cards.lines import Stream as Stream
from sheetgen.cards.names import make_card as make_card
from sheetgen.cards.records import VERSION as VERSION, cards_schema as cards_schema
from sheetgen.cards.results import game_csv as game_csv, game_json as game_json
