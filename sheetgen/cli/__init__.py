"""The command line: the only room that prints and exits."""

import gc

gc.set_threshold(100_000)  # a start makes many things and hardly any garbage, and looking for that takes a tenth of it

# isort: split
from sheetgen.cli.commands import whole_program
from sheetgen.cli.run import main
from sheetgen.cli.words import help_parts

__all__ = ["help_parts", "main", "whole_program"]
