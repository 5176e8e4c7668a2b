"""JSON and CSV for programs: cards and rolls in, results out, one a line, and the schema of all of them.

Streams: holds a line at a time, never the file.
"""

from sheetgen.exchange.cards import check_lines
from sheetgen.exchange.games import Games
from sheetgen.exchange.lines import Answered, Stream
from sheetgen.exchange.results import game_csv, game_json
from sheetgen.exchange.rolls import score_lines
from sheetgen.exchange.schema import VERSION, cards_schema

__all__ = [
    "VERSION",
    "Answered",
    "Games",
    "Stream",
    "cards_schema",
    "check_lines",
    "game_csv",
    "game_json",
    "score_lines",
]
