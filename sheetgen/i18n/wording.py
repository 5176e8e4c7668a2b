"""A ruleset in a language: its names, categories, totals and rules of play.

There are a few words for sheets, and sentences for booklets. All words follow from the settings
that the scoring follows, so that no document can contradict it.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Literal

from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import ALIAS_SEPARATOR, Catalog, languages, load_catalog
from sheetgen.rules.history import possible_values
from sheetgen.rules.patterns import (
    MAX_SUM,
    AllDifferent,
    AnyDice,
    Face,
    Faces,
    Groups,
    OneGroup,
    OneOf,
    Parity,
    Pattern,
    Straight,
    Sum,
    counted,
    dice_needed,
)
from sheetgen.rules.ruleset import (
    Category,
    Column,
    Ruleset,
    Section,
    Step,
    Total,
    Translation,
    boxes_of,
)
from sheetgen.rules.scoring import boxes_to_open, runs_of

BETWEEN = " · "
"""Separator between short statements."""
_CONTEXTS: dict[type, str] = {Section: "section", Category: "category", Total: "total"}
_MANY = 4
"""Minimum number of bonuses that are called "all points" together, because their names are too long
for a row."""
Instruction = tuple[str, tuple[str, ...]]
"""Verb or heading of a step of play, and its objects or sentences."""


class Wording:
    """Words for a ruleset in one language, for documents and findings.

    The translations of a ruleset file come before those of the catalog.
    """

    def __init__(self, ruleset: Ruleset, catalog: Catalog) -> None:
        self.ruleset = ruleset
        self.catalog = catalog
        self._own = ruleset.translations.get(catalog.language, Translation())
        faces = []
        for face in ruleset.dice.faces:
            symbol = catalog.text(f"symbol of {face.name}", face.symbol) if face.symbol else ""
            faces.append(replace(face, symbol=symbol))
        self.dice = replace(ruleset.dice, faces=tuple(faces))
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
        return self._own.notes or tuple(
            self.catalog.text("note", note) for note in self.ruleset.notes
        )

    def own_text(
        self, context: Literal["booklet", "reading", "face", "face group"], english: str
    ) -> str:
        """Return the translation of a text of the ruleset file.

        It is a sentence, or the name of a face or a group of faces.
        """
        return self._own.texts.get(english) or self.catalog.text(context, english)

    def name(self, item: Section | Category | Total) -> str:
        """Return the name of a section, category or total; empty for a section without one."""
        inner = item.id.rpartition(".")[2]  # of a total, without its column
        return self._own.names.get(inner) or self._translated(_CONTEXTS[type(item)], item.name)

    def bare_name(self, category: Category) -> str:
        """Return the name of a category for use in a sentence: without its exclamation mark."""
        return self.name(category).rstrip("! \u00a0\u202f")

    def row(self, where: str) -> str:
        """Return the name of a box or total by its id.

        It has its column, and its section if other rows have the same name.
        """
        *column_ids, inner = where.split(".")
        box = self.ruleset.boxes.get(where)
        item: Category | Total = box.category if box else self.ruleset.all_totals[where]
        name = self.name(item)
        details: list[str] = []
        if box and box.category.boxes > 1:
            number = where.rpartition("_")[2]
            details.append(f"{number}/{box.category.boxes}")
        else:
            alike = [total for total in self.ruleset.declared.values() if self.name(total) == name]
            section = self.section_of(inner)
            if len(alike) > 1 and section:
                details.append(section)
        for column in self.ruleset.columns:
            if [column.id] == column_ids:
                details.append(self.column_name(column))
        return f"{name} ({', '.join(details)})" if details else name

    def aliases(self, category: Category) -> tuple[str, ...]:
        """Return the other names of a category that people use in this language and in English."""
        english = ALIAS_SEPARATOR.join(category.aliases)
        translated = self._translated("aliases", english).split(ALIAS_SEPARATOR.strip())
        names = (
            *self._own.aliases.get(category.id, ()),
            *translated,
            category.name,
            *category.aliases,
        )
        return tuple(dict.fromkeys(name.strip() for name in names if name.strip()))

    def part(self, part: str) -> str:
        """Return the name of a box, total or section that a total adds up."""
        for section in self.ruleset.sections:
            if section.id == part:
                return self._first_to_last(section)
        return self.name(self.ruleset.categories.get(part) or self.ruleset.declared[part])

    def _first_to_last(self, section: Section) -> str:
        """Return the names of the first and the last category of a section: Ones to Sixes."""
        first = self.name(section.categories[0])
        last = self.name(section.categories[-1])
        if first == last:
            return first
        return self.catalog.text("sheet", "%(first)s to %(last)s", first=first, last=last)

    def heading(self, section: Section) -> str:
        """Return the name of a section, or its first and last row."""
        return self.name(section) or self._first_to_last(section)

    def section_of(self, part: str) -> str:
        """Return the name of the section of a total, or of the section with this id.

        Empty for none.
        """
        for section in self.ruleset.sections:
            total_ids = [total.id for total in section.totals]
            if part == section.id or part in total_ids:
                return self.name(section)
        return ""

    def column_name(self, column: Column) -> str:
        """Return the name of a column; empty for the only one of a card."""
        return self._own.names.get(column.id) or self._translated("column", column.name)

    def number_word(self, n: int) -> str:
        """Return a number from one to ten as a word, and any other in digits."""
        text = self.catalog.text
        words = (
            text("number", "one"),
            text("number", "two"),
            text("number", "three"),
            text("number", "four"),
            text("number", "five"),
            text("number", "six"),
            text("number", "seven"),
            text("number", "eight"),
            text("number", "nine"),
            text("number", "ten"),
        )
        return words[n - 1] if n <= len(words) else str(n)

    def faces(self, face: int) -> str:
        """Return the plural for dice that show a face: threes."""
        text = self.catalog.text
        if self.ruleset.dice.faces:
            return text("faces", "dice with %(face)s", face=self.face(face))
        words = (
            text("faces", "ones"),
            text("faces", "twos"),
            text("faces", "threes"),
            text("faces", "fours"),
            text("faces", "fives"),
            text("faces", "sixes"),
        )
        return words[face - 1] if face <= len(words) else text("faces", "%(face)ss", face=face)

    def face(self, face: int) -> str:
        """Return the name of a face for use in a sentence, or its number."""
        faces = self.ruleset.dice.faces
        if not faces:
            return str(face)
        return self.own_text("face", faces[face - 1].name)

    def _translated(self, context: str, english: str) -> str:
        return self.catalog.text(context, english) if english else ""

    # Categories in a few words, for the sheet.

    def hints(self, category: Category, formula: bool = False) -> tuple[str, ...]:
        """Return the pattern and the points of a category in a few words.

        The wordings go from the longest to the shortest. Words that repeat its name are left out,
        and so are points that have a place of their own: those that are fixed, and with `formula`
        any.
        """
        if self._is_number(category):
            return (self._matching(category.pattern),)
        pattern = self._asked_dice(category)
        if pattern.casefold() == self.name(category).casefold():
            pattern = ""
        is_fixed = category.points.kind == "fixed" and not category.points.by_roll
        points = self._points(category)
        if formula or is_fixed:
            points = BETWEEN.join(self._besides(category))
        if pattern and points:
            return (f"{pattern}{BETWEEN}{points}", points, pattern)
        alone = pattern or points
        return (alone,) if alone else ()

    def _asked_dice(self, category: Category) -> str:
        """Return the pattern of a category; any roll is low or high in a difference."""
        text = self.catalog.text
        if not isinstance(category.pattern, AnyDice):
            return self.pattern(category.pattern)
        for total in self.ruleset.declared.values():
            if total.minus and category.id in total.of:
                return text("pattern", "any roll, high")
        if boxes_of(category)[0].id in self.ruleset.taken_away:
            return text("pattern", "any roll, low")
        return self.pattern(category.pattern)

    def _besides(self, category: Category) -> Iterator[str]:
        """Yield the details of a score that its points or formula do not show.

        They are the dice that count, the number of rolls, and the points of a first roll.
        """
        text = self.catalog.text
        points = category.points
        if points.kind == "fixed_plus_matching":
            yield self._matching(category.pattern)
        elif points.kind == "fixed_plus_dice":
            yield self._all_dice()
        if points.by_roll:
            rolls = BETWEEN.join(map(str, range(1, len(points.by_roll) + 1)))
            if self._has_rolls_after(points.by_roll):
                rolls = f"{rolls}+"
            yield text("points", "on roll %(rolls)s", rolls=rolls)
        if points.first_roll is None:
            return
        if self._at_once:
            yield text("points", "all at once %(points)s", points=signed(points.first_roll))
        else:
            yield text("points", "first roll %(points)s", points=signed(points.first_roll))

    def how(self, category: Category) -> str:
        """Return how a category scores, in a few words."""
        if self._is_number(category):
            return self._matching(category.pattern)
        return f"{self.pattern(category.pattern)}{BETWEEN}{self._points(category)}"

    def most_points(self, category: Category) -> str:
        """Return the most that a box can hold.

        The least, if it can only cost points or a difference subtracts it.
        """
        text = self.catalog.text
        values = possible_values(self.ruleset, self.ruleset.boxes_with(category.id)[0].id)
        least = values[0]
        most = values[-1]
        if least < 0 and most <= 0:
            return text("sheet", "min %(points)s", points=signed(least))
        if boxes_of(category)[0].id in self.ruleset.taken_away:
            least_score = min(value for value in values if value != 0)
            return self.from_points(least_score)
        return text("sheet", "max %(points)s", points=most)

    def from_points(self, least: object) -> str:
        """Return the words for some points or more."""
        return self.catalog.text("sheet", "from %(points)s", points=least)

    def with_first(self, points: object, first: object) -> str:
        """Return points together with those for a first roll."""
        if self._at_once:
            at_once = self.catalog.text("points", "all at once %(points)s", points=first)
            return f"{points}, {at_once}"
        return self.catalog.text(
            "points", "%(points)s, %(first)s on the first roll", points=points, first=first
        )

    @staticmethod
    def _is_number(category: Category) -> bool:
        """Check whether a category adds up the dice of one face, such as Fours."""
        pattern = category.pattern
        return (
            isinstance(pattern, Face)
            and pattern.at_least == 1
            and category.points.kind == "matching"
        )

    @property
    def _at_once(self) -> bool:
        """Flag: all dice rolled at once count as a first roll."""
        return self.ruleset.dice.served == "all_dice"

    def pattern(self, pattern: Pattern) -> str:  # noqa: C901, PLR0911 - one case for each pattern
        """Return a pattern in a few words."""
        text = self.catalog.text
        match pattern:
            case AnyDice():
                return text("pattern", "any roll")
            case Face(face, least):
                number = self.number_word(least)
                faces = self.faces(face)
                return text("pattern", "%(number)s or more %(faces)s", number=number, faces=faces)
            case Groups(sizes, different):
                groups = self._group_sizes(sizes)
                if different or len(sizes) == 1:
                    return groups
                return text("pattern", "%(groups)s, even all alike", groups=groups)
            case Straight(length):
                return text("pattern", "%(number)s in a row", number=self.number_word(length))
            case Faces() | OneOf():
                return self._listed_faces(pattern)
            case Parity(odd):
                return text("pattern", "all odd") if odd else text("pattern", "all even")
            case Sum(least, most):
                return self._sum(least, most)
            case AllDifferent():
                return text("pattern", "all different")
            case OneGroup(None):
                return text("pattern", "all %(groups)s", groups=self._face_groups())
            case OneGroup(inner) if inner is not None:
                return text(
                    "pattern",
                    "%(pattern)s, all %(groups)s",
                    pattern=self.pattern(inner),
                    groups=self._face_groups(),
                )
        raise TypeError(pattern)

    def _group_sizes(self, sizes: tuple[int, ...]) -> str:
        if sizes == (2,):
            return self.catalog.text("pattern", "a pair")
        if set(sizes) == {2}:
            return self.catalog.text(
                "pattern", "%(number)s pairs", number=self.number_word(len(sizes))
            )
        sizes_in_words = " + ".join(map(self.number_word, sizes))
        return self.catalog.text("pattern", "%(groups)s of a kind", groups=sizes_in_words)

    def _sum(self, least: int, most: int) -> str:
        text = self.catalog.text
        if least == most:
            return text("pattern", "all dice make %(sum)s", sum=least)
        if most == MAX_SUM:
            return text("pattern", "all dice make %(sum)s or more", sum=least)
        if least == -MAX_SUM:
            return text("pattern", "all dice make %(sum)s or less", sum=most)
        return text("pattern", "all dice make %(least)s to %(most)s", least=least, most=most)

    def _listed_faces(self, pattern: Faces | OneOf) -> str:
        """Return the faces that a pattern lists, or its lists as choices: 1-2-3-4-5."""
        lists = pattern.lists if isinstance(pattern, OneOf) else (pattern,)
        choices = ["-".join(map(self.face, choice.faces)) for choice in lists]
        return self.catalog.either(choices)

    def _face_groups(self, *, with_faces: bool = False) -> str:
        """Return the groups of faces as choices: black or red.

        `with_faces` black (1, 6) or red (2, 5).
        """
        groups: list[str] = []
        for group in self.ruleset.dice.groups:
            name = self.own_text("face group", group.name)
            if with_faces:
                faces = ", ".join(map(self.face, group.faces))
                name = f"{name} ({faces})"
            groups.append(name)
        return self.catalog.either(groups)

    def _points(self, category: Category) -> str:
        """Return the points of a category in a few words."""
        points = category.points
        if points.kind == "per_die":
            return self._points_per_die(points.value)
        if points.kind == "matching":
            return self._matching(category.pattern)
        if points.kind == "all":
            return self._all_dice()
        return self._fixed_points(category)

    def _all_dice(self) -> str:
        """Return the words for the dice that are added up where all that count are."""
        dice = self.ruleset.dice
        if dice.use is None:
            return self.catalog.text("points", "all dice")
        return self.catalog.plural(
            "points",
            "%(number)s die",
            "%(number)s dice",
            dice.use,
            number=self.number_word(dice.use),
        )

    def _fixed_points(self, category: Category) -> str:
        """Return fixed points, the dice that are added to them, and those of a first roll."""
        text = self.catalog.text
        points = category.points
        value = signed(points.value)
        if points.by_roll:
            by_roll = " / ".join(map(signed, points.by_roll))
            value = text("points", "%(points)s by roll", points=by_roll)
        if points.kind == "fixed_plus_matching":
            dice = self._matching(category.pattern)
            return text("points", "%(points)s + %(dice)s", points=value, dice=dice)
        if points.kind == "fixed_plus_dice":
            dice = self._all_dice()
            value = text("points", "%(points)s + %(dice)s", points=value, dice=dice)
        elif not points.by_roll:
            value = self.catalog.plural("points", "%(n)s point", "%(n)s points", points.value)
        if points.first_roll is None:
            return value
        return self.with_first(value, signed(points.first_roll))

    def _points_per_die(self, points: int) -> str:
        if points < 0:
            return self.catalog.text("points", "each die minus %(points)s", points=-points)
        return self.catalog.text("points", "%(points)s for each", points=points)

    def _matching(self, pattern: Pattern) -> str:
        """Return the words for the dice of a pattern that are added up."""
        if isinstance(pattern, Face) and self.ruleset.dice.faces:
            face = self.face(pattern.face)
            return self.catalog.text(
                "how", "%(points)s for each %(face)s", points=pattern.face, face=face
            )
        if isinstance(pattern, Face):
            return self.catalog.text("how", "add up the %(faces)s", faces=self.faces(pattern.face))
        if _has_varying_dice(pattern):
            return self.catalog.text("points", "those dice")
        if not dice_needed(pattern):
            return self._all_dice()
        return self.catalog.text(
            "points", "those %(number)s dice", number=self.number_word(dice_needed(pattern))
        )

    # Categories in sentences, for the booklet.

    def asks(self, category: Category) -> str:
        """Return sentences about a category.

        Its pattern, its points unless they are one number, its conditions.
        """
        pattern = category.pattern
        if isinstance(pattern, Face) and category.points.kind == "matching":
            parts = self._matching_sentences(pattern, only=category.adds_number is not None)
        else:
            parts = [self._pattern_sentence(pattern), self._points_sentence(category)]
        sentences = [capital(part) for part in parts if part]
        bounds = self.bounds(category.id)
        sentences += bounds
        if bounds:
            sentences.append(self.catalog.text("rule", "A 0 may stand in either box."))
        sentences += self.category_rules(category)
        return " ".join(sentences)

    def _matching_sentences(self, pattern: Face, *, only: bool) -> list[str]:
        """Return sentences about adding up the dice of one face; with `only`, any roll will do."""
        text = self.catalog.text
        faces = self.faces(pattern.face)
        if only:
            sentence = text(
                "rule text", "Only %(faces)s count. Add up all %(faces)s you rolled.", faces=faces
            )
            return [sentence]
        added = text("rule text", "Add up all %(faces)s you rolled.", faces=faces)
        return [self._pattern_sentence(pattern), added]

    def bounds(self, category: str = "") -> tuple[str, ...]:
        """Return a sentence for each constraint, or for those of one category if its id is set."""
        text = self.catalog.text
        categories = self.ruleset.categories
        sentences: list[str] = []
        for rule in self.ruleset.constraints:
            if category not in ("", rule.lower, rule.higher):
                continue
            sentence = text(
                "rule",
                "%(lower)s must stay below %(higher)s; a score that breaks this counts as 0.",
                lower=self.name(categories[rule.lower]),
                higher=self.name(categories[rule.higher]),
            )
            sentences.append(sentence)
        return tuple(sentences)

    def category_rules(self, category: Category) -> Iterator[str]:
        """Yield sentences about the prerequisite of a category, and about a win at once."""
        text = self.catalog.text
        if category.needs:
            names = {
                "box": self.name(category),
                "name": self.name(self.ruleset.categories[category.needs]),
            }
            if len(self.ruleset.columns) > 1:
                yield text(
                    "rule",
                    "“%(box)s” scores only if “%(name)s” has points already in the same column; "
                    "otherwise only a 0 can go there.",
                    **names,
                )
            else:
                yield text(
                    "rule",
                    "“%(box)s” scores only if “%(name)s” has points already; otherwise only a 0 "
                    "can go there.",
                    **names,
                )
        if category.wins:
            yield text("rule", "On the first roll of a turn it wins the game at once.")

    def win_rule(self, category: Category) -> str:
        """Return a sentence with the name of a category that can win the game at once."""
        return self.catalog.text(
            "rule",
            "“%(box)s” on the first roll of a turn wins the game at once.",
            box=self.bare_name(category),
        )

    def then_first(self, points: object, plus: bool = False) -> str:
        """Return a sentence with the points of a first roll.

        With `plus` they are added to its dice.
        """
        text = self.catalog.text
        if self._at_once and plus:
            return text(
                "rule text",
                "If all dice are rolled at once, add %(points)s instead.",
                points=points,
            )
        if plus:
            return text(
                "rule text",
                "If you stop on the first roll of the turn, add %(points)s instead.",
                points=points,
            )
        if self._at_once:
            return text(
                "booklet", "If all dice are rolled at once it is %(points)s.", points=points
            )
        return text(
            "booklet", "If you stop on the first roll of the turn, it is %(points)s.", points=points
        )

    # one case for each pattern
    def _pattern_sentence(self, pattern: Pattern) -> str:  # noqa: C901, PLR0911
        text = self.catalog.text
        match pattern:
            case AnyDice():
                return text("rule text", "Any roll will do.")
            case Face(face, least):
                number = self.number_word(least)
                faces = self.faces(face)
                return text(
                    "rule text", "%(number)s or more %(faces)s.", number=number, faces=faces
                )
            case Groups(sizes, different):
                return self._groups_sentence(sizes, different)
            case Straight(length):
                return self._straight_sentence(length)
            case Faces() | OneOf() if self._leaves_dice_free(pattern):
                return text(
                    "rule text",
                    "%(faces)s, in any order; other dice are free.",
                    faces=self._listed_faces(pattern),
                )
            case Faces() | OneOf():
                return text(
                    "rule text",
                    "Exactly %(faces)s, in any order.",
                    faces=self._listed_faces(pattern),
                )
            case Parity(odd):
                if odd:
                    return text("rule text", "All dice must be odd.")
                return text("rule text", "All dice must be even.")
            case Sum(least, most):
                return f"{capital(self._sum(least, most))}."
            case AllDifferent():
                return self._all_different_sentence()
            case OneGroup(inner):
                groups = self._face_groups(with_faces=True)
                if inner is None:
                    return text(
                        "rule text", "All dice are of one group: %(groups)s.", groups=groups
                    )
                alike = text("rule text", "These dice are of one group: %(groups)s.", groups=groups)
                return f"{self._pattern_sentence(inner)} {alike}"
        raise TypeError(pattern)

    def _leaves_dice_free(self, pattern: Faces | OneOf) -> bool:
        """Check whether a list of faces, or one of several, has fewer dice than a roll."""
        lists = pattern.lists if isinstance(pattern, OneOf) else (pattern,)
        count = self.ruleset.dice.counted.count
        return any(len(faces.faces) < count for faces in lists)

    def _groups_sentence(self, sizes: tuple[int, ...], different: bool) -> str:
        """Return the sentence about groups of equal dice, which show numbers or pictures."""
        text = self.catalog.text
        words = [self.number_word(size) for size in sizes]
        first, last = words[0], words[-1]
        if self.has_pictures:
            all_alike = text("rule text", "All dice alike; which picture does not matter.")
            one_group = text("rule text", "%(number)s of one picture, or more.", number=first)
            two_groups = text(
                "rule text",
                "%(first)s of one picture and %(second)s of another.",
                first=first,
                second=last,
            )
            may_be_alike = text("rule text", "The groups may also show the same picture.")
        else:
            all_alike = text("rule text", "All dice alike; which number does not matter.")
            one_group = text("rule text", "%(number)s of one number, or more.", number=first)
            two_groups = text(
                "rule text",
                "%(first)s of one number and %(second)s of another.",
                first=first,
                second=last,
            )
            may_be_alike = text("rule text", "The groups may also show the same number.")
        if sizes == (self.ruleset.dice.count,):
            return all_alike
        if len(sizes) == 1:
            return one_group
        groups = two_groups
        if len(sizes) > 2:
            groups = text(
                "rule text", "Groups of equal dice: %(groups)s.", groups=self.catalog.both(words)
            )
        return groups if different else f"{groups} {may_be_alike}"

    def _all_different_sentence(self) -> str:
        if self.has_pictures:
            return self.catalog.text("rule text", "No picture comes twice.")
        return self.catalog.text("rule text", "No number comes twice.")

    @property
    def has_pictures(self) -> bool:
        """Flag: the dice show symbols instead of pips, and not only numbers."""
        symbols = [face.symbol for face in self.ruleset.dice.faces]
        has_letters = any(symbol and not symbol.isdigit() for symbol in symbols)
        return all(symbols) and has_letters

    def _straight_sentence(self, length: int) -> str:
        text = self.catalog.text
        if length == self.ruleset.dice.sides:  # there is one such row
            return self._pattern_sentence(Faces(tuple(range(1, length + 1))))
        number = self.number_word(length)
        if self.has_pictures:
            row = text("rule text", "%(number)s in a row, with any picture first.", number=number)
        else:
            row = text("rule text", "%(number)s in a row, wherever the row starts.", number=number)
        free = self.ruleset.dice.counted.count - length
        if free == 0:
            return row
        if free == 1:
            others = text("rule text", "The other die may show anything.")
        else:
            others = text(
                "rule text",
                "The other %(number)s dice may show anything.",
                number=self.number_word(free),
            )
        return f"{row} {others}"

    def _points_sentence(self, category: Category) -> str:
        """Return sentences about the dice to add up and the points of a first roll.

        Empty for fixed points.
        """
        text = self.catalog.text
        points = category.points
        if points.kind == "per_die" and points.value < 0:
            return text(
                "rule text",
                "Each of these dice takes %(points)s points away.",
                points=-points.value,
            )
        if points.kind == "per_die":
            return text("rule text", "Each of these dice counts %(points)s.", points=points.value)
        if points.by_roll or points.kind == "fixed_plus_matching":
            return self._points_by_roll(category)
        if points.kind not in ("fixed", "fixed_plus_dice"):
            return self._added_dice(category)
        plus = points.kind == "fixed_plus_dice"
        value = points.value
        first = points.first_roll
        if first is not None and self.ruleset.dice.rolls == 1:  # every roll is a first roll
            value = first
            first = None
        sentences: list[str] = []
        if plus:
            sentences.append(self._added_to(value))
        if first is not None:
            sentences.append(self.then_first(signed(first), plus=plus))
        return " ".join(sentences)

    def _added_to(self, points: int) -> str:
        """Return the sentence to add up all dice that count, and a fixed value."""
        text = self.catalog.text
        if points < 0 and self.ruleset.dice.use is None:
            return text("rule text", "Add up all dice, minus %(points)s.", points=-points)
        if points < 0:
            return text("rule text", "Add up the chosen dice, minus %(points)s.", points=-points)
        if self.ruleset.dice.use is None:
            return text("rule text", "Add up all dice, plus %(points)s.", points=points)
        return text("rule text", "Add up the chosen dice, plus %(points)s.", points=points)

    def _points_by_roll(self, category: Category) -> str:
        """Return sentences about the dice to add up, and the points that are added to them.

        If these points differ by roll, there is one for each.
        """
        text = self.catalog.text
        points = category.points
        sentences: list[str] = []
        matching = dice_needed(category.pattern)
        if points.kind == "fixed_plus_matching" and matching:
            sentences.append(self._those_dice(matching))
        elif points.kind == "fixed_plus_matching" and _has_varying_dice(category.pattern):
            sentences.append(self._dice_of_pattern())
        elif points.kind != "fixed":
            sentences.append(text("rule text", "Add up the dice."))
        if points.by_roll:
            sentences.append(self._worth_by_roll(points.by_roll))
        elif points.kind != "fixed":
            sentences += self._then_added(category)
        return " ".join(sentences)

    def _then_added(self, category: Category) -> Iterator[str]:
        """Yield the fixed points that are added to the sum of some dice, and those at first."""
        text = self.catalog.text
        value = category.points.value
        first = category.points.first_roll
        if first is not None and self.ruleset.dice.rolls == 1:  # every roll is a first roll
            value = first
            first = None
        if value < 0:
            yield text("rule text", "Then take %(points)s points away.", points=-value)
        else:
            yield text("rule text", "Then add %(points)s points.", points=value)
        if first is not None:
            yield self.then_first(signed(first), plus=True)

    def _worth_by_roll(self, by_roll: tuple[int, ...]) -> str:
        """Return a sentence with the points on each roll, the last of which go on."""
        text = self.catalog.text
        worths = [
            text("rule text", "%(points)s on roll %(n)s", points=signed(worth), n=number)
            for number, worth in enumerate(by_roll, 1)
        ]
        if self._has_rolls_after(by_roll):
            worths[-1] = text(
                "rule text",
                "%(points)s on roll %(n)s or later",
                points=signed(by_roll[-1]),
                n=len(by_roll),
            )
        return text("rule text", "It is worth %(points)s.", points=", ".join(worths))

    def _has_rolls_after(self, by_roll: tuple[int, ...]) -> bool:
        """Check whether a turn can have more rolls than these points."""
        dice = self.ruleset.dice
        return dice.rolls > len(by_roll) or dice.rolls_vary

    def _added_dice(self, category: Category) -> str:
        text = self.catalog.text
        count = self.ruleset.dice.counted.count
        if count == 1:
            return text("rule text", "You score what the die shows.")
        dice = count
        if category.points.kind != "all":
            dice = dice_needed(category.pattern) or count
            if _has_varying_dice(category.pattern):
                return self._dice_of_pattern()
        if dice != count:
            return self._those_dice(dice)
        if self.ruleset.dice.use is not None:
            number = self.number_word(count)
            return text("rule text", "Add up the %(number)s dice that you choose.", number=number)
        if count == 2:
            return text("rule text", "Add up both dice.")
        return text("rule text", "Add up all %(number)s dice.", number=self.number_word(count))

    def _dice_of_pattern(self) -> str:
        """Return the sentence to add up the dice of a pattern whose number varies."""
        return self.catalog.text("rule text", "Add up those dice; other dice do not count.")

    def _those_dice(self, dice: int) -> str:
        number = self.number_word(dice)
        return self.catalog.text(
            "rule text", "Add up those %(number)s; other dice do not count.", number=number
        )

    # Totals.

    def arithmetic(self, total: Total) -> tuple[str, ...]:
        """Return the arithmetic of a total, from the longest wording to the shortest."""
        if total.kind == "extra_yachts":
            return self._further_yachts(total)
        if total.kind == "difference":
            return (self.difference(total), "")
        is_across = total.across and len(self.ruleset.columns) > 1
        if total.steps:
            return self._steps_across(total) if is_across else self._steps(total)
        if is_across:
            return self._across_columns(total)
        return self._sum_of_parts(total)

    def addends(self, total: Total) -> str:
        """Return what a bonus adds up or counts, with the addends of a subtotal in its place."""
        addends = []
        for part in total.of:
            subtotal = self.ruleset.declared.get(part)
            addends.append(self.arithmetic(subtotal)[0] if subtotal else self.part(part))
        return " + ".join(addends)

    def _steps_across(self, total: Total) -> tuple[str, ...]:
        """Return the addends and steps of a bonus over all columns, then its steps alone."""
        number = self.number_word(len(self.ruleset.columns))
        parts = " + ".join(map(self.part, total.of))
        addends = self.catalog.text("sheet", "%(part)s, all %(number)s", part=parts, number=number)
        if len(self.ruleset.columns) == 2:
            addends = self.catalog.text("sheet", "%(part)s, both", part=parts)
        longest, *shorter = self._steps(total)
        return (self.catalog.said_of(addends, longest), longest, *shorter)

    def _across_columns(self, total: Total) -> tuple[str, ...]:
        """Return the arithmetic of a total of all columns."""
        text = self.catalog.text
        columns = self.ruleset.columns
        if any(column.factor > 1 for column in columns):
            return self._sum_of_columns(total)
        number = self.number_word(len(columns))
        part = " + ".join(map(self.part, total.of))
        beside = self._parts_across(total)
        if beside:
            own = [self.part(name) for name in total.of if self.part(name) not in beside]
            longest = text("sheet", "%(part)s, all %(number)s", part=" + ".join(own), number=number)
            if len(columns) == 2:
                longest = text("sheet", "%(part)s, both", part=" + ".join(own))
            wordings = [" + ".join([longest, *beside]), part]
            if total.of[0] == "column_total":
                wordings.append(" + ".join([text("sheet", "columns"), *beside]))
            return (*wordings, "")
        if total.of == ("column_total",):
            longest = text("sheet", "the %(number)s column totals", number=number)
            shorter = text("sheet", "the %(number)s columns", number=number)
            return (longest, shorter, text("sheet", "columns"), "")
        if len(columns) == 2:
            longest = text("sheet", "%(part)s, both", part=part)
        else:
            longest = text("sheet", "%(part)s, all %(number)s", part=part, number=number)
        return (longest, part, "")

    def _sum_of_columns(self, total: Total) -> tuple[str, ...]:
        """Return the columns with their factors: Down + 2 × Up."""
        names: list[str] = []
        factors: list[str] = []
        for column in self.ruleset.columns:
            name = self.column_name(column)
            names.append(f"{column.factor} × {name}" if column.factor > 1 else name)
            factors.append(f"×{column.factor}")
        beside = self._parts_across(total)
        return (" + ".join(names + beside), " + ".join(factors + beside), "")

    def _parts_across(self, total: Total) -> list[str]:
        """Return the names of the addends that cover all columns, such as a Yacht bonus."""
        names: list[str] = []
        for part in total.of:
            inner = self.ruleset.declared.get(part)
            if inner and inner.across:
                names.append(self.part(part))
        return names

    def points_from(self, total: Total) -> str:
        """Return the condition for points of one row or sum, such as ``2 points from 52``."""
        text = self.catalog.text
        first = total.steps[0]
        category = self.ruleset.categories.get(total.of[0])
        if len(total.steps) == 1 and total.kind == "threshold":
            return text(
                "sheet",
                "%(points)s points from %(sum)s",
                points=first.points,
                sum=first.at_least,
            )
        boxes = category.boxes if category and len(total.of) == 1 else 0
        if len(total.steps) == 1 and first.at_least == boxes:
            return text(
                "sheet",
                "%(points)s points if all %(count)s score",
                points=first.points,
                count=boxes,
            )
        if category and total.kind == "count" and is_proportional(total.steps):
            name = self.bare_name(category)
            return text(
                "sheet", "%(points)s points for each %(name)s", points=first.points, name=name
            )
        return self._steps(total)[1]

    def bonus(self, total: Total) -> tuple[str, str]:
        """Return the condition of a bonus of one step, and its name together with that."""
        step, text = total.steps[0], self.catalog.text
        if total.kind == "count":
            hint = self.catalog.plural(
                "sheet", "if %(n)s box scores", "if %(n)s boxes score", step.at_least
            )
            return hint, self.name(total)
        hint = text("sheet", "if %(sum)s or more", sum=step.at_least)
        return hint, text(
            "sheet", "%(bonus)s from %(sum)s", bonus=self.name(total), sum=step.at_least
        )

    def compact_bonus(self, total: Total) -> str:
        """Return a short name for a bonus of one step that says from which sum it is."""
        return self.catalog.text("sheet", "Bonus from %(sum)s", sum=total.steps[0].at_least)

    def bonus_from_dice(self, total: Total) -> str:
        """Return the condition of a bonus of one step together with the dice that just make it.

        Such as three of each number for 63. Empty if its sum is not the same number of dice of each
        of its boxes.
        """
        count = self._dice_of_each(total)
        if count < 2:
            return ""
        return self.catalog.text(
            "sheet",
            "%(sum)s or more, %(number)s of each",
            sum=total.steps[0].at_least,
            number=self.number_word(count),
        )

    def _dice_of_each(self, total: Total) -> int:
        """Return how many dice of each number make just the sum for a bonus; 0 if no count does.

        Also 0 if a box that is added up is not one for the eyes of a number.
        """
        ruleset = self.ruleset
        parts = ruleset.addends[total.id]
        if len(parts) == 1 and parts[0] in ruleset.all_totals:  # such as the subtotal above it
            subtotal = ruleset.all_totals[parts[0]]
            if subtotal.kind != "sum":
                return 0
            parts = ruleset.addends[subtotal.id]
        if total.kind != "threshold":
            return 0
        one_of_each = 0
        for part in parts:
            box = ruleset.boxes.get(part)
            if box is None or not isinstance(box.category.pattern, Face):
                return 0
            if box.category.points.kind != "matching":
                return 0
            one_of_each += box.category.pattern.face
        count, rest = divmod(total.steps[0].at_least, one_of_each)
        return 0 if rest or count > self.ruleset.dice.counted.count else count

    def each(self, total: Total) -> tuple[str, ...]:
        """Return the condition for the bonus for further Yachts.

        The wordings go from the longest to the shortest.
        """
        text = self.catalog.text
        yacht, value = self._yacht(total)
        further = text("sheet", "each further %(yacht)s", yacht=yacht)
        if not value:
            return (further,)
        after = text("sheet", "each %(yacht)s after the %(value)s", yacht=yacht, value=value)
        return (after, further)

    def difference(self, total: Total) -> str:
        """Return the parts of a difference: (Max − Min) × Ones."""
        times = self.part(total.times) if total.times else ""
        parts = subtraction(map(self.part, total.of), map(self.part, total.minus), times)
        if total.least is None:
            return parts
        least = self.catalog.text("sheet", "%(least)s at least", least=signed(total.least))
        return f"{parts}, {least}"

    def _sum_of_parts(self, total: Total) -> tuple[str, ...]:
        every = len(self.ruleset.boxes)
        if self.ruleset.addends[total.id] == tuple(self.ruleset.boxes):
            return (self.catalog.plural("sheet", "%(n)s box", "all %(n)s boxes", every), "")
        totals = [self.ruleset.declared.get(part) for part in total.of]
        if len(totals) >= _MANY and all(part and part.steps for part in totals):
            return (self.catalog.text("sheet", "all points"), "")
        longest = " + ".join(map(self.part, total.of))
        shorter = [words for words in self._counted_boxes(total) if words != longest]
        return (longest, *shorter, "")

    def _counted_boxes(self, total: Total) -> Iterator[str]:
        """Yield the number of boxes that a sum adds up, and its other addends: 13 boxes + Bonus.

        Nothing for a sum of one box, of a box twice, or of a difference.
        """
        boxes: list[str] = []
        others: list[str] = []
        left = [*self.ruleset.addends[total.id]]
        while left:
            addend = left.pop(0)
            if addend in self.ruleset.boxes:
                boxes.append(addend)
                continue
            inner = self.ruleset.all_totals[addend]
            if inner.kind == "difference":
                return
            if inner.kind == "sum":
                left = [*self.ruleset.addends[addend], *left]
            else:
                others.append(self.name(inner))
        count = len(boxes)
        if count < 2 or count > len({*boxes}):
            return
        in_a_column = len(self.ruleset.boxes) // len(self.ruleset.columns)
        counted = self.catalog.text("sheet", "these %(n)s boxes", n=count)
        if count == in_a_column:
            counted = self.catalog.plural("sheet", "%(n)s box", "all %(n)s boxes", count)
        yield " + ".join([counted, *others])

    def _steps(self, total: Total) -> tuple[str, ...]:
        """Return the steps of a total, from the longest wording to the shortest."""
        text = self.catalog.text
        steps: list[str] = []
        short_steps: list[str] = []
        for step in total.steps:
            points = signed(step.points)
            if total.kind == "count":
                words = self.catalog.plural(
                    "sheet",
                    "%(points)s for %(n)s box with points",
                    "%(points)s for %(n)s boxes with points",
                    step.at_least,
                    points=points,
                )
            else:
                words = text(
                    "sheet", "%(points)s for %(sum)s or more", points=points, sum=step.at_least
                )
            steps.append(words)
            short_steps.append(self.catalog.said_of(signed(step.at_least), points))
        short = text("sheet", "from %(steps)s", steps=", ".join(short_steps))
        return (", ".join(steps), short, "")

    def _further_yachts(self, total: Total) -> tuple[str, ...]:
        """Return the bonus for further Yachts, from the longest wording to the shortest."""
        text = self.catalog.text
        yacht, value = self._yacht(total)
        if value:
            longest = text(
                "sheet",
                "%(points)s for each %(yacht)s after the %(value)s",
                points=self.points_of_yacht(total),
                yacht=yacht,
                value=value,
            )
        else:
            longest = text(
                "sheet",
                "%(points)s for each further %(yacht)s",
                points=self.points_of_yacht(total),
                yacht=yacht,
            )
        short = text("sheet", "%(points)s each", points=self.points_of_yacht(total))
        return (longest, short, "")

    def points_of_yacht(self, total: Total) -> str:
        """Return the points of a further Yacht, or those of each column: ``100, 200 or 300``."""
        if not total.by_column:
            return str(total.points)
        return self.catalog.either(map(str, total.by_column))

    def _yacht(self, total: Total) -> tuple[str, int]:
        """Return the name of the Yacht that a bonus is for, and its fixed value.

        0 if it has none, several boxes, or boxes in several columns that must all hold points.
        """
        category = self.ruleset.categories[total.category]
        has_one_box = category.boxes == 1 and not self.ruleset.yachts_of_all_columns
        has_one_value = category.points.is_fixed and has_one_box
        return self.bare_name(category), category.points.value if has_one_value else 0

    # Turns.

    def facts(self) -> str:
        """Return the numbers of turns and rolls, in words."""
        plural = self.catalog.plural
        turns = plural("sheet", "%(n)s turn", "%(n)s turns", len(self.ruleset.boxes))
        dice = self.ruleset.dice
        rolls = plural("sheet", "%(n)s roll", "%(n)s rolls", dice.rolls)
        facts = [turns, rolls]
        if dice.use is not None:
            chosen = plural(
                "sheet",
                "%(count)s dice, %(n)s counts",
                "%(count)s dice, %(n)s count",
                dice.use,
                count=dice.count,
            )
            facts.append(chosen)
        return BETWEEN.join(facts)

    def reminders(self, on_paper: bool = True) -> tuple[str, ...]:
        """Return the rules that players forget, a few sentences for the foot of the sheet."""
        text = self.catalog.text
        rolls = self.ruleset.dice.rolls
        if rolls == 1:
            turn = text("rule", "Roll once, and fill in one box after every turn.")
        else:
            turn = text(
                "rule",
                "Roll up to %(number)s times, keep what you like, and fill in one box after "
                "every turn.",
                number=self.number_word(rolls),
            )
        rules = [turn]
        if on_paper:
            rules.append(text("rule", "If nothing fits, write a 0 or a dash, not a slash."))
        rules += self.joker_rules()
        rules += self.order_rules()
        rules += self.notes
        return tuple(rules)

    def turn_steps(self) -> tuple[Instruction, ...]:
        """Return a turn in up to four steps, then the meanings of full and empty dice."""
        text = self.catalog.text
        dice = self.ruleset.dice
        if dice.count == 1:
            rolled = text("turn", "the die.")
        elif dice.count == 2:
            rolled = text("turn", "both dice.")
        else:
            rolled = text("turn", "all %(number)s dice.", number=self.number_word(dice.count))
        steps: list[Instruction] = [(text("turn", "Roll"), (rolled,))]
        if dice.rolls > 1:
            kept = text("turn", "what you like, roll the rest again.")
            sentences = [kept]
            if self.keeps_dice:
                sentences.append(text("turn", "What you keep stays."))
            number = self.number_word(dice.rolls)
            sentences.append(text("turn", "At most %(number)s rolls.", number=number))
            steps.append((text("turn", "Keep"), tuple(sentences)))
        score = text("turn", "your score in one open box.")
        if self.has_next_box:
            score = text("turn", "your score in the next open box.")
        zero = text("turn", "If nothing fits, a 0.")
        steps.append((text("turn", "Write"), (score, zero)))
        last = self.catalog.plural(
            "turn", "after %(n)s turn.", "after %(n)s turns.", len(self.ruleset.boxes)
        )
        steps.append((text("turn", "Add"), (last,)))
        steps.append(("", (text("turn", "Full: you need this die."),)))
        steps.append(("", (text("turn", "Empty: any die will do."),)))
        return tuple(steps)

    @property
    def has_next_box(self) -> bool:
        """Flag: all boxes have one order, so that no player chooses a box."""
        return len(runs_of(self.ruleset)) == 1 and len(self.ruleset.categories) > 1

    @property
    def keeps_dice(self) -> bool:
        """Flag: dice that are kept stay for the turn. It makes no difference before a last roll."""
        return self.ruleset.dice.kept == "stay" and self.has_third_roll

    @property
    def has_third_roll(self) -> bool:
        """Flag: some turns may have three rolls or more."""
        dice = self.ruleset.dice
        most = max(dice.rolls, dice.last_turn or 0) + dice.spare
        return most > 2 or dice.saved is not None

    # Jokers.

    def joker_rules(self) -> tuple[str, ...]:
        """Return the rules for a Yacht; none if the game has no joker."""
        text = self.catalog.text
        joker = self.ruleset.joker
        if joker.rule == "none":
            return ()
        yacht = self.bare_name(self.ruleset.categories[joker.category])
        rules: list[str] = []
        if joker.yacht_box_first:
            rules.append(
                text(
                    "rule",
                    "While the %(yacht)s box is open, a %(yacht)s goes there.",
                    yacht=yacht,
                )
            )
        rules.append(self._joker_rule(yacht))
        if joker.number_box_full:
            rules.append(
                text(
                    "rule",
                    "As long as the box of its own number is open, a %(yacht)s scores only what "
                    "its dice are.",
                    yacht=yacht,
                )
            )
        return (*rules, *self.columns_of_yachts())

    def columns_of_yachts(self) -> Iterator[str]:
        """Yield the columns whose boxes matter to further Yachts; none in games with one column."""
        text = self.catalog.text
        ruleset = self.ruleset
        bonus = ruleset.extra_yachts
        category = ruleset.categories.get(bonus.category if bonus else ruleset.joker.category)
        if category is None or len(ruleset.columns) == 1:
            return
        yacht = self.bare_name(category)
        if bonus and bonus.by_column:
            yield self.catalog.said_of(self.name(bonus), self._points_by_column()) + "."
        if not ruleset.yachts_of_all_columns:
            if ruleset.joker.rule == "none":
                yield text(
                    "rule",
                    "A bonus needs points in the %(yacht)s box of the column in which you write.",
                    yacht=yacht,
                )
            else:
                yield text(
                    "rule",
                    "Each column has its own jokers: choose a column first; only its own boxes "
                    "count.",
                )
            return
        if bonus:
            yield text(
                "rule",
                "A bonus needs points in the %(yacht)s boxes of all columns.",
                yacht=yacht,
            )
        if ruleset.joker.number_box_full:
            yield text(
                "rule",
                "A joker needs full boxes in all columns: those of the %(yacht)s, and those of its "
                "number.",
                yacht=yacht,
            )
        elif ruleset.joker.rule != "none":
            yield text("rule", "A joker needs full %(yacht)s boxes in all columns.", yacht=yacht)

    def _points_by_column(self) -> str:
        """Return the points of a further Yacht in each column: ``100 in Single, 200 in Double``."""
        points_by_column = [
            self.catalog.text(
                "rule",
                "%(points)s in %(column)s",
                points=self.ruleset.points_of_yacht(column),
                column=self.column_name(column),
            )
            for column in self.ruleset.columns
        ]
        return ", ".join(points_by_column)

    @property
    def lacks_numbers(self) -> bool:
        """Flag: some faces have no box in which they are counted."""
        numbers = {category.number for category in self.ruleset.categories.values()}
        return len(numbers - {None}) < self.dice.sides

    def _joker_rule(self, yacht: str) -> str:
        """Return the rule for a Yacht of this name when its box is full."""
        text = self.catalog.text
        joker = self.ruleset.joker
        place = self._joker_place()
        if joker.rule == "free" and joker.any_dice:
            return text(
                "rule",
                "Once the %(yacht)s box is full, a %(yacht)s may stand for any dice %(place)s.",
                yacht=yacht,
                place=place,
            )
        if joker.rule == "free":
            return text(
                "rule",
                "Once the %(yacht)s box is full, a %(yacht)s may stand for any combination "
                "%(place)s; a number box still counts only its own number.",
                yacht=yacht,
                place=place,
            )
        if not any(category.number for category in self.ruleset.categories.values()):
            return text(
                "rule",
                "Once the %(yacht)s box is full, a %(yacht)s is a joker %(place)s.",
                yacht=yacht,
                place=place,
            )
        full = text("rule", "if that is full too")
        if self.lacks_numbers:
            full = text("rule", "if there is none, or it is full")
        if joker.zero == "choice":
            zero = text("rule", ", or a 0 in another number box")
        else:
            zero = text("rule", "; only if no such box is open, it is a 0 in another number box")
        return text(
            "rule",
            "Once the %(yacht)s box is full, a %(yacht)s goes into the box of its number; "
            "%(full)s, it is a joker %(place)s%(zero)s.",
            yacht=yacht,
            full=full,
            place=place,
            zero=zero,
        )

    def _joker_place(self) -> str:
        """Return the words for the boxes in which a joker may be written."""
        text = self.catalog.text
        if len(self._joker_sections) == len(self.ruleset.sections):
            return text("rule", "anywhere")
        names = " + ".join(map(self.heading, self._joker_sections))
        return text("rule", "anywhere in “%(sections)s”", sections=names)

    @property
    def _joker_sections(self) -> list[Section]:
        """Sections in which a joker may be written."""
        ids = self.ruleset.joker.sections
        return [section for section in self.ruleset.sections if section.id in ids]

    def further_yacht(self) -> tuple[str, tuple[Instruction, ...]]:
        """Return a heading and up to three steps for a further Yacht.

        Both are empty without a bonus and a joker.
        """
        text = self.catalog.text
        bonus = self.ruleset.extra_yachts
        joker = self.ruleset.joker
        yacht = self.ruleset.categories.get(bonus.category if bonus else joker.category)
        if yacht is None:
            return "", ()
        steps: list[Instruction] = []
        if bonus:
            steps.append((text("joker", "Tick a bonus"), (self.each(bonus)[0],)))
        if joker.rule == "forced":
            steps.append((text("joker", "Its number box"), (text("joker", "if that is open"),)))
            sections = " + ".join(map(self.heading, self._joker_sections))
            boxes = text(
                "joker", "any box of “%(sections)s”, or a 0 for a number", sections=sections
            )
            steps.append((text("joker", "Else a joker"), (boxes,)))
        elif joker.rule == "free":
            boxes = text("joker", "any open box")
            if joker.number_box_full:
                boxes = text("joker", "any open box, once its number box is full")
            steps.append((text("joker", "A joker"), (boxes,)))
        heading = text("joker", "Another %(yacht)s", yacht=self.bare_name(yacht))
        return heading, tuple(steps)

    # Order of play, columns, and winning.

    def order_rules(self) -> tuple[str, ...]:
        """Return the rules that few games have.

        Of play, of boxes and columns, of kept dice, and of winning.
        """
        ruleset = self.ruleset
        rules = [*self.dice_rules(), *self.play_rules(), *self.bounds()]
        for category in ruleset.categories.values():
            if category.needs:
                rules.append(next(self.category_rules(category)))
            if category.wins:
                rules.append(self.win_rule(category))
        if len(ruleset.columns) > 1:
            for column in ruleset.columns:
                rules += self.column_rules(column)
        if self.keeps_dice:
            rules.append(
                self.catalog.text("rule", "Dice that you have kept may not be rolled again.")
            )
        winner = " ".join(self.winner_rules())
        if winner:
            rules.append(winner)
        return tuple(rules)

    def dice_rules(self) -> Iterator[str]:
        """Yield the rules for dice that few games have.

        Who rolls them, how often, and which of them count.
        """
        text = self.catalog.text
        dice = self.ruleset.dice
        if dice.use is not None:
            yield text(
                "rule",
                "After your last roll, choose %(use)s of the %(number)s dice; only these count.",
                use=self.number_word(dice.use),
                number=self.number_word(dice.count),
            )
        if dice.shared:
            yield text(
                "rule",
                "One player rolls for all; everyone writes the same dice in a box of their own.",
            )
        yield from self.roll_rules()

    def roll_rules(self) -> Iterator[str]:
        """Yield the rules for further rolls of a turn."""
        text, plural = self.catalog.text, self.catalog.plural
        dice = self.ruleset.dice
        if dice.saved is not None:
            yield text(
                "rule", "A roll that you do not use is saved: it is one more in a later turn."
            )
        if dice.saved is not None and dice.saved.max is not None:
            yield plural(
                "rule",
                "You can have %(n)s saved roll at most.",
                "You can have %(n)s saved rolls at most.",
                dice.saved.max,
            )
        if dice.spare:
            yield plural(
                "rule",
                "You have %(n)s spare roll in a game: it is one more in any turn.",
                "You have %(n)s spare rolls in a game: each is one more in any turn.",
                dice.spare,
            )
        if dice.last_turn is not None:
            yield text(
                "rule",
                "In your last turn you may roll up to %(number)s times.",
                number=self.number_word(dice.last_turn),
            )

    def further_rolls(self) -> tuple[str, tuple[str, ...]]:
        """Return the name of the row for saved or spare rolls, and its hints, the longest first."""
        text = self.catalog.text
        if self.ruleset.dice.saved is not None:
            hints = (
                text("sheet", "tick a roll that you save, strike it out when you use it"),
                text("sheet", "tick: saved · strike out: used"),
            )
            return text("sheet", "Saved rolls"), hints
        hint = text("sheet", "strike one out when you roll once more")
        return text("sheet", "Spare rolls"), (hint,)

    def play_rules(self) -> Iterator[str]:
        """Yield the rules for the order of boxes, for dice rolled at once, and for faces."""
        text = self.catalog.text
        ruleset = self.ruleset
        yield from self.box_order_rules()
        if ruleset.dice.served == "all_dice" and ruleset.dice.rolls > 1:
            yield text(
                "rule",
                "All dice are rolled at once on the first roll, and on any roll for which you "
                "keep none.",
            )
        if any(face.value is not None for face in ruleset.dice.faces):
            yield self.values_of_faces()

    def box_order_rules(self) -> Iterator[str]:
        """Yield the rules for the order of boxes, in a section or in an only column."""
        text = self.catalog.text
        for section in self.ruleset.sections:
            heading = self.heading(section)
            if section.fill == "down":
                yield text("rule", "Fill “%(section)s” from top to bottom.", section=heading)
            elif section.fill != "any":
                yield text("rule", "Fill “%(section)s” from bottom to top.", section=heading)
        if len(self.ruleset.columns) == 1:
            yield from self.column_rules(self.ruleset.columns[0])

    def values_of_faces(self) -> str:
        """Return a sentence about what each named face counts: ace = 11, king = 10."""
        names = [self.face(face) for face in range(1, self.ruleset.dice.sides + 1)]
        faces = ", ".join(self._values_beside(names))
        return self.catalog.text("rule", "What the dice count: %(faces)s.", faces=faces)

    def values_of_symbols(self) -> str:
        """Return what each symbol of a die counts, in a few words: A = 11, K = 10."""
        symbols = [
            face.symbol or self.face(number) for number, face in enumerate(self.dice.faces, 1)
        ]
        counts = [unbroken(count) for count in self._values_beside(symbols)]
        return ", ".join(counts)

    def _values_beside(self, names: Sequence[str]) -> list[str]:
        """Return these names of the faces of a die, each with what it counts."""
        values = next(iter(self.ruleset.categories.values())).points.values
        return [
            signed(f"{name} = {counted((face,), values)}") for face, name in enumerate(names, 1)
        ]

    def winner_rules(self) -> Iterator[str]:
        """Yield the rules by which columns decide the winner; nothing where the total decides."""
        text = self.catalog.text
        winner = self.ruleset.winner
        if winner.by == "total":
            return
        worths = [f"{self.column_name(column)} {column.worth}" for column in self.ruleset.columns]
        yield text(
            "rule",
            "The highest total of a column earns match points: %(columns)s.",
            columns=", ".join(worths),
        )
        if winner.sweep:
            yield text("rule", "Winning all columns earns %(points)s more.", points=winner.sweep)
        yield text("rule", "If the highest totals of a column are equal, nobody wins it.")
        yield text("rule", "The most match points win.")

    def column_rules(self, column: Column) -> Iterator[str]:
        """Yield the rules of a column in one sentence; nothing if it has none."""
        rule = self.column_rule(column)
        if rule:
            name = self.column_name(column) if len(self.ruleset.columns) > 1 else ""
            yield capital(self.catalog.said_of(name, rule)) + "."

    def column_rule(self, column: Column) -> str:
        """Return the rules of a column without its name; empty if it has none."""
        text = self.catalog.text
        parts: list[str] = []
        if column.fill != "any":
            parts.append(self._fill_rule(column))
        if column.opens:
            count = boxes_to_open(self.ruleset, column)
            parts.append(text("rule", "it opens once %(n)s other boxes are full", n=count))
        if column.announced is not None:
            parts.append(self._naming_rule(column))
        parts += self.limits_of_column(column)
        if column.factor > 1:
            parts.append(text("rule", "it counts %(n)s times", n=column.factor))
        return self.catalog.clauses(parts)

    def limits_of_column(self, column: Column) -> Iterator[str]:
        """Yield the rules of a column by which its boxes can hold fewer values."""
        text = self.catalog.text
        if column.rolls == 1:
            yield text("rule", "only the first roll scores")
        elif column.rolls is not None:
            yield text("rule", "only the first %(n)s rolls score", n=column.rolls)
        if column.only:
            yield text("rule", "only the highest score of each box, else 0")

    def _naming_rule(self, column: Column) -> str:
        """Return who names the box of a column, and when."""
        text = self.catalog.text
        latest = column.announced
        if column.named_by and latest:
            return text(
                "rule", "the player before names the box, after roll %(n)s at the latest", n=latest
            )
        if column.named_by:
            return text("rule", "the player before names the box before you roll")
        if latest:
            return text("rule", "name the box after roll %(n)s at the latest", n=latest)
        return text("rule", "name the box before you roll")

    def _fill_rule(self, column: Column) -> str:
        text = self.catalog.text
        is_only_column = len(self.ruleset.columns) == 1
        if column.fill == "down":
            if is_only_column:
                return text("rule", "fill the card from top to bottom")
            return text("rule", "fill it from top to bottom")
        if column.fill == "up":
            if is_only_column:
                return text("rule", "fill the card from bottom to top")
            return text("rule", "fill it from bottom to top")
        if column.fill == "inwards":
            return text("rule", "fill it from both ends")
        row = self.name(self.ruleset.categories[column.middle])
        return text(
            "rule", "fill it from “%(row)s” upwards, and from the row below it downwards", row=row
        )

    def column_marks(self, column: Column) -> Iterator[str]:
        """Yield marks for the head of a column.

        "announced", its last roll, its factor and its match points.
        """
        if column.named_by:
            yield self.catalog.text("sheet", "named")
        elif column.announced is not None:
            announced = self.catalog.text("sheet", "announced")
            name = self.column_name(column)
            if not name.casefold().startswith(announced.casefold()):
                yield announced
        if column.rolls is not None:
            yield self.catalog.plural("sheet", "%(n)s roll", "%(n)s rolls", column.rolls)
        if column.only:
            yield self.catalog.text("sheet", "only max")
        if column.opens:
            yield self.catalog.text(
                "sheet", "from %(n)s full", n=boxes_to_open(self.ruleset, column)
            )
        yield from self.counts_as(column)

    def counts_as(self, column: Column) -> Iterator[str]:
        """Yield the factor and the match points of a column, in a word or two."""
        if column.factor > 1:
            yield f"× {column.factor}"
        if column.worth:
            yield self.catalog.text("sheet", "%(n)s pt", n=column.worth)

    def points_and_unit(self, column: Column) -> tuple[str, str]:
        """Return the match points of a column, and their unit in a word."""
        return str(column.worth), self.catalog.text("sheet", "%(n)s pt", n="").strip()


def signed(points: int | str) -> str:
    """Return points, or a text with points, with a minus that is as wide as a plus."""
    return str(points).replace("-", "−")


def with_minus(sentence: str) -> str:
    """Return a sentence whose numbers below 0 have that minus; its hyphens stay."""
    return sentence.replace(" -", " −")


def unbroken(arithmetic: str) -> str:
    """Return arithmetic that is not divided between two lines: ``3 × 10 = 30``."""
    return arithmetic.replace(" ", "\u00a0")


def subtraction(added: Iterable[str], taken: Iterable[str], times: str) -> str:
    """Return a sum less what is taken away and, unless `times` is empty, multiplied by it.

    ``(26 − 8) × 3``.
    """
    terms = " − ".join((" + ".join(added), *taken))
    return f"({terms}) × {times}" if times else terms


def _has_varying_dice(pattern: Pattern) -> bool:
    """Check whether some dice make a pattern, but not always as many."""
    return isinstance(pattern, Face | OneOf) and not dice_needed(pattern)


def is_proportional(steps: tuple[Step, ...]) -> bool:
    """Check whether the first box earns points, and each further one as many again."""
    of_one_box = steps[0].points
    return all(
        step.at_least == count and step.points == count * of_one_box
        for count, step in enumerate(steps, 1)
    )


def capital(sentence: str) -> str:
    """Return a sentence that begins with a capital letter."""
    if sentence.startswith("één"):  # Dutch puts no accent on a capital E
        return f"E{sentence[1:]}"
    return sentence[:1].upper() + sentence[1:]


def wordings_in_all(own: Wording) -> Iterator[Wording]:
    """Yield a game in its own language, then in all others, those of the user among them.

    Each catalog is loaded when it is needed. One that cannot be read is left out.
    """
    yield own
    for language in languages():
        if language != own.catalog.language:
            with suppress(SheetgenError):
                yield Wording(own.ruleset, load_catalog(language))
