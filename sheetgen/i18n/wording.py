"""A ruleset in a language: its names, categories and totals from other modules, and its rules of play."""

from collections.abc import Iterator

from sheetgen import rules
from sheetgen.i18n.category_words import BETWEEN, CategoryWords
from sheetgen.i18n.total_words import TotalWords


class Wording(CategoryWords, TotalWords):
    """Everything that documents and findings say about a ruleset in one language."""

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
            each = (f"{self.face(number)} = {rules.counted((number,), values)}".replace("-", "−")
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

    def column_rules(self, column: rules.Column) -> Iterator[str]:
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

    def _fill_rule(self, column: rules.Column, several: bool) -> str:
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

    def column_marks(self, column: rules.Column) -> Iterator[str]:
        """Yield marks for the head of a column: whether it is announced, its last roll, and how much it counts."""
        announced = self.catalog.text("sheet", "announced")
        if column.announced is not None and not self.column_name(column).casefold().startswith(announced.casefold()):
            yield announced
        if column.rolls is not None:
            yield self.catalog.plural("sheet", "%(n)s roll", "%(n)s rolls", column.rolls)
        yield from self.counts_as(column)

    def counts_as(self, column: rules.Column) -> Iterator[str]:
        """Yield how often a column counts, and how many match points it is worth, in a word or two."""
        if column.factor > 1:
            yield f"× {column.factor}"
        if column.worth:
            yield self.catalog.text("sheet", "worth %(n)s", n=column.worth)
