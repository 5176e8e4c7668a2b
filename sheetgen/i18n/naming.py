"""Names in a language: of a game, its rows and columns, its dice, and of small numbers."""

from typing import Literal

from msgspec.structs import replace

from sheetgen.i18n.catalog import ALIAS_SEPARATOR, Catalog
from sheetgen.rules.patterns import Dice
from sheetgen.rules.ruleset import Category, Column, Ruleset, Section, Total, Translation

_CONTEXTS: dict[type, str] = {Section: "section", Category: "category", Total: "total"}


class Names:
    """Names of a ruleset: its own translations come before those of the catalog."""

    def __init__(self, ruleset: Ruleset, catalog: Catalog) -> None:
        self.ruleset = ruleset
        self.catalog = catalog
        self._own = ruleset.translations.get(catalog.language, Translation())
        self.dice = self._with_symbols(ruleset.dice)
        """Dice of the game with the symbols of this language: a Dutch jack shows a B."""

    @property
    def title(self) -> str:
        """Name of the game."""
        return self._own.name or self.catalog.text("ruleset", self.ruleset.name)

    @property
    def summary(self) -> str:
        """Line that sets the game apart from others; empty if it has none."""
        return self._own.summary or self._translated("ruleset", self.ruleset.summary)

    @property
    def variant(self) -> str:
        """Label of at most 28 letters that distinguishes games of one name; may be empty."""
        return self._own.variant or self._translated("variant", self.ruleset.variant)

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes of the ruleset file."""
        return self._own.notes or tuple(self.catalog.text("note", note) for note in self.ruleset.notes)

    def own_text(self, context: Literal["booklet", "reading", "face", "face group"], english: str) -> str:
        """Return the translation of a sentence, or of the name of a face or a group of faces, of the ruleset file."""
        return self._own.texts.get(english) or self.catalog.text(context, english)

    def name(self, item: Section | Category | Total) -> str:
        """Return the name of a section, category or total; empty for a section without one."""
        inner = item.id.rpartition(".")[2]  # of a total, without its column
        return self._own.names.get(inner) or self._translated(_CONTEXTS[type(item)], item.name)

    def bare_name(self, category: Category) -> str:
        """Return the name of a category for use in a sentence: without its exclamation mark."""
        return self.name(category).rstrip("! \u00a0\u202f")

    def row(self, where: str) -> str:
        """Return the name of a box or total by its id, with its column, and with its section if others share it."""
        *column, inner = where.split(".")
        beside = [self.column_name(each) for each in self.ruleset.columns if [each.id] == column]
        category = self.ruleset.boxes[where].category if where in self.ruleset.boxes else None
        name = self.name(category or self.ruleset.all_totals[where])
        alike = [total for total in self.ruleset.declared.values() if self.name(total) == name]
        if category and category.boxes > 1:
            beside.insert(0, f"{where.rpartition('_')[2]}/{category.boxes}")
        elif len(alike) > 1 and (section := self.section_of(inner)):
            beside.insert(0, section)
        return f"{name} ({', '.join(beside)})" if beside else name

    def aliases(self, category: Category) -> tuple[str, ...]:
        """Return the other names of a category that people use in this language and in English."""
        english = ALIAS_SEPARATOR.join(category.aliases)
        translated = self._translated("aliases", english).split(ALIAS_SEPARATOR.strip())
        names = (*self._own.aliases.get(category.id, ()), *translated, category.name, *category.aliases)
        return tuple(dict.fromkeys(name.strip() for name in names if name.strip()))

    def part(self, part: str) -> str:
        """Return the name of a box, total or section that a total adds up."""
        section = next((section for section in self.ruleset.sections if section.id == part), None)
        if section is None:
            return self.name(self.ruleset.categories.get(part) or self.ruleset.declared[part])
        first, last = self.name(section.categories[0]), self.name(section.categories[-1])
        return first if first == last else self.catalog.text("sheet", "%(first)s to %(last)s", first=first, last=last)

    def heading(self, section: Section) -> str:
        """Return the name of a section, or its first and last row."""
        return self.name(section) or self.part(section.id)

    def section_of(self, part: str) -> str:
        """Return the name of the section of a total, or of the section with this id; empty for none."""
        homes = (section for section in self.ruleset.sections if part in (section.id, *(t.id for t in section.totals)))
        return self.name(next(homes, Section("", ())))

    def column_name(self, column: Column) -> str:
        """Return the name of a column; empty for the only one of a card."""
        return self._own.names.get(column.id) or self._translated("column", column.name)

    def number_word(self, n: int) -> str:
        """Return a number from one to ten as a word."""
        text = self.catalog.text
        words = (
            text("number", "one"), text("number", "two"), text("number", "three"), text("number", "four"),
            text("number", "five"), text("number", "six"), text("number", "seven"), text("number", "eight"),
            text("number", "nine"), text("number", "ten"),
        )  # fmt: skip
        return words[n - 1]

    def faces(self, face: int) -> str:
        """Return the plural for dice that show a face: threes."""
        text = self.catalog.text
        if self.ruleset.dice.faces:
            return text("faces", "dice with %(face)s", face=self.face(face))
        words = (
            text("faces", "ones"), text("faces", "twos"), text("faces", "threes"),
            text("faces", "fours"), text("faces", "fives"), text("faces", "sixes"),
        )  # fmt: skip
        return words[face - 1] if face <= len(words) else text("faces", "%(face)ss", face=face)

    def face(self, face: int) -> str:
        """Return the name of a face for use in a sentence, or its number."""
        return self.own_text("face", self.ruleset.dice.faces[face - 1].name) if self.ruleset.dice.faces else str(face)

    def _with_symbols(self, dice: Dice) -> Dice:
        text = self.catalog.text
        faces = [replace(each, symbol=each.symbol and text(f"symbol of {each.name}", each.symbol))
                 for each in dice.faces]  # fmt: skip
        return replace(dice, faces=tuple(faces)) if faces else dice

    def _translated(self, context: str, english: str) -> str:
        return self.catalog.text(context, english) if english else ""


def signed(points: int) -> str:
    """Return points with a minus that is as wide as a plus."""
    return str(points).replace("-", "−")
