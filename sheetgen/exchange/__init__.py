"""JSON and CSV for programs: cards and rolls in, results out, one a line, and the schema of all of them.

Streams: holds a line at a time, never the file.
"""

from sheetgen.exchange.cards import check_lines
from sheetgen.exchange.games import Games
from sheetgen.exchange.results import csv_line, game_csv, game_json
from sheetgen.exchange.rolls import score_lines
from sheetgen.exchange.schema import VERSION, cards_schema

__all__ = ["VERSION", "Games", "cards_schema", "check_lines", "csv_line", "game_csv", "game_json", "score_lines"]
