"""The command line: the only room that prints and exits."""

from sheetgen.cli.options import app
from sheetgen.cli.run import main
from sheetgen.cli.words import help_parts

__all__ = ["app", "help_parts", "main"]
