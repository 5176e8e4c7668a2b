"""What a ruleset says, in the words of a language: names, one-line rules, and the arithmetic of the totals.

The sentences are chosen by the ruleset's own switches, so that no page can say what the scoring does not do.
"""

from importlib import import_module
from types import ModuleType
from typing import Literal

from sheetgen.i18n.catalog import ALIAS_SEPARATOR, Catalog
from sheetgen.rules import history, patterns
from sheetgen.rules.patterns import AnyDice, Face, Faces, Groups, OneOf, Pattern, Straight
from sheetgen.rules.ruleset import Category, Column, Ruleset, Section, Total, Translation

_BETWEEN = " · "
_MANY = 4
_CONTEXTS: dict[type, str] = {Section: "section", Category: "category", Total: "total"}
_PLAIN_POINTS = ("matching", "all", "fixed", "fixed_plus_dice")


def _further() -> ModuleType:
    """The module of words that few games need."""
    return import_module("sheetgen.i18n.further_words")


class Wording:
    """A ruleset in a language."""

    def __init__(self, ruleset: Ruleset, catalog: Catalog) -> None:
        self.ruleset = ruleset
        self.catalog = catalog
        self._own = ruleset.translations.get(catalog.language, Translation())
        self.dice = _further().with_symbols(self) if ruleset.dice.faces else ruleset.dice
        """Dice of the game with the symbols of this language: a Dutch jack shows a B."""

    @property
    def title(self) -> str:
        """The name of the game."""
        return self._own.name or self.catalog.text("ruleset", self.ruleset.name)

    @property
    def summary(self) -> str:
        """What sets it apart from the others."""
        return self._own.summary or self._translated("ruleset", self.ruleset.summary)

    @property
    def variant(self) -> str:
        """What tells it from other games of its name, in at most 28 letters; empty if nothing needs to."""
        return self._own.variant or self._translated("variant", self.ruleset.variant)

    def name(self, item: Section | Category | Total) -> str:
        """The name of a section, category or total; empty for a section without one."""
        inner = item.id.rpartition(".")[2]  # of a total, without its column
        return self._own.names.get(inner) or self._translated(_CONTEXTS[type(item)], item.name)

    def bare_name(self, category: Category) -> str:
        """The name of a category as it stands in a sentence, without a mark of exclamation."""
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
        elif len(alike) > 1 and (home := self._home(inner)):
            beside.insert(0, home)
        return f"{name} ({', '.join(beside)})" if beside else name

    def aliases(self, category: Category) -> tuple[str, ...]:
        """The other names of a category that people use in this language and in English."""
        english = ALIAS_SEPARATOR.join(category.aliases)
        translated = self._translated("aliases", english).split(ALIAS_SEPARATOR.strip())
        names = (*self._own.aliases.get(category.id, ()), *translated, category.name, *category.aliases)
        return tuple(dict.fromkeys(name.strip() for name in names if name.strip()))

    def hints(self, category: Category) -> tuple[str, ...]:
        """What a category asks for and how its pips count, from the longest wording to the shortest.

        Nothing of it repeats the name, and fixed points stand elsewhere.
        """
        pattern, points = category.pattern, category.points
        if isinstance(pattern, Face) and pattern.at_least == 1 and points.kind == "matching":
            return (self.matching(pattern),)
        asks = self.in_short(pattern)
        text, words = self.catalog.text, {"points": points.first_roll}
        due = text("points", "all at once %(points)s", **words) if self._at_once else text(
            "points", "first roll %(points)s", **words
        )  # fmt: skip
        first = "" if points.first_roll is None else due
        counts = first if points.kind == "fixed" and not points.by_roll else self._points(category)
        parts = [part for part in (asks if asks.casefold() != self.name(category).casefold() else "", counts) if part]
        return tuple(dict.fromkeys((_BETWEEN.join(parts), *reversed(parts)))) if parts else ()

    def points_from(self, total: Total) -> str:
        """What the points for the boxes of one row, or for one sum, follow from: 2 points from 52."""
        text, steps = self.catalog.text, total.steps
        boxes = sum(category.boxes for category in self.ruleset.categories.values() if (category.id,) == total.of)
        if len(steps) == 1 and total.kind == "threshold":
            return text("sheet", "%(points)s points from %(sum)s", points=steps[0].points, sum=steps[0].at_least)
        if len(steps) == 1 and steps[0].at_least == boxes:
            return text("sheet", "%(points)s points if all %(count)s score", points=steps[0].points, count=boxes)
        each = steps[0].points
        if total.kind == "count" and all(s.points == each * n and s.at_least == n for n, s in enumerate(steps, 1)):
            name = self.bare_name(self.ruleset.categories[total.of[0]])
            return text("sheet", "%(points)s points for each %(name)s", points=each, name=name)
        return ", ".join(f"{step.at_least}: {step.points}" for step in steps).replace("-", "−")

    def bonus(self, total: Total) -> tuple[str, str]:
        """What a bonus of one step asks for, and its name together with that."""
        step, text = total.steps[0], self.catalog.text
        if total.kind == "count":
            hint = self.catalog.plural("sheet", "if %(n)s box scores", "if %(n)s boxes score", step.at_least)
            return hint, self.name(total)
        hint = text("sheet", "if %(sum)s or more", sum=step.at_least)
        return hint, text("sheet", "%(bonus)s from %(sum)s", bonus=self.name(total), sum=step.at_least)

    def each(self, total: Total) -> tuple[str, ...]:
        """What earns the bonus for further Yachts."""
        yacht, category = self._yacht(total.category), self.ruleset.categories[total.category]
        plain = category.points.is_fixed and category.boxes == 1
        further = self.catalog.text("sheet", "each further %(yacht)s", yacht=yacht)
        if not plain:
            return (further,)
        value = category.points.value
        return (self.catalog.text("sheet", "each %(yacht)s after the %(value)s", yacht=yacht, value=value), further)

    def facts(self) -> str:
        """How many turns and rolls there are."""
        plural, dice = self.catalog.plural, self.ruleset.dice
        turns = plural("sheet", "%(n)s turn", "%(n)s turns", len(self.ruleset.boxes))
        return _BETWEEN.join((turns, plural("sheet", "%(n)s roll", "%(n)s rolls", dice.rolls)))

    def how(self, category: Category) -> str:
        """How a category scores, in a few words."""
        pattern = category.pattern
        if isinstance(pattern, Face) and pattern.at_least == 1 and category.points.kind == "matching":
            return self.matching(pattern)
        return f"{self.in_short(pattern)}{_BETWEEN}{self._points(category)}"

    def in_short(self, pattern: Pattern) -> str:
        """What the roll must show, in the few words that a sheet has room for."""
        text = self.catalog.text
        match pattern:
            case AnyDice():
                return text("pattern", "any roll")
            case Face(face, least):
                number, faces = self.number_word(least), self.faces(face)
                return text("pattern", "%(number)s or more %(faces)s", number=number, faces=faces)
            case Groups(sizes, different):
                groups = self._groups(sizes)
                alike = len(sizes) > 1 and not different
                return text("pattern", "%(groups)s, even all alike", groups=groups) if alike else groups
            case Straight(length):
                return text("pattern", "%(number)s in a row", number=self.number_word(length))
            case Faces() | OneOf():
                return self.faces_of(pattern)
            case _:
                return str(_further().pattern_in_short(self, pattern))

    def _groups(self, sizes: tuple[int, ...]) -> str:
        if sizes == (2,):
            return self.catalog.text("pattern", "a pair")
        if set(sizes) == {2}:
            return self.catalog.text("pattern", "%(number)s pairs", number=self.number_word(len(sizes)))
        sizes_in_words = " + ".join(map(self.number_word, sizes))
        return self.catalog.text("pattern", "%(groups)s of a kind", groups=sizes_in_words)

    def most(self, category: Category) -> str:
        """The most that a box of the category can hold; the least, if it only costs points."""
        held = history.possible_values(self.ruleset, self.ruleset.boxes_with(category.id)[0].id)
        if held[-1] <= 0 > held[0]:
            return self.catalog.text("sheet", "min %(points)s", points=held[0])
        return self.catalog.text("sheet", "max %(points)s", points=held[-1])

    def arithmetic(self, total: Total) -> tuple[str, ...]:
        """What a total stands for, from the longest wording to the shortest."""
        if total.kind == "extra_yachts":
            return self._yacht_bonus(total)
        if total.kind == "difference" or (total.across and len(self.ruleset.columns) > 1):
            return tuple(_further().arithmetic(self, total))
        return self._steps(total) if total.steps else self._sum(total)

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes of the ruleset file."""
        return self._own.notes or tuple(self.catalog.text("note", note) for note in self.ruleset.notes)

    def reminders(self, on_paper: bool = True) -> tuple[str, ...]:
        """The rules that one forgets at the table, a few sentences for the foot of the sheet."""
        text, rolls = self.catalog.text, self.ruleset.dice.rolls
        if rolls == 1:
            start = text("rule", "Roll once, and fill in one box after every turn.")
        else:
            start = text(
                "rule",
                "Roll up to %(number)s times, keep what you like, and fill in one box after every turn.",
                number=self.number_word(rolls),
            )
        struck = [text("rule", "If nothing fits, write a 0 or a dash, not a slash.")] if on_paper else []
        return (start, *struck, *self.joker_rules(), *self.order_rules(), *self.notes)

    def sentence(self, context: Literal["booklet", "reading"], english: str) -> str:
        """A sentence of the ruleset file."""
        return self._own.texts.get(english) or self.catalog.text(context, english)

    def _translated(self, context: str, english: str) -> str:
        return self.catalog.text(context, english) if english else ""

    def number_word(self, n: int) -> str:
        """A number from one to ten as a word."""
        text = self.catalog.text
        words = (
            text("number", "one"), text("number", "two"), text("number", "three"), text("number", "four"),
            text("number", "five"), text("number", "six"), text("number", "seven"), text("number", "eight"),
            text("number", "nine"), text("number", "ten"),
        )  # fmt: skip
        return words[n - 1]

    def faces(self, face: int) -> str:
        """What the dice of a face are called: threes."""
        text = self.catalog.text
        if self.ruleset.dice.faces:
            return text("faces", "dice with %(face)s", face=self.face(face))
        words = (
            text("faces", "ones"), text("faces", "twos"), text("faces", "threes"),
            text("faces", "fours"), text("faces", "fives"), text("faces", "sixes"),
        )  # fmt: skip
        return words[face - 1] if face <= len(words) else text("faces", "%(face)ss", face=face)

    def face(self, face: int) -> str:
        """What a face is called in a sentence: its name, or its number."""
        return self.own_name("face", self.ruleset.dice.faces[face - 1].name) if self.ruleset.dice.faces else str(face)

    def own_name(self, context: str, english: str) -> str:
        """Return the translation of the name of a face, or of a group of faces."""
        return self._own.texts.get(english) or self.catalog.text(context, english)

    def column_name(self, column: Column) -> str:
        """The name of a column; empty for the only one of a card, which needs none."""
        return self._own.names.get(column.id) or self._translated("column", column.name)

    def faces_of(self, pattern: Faces | OneOf) -> str:
        """The faces that a pattern lists, or its lists as choices: 1-2-3-4-5."""
        lists = pattern.lists if isinstance(pattern, OneOf) else (pattern,)
        return self.catalog.either("-".join(map(self.face, each.faces)) for each in lists)

    def _points(self, category: Category) -> str:
        text, points = self.catalog.text, category.points
        if points.by_roll or points.kind not in _PLAIN_POINTS:
            return str(_further().points_in_short(self, category))
        if points.kind == "matching":
            return self.matching(category.pattern)
        if points.kind == "all":
            return text("points", "all dice")
        if points.kind == "fixed_plus_dice":
            value = text("points", "%(points)s + all dice", points=points.value)
        else:
            value = self.catalog.plural("points", "%(n)s point", "%(n)s points", points.value)
        if points.first_roll is None:
            return value
        return self.with_first(value, points.first_roll)

    @property
    def _at_once(self) -> bool:
        """Whether the points of a first roll are due whenever all dice are rolled at once."""
        return self.ruleset.dice.served == "all_dice"

    def with_first(self, points: object, first: object) -> str:
        """Points, and those that are due for a first roll."""
        if self._at_once:
            return f"{points}, {self.catalog.text('points', 'all at once %(points)s', points=first)}"
        return self.catalog.text("points", "%(points)s, %(first)s on the first roll", points=points, first=first)

    def then_first(self, points: object, plus: bool = False) -> str:
        """A sentence with the points that are due for a first roll, or are added to its dice."""
        text = self.catalog.text
        if self._at_once and plus:
            return text("rule text", "If all dice are rolled at once, plus %(points)s.", points=points)
        if plus:
            return text("rule text", "On the first roll of the turn, plus %(points)s.", points=points)
        if self._at_once:
            return text("booklet", "If all dice are rolled at once it is %(points)s.", points=points)
        return text("booklet", "On the first roll of the turn it is %(points)s.", points=points)

    def matching(self, pattern: Pattern) -> str:
        """Which dice of a pattern are added up."""
        if isinstance(pattern, Face):
            return self.catalog.text("how", "add up the %(faces)s", faces=self.faces(pattern.face))
        if not patterns.size(pattern):
            return self.catalog.text("points", "all dice")
        return self.catalog.text("points", "those %(number)s dice", number=self.number_word(patterns.size(pattern)))

    def _sum(self, total: Total) -> tuple[str, ...]:
        every = len(self.ruleset.boxes)
        if self.ruleset.addends[total.id] == tuple(self.ruleset.boxes):
            return (self.catalog.plural("sheet", "%(n)s box", "all %(n)s boxes", every), "")
        totals = [self.ruleset.declared.get(part) for part in total.of]
        if len(totals) >= _MANY and all(part and part.steps for part in totals):
            return (self.catalog.text("sheet", "all points"), "")
        homes = dict.fromkeys(self._home(part) for part in total.of)
        short = [" + ".join(homes)] if all(homes) and len(homes) > 1 else []
        return (" + ".join(map(self.part, total.of)), *short, "")

    def part(self, part: str) -> str:
        """The name of something that a total adds up; a section is named by its first and last row."""
        section = next((section for section in self.ruleset.sections if section.id == part), None)
        if section is None:
            return self.name(self.ruleset.categories.get(part) or self.ruleset.declared[part])
        first, last = self.name(section.categories[0]), self.name(section.categories[-1])
        return first if first == last else self.catalog.text("sheet", "%(first)s to %(last)s", first=first, last=last)

    def _home(self, part: str) -> str:
        """The name of the section that a total stands in, or of the section itself."""
        homes = (section for section in self.ruleset.sections if part in (section.id, *(t.id for t in section.totals)))
        return self.name(next(homes, Section("", ())))

    def _steps(self, total: Total) -> tuple[str, ...]:
        text, plural = self.catalog.text, self.catalog.plural
        if total.kind == "count":
            steps = [
                plural("sheet", "%(points)s for %(n)s box with points", "%(points)s for %(n)s boxes with points",
                       step.at_least, points=step.points)
                for step in total.steps
            ]  # fmt: skip
        else:
            signed = [(str(step.points).replace("-", "−"), step.at_least) for step in total.steps]
            steps = [
                text("sheet", "%(points)s for %(sum)s or more", points=points, sum=least) for points, least in signed
            ]
        short = ", ".join(self.catalog.said_of(str(step.at_least), str(step.points)) for step in total.steps)
        return (", ".join(steps), short.replace("-", "−"), "")

    def _yacht_bonus(self, total: Total) -> tuple[str, ...]:
        yacht, category = self._yacht(total.category), self.ruleset.categories[total.category]
        plain = category.points.is_fixed and category.boxes == 1
        words = {"points": total.points, "yacht": yacht, "value": category.points.value if plain else 0}
        if words["value"]:
            first = self.catalog.text("sheet", "%(points)s for each %(yacht)s after the %(value)s", **words)
        else:
            first = self.catalog.text("sheet", "%(points)s for each further %(yacht)s", **words)
        return (first, self.catalog.text("sheet", "%(points)s each", points=total.points), "")

    def _yacht(self, category: str) -> str:
        return self.bare_name(self.ruleset.categories[category])

    def joker_rules(self) -> tuple[str, ...]:
        """What a Yacht may or must be used for; nothing if no rule speaks of it."""
        joker, text = self.ruleset.joker, self.catalog.text
        if joker.rule == "none":
            return ()
        yacht = self._yacht(joker.category)
        first = [
            text("rule", "While the %(yacht)s box is open, a %(yacht)s goes there.", yacht=yacht)
        ] * joker.yacht_box_first
        sections = [section for section in self.ruleset.sections if section.id in joker.sections]
        if len(sections) == len(self.ruleset.sections):
            place = text("rule", "anywhere")
        else:
            place = text("rule", "anywhere in “%(sections)s”", sections=" + ".join(map(self.heading, sections)))
        return (*first, *_further().joker_rules(self, {"yacht": yacht, "place": place}))

    def order_rules(self) -> tuple[str, ...]:
        """In which order boxes must be filled, and which ones bind each other."""
        text, found = self.catalog.text, []
        for section in self.ruleset.sections:
            if section.fill == "down":
                found.append(text("rule", "Fill “%(section)s” from top to bottom.", section=self.heading(section)))
            elif section.fill != "any":
                found.append(text("rule", "Fill “%(section)s” from bottom to top.", section=self.heading(section)))
        return (*found, *self.bounds(), *self._card_rules())

    def _card_rules(self) -> tuple[str, ...]:
        """What few games have: columns with rules, boxes that need others, wins at once, dice that stay."""
        game = self.ruleset
        special = any(category.needs or category.wins for category in game.categories.values())
        special |= game.dice.kept == "stay"
        if game.columns == (Column(),) and not special and not game.dice.faces and not self._at_once:
            return ()
        return tuple(_further().card_rules(self))

    def bounds(self, category: str = "") -> tuple[str, ...]:
        """Which boxes must stay below others; of one category, if it is named by its id."""
        names, categories = self.name, self.ruleset.categories
        return tuple(
            self.catalog.text(
                "rule",
                "%(lower)s must stay below %(higher)s; a score that breaks this counts as 0.",
                lower=names(categories[rule.lower]),
                higher=names(categories[rule.higher]),
            )
            for rule in self.ruleset.constraints
            if category in ("", rule.lower, rule.higher)
        )

    def heading(self, section: Section) -> str:
        """The name of a section, or its first and last row."""
        return self.name(section) or self.part(section.id)
