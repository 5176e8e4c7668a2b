"""Sentences of a booklet, the same for drawn pages and for running text in all formats."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.booklets.columns import Ending
from sheetgen.booklets.examples import (
    Scored,
    as_allowed,
    as_dice,
    cards,
    examples_of,
    played_turn,
    sum_of,
)
from sheetgen.booklets.facts import Facts
from sheetgen.booklets.questions import (
    Question,
    about_yachts,
    column_questions,
    of_rolls,
    questions,
    see_yachts,
)
from sheetgen.i18n.wording import signed
from sheetgen.layout.primitives import DieKind
from sheetgen.layout.rows import Pip, SheetRow, picture, rows_of
from sheetgen.rules.history import maximum, yacht_box_ids
from sheetgen.rules.ruleset import (
    Category,
    ExampleTurn,
    Ruleset,
    Throw,
    Total,
    adds_boxes,
    below,
    boxes_of,
)
from sheetgen.rules.scoring import LegalEntry, has_joker, legal_entries, moment, next_boxes, score

# parts of the text


class Entry(Struct, frozen=True):
    """A box, or all boxes for numbers that follow each other."""

    categories: tuple[Category, ...]
    names: tuple[str, ...]
    """Names of the categories."""
    name: str
    worth: str
    """The points, where they are fixed."""
    most: str
    rule: str
    examples: tuple[Scored, ...]
    """The rolls that are shown."""
    hint: str
    """Rule in a few words."""
    dice: tuple[Pip, ...]

    @property
    def merged(self) -> bool:
        """Flag: the entry stands for several numbers."""
        return len(self.categories) > 1

    @property
    def sample(self) -> Scored | None:
        """Roll that scores on an empty card."""
        for scored in self.examples:
            if scored.points and not scored.after:
                return scored
        return None


class ThrowText(Struct, frozen=True):
    """A throw: its dice, the kept ones first, and the text for it."""

    heading: str
    dice: tuple[tuple[int, DieKind], ...]
    could: str
    """Name of the box that the player considers."""
    points: int | None
    """Points of the roll there; None if there is no such box."""
    said: tuple[str, str]


class TurnText(Struct, frozen=True):
    """A turn in words."""

    card: str
    """Sentence about the boxes that are full before the turn."""
    filled: tuple[tuple[str, int], ...]
    """Names and points of these boxes; none where the page on columns has them."""
    throws: tuple[ThrowText, ...]
    box: str
    """The id of the box that is filled."""
    points: int
    ends: tuple[str, str]
    """Further uses of the last roll."""
    many: tuple[tuple[tuple[int, ...], str], ...]
    """Rolls of the source that fit many boxes, with their points there."""
    call: str = ""
    """Words with which a box can be announced after the first roll."""
    options: tuple[tuple[str, tuple[Ending, ...]], ...] = ()
    """Ends of the turn in each column, below a heading each, if there are several columns."""


class JokerUse(Struct, frozen=True):
    """Boxes in which a joker is worth the same for the same reason."""

    names: str
    why: str
    points: int
    dice: tuple[Pip, ...]
    """Dice of the Yacht, solid, if they count there; else dice of the pattern, open."""


class YachtPath(Struct, frozen=True):
    """All questions about a Yacht in their order, and its uses once its boxes are full."""

    heading: str
    lead: str
    steps: tuple[tuple[str, tuple[str, ...]], ...]
    """Questions on the way, each with what follows from its answers."""
    card: str
    """Sentence about the boxes that are full."""
    uses: tuple[JokerUse, ...]
    turn: str
    """Sum of the best use and of a bonus."""


def points_of(ruleset: Ruleset) -> dict[str, Total]:
    """Return the totals that depend on the boxes of one category alone, by the category.

    It has several boxes.
    """
    several = {each.id for each in ruleset.categories.values() if each.boxes > 1}
    return {
        total.of[0]: total
        for total in ruleset.all_totals.values()
        if total.steps and total.of[0] in several and len(total.of) == 1
    }


def _named(category: Category, name: str) -> str:
    """Return the name of a category with the number of its boxes, if there are several."""
    return f"{name} ({category.boxes}×)" if category.boxes > 1 else name


class Sentences(Facts):
    """Facts about a game in sentences; each is worked out on first use."""

    # the cover, and the game in a minute

    @property
    def numbers(self) -> list[tuple[str, str]]:
        """Numbers of dice, boxes and rolls."""
        game, plural = self.ruleset, self.plural
        return [
            (str(game.dice.count), plural("cover", "die", "dice", game.dice.count)),
            (str(self.boxes), plural("cover", "box", "boxes", self.boxes)),
            (str(game.dice.rolls), plural("cover", "roll", "rolls", game.dice.rolls)),
        ]

    @property
    def players(self) -> str:
        """Number of players, in a few words."""
        text, plural, limits = self.text, self.plural, self.ruleset.players
        if limits.max is None:
            return plural("cover", "%(n)s or more players", "%(n)s or more players", limits.min)
        if limits.max == limits.min:
            return plural("cover", "%(n)s player", "%(n)s players", limits.min)
        return text("cover", "%(least)s to %(most)s players", least=limits.min, most=limits.max)

    @property
    def goal(self) -> tuple[str, str]:
        """Aim of the players: the bold lead, and the rest of the sentence."""
        alone = self.text(
            "booklet", "score as many points as you can by rolling certain combinations."
        )
        more = self.text(
            "booklet", "score more points than your opponents by rolling certain combinations."
        )
        return self.text("booklet", "The goal:"), alone if self.ruleset.players.max == 1 else more

    @cached_property
    def steps(self) -> list[tuple[str, str]]:
        """A turn and the end of the game: verbs, and what goes with them."""
        steps = [(verb, list(said)) for verb, said in self.whole.turn_steps() if verb]
        if len(steps) > 3:  # there is one to keep dice
            steps[1][1].append(self.text("booklet", "You may stop earlier."))
        steps[-2][1].append(self.text("booklet", "Each box once."))
        steps[-1][1].append(f"{self.wins}.")
        wins = [
            category
            for category in self.ruleset.categories.values()
            if category.wins and not self.ruleset.booklet.end
        ]
        said_of, rules = self.wording.catalog.said_of, self.wording.category_rules
        steps[-1][1].extend(
            said_of(self.wording.name(category), [*rules(category)][-1]) for category in wins
        )
        sentences = []
        for verb, said in steps:
            begun = [f"{sentence[:1].upper()}{sentence[1:]}" for sentence in said[1:]]
            sentences.append((verb, " ".join((said[0], *begun))))
        return sentences

    @property
    def wins(self) -> str:
        """Words about what wins the game."""
        highest, most = (
            self.text("booklet", "the highest total wins"),
            self.text("booklet", "the most points win"),
        )
        points = highest if adds_boxes(self.ruleset) else most
        return self.text("booklet", "the columns decide") if self._by_columns else points

    @property
    def _by_columns(self) -> bool:
        """Flag: match points for columns decide, not the total."""
        return self.whole.ruleset.winner.by == "columns"

    @property
    def needs(self) -> str:
        """Things that are needed to play."""
        text, game = self.text, self.ruleset
        dice = self.plural(
            "booklet",
            "%(n)s die with %(sides)s sides",
            "%(n)s dice with %(sides)s sides",
            game.dice.count,
            sides=game.dice.sides,
        )
        if game.sheet.columns == "games":
            things = (
                text("booklet", "a score sheet for each player"),
                text("booklet", "a pencil for each player"),
            )
        else:
            things = (
                text("booklet", "a score sheet with room for each player")
                if self.table.several
                else text("booklet", "a score sheet with a column for each player"),
                text("booklet", "a pencil to keep score"),
            )
        return ", ".join((dice, *things, *map(self.sentence, game.booklet.equipment))) + "."

    @property
    def start(self) -> str:
        """Best number of players, the starting player, and further sentences of the source."""
        text, game, said = self.text, self.ruleset, []
        if game.players.best:
            least, most = game.players.best
            one = text("booklet", "It is best with %(n)s.", n=least)
            several = text(
                "booklet", "It is best with %(least)s to %(most)s.", least=least, most=most
            )
            said.append(one if least == most else several)
        if game.players.max != 1:
            high = text(
                "booklet",
                "Each player rolls all dice; the highest sum starts. Players who are equal roll "
                "again. Play then passes to the left.",
            )
            agreed = text("booklet", "Agree on who starts. Play then passes to the left.")
            said.append(high if game.players.start == "high_roll" else agreed)
        return " ".join((*said, *map(self.sentence, game.booklet.about)))

    @cached_property
    def marks(self) -> dict[str, tuple[str, str]]:
        """Explanations of the sheet: its columns, a box, its worth, and the total."""
        text, plural, game = self.text, self.plural, self.ruleset
        more = plural(
            "booklet",
            "%(n)s here; a sheet has room for more.",
            "%(n)s here; a sheet has room for more.",
            game.sheet.count,
        )
        own = (
            text("booklet", "A player's columns"),
            text("booklet", "All rows once in each of them."),
        )
        player = text("booklet", "A column for each player"), more
        games = (
            text("booklet", "A column for each game"),
            text("booklet", "Each player has a sheet."),
        )
        marks = {
            "columns": own
            if self.table.several
            else player
            if game.sheet.columns == "players"
            else games
        }
        marks["once"] = text("booklet", "A box, once"), text("booklet", "What is written stays.")
        fixed = (
            text("booklet", "Large number: fixed points"),
            text("booklet", "Where it says max, pips count."),
        )
        most = text("booklet", "max: the most there is"), text("booklet", "Pips count there.")
        marks["worth"] = fixed if any(each.worth for each in self.entries) else most
        boxes, whole = (
            plural("sheet", "%(n)s box", "all %(n)s boxes", self.boxes),
            self.whole.ruleset,
        )
        totals = [
            whole.all_totals[each]
            for each in ("total", *below(whole, "total"))
            if each in whole.all_totals
        ]
        if any(
            each.kind == "difference" or whole.repeated[each.id] for each in totals
        ) or not adds_boxes(game):
            boxes = self.whole.arithmetic(totals[0])[0]
        elif self.bonuses:
            boxes = text("booklet", "all boxes and bonuses together")
        marks["total"] = text("booklet", "The sum"), f"{boxes[:1].upper()}{boxes[1:]}."
        return marks

    @cached_property
    def sheet(self) -> str:
        """The rows of the sheet from top to bottom, for those who do not see it."""
        parts = []
        for section in self.ruleset.sections:
            rows: list[Category | Total] = [*section.categories, *section.totals]
            names = ", ".join(map(self.wording.name, rows))
            parts.append(self.wording.catalog.said_of(self.wording.name(section), names))
        totals = ", ".join(map(self.whole.name, self.whole.ruleset.totals))
        return (
            ". ".join((*[self.table.lead[0].rstrip(".")] * self.table.several, *parts, totals))
            + "."
        )

    # a turn, and the boxes

    @cached_property
    def turn(self) -> TurnText:
        """The turn of the source, or one that ends in the box worth most, scored by the engine."""
        ruleset, text, row = self.whole.ruleset, self.text, self.whole.row
        turn = ruleset.booklet.turn or played_turn(ruleset, self.table.started)
        now = moment(ruleset, turn.filled)
        rolls = () if self.ordered or self.table.several else ruleset.booklet.rolls
        many = tuple((roll.dice, _uses(self, legal_entries(ruleset, roll, now))) for roll in rolls)
        throws = tuple(_throw(self, turn, number) for number in range(1, len(turn.throws) + 1))
        free, announced = self.table.options(turn)
        said = announced[0].what if announced else ""
        heading = text("booklet", "You said “%(box)s”: the turn ends there", box=said)
        other = (
            text("booklet", "Had you said nothing") if said else text("booklet", "Where it can go")
        )
        options = tuple(
            (head, tuple(each)) for head, each in ((heading, announced), (other, free)) if each
        )
        filled = tuple((row(box), turn.filled[box]) for box in ruleset.boxes if box in turn.filled)
        joker = any(has_joker(ruleset, throw.roll, turn.filled) for throw in turn.throws)
        rules = (*self.wording.joker_rules() * joker, *[*self.whole.play_rules()] * self.ordered)
        start = (
            text("booklet", "On the sheet already:")
            if filled
            else text("booklet", "The sheet is still empty.")
        )
        card = " ".join((*rules, start))
        if self.table.several:
            page = text("booklet", "The columns")
            card, filled = (
                text("booklet", "The sheet is that of the page “%(page)s”.", page=page),
                (),
            )
        call = text("booklet", "“%(box)s!”", box=said) if said else ""
        points, ends = throws[-1].points or 0, _ends(self, turn, announced=bool(said))
        return TurnText(card, filled, throws, turn.box, points, ends, many, call, options)

    @property
    def states(self) -> tuple[str, str, str]:
        """Meanings of full, open and empty dice."""
        return (
            self.text("booklet", "full: counts"),
            self.text("booklet", "open: does not count"),
            self.text("booklet", "empty: any die will do"),
        )

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The boxes, in the order of the card; those for numbers that follow each other as one."""
        boxes, rows = (
            self.ruleset.boxes,
            [row for part in rows_of(self.ruleset, self.wording) for row in part],
        )
        by_id = {boxes[row.id].category.id if row.id in boxes else row.id: row for row in rows}
        entries: list[Entry] = []
        for section in self.ruleset.sections:
            for numbers, group in groupby(
                section.categories, key=lambda each: bool(each.adds_number)
            ):
                part = tuple(group)
                merged = numbers and len(part) > 1
                entries += (
                    [self._numbers(part)]
                    if merged
                    else [self._entry(each, by_id[each.id]) for each in part]
                )
        return tuple(entries)

    def _entry(self, category: Category, row: SheetRow) -> Entry:
        wording, name = self.wording, self.wording.name(category)
        fixed = category.points.kind == "fixed" and not category.points.by_roll
        points, said = points_of(self.ruleset).get(category.id), [wording.asks(category)]
        if category.note:
            said.append(self.sentence(category.note))
        if points:
            said.append(f"{wording.points_from(points)}.")
        parts, where = self.ruleset.parts, boxes_of(category)[0].id
        for total in (
            t
            for t in self.ruleset.declared.values()
            if any(where in parts[part] for part in t.minus)
        ):
            said.append(
                self.text(
                    "booklet", "“%(total)s” takes it away: low is good.", total=wording.name(total)
                )
            )
        examples = examples_of(self.ruleset, category)
        said += self._after(examples)
        first = category.points.first_roll if self.ruleset.dice.rolls == 1 else None
        worth = str(category.points.value if first is None else first) if fixed else ""
        return Entry(
            (category,),
            (name,),
            _named(category, name),
            worth,
            "" if fixed else wording.most(category),
            " ".join(said),
            examples,
            row.hints[0][0] if row.hints else "",
            row.dice,
        )

    def _after(self, examples: Iterable[Scored]) -> Iterator[str]:
        """Yield a sentence for each roll that can be written in its box once others are full."""
        shown, catalog = self.ruleset.dice.shown, self.wording.catalog
        for roll, after in dict.fromkeys(
            (each.roll, each.after) for each in examples if each.after
        ):
            boxes = catalog.both(
                catalog.text("booklet", "“%(name)s”", name=self.wording.row(box)) for box in after
            )
            yield catalog.plural(
                "booklet",
                "%(dice)s may stand here only once %(boxes)s is full.",
                "%(dice)s may stand here only once %(boxes)s are full.",
                len(after),
                boxes=boxes,
                dice="-".join(str(shown(face)) for face in roll.dice),
            )

    def _numbers(self, numbers: tuple[Category, ...]) -> Entry:
        """Return one entry for the boxes of several numbers.

        It shows the rolls of the source, or one of many equal dice.
        """
        text, names = self.text, tuple(map(self.wording.name, numbers))
        name = text("sheet", "%(first)s to %(last)s", first=names[0], last=names[-1])
        alike = len({category.boxes for category in numbers}) == 1
        boxes = self.plural(
            "booklet",
            "%(n)s box, one for each number.",
            "%(n)s boxes, one for each number.",
            sum(category.boxes for category in numbers),
        )
        if alike and numbers[0].boxes > 1:
            boxes = text("booklet", "%(n)s boxes for each number.", n=numbers[0].boxes)
        rule = text("booklet", "Only that number counts: add up those dice.")
        notes = dict.fromkeys(self.sentence(category.note) for category in numbers if category.note)
        given = tuple(
            as_allowed(self.ruleset, category, roll)
            for category in numbers
            for roll in category.examples
        )
        given = given or examples_of(self.ruleset, numbers[len(numbers) // 2])[:1]
        return Entry(
            numbers,
            names,
            _named(numbers[0], name) if alike else name,
            "",
            text("booklet", "count × number"),
            " ".join((boxes, rule, *notes, *self._after(given))),
            given,
            text("booklet", "add up that number"),
            tuple(pip for category in numbers for pip in picture(category, self.ruleset)),
        )

    def rolls(self, entry: Entry) -> list[tuple[Scored, str]]:
        """Return the rolls of an entry with their sums.

        The worth as a first roll follows the sum of the same dice.
        """
        first, rolls = (
            {scored.roll: scored.points for scored in entry.examples if scored.first},
            list[tuple[Scored, str]](),
        )
        for scored in (scored for scored in entry.examples if not scored.first):
            both = scored.points and scored.roll in first
            said = (
                self.wording.with_first(sum_of(scored), first[scored.roll])
                if both
                else sum_of(scored)
            )
            if scored.points and scored.category.points.by_roll:
                said = of_rolls(self.wording, scored, scored.roll)
            name = entry.names[entry.categories.index(scored.category)] if entry.merged else ""
            rolls.append((scored, self.wording.catalog.said_of(name, said)))
        return rolls

    def most(self, entry: Entry) -> str:
        """Return the maximum points of an entry.

        For several numbers, the lowest and the highest of them.
        """
        if not entry.merged:
            return entry.most
        most = sorted(maximum(self.ruleset, boxes_of(each)[0].id) for each in entry.categories)
        return self.text("booklet", "%(least)s to %(most)s", least=most[0], most=most[-1])

    @cached_property
    def points(self) -> dict[str, str]:
        """Bonuses for the boxes of one category, by the category."""
        return {
            category: self.wording.points_from(total)
            for category, total in points_of(self.ruleset).items()
        }

    @cached_property
    def bonuses(self) -> list[tuple[str, str, str]]:
        """Bonuses of the whole card: name, points where they are fixed, and how each is earned.

        Those for one category are in `points`.
        """
        if self.table.several:  # there they are among the sums
            return []
        extra, beside = self.ruleset.extra_yachts, points_of(self.ruleset).values()
        totals = self.ruleset.all_totals.values()
        bonuses = [self._bonus(total) for total in totals if total.steps and total not in beside]
        if extra:
            see = self.text(
                "booklet", "See “%(title)s”.", title=about_yachts(self.wording.catalog, self.yacht)
            )
            ticks = self.text(
                "booklet", "Tick a square for each; if all are ticked, draw strokes beside them."
            )
            bonuses.append((self.wording.row(extra.id), str(extra.points), f"{see} {ticks}"))
        return bonuses

    def _bonus(self, total: Total) -> tuple[str, str, str]:
        """Return a bonus in steps, for a sum or for a number of boxes."""
        name, steps, sums = self.wording.row(total.id), total.steps, self.ruleset.all_totals
        parts = ((part, sums.get(part)) for part in total.of)
        of = " + ".join(
            self.wording.arithmetic(each)[0] if each else self.wording.part(part)
            for part, each in parts
        )
        if len(steps) > 1:
            return name, "", self._in_steps(total, of)
        if total.kind == "count":
            points = self.plural("points", "%(n)s point", "%(n)s points", steps[0].points)
            said = self.plural(
                "booklet",
                "If %(n)s box of “%(what)s” holds points, you get %(points)s.",
                "If %(n)s boxes of “%(what)s” hold points, you get %(points)s.",
                steps[0].at_least,
                what=of,
                points=points,
            )
        else:
            said = self.plural(
                "booklet",
                "If the sum of %(what)s is %(sum)s or more, you get %(n)s point.",
                "If the sum of %(what)s is %(sum)s or more, you get %(n)s points.",
                steps[0].points,
                what=of,
                sum=steps[0].at_least,
            ).replace(" -", " −")
        numbers, each = self.numbers_of(total)
        if each:
            words = {"each": self.wording.number_word(each), "sum": each * sum(numbers)}
            said += " " + self.text(
                "booklet", "Remember: %(each)s of each number make exactly %(sum)s.", **words
            )
        return name, signed(steps[0].points), said

    def numbers_of(self, total: Total) -> tuple[list[int], int]:
        """Return the numbers that a bonus is for, and how many dice of each reach its sum.

        0 if it is for others.
        """
        inside, dice = below(self.ruleset, total.id), range(1, self.ruleset.dice.count + 1)
        numbers = [
            box.category.adds_number or 0 for box in self.ruleset.boxes.values() if box.id in inside
        ]
        fits = (
            total.kind == "threshold"
            and len(total.steps) == 1
            and all(numbers)
            and len({*numbers}) > 1
        )
        return numbers, next(
            (n for n in dice if fits and n * sum(numbers) >= total.steps[0].at_least), 0
        )

    def _in_steps(self, total: Total, of: str) -> str:
        text, words = self.text, {"what": of, "steps": self.wording.arithmetic(total)[0]}
        boxes = text(
            "booklet",
            "How many points you get depends on the boxes of “%(what)s”: %(steps)s.",
            **words,
        )
        amount = text(
            "booklet", "How many points you get depends on the sum of %(what)s: %(steps)s.", **words
        )
        last = text("booklet", "Only the last step that you reach counts.")
        return f"{boxes if total.kind == 'count' else amount} {last}"

    @property
    def zeros(self) -> tuple[str, str]:
        """Use of a roll that fits nowhere, and the boxes that never hold a 0.

        Empty if every roll fits.
        """
        text, both = self.text, self.wording.catalog.both
        names, most = self.cheapest
        if not names:
            return "", ""
        if self.ordered:
            said = text("booklet", "Then you write a 0 in a box that can be filled now.")
        elif any(
            total.kind == "count" for total in self.ruleset.all_totals.values()
        ):  # a bonus counts full boxes
            said = text("booklet", "Then you write a 0 in an open box of your choice.")
        else:
            best = text("booklet", "In %(names)s a 0 is the best result.", names=both(names))
            least = text(
                "booklet",
                "You choose the box for your 0: it costs least in %(names)s, at most %(most)s.",
                names=both(names),
                most=most,
            )
            said = least if most > 0 else best
        return text("booklet", "Nothing fits?"), " ".join((said, *self._never_zero))

    @property
    def _never_zero(self) -> Iterator[str]:
        if names := self.never_zero:
            both = self.wording.catalog.both(names)
            yield self.plural(
                "booklet",
                "%(names)s is never a 0.",
                "%(names)s are never a 0.",
                len(names),
                names=both,
            )

    # what follows the boxes

    @cached_property
    def path(self) -> YachtPath | None:
        """Questions to ask about a Yacht; None if no rule mentions one."""
        text, catalog, row = self.text, self.wording.catalog, self.wording.row
        if not (stages := cards(self.ruleset)):
            return None
        lead = text("booklet", "A very special roll! Go through these questions from the top.")
        if self.ordered:
            lead += " " + text("booklet", "All this as far as the order of the boxes allows it.")
        steps, card = (*_boxes_of_yachts(self), *_jokers(self)), stages[-1]
        entries = (
            {}
            if self.ordered
            else legal_entries(self.ruleset, self.the_yacht.roll, moment(self.ruleset, card))
        )
        shown = catalog.both(f"{row(box)} {points}" for box, points in card.items())
        full, uses = (
            text("booklet", "On the sheet already: %(boxes)s.", boxes=shown),
            tuple(_joker_uses(self, entries)),
        )
        bonus = max((entry.bonus for entry in entries.values()), default=0)
        most = max((use.points for use in uses), default=0)
        total = f"{most} + {bonus} = {most + bonus}" if bonus else str(most)
        return YachtPath(
            about_yachts(catalog, self.yacht),
            lead,
            steps,
            full,
            uses,
            text("booklet", "This turn: %(points)s.", points=total),
        )

    @cached_property
    def asked(self) -> list[Question]:
        """Frequent questions, with their verdicts apart."""
        verdicts = [
            word.rstrip(".")
            for word in (self.text("question", "Yes."), self.text("question", "No."))
        ]
        asked_questions = []
        for question in (*questions(self.wording), *column_questions(self.whole)):
            verdict = next((each for each in verdicts if question.answer.startswith(each)), "")
            asked = f"{question.asked[:1].upper()}{question.asked[1:]}"
            asked_questions.append(replace(question, asked=asked, verdict=verdict))
        return asked_questions

    @cached_property
    def agreed(self) -> list[str]:
        """Rules on which tables differ."""
        readings = (self.wording.own_text("reading", each.text) for each in self.ruleset.readings)
        return [*readings, *map(self.sentence, self.ruleset.booklet.agree)]

    @property
    def end(self) -> str:
        """End of the game and the winner."""
        text, plural, game = self.text, self.plural, self.ruleset
        said = [
            plural(
                "booklet",
                "After %(n)s turn every box is full.",
                "After %(n)s turns every box is full.",
                self.boxes,
            )
        ]
        if not adds_boxes(game):
            said.append(
                text("booklet", "Everyone adds up the scores, and sees how many points they earn.")
            )
            said.append(text("booklet", "The most points win, not the highest scores."))
        else:
            with_bonus = text("booklet", "Everyone adds up, bonuses too.")
            said.append(with_bonus if self.bonuses else text("booklet", "Everyone adds up."))
            highest = f"{self.wins[:1].upper()}{self.wins[1:]}."
            # the first rule for columns is the worth of each, which is on their page
            said += [*self.whole.winner_rules()][1:] if self._by_columns else [highest]
        said += (
            text("booklet", "If players are equal, it is a tie."),
            *map(self.sentence, game.booklet.end),
        )
        said.append(text("booklet", "The highest possible total is %(best)s.", best=self.best))
        return " ".join(said)

    @property
    def card_notes(self) -> list[str]:
        """Notes on the full card, first the score of a further Yacht."""
        text, card, notes = self.text, self.card, []
        if turn := card.further:
            full = text(
                "booklet",
                "When the %(yacht)s in “%(box)s” was rolled, the %(yacht)s box was full already: "
                "that is why it scores %(points)s there and earns a bonus of %(bonus)s.",
                yacht=self.yacht,
                box=self.whole.row(turn.box),
                points=turn.points,
                bonus=turn.bonus,
            )
            notes.append(full)
        if not card.turns[-1].points:  # no other box was open
            box = self.whole.row(card.turns[-1].box)
            notes.append(
                text(
                    "booklet",
                    "“%(box)s” holds a 0: a roll was written there that fitted nowhere else.",
                    box=box,
                )
            )
        return notes

    @property
    def short(self) -> list[str]:
        """The rules in a few sentences."""
        wording, text, game = self.wording, self.text, self.ruleset
        if game.dice.rolls > 1:
            times = text(
                "booklet",
                "Roll up to %(number)s times.",
                number=wording.number_word(game.dice.rolls),
            )
            said = [times, text("booklet", "Keep what you like.")]
        else:
            said = [text("booklet", "Roll once.")]
        zero = text("booklet", "Fill one open box; if nothing fits, write a 0.")
        said.append(zero if self.cheapest[0] else text("booklet", "Fill one open box."))
        said += self.whole.reminders(on_paper=False)[1:]
        plural = wording.catalog.plural
        said.append(
            plural(
                "booklet",
                "Each box once, %(n)s turn: %(wins)s.",
                "Each box once, %(n)s turns: %(wins)s.",
                self.boxes,
                wins=self.wins,
            )
        )
        return said

    @property
    def reminders(self) -> list[str]:
        """Easily forgotten rules: bonuses, jokers, orders, and boxes that never hold a 0."""
        reminders = [*self.sums, *self.whole.reminders(on_paper=False)[1:]]
        reminders += self._never_zero if len(self.never_zero) == 1 else ()
        return [
            *reminders,
            self.text("booklet", "The highest possible total is %(best)s.", best=self.best),
        ]

    @cached_property
    def sums(self) -> list[str]:
        """Totals with their rules.

        Bonuses and differences, and of several columns the totals of one, and of all.
        """
        whole, beside, several = self.whole, points_of(self.ruleset).values(), self.table.several
        totals = (
            total
            for total in map(whole.ruleset.in_first_column, whole.ruleset.declared.values())
            if total.kind != "sum" or (several and (total.id == "total" or not total.across))
        )
        rules = (
            (each, whole.points_from(each) if each in beside else whole.arithmetic(each)[0])
            for each in totals
        )
        return [f"{whole.catalog.said_of(whole.name(total), rule)}." for total, rule in rules]


# a turn, throw by throw


def _entries(ruleset: Ruleset, turn: ExampleTurn, number: int) -> dict[str, LegalEntry]:
    """Return the entries that the card of the turn allows for this throw, counted from 1."""
    return legal_entries(
        ruleset, turn.throws[number - 1].roll, moment(ruleset, turn.filled, number=number)
    )


def _throw(facts: Facts, turn: ExampleTurn, number: int) -> ThrowText:
    """Return the throw with this number, from 1, in words."""
    text, throw, last = facts.text, turn.throws[number - 1], number == len(turn.throws)
    headings = (text("turn", "First roll"), text("turn", "Second roll"), text("turn", "Third roll"))
    heading = (
        headings[number - 1] if number <= len(headings) else text("turn", "Roll %(n)s", n=number)
    )
    dice = as_dice(throw.roll.dice if last else throw.keep, throw.roll)
    box = turn.box if last else throw.could
    game = facts.whole.ruleset
    entry, name, points = (
        _entries(game, turn, number).get(box),
        facts.whole.row(box) if box else "",
        0,
    )
    if entry or box in turn.filled:  # in a full box, it is what it would be worth
        points = score(
            game, game.boxes[box].category, throw.roll, moment(game, turn.filled, number=number)
        )
    if last and entry:
        said = _written(facts, name, turn, entry, [*_waiting(facts, turn, number, points)])
    else:
        aim = (
            [text("booklet", "The aim: “%(box)s”.", box=facts.whole.row(throw.aim))]
            if throw.aim
            else []
        )
        noticed = _noticed(facts, name, points, full=box in turn.filled) if box else ""
        said = (
            noticed,
            " ".join(
                (*_waiting(facts, turn, number, points), _kept(facts, turn.player, throw), *aim)
            ),
        )
    return ThrowText(heading, dice, name, points if last else points or None, said)


def _waiting(facts: Facts, turn: ExampleTurn, number: int, points: int) -> Iterator[str]:
    """Yield a sentence about the box in which a throw would be worth most if its turn had come.

    Nothing if that is not more than `points`.
    """
    game, roll, now = (
        facts.ruleset,
        turn.throws[number - 1].roll,
        moment(facts.ruleset, turn.filled, number=number),
    )
    opens = {box.category for box in next_boxes(game, turn.filled)}
    closed = (
        box
        for box in game.boxes.values()
        if box.id not in turn.filled and box.category not in opens
    )
    worth = {box.id: score(game, box.category, roll, now) for box in closed}
    best = max(worth, key=worth.__getitem__, default="")
    if not facts.table.several and worth.get(best, 0) > points:
        name = facts.wording.row(best)
        yield facts.text(
            "turn", "“%(box)s” would be %(points)s, but has to wait.", box=name, points=worth[best]
        )


def _written(
    facts: Facts, name: str, turn: ExampleTurn, entry: LegalEntry, notes: list[str]
) -> tuple[str, str]:
    """Return the bold lead and the remaining text of the last throw.

    If the player stops before the last roll, the reason is in it.
    """
    if len(turn.throws) < facts.ruleset.dice.rolls:
        less = facts.text(
            "booklet", "You stop here: on average, another roll would not bring more."
        )
        is_best = turn.throws[-1].keep == turn.throws[-1].roll.dice
        notes = [*notes, less if is_best else facts.text("booklet", "You stop here.")]
    first = facts.plural(
        "booklet", "“%(box)s”: %(n)s point.", "“%(box)s”: %(n)s points.", entry.points[-1], box=name
    )
    bonus = (
        [facts.text("booklet", "And a bonus of %(bonus)s.", bonus=entry.bonus)]
        if entry.bonus
        else []
    )
    return first, " ".join((*bonus, *notes, facts.text("booklet", "That ends the turn.")))


def _noticed(facts: Facts, name: str, points: int, *, full: bool) -> str:
    """Return a sentence about a throw that could be written in this box.

    Empty if it would score nothing.
    """
    if full and not points:
        return facts.text(
            "booklet", "“%(box)s” cannot be the aim: that box is full already.", box=name
        )
    if full:
        return facts.text("turn", "%(box)s, but that box is full already.", box=name)
    return facts.text("turn", "%(box)s. You may stop here.", box=name) if points else ""


def _kept(facts: Facts, player: str, throw: Throw) -> str:
    """Return the sentence with the numbers of dice that are kept and rolled again."""
    kept, rolled = len(throw.keep), len(throw.roll.dice) - len(throw.keep)
    counts = ("kept", kept), ("number", rolled)
    words = {name: facts.wording.number_word(n) if 0 < n < 11 else n for name, n in counts}
    if player:
        again = facts.text("turn", "%(player)s rolls all dice again.", player=player)
        part = facts.plural(
            "turn",
            "%(player)s keeps %(kept)s and rolls %(number)s die again.",
            "%(player)s keeps %(kept)s and rolls %(number)s dice again.",
            rolled,
            player=player,
            **words,
        )
    else:
        again = facts.text("turn", "You roll all dice again.")
        part = facts.plural(
            "turn",
            "You keep %(kept)s and roll %(number)s die again.",
            "You keep %(kept)s and roll %(number)s dice again.",
            rolled,
            **words,
        )
    return part if kept else again


def _ends(facts: Sentences, turn: ExampleTurn, *, announced: bool) -> tuple[str, str]:
    """Return sentences about other boxes for the last roll, the choice of the box, and rules."""
    text, ruleset = facts.text, facts.ruleset
    rules = facts.whole.play_rules()
    if facts.table.several:
        advice = text(
            "booklet",
            "Whoever announces may give up points, but every row of that column has to be filled "
            "some time.",
        )
        choice = text("booklet", "You choose one of these boxes, or any other open one.")
        return "", " ".join((advice if announced else choice, *rules))
    others = _entries(ruleset, turn, len(turn.throws))
    bound = len(others) < sum(1 for _ in next_boxes(ruleset, turn.filled))
    del others[turn.box]
    uses = _uses(facts, others, zeros=bound)
    said = [text("booklet", "This roll was also: %(uses)s.", uses=uses)] if uses else []
    if not bound and not all(any(entry.points) for entry in others.values()):
        now = text("booklet", "In any other box that can be filled now it is a 0.")
        said.append(now if facts.ordered else text("booklet", "In any other open box it is a 0."))
    if len(ruleset.boxes) > 1 and not bound and not facts.ordered:
        said.append(text("booklet", "You choose the box, in any order."))
    said += () if facts.ordered else rules  # those of an order are above the turn
    if facts.forced:
        said.append(see_yachts(facts.wording.catalog, facts.yacht))
    known = {*map(facts.sentence, (*ruleset.booklet.about, *ruleset.booklet.end))}
    said += [note for note in facts.whole.notes if note not in known]
    return text("booklet", "One roll, many boxes.") if uses else "", " ".join(said)


def _uses(facts: Facts, entries: Mapping[str, LegalEntry], *, zeros: bool = False) -> str:
    """Return the boxes in which a roll scores, or with `zeros` all boxes, with their entries."""
    name, choices = facts.wording.name, facts.wording.catalog.choices
    worth = {facts.ruleset.boxes[box].category: entry.points for box, entry in entries.items()}
    return " · ".join(
        f"{name(each)} {choices(points)}" for each, points in worth.items() if zeros or any(points)
    )


# the questions to ask about a Yacht


def _joker_uses(facts: Facts, entries: Mapping[str, LegalEntry]) -> Iterator[JokerUse]:
    """Yield the boxes in which the Yacht may be written.

    Those with the same points for the same reason are together.
    """
    text, wording, roll, ruleset = facts.text, facts.wording, facts.the_yacht.roll, facts.ruleset
    alike: dict[tuple[int, str, bool], list[Category]] = {}
    for box, points in ((box, entry.points[-1]) for box, entry in entries.items()):
        category = ruleset.boxes[box].category
        own = points > 0 and score(ruleset, category, roll) == points
        if own:
            said = sum_of(Scored(roll, category, points)).partition(" = ")[0]
            why = text("booklet", "the dice as they are: %(sum)s", sum=said)
        elif points:
            why = text(
                "booklet", "as if it were %(pattern)s", pattern=wording.pattern(category.pattern)
            )
        else:
            why = text("booklet", "only its own number counts there") if category.number else ""
        alike.setdefault((points, why, own), []).append(category)
    for (points, why, own), same in sorted(alike.items(), key=lambda item: -item[0][0]):
        faces = roll.dice if own else [each.number for each in same if each.number]
        whole = tuple((face, "solid") for face in faces) or picture(same[0], ruleset)
        shown: tuple[Pip, ...] = tuple(
            (face, "open" if face and not own else kind) for face, kind in whole
        )
        yield JokerUse(", ".join(dict.fromkeys(map(wording.name, same))), why, points, shown)


def _boxes_of_yachts(facts: Facts) -> list[tuple[str, tuple[str, ...]]]:
    """Return the questions about the box of the Yacht, and about the bonus for a further one."""
    text, bonus = facts.text, facts.ruleset.extra_yachts
    said = [text("booklet", "Yes: write %(points)s in it.", points=facts.the_yacht.points)]
    first = facts.the_yacht.category.points.first_roll
    if first and facts.ruleset.dice.rolls > 1:
        said.append(facts.wording.then_first(first))
    must, other = (
        text("booklet", "It must go there."),
        text("booklet", "Or use another box, by the rule of that box."),
    )
    said.append(must if facts.ruleset.joker.yacht_box_first else other)
    asked = text("booklet", "Is your %(yacht)s box open?", yacht=facts.yacht)
    own = asked, (" ".join(said), text("booklet", "No: go on."))
    won = text("booklet", "Yes: you have won, and the game is over."), text("booklet", "No: go on.")
    steps = [(text("booklet", "Was this the first roll of your turn?"), won)] * bool(
        facts.the_yacht.category.wins
    )
    if not bonus:
        return [*steps, own]
    one = text("booklet", "Does it hold points (so not a 0)?")
    several = text("booklet", "Does a %(yacht)s box hold points already?", yacht=facts.yacht)
    yes = text(
        "booklet",
        "Yes: you get a bonus of %(bonus)s, each time, in addition to what you write now.",
        bonus=bonus.points,
    )
    no, on = text("booklet", "No: there is no bonus."), text("booklet", "Go on in both cases.")
    answers = yes, f"{no} {on}"
    further = (
        [own, (one, answers)]
        if len(yacht_box_ids(facts.ruleset)) == 1
        else [(several, answers), own]
    )
    return [*steps, *further]


def _jokers(facts: Facts) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what can be done once the box of the Yacht is full.

    Its number's box first, then as a joker.
    """
    text, joker, own = facts.text, facts.ruleset.joker, facts.own
    forced = joker.rule == "forced"
    if joker.rule == "none":
        rule = text("booklet", "It scores there by the rule of that box.")
        yield text("booklet", "Write it in any open box."), (rule,)
        return
    numbered = any(category.number for category in facts.ruleset.categories.values())
    if numbered and (forced or joker.number_box_full):
        shown = (
            f" {facts.wording.catalog.said_of(facts.wording.name(own.category), sum_of(own))}."
            if own
            else ""
        )
        must = text("booklet", "Yes: it must go there.")
        free = text(
            "booklet", "Yes: it is no joker yet. Write it in any open box, by the rule of that box."
        )
        on = text("booklet", "No: go on.")
        yield (
            text("booklet", "Is the box of the number you rolled open?"),
            (must + shown if forced else free, on),
        )
    none, full = (
        text("booklet", "That box is full, or there is none:"),
        text("booklet", "That box is full too:"),
    )
    asked = none if facts.wording.lacks_numbers else full
    yield (
        asked if forced and numbered else text("booklet", "Now it is a joker."),
        (" ".join(_joker_rule(facts)),),
    )


def _joker_rule(facts: Facts) -> Iterator[str]:
    """Yield the rule for a joker, which may count in some sections only."""
    text, joker, sections = facts.text, facts.ruleset.joker, facts.ruleset.sections
    names = [
        text("booklet", "“%(name)s”", name=facts.wording.heading(s))
        for s in sections
        if s.id in joker.sections
    ]
    quoted = ", ".join(names) if len(names) < len(sections) else ""
    if joker.rule == "forced":
        inside = text("booklet", "It is a joker in any open box of %(sections)s.", sections=quoted)
        yield inside if quoted else text("booklet", "It is a joker in any open box.")
        yield text("booklet", "It counts as if it showed what the box asks for.")
        yield text("booklet", "Where dice are added up, add up your own.")
    else:
        yield text("booklet", "Write it in any open box.")
        inside = text("booklet", "In %(sections)s it may stand for any pattern.", sections=quoted)
        yield inside if quoted else text("booklet", "It may stand for any pattern.")
        own = text(
            "booklet",
            "Its dice stay what they are: a number counts only itself; sums are those of the dice.",
        )
        yield text("booklet", "There its dice may stand for any dice.") if joker.any_dice else own
    if joker.may_decline:
        yield text("booklet", "You may also write what the dice are worth without it.")
    if joker.rule == "forced":
        choice = text("booklet", "Or you write a 0 in an open box of another number.")
        last = text(
            "booklet", "Only if no such box is open, write a 0 in an open box of another number."
        )
        yield choice if joker.zero == "choice" else last
