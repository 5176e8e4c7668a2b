r"""Cases that lie beside their tests as text files: tables, and headings with lines below them.

A line that begins with # is a comment, and \n is a new line.
"""

from pathlib import Path


def lines_of(path: Path) -> list[str]:
    """Return the lines of a text file without comments and empty ones."""
    lines = path.read_text("utf-8").splitlines()
    return [line.replace("\\n", "\n") for line in lines if line and not line.startswith("#")]


def table_of(path: Path) -> list[list[str]]:
    """Return the rows of a table, with a bar between cells."""
    return [[cell.strip(" ") for cell in line.split(" | ")] for line in lines_of(path)]


def blocks_of(path: Path) -> list[tuple[str, list[str]]]:
    """Return headings, each with the lines that are indented below it."""
    blocks: list[tuple[str, list[str]]] = []
    for line in lines_of(path):
        if line.startswith("    "):
            blocks[-1][1].append(line.removeprefix("    "))
        else:
            blocks.append((line, []))
    return blocks


def numbers_of(text: str) -> dict[str, int]:
    """Return the boxes of a card that is written as ``yacht=50 fives=25``; a hyphen is none."""
    if text == "-":
        return {}
    pairs = (pair.split("=") for pair in text.split())
    return {name: int(value) for name, value in pairs}
