"""Command line: the only room that prints and exits."""
