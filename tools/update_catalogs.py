"""Collect the program's messages in locales/sheetgen.pot, and add new ones to every catalog."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
KEYS = ("Flag:1", "Number:1", "Choice:1", "List:1", "Map:1", "Table:1", "Tagged:1")
TEXTS = (
    "id_key:1",
    "box_key:1",
    "word_key:1",
    "line_key:1",
    "short_key:1",
    "colour_key:1",
    "symbol_key:1",
    "roll_key:1",
)
VOCABULARY = ("Kind:1", *KEYS, *TEXTS, "_")
KEYWORDS = (
    "text:1c,2",
    "plural:1c,2,3",
    "message:1",
    "SheetgenError:1",
    "fault_at:2",
    "Message:1",
    "pgettext:1c,2",
    "npgettext:1c,2,3",
    "gettext",
    *VOCABULARY,
)
HEADER = ("--project=sheetgen", "--copyright-holder=the sheetgen authors", "--msgid-bugs-address=")


def pybabel(*arguments: str) -> None:
    """Run Babel's command line in the checkout, without its warnings about f-strings."""
    command = [sys.executable, "-m", "babel.messages.frontend", "--quiet", *arguments]
    done = subprocess.run(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False)
    lines = [
        line for line in done.stderr.splitlines(keepends=True) if "Skipping f-string" not in line
    ]
    print("".join(lines), end="", file=sys.stderr)
    done.check_returncode()


def tidy(path: Path) -> None:
    """Remove dates and placeholders from the header of a catalog.

    It then changes only with its messages.
    """
    lines = (
        path.read_text("utf-8").replace("sheetgen VERSION", "sheetgen").splitlines(keepends=True)
    )
    unwanted = ("# Copyright (C) ", "-Date: ", "EMAIL@ADDRESS", "LL@li.org", "Generated-By: ")
    path.write_text(
        "".join(line for line in lines if not any(word in line for word in unwanted)), "utf-8"
    )


def extract(target: str) -> None:
    """Write the template with all messages to `target`."""
    words = [part for keyword in KEYWORDS for part in ("-k", keyword)]
    form = ("--sort-by-file", "--add-location=file", "--no-wrap")
    pybabel(
        "extract",
        "-F",
        "pyproject.toml",
        "--no-default-keywords",
        *words,
        *form,
        *HEADER,
        "-o",
        target,
        ".",
    )
    tidy(ROOT / target)


if __name__ == "__main__":
    extract("locales/sheetgen.pot")
    pybabel(
        "update",
        "-i",
        "locales/sheetgen.pot",
        "-d",
        "locales",
        "-D",
        "sheetgen",
        "--no-wrap",
        "--no-fuzzy-matching",
    )
    for catalog in ROOT.glob("locales/*/LC_MESSAGES/sheetgen.po"):
        tidy(catalog)
    pybabel(
        "compile", "-d", "locales", "-D", "sheetgen"
    )  # else every run would, until the next installation
