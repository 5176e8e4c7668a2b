"""The command line: the only room that prints and exits."""

import atexit
import gc

gc.set_threshold(100_000)  # a start makes many things and hardly any garbage, and looking for that takes a tenth of it
atexit.register(gc.freeze)  # or the interpreter looks through all that is left, which takes a fifth of a run

# isort: split
from sheetgen.cli.commands import main, whole_program  # noqa: E402 - as above
from sheetgen.cli.help import help_parts  # noqa: E402 - as above

__all__ = ["help_parts", "main", "whole_program"]
