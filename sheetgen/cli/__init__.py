"""The command line: the only room that prints and exits."""

from sheetgen.cli.commands import program
from sheetgen.cli.run import main
from sheetgen.cli.words import help_parts

__all__ = ["help_parts", "main", "program"]
