"""Patterns and points of a category in a language: in a few words for sheets, in sentences for booklets.

All words follow from the settings that the scoring follows, so that no document can contradict it.
"""

from collections.abc import Iterator

from sheetgen.i18n.naming import Names, signed
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
    size,
)
from sheetgen.rules.ruleset import Category

BETWEEN = " · "
"""Separator between short statements."""


class CategoryWords(Names):
    """Words for the categories of a ruleset."""

    # A few words, for the sheet.

    def hints(self, category: Category) -> tuple[str, ...]:
        """Return what a category asks for and how its dice count, from the longest wording to the shortest.

        Words that repeat its name are left out, and so are fixed points, which have a place of their own.
        """
        points = category.points
        if self._is_number(category):
            return (self._matching(category.pattern),)
        asks = self._pattern(category.pattern)
        text, words = self.catalog.text, {"points": points.first_roll}
        due = text("points", "all at once %(points)s", **words) if self._at_once else text(
            "points", "first roll %(points)s", **words
        )  # fmt: skip
        first = "" if points.first_roll is None else due
        counts = first if points.kind == "fixed" and not points.by_roll else self._points(category)
        parts = [part for part in (asks if asks.casefold() != self.name(category).casefold() else "", counts) if part]
        return tuple(dict.fromkeys((BETWEEN.join(parts), *reversed(parts)))) if parts else ()

    def how(self, category: Category) -> str:
        """Return how a category scores, in a few words."""
        if self._is_number(category):
            return self._matching(category.pattern)
        return f"{self._pattern(category.pattern)}{BETWEEN}{self._points(category)}"

    def most(self, category: Category) -> str:
        """Return the most that a box of the category can hold; the least, if it can only cost points."""
        held = possible_values(self.ruleset, self.ruleset.boxes_with(category.id)[0].id)
        if held[-1] <= 0 > held[0]:
            return self.catalog.text("sheet", "min %(points)s", points=held[0])
        return self.catalog.text("sheet", "max %(points)s", points=held[-1])

    def with_first(self, points: object, first: object) -> str:
        """Return points together with those for a first roll."""
        if self._at_once:
            return f"{points}, {self.catalog.text('points', 'all at once %(points)s', points=first)}"
        return self.catalog.text("points", "%(points)s, %(first)s on the first roll", points=points, first=first)

    @staticmethod
    def _is_number(category: Category) -> bool:
        """Check whether a category adds up the dice of one face, such as Fours."""
        pattern = category.pattern
        return isinstance(pattern, Face) and pattern.at_least == 1 and category.points.kind == "matching"

    @property
    def _at_once(self) -> bool:
        """Flag: all dice rolled at once count as a first roll."""
        return self.ruleset.dice.served == "all_dice"

    def _pattern(self, pattern: Pattern) -> str:  # noqa: C901, PLR0911 - one case for each pattern
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
                return text("pattern", "%(groups)s, even all alike", groups=groups) if alike else groups
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
                short = self._pattern(inner)
                return text("pattern", "%(pattern)s, all %(groups)s", pattern=short, groups=self._face_groups())
        raise TypeError(pattern)

    def _group_sizes(self, sizes: tuple[int, ...]) -> str:
        if sizes == (2,):
            return self.catalog.text("pattern", "a pair")
        if set(sizes) == {2}:
            return self.catalog.text("pattern", "%(number)s pairs", number=self.number_word(len(sizes)))
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
        """Return the groups of faces as choices: black or red; `with_faces` black (1, 6) or red (2, 5)."""
        return self.catalog.either(
            self.own_text("face group", group.name) + f" ({', '.join(map(self.face, group.faces))})" * with_faces
            for group in self.ruleset.dice.groups
        )

    def _points(self, category: Category) -> str:
        text, points = self.catalog.text, category.points
        if points.kind == "per_die":
            return text("points", "%(points)s for each", points=signed(points.value))
        if points.kind == "matching":
            return self._matching(category.pattern)
        if points.kind == "all":
            return text("points", "all dice")
        value = str(points.value)
        if points.by_roll:
            value = text("points", "%(points)s by roll", points=" / ".join(map(str, points.by_roll)))
        if points.kind == "fixed_plus_matching":
            return text("points", "%(points)s + %(dice)s", points=value, dice=self._matching(category.pattern))
        if points.kind == "fixed_plus_dice":
            value = text("points", "%(points)s + all dice", points=value)
        elif not points.by_roll:
            value = self.catalog.plural("points", "%(n)s point", "%(n)s points", points.value)
        return value if points.first_roll is None else self.with_first(value, points.first_roll)

    def _matching(self, pattern: Pattern) -> str:
        """Return which dice of a pattern are added up."""
        if isinstance(pattern, Face):
            return self.catalog.text("how", "add up the %(faces)s", faces=self.faces(pattern.face))
        if not size(pattern):
            return self.catalog.text("points", "all dice")
        return self.catalog.text("points", "those %(number)s dice", number=self.number_word(size(pattern)))

    # Sentences, for the booklet.

    def asks(self, category: Category) -> str:
        """Return what a roll must show, what it is worth unless that is one number, and what the box depends on."""
        text, pattern = self.catalog.text, category.pattern
        if isinstance(pattern, Face) and category.points.kind == "matching":
            faces = self.faces(pattern.face)
            if category.adds_number:
                parts = [text("rule text", "Only %(faces)s count. Add up all %(faces)s you rolled.", faces=faces)]
            else:
                added = text("rule text", "Add up all %(faces)s you rolled.", faces=faces)
                parts = [self._pattern_sentence(pattern), added]
        else:
            parts = [self._pattern_sentence(pattern), self._points_sentence(category)]
        sentences = (_capital(part) for part in parts if part)
        return " ".join((*sentences, *self.bounds(category.id), *self.category_rules(category)))

    def bounds(self, category: str = "") -> tuple[str, ...]:
        """Return which boxes must stay below others; of one category, if its id is set."""
        categories = self.ruleset.categories
        return tuple(
            self.catalog.text(
                "rule",
                "%(lower)s must stay below %(higher)s; a score that breaks this counts as 0.",
                lower=self.name(categories[rule.lower]),
                higher=self.name(categories[rule.higher]),
            )
            for rule in self.ruleset.constraints
            if category in ("", rule.lower, rule.higher)
        )

    def category_rules(self, category: Category) -> Iterator[str]:
        """Yield which category must hold points before this one, and whether this one wins at once."""
        text = self.catalog.text
        if category.needs:
            name = self.name(self.ruleset.categories[category.needs])
            yield text("rule", "It holds points only once “%(name)s” does.", name=name)
        if category.wins:
            yield text("rule", "On the first roll of a turn it wins the game at once.")

    def then_first(self, points: object, plus: bool = False) -> str:
        """Return a sentence with the points of a first roll, which with `plus` are added to its dice."""
        text = self.catalog.text
        if self._at_once and plus:
            return text("rule text", "If all dice are rolled at once, plus %(points)s.", points=points)
        if plus:
            return text("rule text", "On the first roll of the turn, plus %(points)s.", points=points)
        if self._at_once:
            return text("booklet", "If all dice are rolled at once it is %(points)s.", points=points)
        return text("booklet", "On the first roll of the turn it is %(points)s.", points=points)

    def _pattern_sentence(self, pattern: Pattern) -> str:  # noqa: C901, PLR0911 - one case for each pattern
        text = self.catalog.text
        match pattern:
            case AnyDice():
                return text("rule text", "Any roll will do.")
            case Face(face, least):
                number, faces = self.number_word(least), self.faces(face)
                return text("rule text", "%(number)s or more %(faces)s.", number=number, faces=faces)
            case Groups(sizes, different):
                return self._groups_sentence(sizes, different)
            case Straight(length):
                return self._straight_sentence(length)
            case Faces(faces) if len(faces) != self.ruleset.dice.count:
                shown = self._listed_faces(pattern)
                return text("rule text", "%(faces)s, in any order; other dice are free.", faces=shown)
            case Faces() | OneOf():
                return text("rule text", "Exactly %(faces)s, in any order.", faces=self._listed_faces(pattern))
            case Parity(odd):
                return (
                    text("rule text", "All dice must be odd.") if odd else text("rule text", "All dice must be even.")
                )
            case Sum(least, most):
                return f"{_capital(self._sum(least, most))}."
            case AllDifferent():
                return text("rule text", "No number comes twice.")
            case OneGroup(inner):
                groups = self._face_groups(with_faces=True)
                if inner is None:
                    return text("rule text", "All dice are of one group: %(groups)s.", groups=groups)
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
            start = text("rule text", "%(first)s of one number and %(second)s of another.", first=first, second=second)
        else:
            start = text("rule text", "Groups of equal dice: %(groups)s.", groups=self.catalog.both(words))
        return start if different else f"{start} " + text("rule text", "The groups may also show the same number.")

    def _straight_sentence(self, length: int) -> str:
        text, free = self.catalog.text, self.ruleset.dice.count - length
        start = text("rule text", "%(number)s in a row, wherever the row starts.", number=self.number_word(length))
        if free == 0:
            return start
        if free == 1:
            return f"{start} " + text("rule text", "The other die may show anything.")
        number = self.number_word(free)
        return f"{start} " + text("rule text", "The other %(number)s dice may show anything.", number=number)

    def _points_sentence(self, category: Category) -> str:
        """Return how dice are added up, and what a first roll is worth; empty for points that are always the same."""
        text, points = self.catalog.text, category.points
        if points.kind == "per_die":
            return text("rule text", "Each of these dice counts %(points)s.", points=signed(points.value))
        if points.by_roll or points.kind == "fixed_plus_matching":
            return self._points_by_roll(category)
        if points.kind not in ("fixed", "fixed_plus_dice"):
            return self._added_dice(category)
        plus = points.kind == "fixed_plus_dice"
        first = points.first_roll if self.ruleset.dice.rolls > 1 else None
        value = points.value if first is not None or points.first_roll is None else points.first_roll
        said = [text("rule text", "Add up all dice, plus %(points)s points.", points=value)] * plus
        said += [] if first is None else [self.then_first(first, plus=plus)]
        return " ".join(said)

    def _points_by_roll(self, category: Category) -> str:
        """Return which dice are added up and which points are added to them, for each roll if these differ."""
        text, points, said = self.catalog.text, category.points, []
        matching = size(category.pattern)
        if points.kind == "fixed_plus_matching" and matching:
            said.append(self._those_dice(matching))
        elif points.kind != "fixed":
            said.append(text("rule text", "Add up the dice."))
        if points.by_roll:
            each = (text("rule text", "%(points)s on roll %(n)s", points=value, n=place)
                    for place, value in enumerate(points.by_roll, 1))  # fmt: skip
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
        return self.catalog.text("rule text", "Add up those %(number)s; other dice do not count.", number=number)


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
