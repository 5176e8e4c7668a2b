"""A ruleset in a language: its totals and its rules of play, with the names and categories of other modules."""

from collections.abc import Iterable, Iterator

from sheetgen.i18n.category_words import BETWEEN, CategoryWords
from sheetgen.i18n.naming import signed
from sheetgen.rules.patterns import counted
from sheetgen.rules.ruleset import Column, Total

_MANY = 4
"""Minimum number of bonuses that are called "all points" together, because their names are too long for a row."""


class Wording(CategoryWords):
    """Everything that documents and findings say about a ruleset in one language."""

    # Totals.

    def arithmetic(self, total: Total) -> tuple[str, ...]:
        """Return what a total comes from, from the longest wording to the shortest."""
        if total.kind == "extra_yachts":
            return self._further_yachts(total)
        if total.kind == "difference":
            return (self.difference(total), "")
        if total.across and len(self.ruleset.columns) > 1:
            columns = ((f"{each.factor} × " if each.factor > 1 else "") + self.column_name(each)
                       for each in self.ruleset.columns)  # fmt: skip
            return (" + ".join(columns), " + ".join(map(self.part, total.of)), "")
        return self._steps(total) if total.steps else self._sum_of_parts(total)

    def points_from(self, total: Total) -> str:
        """Return what earns the points for the boxes of one row, or for one sum: 2 points from 52."""
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
        return ", ".join(f"{step.at_least}: {signed(step.points)}" for step in steps)

    def bonus(self, total: Total) -> tuple[str, str]:
        """Return the condition of a bonus of one step, and its name together with that."""
        step, text = total.steps[0], self.catalog.text
        if total.kind == "count":
            hint = self.catalog.plural("sheet", "if %(n)s box scores", "if %(n)s boxes score", step.at_least)
            return hint, self.name(total)
        hint = text("sheet", "if %(sum)s or more", sum=step.at_least)
        return hint, text("sheet", "%(bonus)s from %(sum)s", bonus=self.name(total), sum=step.at_least)

    def each(self, total: Total) -> tuple[str, ...]:
        """Return what earns the bonus for further Yachts."""
        yacht, value = self._yacht(total)
        further = self.catalog.text("sheet", "each further %(yacht)s", yacht=yacht)
        after = self.catalog.text("sheet", "each %(yacht)s after the %(value)s", yacht=yacht, value=value)
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
        sections = dict.fromkeys(self.section_of(part) for part in total.of)
        short = [" + ".join(sections)] if all(sections) and len(sections) > 1 else []
        return (" + ".join(map(self.part, total.of)), *short, "")

    def _steps(self, total: Total) -> tuple[str, ...]:
        text, plural = self.catalog.text, self.catalog.plural
        if total.kind == "count":
            steps = [
                plural("sheet", "%(points)s for %(n)s box with points", "%(points)s for %(n)s boxes with points",
                       step.at_least, points=step.points)
                for step in total.steps
            ]  # fmt: skip
        else:
            steps = [
                text("sheet", "%(points)s for %(sum)s or more", points=signed(step.points), sum=step.at_least)
                for step in total.steps
            ]
        short = (self.catalog.said_of(signed(step.at_least), signed(step.points)) for step in total.steps)
        return (", ".join(steps), ", ".join(short), "")

    def _further_yachts(self, total: Total) -> tuple[str, ...]:
        yacht, value = self._yacht(total)
        words = {"points": total.points, "yacht": yacht, "value": value}
        if value:
            first = self.catalog.text("sheet", "%(points)s for each %(yacht)s after the %(value)s", **words)
        else:
            first = self.catalog.text("sheet", "%(points)s for each further %(yacht)s", **words)
        return (first, self.catalog.text("sheet", "%(points)s each", points=total.points), "")

    def _yacht(self, total: Total) -> tuple[str, int]:
        """Return the name of the Yacht that a bonus is for, and its fixed value; 0 if it has none or several boxes."""
        category = self.ruleset.categories[total.category]
        plain = category.points.is_fixed and category.boxes == 1
        return self.bare_name(category), category.points.value if plain else 0

    # Turns.

    def facts(self) -> str:
        """Return how many turns and rolls there are."""
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
                "Roll up to %(number)s times, keep what you like, and fill in one box after every turn.",
                number=self.number_word(rolls),
            )
        struck = [text("rule", "If nothing fits, write a 0 or a dash, not a slash.")] if on_paper else []
        return (start, *struck, *self.joker_rules(), *self.order_rules(), *self.notes)

    def turn_steps(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return a turn in up to four steps, a verb and its objects each, and then what full and empty dice mean."""
        text, dice = self.catalog.text, self.ruleset.dice
        number = self.number_word(dice.count) if dice.count <= 10 else str(dice.count)
        few = text("turn", "the die.") if dice.count == 1 else text("turn", "both dice.")
        rolls = text("turn", "At most %(number)s rolls.", number=self.number_word(dice.rolls))
        keep = (text("turn", "what you like, roll the rest again."), rolls)
        write = (text("turn", "your score in one open box."), text("turn", "If nothing fits, a 0."))
        last = self.catalog.plural("turn", "after %(n)s turn.", "after %(n)s turns.", len(self.ruleset.boxes))
        return (
            (text("turn", "Roll"), (text("turn", "all %(number)s dice.", number=number) if dice.count > 2 else few,)),
            *([(text("turn", "Keep"), keep)] if dice.rolls > 1 else []),
            (text("turn", "Write"), write),
            (text("turn", "Add"), (last,)),
            ("", (text("turn", "Full: you need this die."),)),
            ("", (text("turn", "Empty: any die will do."),)),
        )

    # Jokers.

    def joker_rules(self) -> tuple[str, ...]:
        """Return what a Yacht may or must be used for; nothing if the game has no rule about it."""
        joker, text = self.ruleset.joker, self.catalog.text
        if joker.rule == "none":
            return ()
        sections = [section for section in self.ruleset.sections if section.id in joker.sections]
        if len(sections) == len(self.ruleset.sections):
            place = text("rule", "anywhere")
        else:
            place = text("rule", "anywhere in “%(sections)s”", sections=" + ".join(map(self.heading, sections)))
        words = {"yacht": self.bare_name(self.ruleset.categories[joker.category]), "place": place}
        first = text("rule", "While the %(yacht)s box is open, a %(yacht)s goes there.", **words)
        number = text(
            "rule", "As long as the box of its own number is open, a %(yacht)s scores only what its dice are.", **words
        )
        return (*[first] * joker.yacht_box_first, self._joker_rule(words), *[number] * joker.number_box_full)

    def _joker_rule(self, words: dict[str, str]) -> str:
        """Return what a Yacht is once its box is full."""
        joker, text = self.ruleset.joker, self.catalog.text
        if joker.rule == "free" and joker.any_dice:
            return text(
                "rule", "Once the %(yacht)s box is full, a %(yacht)s may stand for any dice %(place)s.", **words
            )
        if joker.rule == "free":
            return text(
                "rule",
                "Once the %(yacht)s box is full, a %(yacht)s may stand for any combination %(place)s; a number box "
                "still counts only its own number.",
                **words,
            )
        if not any(category.number for category in self.ruleset.categories.values()):
            return text("rule", "Once the %(yacht)s box is full, a %(yacht)s is a joker %(place)s.", **words)
        if joker.zero == "choice":
            return text(
                "rule",
                "Once the %(yacht)s box is full, a %(yacht)s goes into the box of its number; if that is full too, it "
                "is a joker %(place)s, or a 0 in another number box.",
                **words,
            )
        return text(
            "rule",
            "Once the %(yacht)s box is full, a %(yacht)s goes into the box of its number; if that is full too, it is "
            "a joker %(place)s; only if no such box is open, it is a 0 in another number box.",
            **words,
        )

    # Order of play, columns, and winning.

    def order_rules(self) -> tuple[str, ...]:
        """Return the order in which boxes must be filled, which ones bind each other, and other rules of few games."""
        text, found = self.catalog.text, []
        for section in self.ruleset.sections:
            if section.fill == "down":
                found.append(text("rule", "Fill “%(section)s” from top to bottom.", section=self.heading(section)))
            elif section.fill != "any":
                found.append(text("rule", "Fill “%(section)s” from bottom to top.", section=self.heading(section)))
        return (*found, *self.bounds(), *self._rare_rules())

    def _rare_rules(self) -> Iterator[str]:
        """Yield the rules that few games have: about needs, wins at once, columns, kept dice and values of faces."""
        text, ruleset = self.catalog.text, self.ruleset
        for category in ruleset.categories.values():
            for rule in self.category_rules(category):
                yield self.catalog.said_of(self.name(category), rule)
        for column in ruleset.columns:
            yield from self.column_rules(column)
        if ruleset.dice.kept == "stay" and ruleset.dice.rolls > 2:
            yield text("rule", "Dice that you have kept may not be rolled again.")
        if ruleset.dice.served == "all_dice" and ruleset.dice.rolls > 1:
            yield text(
                "rule", "All dice are rolled at once on the first roll, and on any roll for which you keep none."
            )
        if winner := " ".join(self.winner_rules()):
            yield winner
        if any(face.value is not None for face in ruleset.dice.faces):
            values = next(iter(ruleset.categories.values())).points.values
            each = (f"{self.face(number)} = {counted((number,), values)}".replace("-", "−")
                    for number in range(1, ruleset.dice.sides + 1))  # fmt: skip
            yield text("rule", "What the dice count: %(faces)s.", faces=", ".join(each))

    def winner_rules(self) -> Iterator[str]:
        """Yield how columns decide who wins; nothing where the total decides."""
        text, winner = self.catalog.text, self.ruleset.winner
        if winner.by == "total":
            return
        each = (f"{self.column_name(column)} {column.worth}" for column in self.ruleset.columns)
        yield text("rule", "The highest total of a column earns match points: %(columns)s.", columns=", ".join(each))
        if winner.sweep:
            yield text("rule", "Winning all columns earns %(points)s more.", points=winner.sweep)
        yield text("rule", "If the highest totals of a column are equal, nobody wins it.")
        yield text("rule", "The most match points win.")

    def column_rules(self, column: Column) -> Iterator[str]:
        """Yield how a column is filled and what it counts, in one sentence; nothing if it has no rules of its own."""
        text, several, parts = self.catalog.text, len(self.ruleset.columns) > 1, []
        if column.fill != "any":
            parts.append(self._fill_rule(column, several))
        if column.announced is not None:
            latest = text("rule", "name the box after roll %(n)s at the latest", n=column.announced)
            parts.append(latest if column.announced else text("rule", "name the box before you roll"))
        if column.rolls is not None:
            rolls = text("rule", "only the first %(n)s rolls score", n=column.rolls)
            parts.append(rolls if column.rolls > 1 else text("rule", "only the first roll scores"))
        if column.factor > 1:
            parts.append(text("rule", "it counts %(n)s times", n=column.factor))
        rule = "; ".join(parts)
        if parts and several:
            yield f"{self.catalog.said_of(self.column_name(column), rule)}."
        elif parts:
            yield f"{rule[:1].upper()}{rule[1:]}."

    def _fill_rule(self, column: Column, several: bool) -> str:
        text = self.catalog.text
        match column.fill, several:
            case "down", True:
                return text("rule", "fill it from top to bottom")
            case "down", False:
                return text("rule", "fill the card from top to bottom")
            case "up", True:
                return text("rule", "fill it from bottom to top")
            case "up", False:
                return text("rule", "fill the card from bottom to top")
            case "inwards", _:
                return text("rule", "fill it from both ends")
        row = self.name(self.ruleset.categories[column.middle])
        return text("rule", "fill it from “%(row)s” upwards, and from the row below it downwards", row=row)

    def column_marks(self, column: Column) -> Iterator[str]:
        """Yield marks for the head of a column: whether it is announced, its last roll, and how much it counts."""
        announced = self.catalog.text("sheet", "announced")
        if column.announced is not None and not self.column_name(column).casefold().startswith(announced.casefold()):
            yield announced
        if column.rolls is not None:
            yield self.catalog.plural("sheet", "%(n)s roll", "%(n)s rolls", column.rolls)
        yield from self.counts_as(column)

    def counts_as(self, column: Column) -> Iterator[str]:
        """Yield how often a column counts, and how many match points it is worth, in a word or two."""
        if column.factor > 1:
            yield f"× {column.factor}"
        if column.worth:
            yield self.catalog.text("sheet", "worth %(n)s", n=column.worth)


def subtraction(added: Iterable[str], taken: Iterable[str], times: str) -> str:
    """Return a sum less what is taken away and, unless `times` is empty, multiplied by it: ``(26 − 8) × 3``."""
    terms = " − ".join((" + ".join(added), *taken))
    return f"({terms}) × {times}" if times else terms
