"""A ruleset in a language: its names, categories, totals and rules of play.

There are a few words for sheets, and sentences for booklets. All words follow from the settings
that the scoring follows, so that no document can contradict it.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec.structs import replace

from sheetgen.i18n.catalog import ALIAS_SEPARATOR, Catalog
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
    size,
)
from sheetgen.rules.ruleset import Category, Column, Ruleset, Section, Total, Translation, boxes_of

BETWEEN = " · "
"""Separator between short statements."""
_CONTEXTS: dict[type, str] = {Section: "section", Category: "category", Total: "total"}
_MANY = 4
"""Minimum number of bonuses that are called "all points" together, because their names are too long
for a row."""


class Wording:
    """Words for a ruleset in one language, for documents and findings.

    The translations of a ruleset file come before those of the catalog.
    """

    def __init__(self, ruleset: Ruleset, catalog: Catalog) -> None:
        self.ruleset = ruleset
        self.catalog = catalog
        self._own = ruleset.translations.get(catalog.language, Translation())
        faces = [
            replace(
                face, symbol=face.symbol and catalog.text(f"symbol of {face.name}", face.symbol)
            )
            for face in ruleset.dice.faces
        ]
        self.dice = replace(ruleset.dice, faces=tuple(faces)) if faces else ruleset.dice
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
        names = (
            *self._own.aliases.get(category.id, ()),
            *translated,
            category.name,
            *category.aliases,
        )
        return tuple(dict.fromkeys(name.strip() for name in names if name.strip()))

    def part(self, part: str) -> str:
        """Return the name of a box, total or section that a total adds up."""
        section = next((section for section in self.ruleset.sections if section.id == part), None)
        if section is None:
            return self.name(self.ruleset.categories.get(part) or self.ruleset.declared[part])
        first, last = self.name(section.categories[0]), self.name(section.categories[-1])
        return (
            first
            if first == last
            else self.catalog.text("sheet", "%(first)s to %(last)s", first=first, last=last)
        )

    def heading(self, section: Section) -> str:
        """Return the name of a section, or its first and last row."""
        return self.name(section) or self.part(section.id)

    def section_of(self, part: str) -> str:
        """Return the name of the section of a total, or of the section with this id.

        Empty for none.
        """
        homes = (
            section
            for section in self.ruleset.sections
            if part in (section.id, *(t.id for t in section.totals))
        )
        return self.name(next(homes, Section("", ())))

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
        return (
            self.own_text("face", self.ruleset.dice.faces[face - 1].name)
            if self.ruleset.dice.faces
            else str(face)
        )

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
        fixed = category.points.kind == "fixed" and not category.points.by_roll
        counts = (
            BETWEEN.join(self._besides(category)) if formula or fixed else self._points(category)
        )
        asks = self.pattern(category.pattern)
        if isinstance(category.pattern, AnyDice):
            low, high = (
                self.catalog.text("pattern", "any roll, low"),
                self.catalog.text("pattern", "any roll, high"),
            )
            asks = low if boxes_of(category)[0].id in self.ruleset.taken_away else asks
            asks = (
                high
                if any(
                    category.id in each.of for each in self.ruleset.declared.values() if each.minus
                )
                else asks
            )
        parts = [
            part
            for part in (asks if asks.casefold() != self.name(category).casefold() else "", counts)
            if part
        ]
        return tuple(dict.fromkeys((BETWEEN.join(parts), *reversed(parts)))) if parts else ()

    def _besides(self, category: Category) -> Iterator[str]:
        """Yield what fixed points or a formula leave open.

        The dice that count, the rolls, a first roll's points.
        """
        text, points = self.catalog.text, category.points
        if points.kind == "fixed_plus_matching":
            yield self._matching(category.pattern)
        elif points.kind == "fixed_plus_dice":
            yield text("points", "all dice")
        if points.by_roll:
            yield text(
                "points",
                "on roll %(rolls)s",
                rolls=BETWEEN.join(map(str, range(1, len(points.by_roll) + 1))),
            )
        if points.first_roll is not None:
            together = text("points", "all at once %(points)s", points=points.first_roll)
            yield (
                together
                if self._at_once
                else text("points", "first roll %(points)s", points=points.first_roll)
            )

    def how(self, category: Category) -> str:
        """Return how a category scores, in a few words."""
        if self._is_number(category):
            return self._matching(category.pattern)
        return f"{self.pattern(category.pattern)}{BETWEEN}{self._points(category)}"

    def most(self, category: Category) -> str:
        """Return the most that a box can hold.

        The least, if it can only cost points or a difference subtracts it.
        """
        held = possible_values(self.ruleset, self.ruleset.boxes_with(category.id)[0].id)
        if held[-1] <= 0 > held[0]:
            return self.catalog.text("sheet", "min %(points)s", points=signed(held[0]))
        if boxes_of(category)[0].id in self.ruleset.taken_away:
            return self.catalog.text(
                "sheet", "from %(points)s", points=min(each for each in held if each)
            )
        return self.catalog.text("sheet", "max %(points)s", points=held[-1])

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
                number, faces = self.number_word(least), self.faces(face)
                return text("pattern", "%(number)s or more %(faces)s", number=number, faces=faces)
            case Groups(sizes, different):
                groups = self._group_sizes(sizes)
                alike = len(sizes) > 1 and not different
                return (
                    text("pattern", "%(groups)s, even all alike", groups=groups)
                    if alike
                    else groups
                )
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
                short = self.pattern(inner)
                return text(
                    "pattern",
                    "%(pattern)s, all %(groups)s",
                    pattern=short,
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
        return self.catalog.either("-".join(map(self.face, each.faces)) for each in lists)

    def _face_groups(self, *, with_faces: bool = False) -> str:
        """Return the groups of faces as choices: black or red.

        `with_faces` black (1, 6) or red (2, 5).
        """
        return self.catalog.either(
            self.own_text("face group", group.name)
            + f" ({', '.join(map(self.face, group.faces))})" * with_faces
            for group in self.ruleset.dice.groups
        )

    def _points(self, category: Category) -> str:
        text, points = self.catalog.text, category.points
        if points.kind == "per_die":
            cost = text("points", "each die minus %(points)s", points=-points.value)
            return (
                cost
                if points.value < 0
                else text("points", "%(points)s for each", points=points.value)
            )
        if points.kind == "matching":
            return self._matching(category.pattern)
        if points.kind == "all":
            return text("points", "all dice")
        value = str(points.value)
        if points.by_roll:
            value = text(
                "points", "%(points)s by roll", points=" / ".join(map(str, points.by_roll))
            )
        if points.kind == "fixed_plus_matching":
            return text(
                "points",
                "%(points)s + %(dice)s",
                points=value,
                dice=self._matching(category.pattern),
            )
        if points.kind == "fixed_plus_dice":
            value = text("points", "%(points)s + all dice", points=value)
        elif not points.by_roll:
            value = self.catalog.plural("points", "%(n)s point", "%(n)s points", points.value)
        return value if points.first_roll is None else self.with_first(value, points.first_roll)

    def _matching(self, pattern: Pattern) -> str:
        """Return the words for the dice of a pattern that are added up."""
        if isinstance(pattern, Face):
            return self.catalog.text("how", "add up the %(faces)s", faces=self.faces(pattern.face))
        if not size(pattern):
            return self.catalog.text("points", "all dice")
        return self.catalog.text(
            "points", "those %(number)s dice", number=self.number_word(size(pattern))
        )

    # Categories in sentences, for the booklet.

    def asks(self, category: Category) -> str:
        """Return sentences about a category.

        Its pattern, its points unless they are one number, its conditions.
        """
        text, pattern = self.catalog.text, category.pattern
        if isinstance(pattern, Face) and category.points.kind == "matching":
            faces = self.faces(pattern.face)
            if category.adds_number:
                parts = [
                    text(
                        "rule text",
                        "Only %(faces)s count. Add up all %(faces)s you rolled.",
                        faces=faces,
                    )
                ]
            else:
                added = text("rule text", "Add up all %(faces)s you rolled.", faces=faces)
                parts = [self._pattern_sentence(pattern), added]
        else:
            parts = [self._pattern_sentence(pattern), self._points_sentence(category)]
        sentences = (_capital(part) for part in parts if part)
        return " ".join((*sentences, *self.bounds(category.id), *self.category_rules(category)))

    def bounds(self, category: str = "") -> tuple[str, ...]:
        """Return a sentence for each constraint, or for those of one category if its id is set."""
        names, text = (
            {each.id: self.name(each) for each in self.ruleset.categories.values()},
            self.catalog.text,
        )
        kept = (
            rule for rule in self.ruleset.constraints if category in ("", rule.lower, rule.higher)
        )
        pairs = ({"lower": names[rule.lower], "higher": names[rule.higher]} for rule in kept)
        return tuple(
            text(
                "rule",
                "%(lower)s must stay below %(higher)s; a score that breaks this counts as 0.",
                **each,
            )
            for each in pairs
        )

    def category_rules(self, category: Category) -> Iterator[str]:
        """Yield sentences about the prerequisite of a category, and about a win at once."""
        text = self.catalog.text
        if category.needs:
            yield text(
                "rule",
                "“%(box)s” scores only if “%(name)s” has points already; otherwise only a 0 can "
                "go there.",
                box=self.name(category),
                name=self.name(self.ruleset.categories[category.needs]),
            )
        if category.wins:
            yield text("rule", "On the first roll of a turn it wins the game at once.")

    def then_first(self, points: object, plus: bool = False) -> str:
        """Return a sentence with the points of a first roll.

        With `plus` they are added to its dice.
        """
        text = self.catalog.text
        if self._at_once and plus:
            return text(
                "rule text", "If all dice are rolled at once, plus %(points)s.", points=points
            )
        if plus:
            return text(
                "rule text",
                "If you stop on the first roll of the turn, plus %(points)s.",
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
                number, faces = self.number_word(least), self.faces(face)
                return text(
                    "rule text", "%(number)s or more %(faces)s.", number=number, faces=faces
                )
            case Groups(sizes, different):
                return self._groups_sentence(sizes, different)
            case Straight(length):
                return self._straight_sentence(length)
            case Faces(faces) if len(faces) != self.ruleset.dice.count:
                shown = self._listed_faces(pattern)
                return text(
                    "rule text", "%(faces)s, in any order; other dice are free.", faces=shown
                )
            case Faces() | OneOf():
                return text(
                    "rule text",
                    "Exactly %(faces)s, in any order.",
                    faces=self._listed_faces(pattern),
                )
            case Parity(odd):
                even = text("rule text", "All dice must be even.")
                return text("rule text", "All dice must be odd.") if odd else even
            case Sum(least, most):
                return f"{_capital(self._sum(least, most))}."
            case AllDifferent():
                return text("rule text", "No number comes twice.")
            case OneGroup(inner):
                groups = self._face_groups(with_faces=True)
                if inner is None:
                    return text(
                        "rule text", "All dice are of one group: %(groups)s.", groups=groups
                    )
                alike = text("rule text", "These dice are of one group: %(groups)s.", groups=groups)
                return f"{self._pattern_sentence(inner)} {alike}"
        raise TypeError(pattern)

    def _groups_sentence(self, sizes: tuple[int, ...], different: bool) -> str:
        text, words = self.catalog.text, [self.number_word(size) for size in sizes]
        if sizes == (self.ruleset.dice.count,):
            return text("rule text", "All dice alike; which number does not matter.")
        if len(sizes) == 1:
            return text("rule text", "%(number)s of one number, or more.", number=words[0])
        if len(sizes) == 2:
            first, second = words
            start = text(
                "rule text",
                "%(first)s of one number and %(second)s of another.",
                first=first,
                second=second,
            )
        else:
            start = text(
                "rule text", "Groups of equal dice: %(groups)s.", groups=self.catalog.both(words)
            )
        return (
            start
            if different
            else f"{start} " + text("rule text", "The groups may also show the same number.")
        )

    def _straight_sentence(self, length: int) -> str:
        text, free = self.catalog.text, self.ruleset.dice.count - length
        if length == self.ruleset.dice.sides:  # there is one such row
            return self._pattern_sentence(Faces(tuple(range(1, length + 1))))
        start = text(
            "rule text",
            "%(number)s in a row, wherever the row starts.",
            number=self.number_word(length),
        )
        if free == 0:
            return start
        if free == 1:
            return f"{start} " + text("rule text", "The other die may show anything.")
        number = self.number_word(free)
        return f"{start} " + text(
            "rule text", "The other %(number)s dice may show anything.", number=number
        )

    def _points_sentence(self, category: Category) -> str:
        """Return sentences about the dice to add up and the points of a first roll.

        Empty for fixed points.
        """
        text, points = self.catalog.text, category.points
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
        first = points.first_roll if self.ruleset.dice.rolls > 1 else None
        value = (
            points.value if first is not None or points.first_roll is None else points.first_roll
        )
        said = [text("rule text", "Add up all dice, plus %(points)s points.", points=value)] * plus
        said += [] if first is None else [self.then_first(first, plus=plus)]
        return " ".join(said)

    def _points_by_roll(self, category: Category) -> str:
        """Return sentences about the dice to add up, and the points that are added to them.

        If these points differ by roll, there is one for each.
        """
        text, points, said = self.catalog.text, category.points, []
        matching = size(category.pattern)
        if points.kind == "fixed_plus_matching" and matching:
            said.append(self._those_dice(matching))
        elif points.kind != "fixed":
            said.append(text("rule text", "Add up the dice."))
        if points.by_roll:
            each = (
                text("rule text", "%(points)s on roll %(n)s", points=value, n=place)
                for place, value in enumerate(points.by_roll, 1)
            )
            said.append(text("rule text", "It is worth %(points)s.", points=", ".join(each)))
        elif points.kind != "fixed":
            said.append(text("rule text", "Then add %(points)s points.", points=points.value))
        return " ".join(said)

    def _added_dice(self, category: Category) -> str:
        text, count = self.catalog.text, self.ruleset.dice.count
        if count == 1:
            return text("rule text", "You score what the die shows.")
        dice = count if category.points.kind == "all" else size(category.pattern) or count
        if dice == count == 2:
            return text("rule text", "Add up both dice.")
        if dice == count:
            return text("rule text", "Add up all %(number)s dice.", number=self.number_word(dice))
        return self._those_dice(dice)

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
        if total.across and len(self.ruleset.columns) > 1:
            columns, part = self.ruleset.columns, " + ".join(map(self.part, total.of))
            if any(each.factor > 1 for each in columns):
                names = (
                    f"{each.factor} × " * (each.factor > 1) + self.column_name(each)
                    for each in columns
                )
                return (" + ".join(names), " + ".join(f"×{each.factor}" for each in columns), "")
            number = self.number_word(len(columns))
            every = self.catalog.text("sheet", "%(part)s, all %(number)s", part=part, number=number)
            grand = self.catalog.text("sheet", "the %(number)s column totals", number=number)
            return (grand if total.of == ("column_total",) else every, part, "")
        return self._steps(total) if total.steps else self._sum_of_parts(total)

    def points_from(self, total: Total) -> str:
        """Return the condition for points of one row or sum, such as ``2 points from 52``."""
        text, steps = self.catalog.text, total.steps
        boxes = sum(
            category.boxes
            for category in self.ruleset.categories.values()
            if (category.id,) == total.of
        )
        if len(steps) == 1 and total.kind == "threshold":
            return text(
                "sheet",
                "%(points)s points from %(sum)s",
                points=steps[0].points,
                sum=steps[0].at_least,
            )
        if len(steps) == 1 and steps[0].at_least == boxes:
            return text(
                "sheet",
                "%(points)s points if all %(count)s score",
                points=steps[0].points,
                count=boxes,
            )
        each = steps[0].points
        if total.kind == "count" and all(
            s.points == each * n and s.at_least == n for n, s in enumerate(steps, 1)
        ):
            name = self.bare_name(self.ruleset.categories[total.of[0]])
            return text("sheet", "%(points)s points for each %(name)s", points=each, name=name)
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

    def each(self, total: Total) -> tuple[str, ...]:
        """Return the condition for the bonus for further Yachts.

        The wordings go from the longest to the shortest.
        """
        yacht, value = self._yacht(total)
        further = self.catalog.text("sheet", "each further %(yacht)s", yacht=yacht)
        after = self.catalog.text(
            "sheet", "each %(yacht)s after the %(value)s", yacht=yacht, value=value
        )
        return (after, further) if value else (further,)

    def difference(self, total: Total) -> str:
        """Return the parts of a difference: (Max − Min) × Ones."""
        times = self.part(total.times) if total.times else ""
        parts = subtraction(map(self.part, total.of), map(self.part, total.minus), times)
        least = self.catalog.text("sheet", "%(least)s at least", least=signed(total.least or 0))
        return parts if total.least is None else f"{parts}, {least}"

    def _sum_of_parts(self, total: Total) -> tuple[str, ...]:
        every = len(self.ruleset.boxes)
        if self.ruleset.addends[total.id] == tuple(self.ruleset.boxes):
            return (self.catalog.plural("sheet", "%(n)s box", "all %(n)s boxes", every), "")
        totals = [self.ruleset.declared.get(part) for part in total.of]
        if len(totals) >= _MANY and all(part and part.steps for part in totals):
            return (self.catalog.text("sheet", "all points"), "")
        return (" + ".join(map(self.part, total.of)), "")

    def _steps(self, total: Total) -> tuple[str, ...]:
        text, plural = self.catalog.text, self.catalog.plural
        steps = [
            plural(
                "sheet",
                "%(points)s for %(n)s box with points",
                "%(points)s for %(n)s boxes with points",
                step.at_least,
                points=step.points,
            )
            if total.kind == "count"
            else text(
                "sheet",
                "%(points)s for %(sum)s or more",
                points=signed(step.points),
                sum=step.at_least,
            )
            for step in total.steps
        ]
        short = (
            self.catalog.said_of(signed(step.at_least), signed(step.points)) for step in total.steps
        )
        return (", ".join(steps), text("sheet", "from %(steps)s", steps=", ".join(short)), "")

    def _further_yachts(self, total: Total) -> tuple[str, ...]:
        text, (yacht, value) = self.catalog.text, self._yacht(total)
        words = {"points": total.points, "yacht": yacht, "value": value}
        after = text("sheet", "%(points)s for each %(yacht)s after the %(value)s", **words)
        first = after if value else text("sheet", "%(points)s for each further %(yacht)s", **words)
        return (first, text("sheet", "%(points)s each", points=total.points), "")

    def _yacht(self, total: Total) -> tuple[str, int]:
        """Return the name of the Yacht that a bonus is for, and its fixed value.

        0 if it has none or several boxes.
        """
        category = self.ruleset.categories[total.category]
        plain = category.points.is_fixed and category.boxes == 1
        return self.bare_name(category), category.points.value if plain else 0

    # Turns.

    def facts(self) -> str:
        """Return the numbers of turns and rolls, in words."""
        plural, dice = self.catalog.plural, self.ruleset.dice
        turns = plural("sheet", "%(n)s turn", "%(n)s turns", len(self.ruleset.boxes))
        return BETWEEN.join((turns, plural("sheet", "%(n)s roll", "%(n)s rolls", dice.rolls)))

    def reminders(self, on_paper: bool = True) -> tuple[str, ...]:
        """Return the rules that players forget, a few sentences for the foot of the sheet."""
        text, rolls = self.catalog.text, self.ruleset.dice.rolls
        if rolls == 1:
            start = text("rule", "Roll once, and fill in one box after every turn.")
        else:
            start = text(
                "rule",
                "Roll up to %(number)s times, keep what you like, and fill in one box after "
                "every turn.",
                number=self.number_word(rolls),
            )
        struck = (
            [text("rule", "If nothing fits, write a 0 or a dash, not a slash.")] if on_paper else []
        )
        return (start, *struck, *self.joker_rules(), *self.order_rules(), *self.notes)

    def turn_steps(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return a turn in up to four steps, then the meanings of full and empty dice.

        A step is a verb and its objects.
        """
        text, dice = self.catalog.text, self.ruleset.dice
        number = self.number_word(dice.count)
        few = text("turn", "the die.") if dice.count == 1 else text("turn", "both dice.")
        rolls = text("turn", "At most %(number)s rolls.", number=self.number_word(dice.rolls))
        keep = (text("turn", "what you like, roll the rest again."), rolls)
        write = (text("turn", "your score in one open box."), text("turn", "If nothing fits, a 0."))
        last = self.catalog.plural(
            "turn", "after %(n)s turn.", "after %(n)s turns.", len(self.ruleset.boxes)
        )
        return (
            (
                text("turn", "Roll"),
                (text("turn", "all %(number)s dice.", number=number) if dice.count > 2 else few,),
            ),
            *([(text("turn", "Keep"), keep)] if dice.rolls > 1 else []),
            (text("turn", "Write"), write),
            (text("turn", "Add"), (last,)),
            ("", (text("turn", "Full: you need this die."),)),
            ("", (text("turn", "Empty: any die will do."),)),
        )

    # Jokers.

    def joker_rules(self) -> tuple[str, ...]:
        """Return the rules for a Yacht; none if the game has no joker."""
        joker, text = self.ruleset.joker, self.catalog.text
        if joker.rule == "none":
            return ()
        sections = [section for section in self.ruleset.sections if section.id in joker.sections]
        place = text(
            "rule", "anywhere in “%(sections)s”", sections=" + ".join(map(self.heading, sections))
        )
        place = text("rule", "anywhere") if len(sections) == len(self.ruleset.sections) else place
        words = {"yacht": self.bare_name(self.ruleset.categories[joker.category]), "place": place}
        first = text("rule", "While the %(yacht)s box is open, a %(yacht)s goes there.", **words)
        number = text(
            "rule",
            "As long as the box of its own number is open, a %(yacht)s scores only what its dice "
            "are.",
            **words,
        )
        return (
            *[first] * joker.yacht_box_first,
            self._joker_rule(words),
            *[number] * joker.number_box_full,
        )

    @property
    def lacks_numbers(self) -> bool:
        """Flag: some faces have no box in which they are counted."""
        return (
            len({category.number for category in self.ruleset.categories.values()} - {None})
            < self.dice.sides
        )

    def _joker_rule(self, words: dict[str, str]) -> str:
        """Return the rule for a Yacht when its box is full."""
        joker, text = self.ruleset.joker, self.catalog.text
        if joker.rule == "free" and joker.any_dice:
            return text(
                "rule",
                "Once the %(yacht)s box is full, a %(yacht)s may stand for any dice %(place)s.",
                **words,
            )
        if joker.rule == "free":
            return text(
                "rule",
                "Once the %(yacht)s box is full, a %(yacht)s may stand for any combination "
                "%(place)s; a number box "
                "still counts only its own number.",
                **words,
            )
        if not any(category.number for category in self.ruleset.categories.values()):
            return text(
                "rule", "Once the %(yacht)s box is full, a %(yacht)s is a joker %(place)s.", **words
            )
        none, too = (
            text("rule", "if there is none, or it is full"),
            text("rule", "if that is full too"),
        )
        some = text("rule", ", or a 0 in another number box")
        last = text("rule", "; only if no such box is open, it is a 0 in another number box")
        return text(
            "rule",
            "Once the %(yacht)s box is full, a %(yacht)s goes into the box of its number; "
            "%(full)s, it is a joker "
            "%(place)s%(zero)s.",
            **words,
            full=none if self.lacks_numbers else too,
            zero=some if joker.zero == "choice" else last,
        )

    def further_yacht(self) -> tuple[str, tuple[tuple[str, tuple[str, ...]], ...]]:
        """Return a heading and up to three steps for a further Yacht.

        Both are empty without a bonus and a joker.
        """
        text, joker, bonus, found = (
            self.catalog.text,
            self.ruleset.joker,
            self.ruleset.extra_yachts,
            [],
        )
        if bonus:
            found.append((text("joker", "Tick a bonus"), (self.each(bonus)[0],)))
        if joker.rule == "forced":
            inside = " + ".join(
                self.heading(each) for each in self.ruleset.sections if each.id in joker.sections
            )
            found.append((text("joker", "Its number box"), (text("joker", "if that is open"),)))
            where = text("joker", "any box of “%(sections)s”, or a 0 for a number", sections=inside)
            found.append((text("joker", "Else a joker"), (where,)))
        elif joker.rule == "free":
            free, own = (
                text("joker", "any open box"),
                text("joker", "any open box, once its number box is full"),
            )
            found.append((text("joker", "A joker"), (own if joker.number_box_full else free,)))
        yacht = self.ruleset.categories.get(bonus.category if bonus else joker.category)
        return (
            (text("joker", "Another %(yacht)s", yacht=self.bare_name(yacht)), tuple(found))
            if yacht
            else ("", ())
        )

    # Order of play, columns, and winning.

    def order_rules(self) -> tuple[str, ...]:
        """Return the rules that few games have.

        Of play, of boxes and columns, of kept dice, and of winning.
        """
        text, ruleset, found = self.catalog.text, self.ruleset, [*self.play_rules(), *self.bounds()]
        rules = (
            (self.name(each), rule)
            for each in ruleset.categories.values()
            for rule in self.category_rules(each)
        )
        found += [
            rule if name in rule else self.catalog.said_of(name, rule) for name, rule in rules
        ]
        for column in ruleset.columns if len(ruleset.columns) > 1 else ():
            found += self.column_rules(column)
        if ruleset.dice.kept == "stay" and ruleset.dice.rolls > 2:
            found.append(text("rule", "Dice that you have kept may not be rolled again."))
        return (*found, *filter(None, [" ".join(self.winner_rules())]))

    def play_rules(self) -> Iterator[str]:
        """Yield the rules for the order of boxes, for dice rolled at once, and for faces.

        Boxes have an order in a section, or in an only column.
        """
        text, ruleset = self.catalog.text, self.ruleset
        for section in ruleset.sections:
            if section.fill == "down":
                yield text(
                    "rule", "Fill “%(section)s” from top to bottom.", section=self.heading(section)
                )
            elif section.fill != "any":
                yield text(
                    "rule", "Fill “%(section)s” from bottom to top.", section=self.heading(section)
                )
        if len(ruleset.columns) == 1:
            yield from self.column_rules(ruleset.columns[0])
        if ruleset.dice.served == "all_dice" and ruleset.dice.rolls > 1:
            yield text(
                "rule",
                "All dice are rolled at once on the first roll, and on any roll for which you "
                "keep none.",
            )
        if any(face.value is not None for face in ruleset.dice.faces):
            values = next(iter(ruleset.categories.values())).points.values
            each = (
                f"{self.face(number)} = {counted((number,), values)}".replace("-", "−")
                for number in range(1, ruleset.dice.sides + 1)
            )
            yield text("rule", "What the dice count: %(faces)s.", faces=", ".join(each))

    def winner_rules(self) -> Iterator[str]:
        """Yield the rules by which columns decide the winner; nothing where the total decides."""
        text, winner = self.catalog.text, self.ruleset.winner
        if winner.by == "total":
            return
        each = (f"{self.column_name(column)} {column.worth}" for column in self.ruleset.columns)
        yield text(
            "rule",
            "The highest total of a column earns match points: %(columns)s.",
            columns=", ".join(each),
        )
        if winner.sweep:
            yield text("rule", "Winning all columns earns %(points)s more.", points=winner.sweep)
        yield text("rule", "If the highest totals of a column are equal, nobody wins it.")
        yield text("rule", "The most match points win.")

    def column_rules(self, column: Column) -> Iterator[str]:
        """Yield the rules of a column in one sentence; nothing if it has none."""
        if rule := self.column_rule(column):
            name = self.column_name(column) if len(self.ruleset.columns) > 1 else ""
            yield _capital(self.catalog.said_of(name, rule)) + "."

    def column_rule(self, column: Column) -> str:
        """Return the rules of a column without its name; empty if it has none."""
        text, parts = self.catalog.text, [self._fill_rule(column)] if column.fill != "any" else []
        if column.announced is not None:
            latest = text("rule", "name the box after roll %(n)s at the latest", n=column.announced)
            parts.append(
                latest if column.announced else text("rule", "name the box before you roll")
            )
        if column.rolls is not None:
            rolls = text("rule", "only the first %(n)s rolls score", n=column.rolls)
            parts.append(rolls if column.rolls > 1 else text("rule", "only the first roll scores"))
        if column.factor > 1:
            parts.append(text("rule", "it counts %(n)s times", n=column.factor))
        return "; ".join(parts)

    def _fill_rule(self, column: Column) -> str:
        text, several = self.catalog.text, len(self.ruleset.columns) > 1
        if column.fill == "down":
            card = text("rule", "fill the card from top to bottom")
            return text("rule", "fill it from top to bottom") if several else card
        if column.fill == "up":
            card = text("rule", "fill the card from bottom to top")
            return text("rule", "fill it from bottom to top") if several else card
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
        announced = self.catalog.text("sheet", "announced")
        if column.announced is not None and not self.column_name(column).casefold().startswith(
            announced.casefold()
        ):
            yield announced
        if column.rolls is not None:
            yield self.catalog.plural("sheet", "%(n)s roll", "%(n)s rolls", column.rolls)
        yield from self.counts_as(column)

    def counts_as(self, column: Column) -> Iterator[str]:
        """Yield the factor and the match points of a column, in a word or two."""
        if column.factor > 1:
            yield f"× {column.factor}"
        if column.worth:
            yield self.catalog.text("sheet", "%(n)s pt", n=column.worth)


def signed(points: int | str) -> str:
    """Return points, or a text with points, with a minus that is as wide as a plus."""
    return str(points).replace("-", "−")


def subtraction(added: Iterable[str], taken: Iterable[str], times: str) -> str:
    """Return a sum less what is taken away and, unless `times` is empty, multiplied by it.

    ``(26 − 8) × 3``.
    """
    terms = " − ".join((" + ".join(added), *taken))
    return f"({terms}) × {times}" if times else terms


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
