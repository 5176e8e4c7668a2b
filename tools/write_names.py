"""Write the table of other names of games into docs/gallery.md."""

import re
from pathlib import Path

from sheetgen.i18n.catalog import load_catalog
from sheetgen.rulesets.other_names import known_as_table

GALLERY = Path(__file__).parent.parent / "docs" / "gallery.md"


def main() -> None:
    """Replace the table, which is the first one with three columns that have names."""
    text = GALLERY.read_text("utf-8")
    table = known_as_table(load_catalog("en"))
    GALLERY.write_text(
        re.sub(r"\| you know \|.*?\n(?=\n)", lambda _: table, text, count=1, flags=re.DOTALL),
        "utf-8",
    )


if __name__ == "__main__":
    main()
