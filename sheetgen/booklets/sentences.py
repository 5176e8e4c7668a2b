"""Sentences of a booklet, the same for drawn pages and for running text in all formats."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    needed_card,
    played_turn,
    scored,
    sum_of,
)
from sheetgen.booklets.facts import Facts
from sheetgen.booklets.questions import (
    Question,
    about_yachts,
    column_questions,
    of_rolls,
    questions,
    quoted_about_yachts,
    see_yachts,
)
from sheetgen.i18n.wording import BETWEEN, capital, is_proportional, signed, unbroken, with_minus
from sheetgen.layout.primitives import DieKind
from sheetgen.layout.rows import Pip, SheetRow, pattern_pips, rows_of
from sheetgen.rules.history import maximum, possible_values, yacht_box_ids
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
        for example in self.examples:
            if example.points and not example.after:
                return example
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
    player: str = ""
    """Name of the player in the source."""
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
    totals_by_category = {}
    for total in ruleset.all_totals.values():
        if not total.steps or len(total.of) != 1:
            continue
        category = ruleset.categories.get(total.of[0])
        if category and category.boxes > 1:
            totals_by_category[category.id] = total
    return totals_by_category


def _name_with_boxes(category: Category, name: str) -> str:
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
        if self._by_columns:
            aim = self.text(
                "booklet", "win columns: have the highest total in them, by rolling combinations."
            )
        elif self.scores_earn_points:
            aim = self.text(
                "booklet",
                "earn the most points. In the boxes you write scores; scores earn points, and only "
                "points decide.",
            )
        elif self.ruleset.players.max == 1:
            aim = self.text(
                "booklet", "score as many points as you can by rolling certain combinations."
            )
        else:
            aim = self.text(
                "booklet", "score more points than your opponents by rolling certain combinations."
            )
        return self.text("booklet", "The goal:"), aim

    @cached_property
    def steps(self) -> list[tuple[str, str]]:
        """A turn and the end of the game: verbs, and what goes with them."""
        steps = [(verb, list(sentences)) for verb, sentences in self.whole.turn_steps() if verb]
        if len(steps) > 3:  # there is one to keep dice
            _, rolling = steps[1]
            rolling.append(self.text("booklet", "You may stop earlier."))
            rolling += self.whole.dice_rules()
        _, writing = steps[-2]
        if self.scores_earn_points:
            writing[0] = self.text("booklet", "the score of your roll in one open box.")
        writing.append(self.text("booklet", "Each box once."))
        writing += self.whole.box_order_rules()
        _, ending = steps[-1]
        ending.append(f"{self.wins}.")
        if not self.ruleset.booklet.end:
            ending += self._winning_categories()
        texts = []
        for verb, (first, *others) in steps:
            begun = [capital(sentence) for sentence in others]
            texts.append((verb, " ".join((first, *begun))))
        return texts

    def _winning_categories(self) -> Iterator[str]:
        """Yield the rule of each category that can win the game at once."""
        for category in self.ruleset.categories.values():
            if category.wins:
                yield self.wording.win_rule(category)

    @property
    def wins(self) -> str:
        """Words about what wins the game."""
        if self._by_columns:
            return self.text("booklet", "the columns decide")
        if self.scores_earn_points:
            return self.text("booklet", "the most points win")
        return self.text("booklet", "the highest total wins")

    @property
    def _by_columns(self) -> bool:
        """Flag: match points for columns decide, not the total."""
        return self.whole.ruleset.winner.by == "columns"

    @property
    def scores_earn_points(self) -> bool:
        """Flag: what is in boxes is a score. Scores earn points, and these alone decide."""
        return not adds_boxes(self.ruleset)

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
            sheet = text("booklet", "a score sheet for each player")
            pencil = text("booklet", "a pencil for each player")
        elif self.table.several:
            sheet = text("booklet", "a score sheet with room for each player")
            pencil = text("booklet", "a pencil to keep score")
        else:
            sheet = text("booklet", "a score sheet with a column for each player")
            pencil = text("booklet", "a pencil to keep score")
        things = [dice, sheet, pencil, *map(self.sentence, game.booklet.equipment)]
        return self.wording.catalog.both(things) + "."

    @property
    def start(self) -> str:
        """Best number of players, the starting player, and further sentences of the source."""
        text, game = self.text, self.ruleset
        sentences = []
        if game.players.best:
            least, most = game.players.best
            if least == most:
                sentences.append(text("booklet", "It is best with %(n)s.", n=least))
            else:
                sentences.append(
                    text(
                        "booklet", "It is best with %(least)s to %(most)s.", least=least, most=most
                    )
                )
        if game.players.max == 1:
            pass
        elif game.players.start == "high_roll":
            sentences.append(
                text(
                    "booklet",
                    "Each player rolls all dice; the highest sum starts. "
                    "Players who are equal roll again. Play then passes to the left.",
                )
            )
        else:
            sentences.append(text("booklet", "Agree on who starts. Play then passes to the left."))
        sentences += map(self.sentence, game.booklet.about)
        return " ".join(sentences)

    @cached_property
    def explanations(self) -> dict[str, tuple[str, str]]:
        """Explanations of the sheet: its columns, a box, its worth, and the total."""
        text = self.text
        if any(entry.worth for entry in self.entries):
            worth = (
                text("booklet", "Large number: fixed points"),
                text("booklet", "Where it says max, pips count."),
            )
        else:
            worth = text("booklet", "max: the most there is"), text("booklet", "Pips count there.")
        total = text("booklet", "The sum"), capital(self._addends_of_total()) + "."
        if self._by_columns:
            total = text("booklet", "The sums"), text("booklet", "Each column by itself.")
        return {
            "columns": self._columns_of_sheet(),
            "once": (text("booklet", "A box, once"), text("booklet", "What is written stays.")),
            "worth": worth,
            "total": total,
        }

    def _columns_of_sheet(self) -> tuple[str, str]:
        """Return what a column of the sheet is for, and a remark."""
        text, sheet = self.text, self.ruleset.sheet
        if self.table.several:
            return (
                text("booklet", "A player’s columns"),
                text("booklet", "All rows once in each of them."),
            )
        if sheet.columns == "players":
            more = self.plural(
                "booklet",
                "%(n)s here; a sheet has room for more.",
                "%(n)s here; a sheet has room for more.",
                sheet.count,
            )
            return text("booklet", "A column for each player"), more
        return (
            text("booklet", "A column for each game"),
            text("booklet", "Each player has a sheet."),
        )

    def _addends_of_total(self) -> str:
        """Return in words what the total of a card adds up."""
        game = self.whole.ruleset
        ids = ["total", *below(game, "total")]
        totals = [game.all_totals[each] for each in ids if each in game.all_totals]
        is_plain_sum = not self.scores_earn_points and not any(
            total.kind == "difference" or game.repeated[total.id] for total in totals
        )
        if not is_plain_sum:
            return self.whole.arithmetic(totals[0])[0]
        if self._has_bonuses:
            return self.text("booklet", "all boxes and bonuses together")
        return self.plural("sheet", "%(n)s box", "all %(n)s boxes", self.boxes)

    @cached_property
    def sheet(self) -> str:
        """The rows of the sheet from top to bottom, for those who do not see it."""
        sentences = []
        if self.table.several:
            sentences.append(self.table.lead[0].rstrip("."))
        for section in self.ruleset.sections:
            rows: list[Category | Total] = [*section.categories, *section.totals]
            names = ", ".join(map(self.wording.name, rows))
            sentences.append(self.wording.catalog.said_of(self.wording.name(section), names))
        totals = [total for total in self.whole.ruleset.totals if not self.table.is_help(total)]
        sentences.append(", ".join(map(self.whole.name, totals)))
        return ". ".join(sentences) + "."

    # a turn, and the boxes

    @cached_property
    def turn(self) -> TurnText:
        """The turn of the source, or one that ends in the box worth most, scored by the engine."""
        ruleset, text = self.whole.ruleset, self.text
        turn = ruleset.booklet.turn or played_turn(ruleset, self.table.started)
        throws = tuple(_throw(self, turn, number) for number in range(1, len(turn.throws) + 1))

        many: list[tuple[tuple[int, ...], str]] = []
        if not self.ordered and not self.table.several:
            card = moment(ruleset, turn.filled)
            for roll in ruleset.booklet.rolls:
                many.append((roll.dice, _uses(self, legal_entries(ruleset, roll, card))))

        free, announced = self.table.options(turn)
        options: list[tuple[str, tuple[Ending, ...]]] = []
        call = ""
        if announced:
            box = announced[0].what
            call = text("booklet", "“%(box)s!”", box=box)
            heading = text("booklet", "You said “%(box)s”: the turn ends there", box=box)
            options.append((heading, tuple(announced)))
        if free:
            heading = text("booklet", "Where it can go")
            if announced:
                heading = text("booklet", "Had you said nothing")
            options.append((heading, tuple(free)))

        filled: tuple[tuple[str, int], ...] = ()
        if not self.table.several:
            filled = tuple(
                (self.whole.row(box), turn.filled[box])
                for box in ruleset.boxes
                if box in turn.filled
            )
        return TurnText(
            card=self._card_before(turn),
            filled=filled,
            throws=throws,
            box=turn.box,
            points=throws[-1].points or 0,
            ends=_ends(self, turn, announced=bool(announced)),
            many=tuple(many),
            player=turn.player,
            call=call,
            options=tuple(options),
        )

    def _card_before(self, turn: ExampleTurn) -> str:
        """Return sentences about the card before a turn, with the rules that the turn needs."""
        text, ruleset = self.text, self.whole.ruleset
        if self.table.several:
            page = text("booklet", "The columns")
            return text("booklet", "The sheet is that of the page “%(page)s”.", page=page)
        sentences: list[str] = []
        column = ruleset.boxes[turn.box].column
        if any(has_joker(ruleset, throw.roll, turn.filled, column) for throw in turn.throws):
            sentences += self.wording.joker_rules()
        if self.ordered:
            sentences += self.whole.play_rules()
        if any(box in turn.filled for box in ruleset.boxes):
            sentences.append(text("booklet", "On the sheet already:"))
        else:
            sentences.append(text("booklet", "The sheet is still empty."))
        return " ".join(sentences)

    @property
    def states(self) -> tuple[str, str, str]:
        """Meanings of full, outlined and blank dice."""
        return (
            self.text("booklet", "full: counts"),
            self.text("booklet", "outlined: does not count"),
            self.text("booklet", "blank: any die will do"),
        )

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The boxes, in the order of the card; those for numbers that follow each other as one."""
        boxes = self.ruleset.boxes
        rows: dict[str, SheetRow] = {}
        for part in rows_of(self.ruleset, self.wording):
            for row in part:
                rows[boxes[row.id].category.id if row.id in boxes else row.id] = row
        entries: list[Entry] = []
        for section in self.ruleset.sections:
            for for_numbers, group in groupby(
                section.categories, key=lambda category: bool(category.adds_number)
            ):
                categories = tuple(group)
                if for_numbers and len(categories) > 1:
                    entries.append(self._numbers_entry(categories))
                    continue
                for category in categories:
                    entries.append(self._entry(category, rows[category.id]))
        return tuple(entries)

    def _entry(self, category: Category, row: SheetRow) -> Entry:
        wording, name = self.wording, self.wording.name(category)
        points = category.points
        worth = most = ""
        if points.kind == "fixed" and not points.by_roll:
            worth = signed(points.value)
            if self.ruleset.dice.rolls == 1 and points.first_roll is not None:
                worth = str(points.first_roll)
        else:
            most = wording.most_points(category)

        rules = [self.whole.asks(category)]  # its prerequisite is in the same column
        if category.note:
            rules.append(self.sentence(category.note))
        bonus = points_of(self.ruleset).get(category.id)
        if bonus:
            rules.append(self._points_for_boxes(category, bonus))
        rules += self._subtractions(category)
        examples = examples_of(self.ruleset, category)
        rules += self._needed_boxes(examples)
        return Entry(
            categories=(category,),
            names=(name,),
            name=_name_with_boxes(category, name),
            worth=worth,
            most=most,
            rule=" ".join(rules),
            examples=examples,
            hint=self._hint(category, row.hints[0][0] if row.hints else ""),
            dice=row.dice,
        )

    def _hint(self, category: Category, hint: str) -> str:
        """Return the hint of a row, and the box without which it cannot score."""
        if not category.needs:
            return hint
        needed = self.wording.name(self.ruleset.categories[category.needs])
        condition = self.text("booklet", "only with points in “%(name)s”", name=needed)
        return f"{hint}{BETWEEN}{condition}" if hint else condition

    def _subtractions(self, category: Category) -> Iterator[str]:
        """Yield a sentence about each difference that takes a box away."""
        box, parts = boxes_of(category)[0].id, self.ruleset.parts
        for total in self.ruleset.declared.values():
            if not any(box in parts[part] for part in total.minus):
                continue
            name = self.wording.name(total)
            if maximum(self.ruleset, box) > 0:
                yield self.text("booklet", "“%(total)s” takes it away: low is good.", total=name)
            else:
                yield self.text(
                    "booklet",
                    "“%(total)s” takes it away, and so adds what is lost here: the more dice, "
                    "the better.",
                    total=name,
                )

    def _needed_boxes(self, examples: Iterable[Scored]) -> Iterator[str]:
        """Yield a sentence for each roll that can be written in its box once others are full."""
        catalog = self.wording.catalog
        needed_by_roll = dict.fromkeys(
            (example.roll, example.after) for example in examples if example.after
        )
        for roll, needed in needed_by_roll:
            boxes = catalog.both(
                catalog.text("booklet", "“%(name)s”", name=self.wording.row(box)) for box in needed
            )
            yield catalog.plural(
                "booklet",
                "%(dice)s may stand here only once %(boxes)s is full.",
                "%(dice)s may stand here only once %(boxes)s are full.",
                len(needed),
                boxes=boxes,
                dice="-".join(str(self.ruleset.dice.sign_of(face)) for face in roll.dice),
            )

    def _numbers_entry(self, numbers: tuple[Category, ...]) -> Entry:
        """Return one entry for the boxes of several numbers.

        It shows the rolls of the source, or one of many equal dice.
        """
        text, names = self.text, tuple(map(self.wording.name, numbers))
        name = text("sheet", "%(first)s to %(last)s", first=names[0], last=names[-1])
        count = sum(category.boxes for category in numbers)
        boxes = self.plural(
            "booklet", "%(n)s box, one for each number.", "%(n)s boxes, one for each number.", count
        )
        if self.wording.has_pictures:
            boxes = self.plural(
                "booklet",
                "%(n)s box, one for each picture.",
                "%(n)s boxes, one for each picture.",
                count,
            )
        have_equal_boxes = len({category.boxes for category in numbers}) == 1
        if have_equal_boxes:
            name = _name_with_boxes(numbers[0], name)
            if numbers[0].boxes > 1:
                boxes = text("booklet", "%(n)s boxes for each number.", n=numbers[0].boxes)
        examples = tuple(
            as_allowed(self.ruleset, category, roll)
            for category in numbers
            for roll in category.examples
        )
        if not examples:
            examples = examples_of(self.ruleset, numbers[len(numbers) // 2])[:1]
        added = text("booklet", "Only that number counts: add up those dice.")
        worth = text("booklet", "count × number")
        if self.wording.has_pictures:
            added = text("booklet", "Only that picture counts: add up those dice.")
            worth = text("booklet", "count × value")
        rules = [boxes, added]
        if self.ruleset.dice.faces:
            rules.append(self.wording.values_of_faces())
        if numbers[0].boxes > 1 and points_of(self.ruleset).keys() & {one.id for one in numbers}:
            rules.append(
                text(
                    "booklet",
                    "At the end the boxes of each number are added up; that sum earns the points "
                    "below it.",
                )
            )
        rules += dict.fromkeys(
            self.sentence(category.note) for category in numbers if category.note
        )
        rules += self._needed_boxes(examples)
        return Entry(
            categories=numbers,
            names=names,
            name=name,
            worth="",
            most=worth,
            rule=" ".join(rules),
            examples=examples,
            hint=self._numbers_hint(),
            dice=tuple(pip for category in numbers for pip in pattern_pips(category, self.ruleset)),
        )

    def _numbers_hint(self) -> str:
        """Return the hint of several numbers, with what each symbol counts."""
        if self.ruleset.dice.faces:
            faces = self.wording.values_of_symbols()
            return self.text("booklet", "add up: %(faces)s", faces=faces)
        return self.text("booklet", "add up that number")

    def rolls(self, entry: Entry) -> list[tuple[Scored, str]]:
        """Return the rolls of an entry with their sums.

        The worth as a first roll follows the sum of the same dice.
        """
        rolls: list[tuple[Scored, str]] = []
        for example in entry.examples:
            worth = sum_of(example)
            first = self._on_first_roll(example)
            if example.points and example.category.points.by_roll:
                worth = of_rolls(self.wording, example, example.roll)
            elif example.points and first != example.points:
                worth = self.wording.with_first(worth, first)
            name = entry.names[entry.categories.index(example.category)] if entry.merged else ""
            rolls.append((example, self.wording.catalog.said_of(name, worth)))
        return rolls

    def _on_first_roll(self, example: Scored) -> int:
        """Return the points of the roll of an example if it is the first of a turn.

        Those of a joker are the same on every roll.
        """
        if example.after:
            return example.points
        card = needed_card(self.ruleset, example.category)
        now = moment(self.ruleset, card, first=True)
        return scored(self.ruleset, example.category, example.roll, now).points

    def most_points(self, entry: Entry) -> str:
        """Return the maximum points of an entry.

        For several numbers, the lowest and the highest of them.
        """
        if not entry.merged:
            return entry.most
        most = sorted(maximum(self.ruleset, boxes_of(each)[0].id) for each in entry.categories)
        return self.text("booklet", "max %(least)s–%(most)s", least=most[0], most=most[-1])

    @cached_property
    def category_bonuses(self) -> dict[str, str]:
        """Bonuses for the boxes of one category, by the category."""
        return {
            category: self._points_for(total) for category, total in points_of(self.ruleset).items()
        }

    def _points_for(self, total: Total) -> str:
        """Return the condition for the points of the boxes of one category, in a few words."""
        if len(total.steps) > 1 or total.kind != "threshold":
            return self.wording.points_from(total)
        return self.plural(
            "booklet",
            "%(n)s point for %(sum)s or more",
            "%(n)s points for %(sum)s or more",
            total.steps[0].points,
            sum=total.steps[0].at_least,
        )

    def _points_for_boxes(self, category: Category, total: Total) -> str:
        """Return a sentence about the points that the boxes of a category earn together."""
        step, count = total.steps[0], self.wording.number_word(category.boxes)
        points = self.plural("points", "%(n)s point", "%(n)s points", step.points)
        if total.kind == "threshold" and len(total.steps) == 1:
            return self.text(
                "booklet",
                "At the end the %(count)s boxes are added up: %(sum)s or more earn %(points)s.",
                count=count,
                sum=step.at_least,
                points=points,
            )
        if total.kind == "count" and len(total.steps) == 1 and step.at_least == category.boxes:
            return self.text(
                "booklet",
                "If none of the %(count)s boxes holds a 0, they earn %(points)s.",
                count=count,
                points=points,
            )
        if total.kind == "count" and is_proportional(total.steps):
            return self.text(
                "booklet",
                "Each of the %(count)s boxes that holds no 0 earns %(points)s.",
                count=count,
                points=points,
            )
        return f"{self.wording.points_from(total)}."

    @cached_property
    def bonuses(self) -> list[tuple[str, str, str]]:
        """Bonuses of the whole card: name, points where they are fixed, and how each is earned.

        Those for one category are in `category_bonuses`.
        """
        if self.table.several:  # there they are among the sums
            return []
        bonuses = []
        of_one_category = points_of(self.ruleset).values()
        for total in self.ruleset.all_totals.values():
            if total.steps and total not in of_one_category:
                bonuses.append(self._bonus(total))
        further_yachts = self.ruleset.extra_yachts
        if further_yachts:
            title = quoted_about_yachts(self.wording.catalog, self.yacht)
            see = self.text("booklet", "See “%(title)s”.", title=title)
            ticks = self.text(
                "booklet", "Tick a square for each; if all are ticked, draw strokes beside them."
            )
            name = self.wording.row(further_yachts.id)
            bonuses.append((name, str(further_yachts.points), f"{see} {ticks}"))
        return bonuses

    @property
    def _has_bonuses(self) -> bool:
        """Flag: some total of a column or of the card is a bonus."""
        totals = self.whole.ruleset.all_totals.values()
        of_columns = self.table.several and any(total.steps for total in totals)
        return of_columns or bool(self.bonuses or self.whole.ruleset.extra_yachts)

    def _bonus(self, total: Total) -> tuple[str, str, str]:
        """Return a bonus in steps, for a sum or for a number of boxes."""
        name, steps = self.wording.row(total.id), total.steps
        what = self.wording.addends(total)
        if len(steps) > 1:
            return name, "", self._in_steps(total, what)
        if total.kind == "count":
            points = self.plural("points", "%(n)s point", "%(n)s points", steps[0].points)
            rule = self.plural(
                "booklet",
                "If %(n)s box of “%(what)s” holds points, you get %(points)s.",
                "If %(n)s boxes of “%(what)s” hold points, you get %(points)s.",
                steps[0].at_least,
                what=what,
                points=points,
            )
            rule = " ".join((rule, *self._boxes_below_zero(total)))
        else:
            rule = with_minus(
                self.plural(
                    "booklet",
                    "If the sum of %(what)s is %(sum)s or more, you get %(n)s point.",
                    "If the sum of %(what)s is %(sum)s or more, you get %(n)s points.",
                    steps[0].points,
                    what=what,
                    sum=steps[0].at_least,
                )
            )
        numbers, dice = self.numbers_of(total)
        if dice:
            remember = self.text(
                "booklet",
                "Remember: %(each)s of each number make exactly %(sum)s.",
                each=self.wording.number_word(dice),
                sum=dice * sum(numbers),
            )
            rule = f"{rule} {remember}"
        return name, signed(steps[0].points), rule

    def numbers_of(self, total: Total) -> tuple[list[int], int]:
        """Return the numbers that a bonus is for, and how many dice of each reach its sum.

        0 if it is for others.
        """
        inside = below(self.ruleset, total.id)
        numbers = [
            box.category.adds_number or 0 for box in self.ruleset.boxes.values() if box.id in inside
        ]
        has_one_sum = total.kind == "threshold" and len(total.steps) == 1
        if not has_one_sum or not all(numbers) or len(set(numbers)) < 2:
            return numbers, 0
        for dice in range(1, self.ruleset.dice.counted.count + 1):
            if dice * sum(numbers) >= total.steps[0].at_least:
                return numbers, dice
        return numbers, 0

    def _in_steps(self, total: Total, what: str) -> str:
        steps = self.wording.arithmetic(total)[0]
        if total.kind == "count":
            rule = self.text(
                "booklet",
                "How many points you get depends on the boxes of “%(what)s”: %(steps)s.",
                what=what,
                steps=steps,
            )
        else:
            rule = self.text(
                "booklet",
                "How many points you get depends on the sum of %(what)s: %(steps)s.",
                what=what,
                steps=steps,
            )
        if total.kind == "count":
            rule = " ".join((rule, *self._boxes_below_zero(total)))
        last = self.text("booklet", "Only the last step that you reach counts.")
        return f"{rule} {last}"

    def _boxes_below_zero(self, total: Total) -> Iterator[str]:
        """Yield that boxes below 0 count too, if a box that a total counts may hold less than 0."""
        boxes = [part for part in below(self.ruleset, total.id) if part in self.ruleset.boxes]
        if any(possible_values(self.ruleset, box)[0] < 0 for box in boxes):
            yield self.text("booklet", "A box below 0 counts as one with points, too.")

    @property
    def zeros(self) -> tuple[str, str]:
        """Use of a roll that fits nowhere, and the boxes that never hold a 0.

        Empty if every roll fits.
        """
        text, both = self.text, self.wording.catalog.both
        names, most = self.cheapest
        if not names:
            return "", ""
        # such a bonus depends on the number of boxes with points, whatever a box is worth
        counts_boxes = any(total.kind == "count" for total in self.ruleset.all_totals.values())
        if self.whole.has_next_box:
            advice = text("booklet", "Then you write a 0 in the box that is next.")
        elif self.ordered:
            advice = text("booklet", "Then you write a 0 in a box that can be filled now.")
        elif counts_boxes:
            advice = text("booklet", "Then you write a 0 in an open box of your choice.")
        elif most > 0:
            advice = text(
                "booklet",
                "You choose the box for your 0: it costs least in %(names)s, at most %(most)s.",
                names=both(names),
                most=most,
            )
        else:
            advice = text("booklet", "In %(names)s a 0 is the best result.", names=both(names))
        return text("booklet", "Nothing fits?"), " ".join((advice, *self._never_zero))

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
        text, catalog = self.text, self.wording.catalog
        stages = cards(self.ruleset)
        if not stages:
            return None
        lead = text("booklet", "A very special roll! Go through these questions from the top.")
        if self.ordered:
            lead += " " + text("booklet", "All this as far as the order of the boxes allows it.")
        lead = " ".join([lead, *self.whole.columns_of_yachts()])

        card = stages[-1]
        boxes = catalog.both(f"{self.wording.row(box)} {points}" for box, points in card.items())
        entries: dict[str, LegalEntry] = {}
        if not self.ordered:
            entries = legal_entries(self.ruleset, self.the_yacht.roll, moment(self.ruleset, card))
        uses = tuple(_joker_uses(self, entries))
        most = max((use.points for use in uses), default=0)
        bonus = max((entry.bonus for entry in entries.values()), default=0)
        total = unbroken(f"{most} + {bonus} = {most + bonus}") if bonus else str(most)
        return YachtPath(
            heading=about_yachts(catalog, self.yacht),
            lead=lead,
            steps=(*_boxes_of_yachts(self), *_jokers(self)),
            card=text("booklet", "On the sheet already: %(boxes)s.", boxes=boxes),
            uses=uses,
            turn=text("booklet", "This turn: %(points)s.", points=total),
        )

    @cached_property
    def asked(self) -> list[Question]:
        """Frequent questions, with their verdicts apart."""
        yes = self.text("question", "Yes.").rstrip(".")
        no = self.text("question", "No.").rstrip(".")
        asked_questions = []
        for question in (*questions(self.wording), *column_questions(self.whole)):
            verdict = ""
            if question.answer.startswith(yes):
                verdict = yes
            elif question.answer.startswith(no):
                verdict = no
            asked = capital(question.asked)
            asked_questions.append(replace(question, asked=asked, verdict=verdict))
        return asked_questions

    @cached_property
    def agreed(self) -> list[str]:
        """Rules on which tables differ."""
        readings = (self.wording.own_text("reading", each.text) for each in self.ruleset.readings)
        return [*readings, *map(self.sentence, self.ruleset.booklet.agree)]

    @property
    def most_possible(self) -> tuple[str, int]:
        """The most that can decide the game: its name, and the number."""
        if self._by_columns:
            winner, columns = self.whole.ruleset.winner, self.whole.ruleset.columns
            most = sum(column.worth for column in columns) + winner.sweep
            return self.text("booklet", "Most match points possible"), most
        if self.scores_earn_points:
            return self.text("booklet", "Most points possible"), self.best
        return self.text("booklet", "Highest possible total"), self.best

    @property
    def best_rule(self) -> str:
        """Sentence with the most that can decide the game."""
        _, most = self.most_possible
        if self._by_columns:
            return self.text("booklet", "The most match points possible are %(best)s.", best=most)
        if self.scores_earn_points:
            return self.text("booklet", "The most points possible are %(best)s.", best=most)
        return self.text("booklet", "The highest possible total is %(best)s.", best=most)

    @property
    def end(self) -> str:
        """End of the game and the winner."""
        text, game = self.text, self.ruleset
        sentences = [
            self.plural(
                "booklet",
                "After %(n)s turn every box is full.",
                "After %(n)s turns every box is full.",
                self.boxes,
            )
        ]
        if self.scores_earn_points:
            sentences.append(
                text("booklet", "Everyone adds up the scores, and sees how many points they earn.")
            )
            sentences.append(text("booklet", "The most points win, not the highest scores."))
        else:
            if self._has_bonuses:
                sentences.append(text("booklet", "Everyone adds up, bonuses too."))
            else:
                sentences.append(text("booklet", "Everyone adds up."))
            if self._by_columns:
                # the first rule for columns is the worth of each, which is on their page
                _, *rules = self.whole.winner_rules()
                sentences += rules
            else:
                sentences.append(f"{capital(self.wins)}.")
        sentences.append(text("booklet", "If players are equal, it is a tie."))
        sentences += map(self.sentence, game.booklet.end)
        sentences.append(self.best_rule)
        return " ".join(sentences)

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
        if not card.turns[-1].points:
            notes.append(self._note_on_zeros())
        return notes

    def _note_on_zeros(self) -> str:
        """Return a sentence about the 0 of the last turn, for which no other box was open.

        If all boxes of its category were filled last, and hold a 0 too, it is about them.
        """
        turns, boxes = self.card.turns, self.whole.ruleset.boxes
        category = boxes[turns[-1].box].category
        last_turns = turns[-category.boxes :]
        if category.boxes > 1 and not any(
            turn.points or boxes[turn.box].category != category for turn in last_turns
        ):
            return self.text(
                "booklet",
                "The %(count)s boxes of “%(name)s” hold a 0: rolls were written there that fitted "
                "nowhere else.",
                count=self.wording.number_word(category.boxes),
                name=self.wording.name(category),
            )
        return self.text(
            "booklet",
            "“%(box)s” holds a 0: a roll was written there that fitted nowhere else.",
            box=self.whole.row(turns[-1].box),
        )

    @property
    def short(self) -> list[str]:
        """The rules in a few sentences."""
        text, rolls = self.text, self.ruleset.dice.rolls
        if rolls > 1:
            number = self.wording.number_word(rolls)
            sentences = [
                text("booklet", "Roll up to %(number)s times.", number=number),
                text("booklet", "Keep what you like."),
            ]
        else:
            sentences = [text("booklet", "Roll once.")]
        sentences.append(self._filling)
        sentences += self.whole.reminders(on_paper=False)[1:]
        sentences.append(
            self.plural(
                "booklet",
                "Each box once, %(n)s turn: %(wins)s.",
                "Each box once, %(n)s turns: %(wins)s.",
                self.boxes,
                wins=self.wins,
            )
        )
        return sentences

    @property
    def _filling(self) -> str:
        """Sentence about the box that is filled in a turn, and a 0 if the game has any."""
        text = self.text
        if self.whole.has_next_box:
            if self.cheapest[0]:
                return text(
                    "booklet", "Fill the next open box; if the roll does not fit, write a 0."
                )
            return text("booklet", "Fill the next open box.")
        if self.cheapest[0]:
            return text("booklet", "Fill one open box; if nothing fits, write a 0.")
        return text("booklet", "Fill one open box.")

    @property
    def reminders(self) -> list[str]:
        """Easily forgotten rules: bonuses, jokers, orders, and boxes that never hold a 0."""
        reminders = [*self.sums, *self.whole.reminders(on_paper=False)[1:]]
        if len(self.never_zero) == 1:
            reminders += self._never_zero
        return [*reminders, self.best_rule]

    @cached_property
    def sums(self) -> list[str]:
        """Totals with their rules.

        Bonuses and differences, and of several columns the totals of one, and of all.
        """
        whole, of_one_category = self.whole, points_of(self.ruleset).values()
        sentences = []
        for declared in whole.ruleset.declared.values():
            total = whole.ruleset.in_first_column(declared)
            is_of_columns = self.table.several and (total.id == "total" or not total.across)
            if (total.kind == "sum" and not is_of_columns) or self.table.is_help(total):
                continue
            rule = whole.arithmetic(total)[0]
            if total in of_one_category:
                rule = self._points_for(total)
            sentences.append(f"{whole.catalog.said_of(whole.name(total), rule)}.")
        return sentences


# a turn, throw by throw


def _entries(ruleset: Ruleset, turn: ExampleTurn, number: int) -> dict[str, LegalEntry]:
    """Return the entries that the card of the turn allows for this throw, counted from 1."""
    now = moment(ruleset, turn.filled, number=number)
    return legal_entries(ruleset, turn.throws[number - 1].roll, now)


def _throw(facts: Facts, turn: ExampleTurn, number: int) -> ThrowText:
    """Return the throw with this number, from 1, in words."""
    text, game, throw = facts.text, facts.whole.ruleset, turn.throws[number - 1]
    is_last = number == len(turn.throws)
    headings = (text("turn", "First roll"), text("turn", "Second roll"), text("turn", "Third roll"))
    heading = text("turn", "Roll %(n)s", n=number)
    if number <= len(headings):
        heading = headings[number - 1]
    box = turn.box if is_last else throw.could
    name = facts.whole.row(box) if box else ""
    entry = _entries(game, turn, number).get(box)
    points = 0
    if entry or box in turn.filled:  # in a full box, it is what it would be worth
        now = moment(game, turn.filled, number=number)
        points = score(game, game.boxes[box].category, throw.roll, now)

    sentences = [*_waiting(facts, turn, number, points)]
    shown = throw.keep
    if is_last:
        shown = game.boxes[box].category.chosen(throw.roll).dice
    if is_last and entry:
        said = _last_throw(facts, name, turn, entry, sentences)
    else:
        sentences.append(_kept(facts, turn.player, throw))
        if throw.aim:
            sentences.append(text("booklet", "The aim: “%(box)s”.", box=facts.whole.row(throw.aim)))
        lead = _noticed(facts, name, points, full=box in turn.filled) if box else ""
        said = lead, " ".join(sentences)
    return ThrowText(
        heading=heading,
        dice=as_dice(shown, throw.roll),
        could=name,
        points=points if is_last else points or None,
        said=said,
    )


def _waiting(facts: Facts, turn: ExampleTurn, number: int, points: int) -> Iterator[str]:
    """Yield a sentence about the box in which a throw would be worth most if its turn had come.

    Nothing if that is not more than `points`.
    """
    if facts.table.several:
        return
    game, roll = facts.ruleset, turn.throws[number - 1].roll
    now = moment(game, turn.filled, number=number)
    open_categories = {box.category for box in next_boxes(game, turn.filled)}
    worth: dict[str, int] = {}
    for box in game.boxes.values():
        if box.id not in turn.filled and box.category not in open_categories:
            worth[box.id] = score(game, box.category, roll, now)
    best = max(worth, key=worth.__getitem__, default="")
    if worth.get(best, 0) > points:
        yield facts.text(
            "turn",
            "“%(box)s” would be %(points)s, but has to wait.",
            box=facts.wording.row(best),
            points=worth[best],
        )


def _last_throw(
    facts: Facts, name: str, turn: ExampleTurn, entry: LegalEntry, notes: list[str]
) -> tuple[str, str]:
    """Return the bold lead and the remaining text of the last throw.

    If the player stops before the last roll, the reason is in it.
    """
    text, throw = facts.text, turn.throws[-1]
    points = entry.points[-1]
    if adds_boxes(facts.ruleset):
        lead = with_minus(
            facts.plural(
                "booklet", "“%(box)s”: %(n)s point.", "“%(box)s”: %(n)s points.", points, box=name
            )
        )
    else:
        lead = text("booklet", "“%(box)s”: a score of %(n)s.", box=name, n=points)
    sentences = [*notes]
    if entry.bonus:
        sentences.insert(0, text("booklet", "And a bonus of %(bonus)s.", bonus=entry.bonus))
    game = facts.whole.ruleset
    box = game.boxes[turn.box]
    without_joker = score(game, box.category, throw.roll, moment(game, number=len(turn.throws)))
    is_joker = has_joker(game, throw.roll, turn.filled, box.column)
    if is_joker and points > without_joker:
        sentences.append(text("booklet", "The roll is a joker here."))
    dice = facts.ruleset.dice
    if dice.use is not None:
        sentences.append(
            facts.plural(
                "booklet",
                "You choose the full dice; the outlined one does not count.",
                "You choose the full dice; the outlined ones do not count.",
                dice.count - dice.use,
            )
        )
    if len(turn.throws) < dice.rolls:
        if throw.keep == throw.roll.dice:
            sentences.append(
                text("booklet", "You stop here: on average, another roll would not bring more.")
            )
        else:
            sentences.append(text("booklet", "You stop here."))
    unused = dice.rolls - len(turn.throws)
    if dice.saved is not None and unused > 0:
        sentences.append(
            facts.plural(
                "booklet",
                "You save %(n)s roll: a later turn may have %(rolls)s.",
                "You save %(n)s rolls: a later turn may have %(rolls)s.",
                unused,
                rolls=dice.rolls + unused,
            )
        )
    sentences.append(text("booklet", "That ends the turn."))
    return lead, " ".join(sentences)


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
    kept = len(throw.keep)
    rolled = len(throw.roll.dice) - kept
    if not kept:
        if player:
            return facts.text("turn", "%(player)s rolls all dice again.", player=player)
        return facts.text("turn", "You roll all dice again.")
    # in some languages it has another form here than before a noun
    kept_words = facts.text("kept dice", "one") if kept == 1 else _in_words(facts, kept)
    words = {"kept": kept_words, "number": _in_words(facts, rolled)}
    if player:
        return facts.plural(
            "turn",
            "%(player)s keeps %(kept)s and rolls %(number)s die again.",
            "%(player)s keeps %(kept)s and rolls %(number)s dice again.",
            rolled,
            player=player,
            **words,
        )
    return facts.plural(
        "turn",
        "You keep %(kept)s and roll %(number)s die again.",
        "You keep %(kept)s and roll %(number)s dice again.",
        rolled,
        **words,
    )


def _in_words(facts: Facts, count: int) -> str:
    """Return a number of dice as a word, or in figures if it is 0 or more than ten."""
    return facts.wording.number_word(count) if 0 < count < 11 else str(count)


def _ends(facts: Sentences, turn: ExampleTurn, *, announced: bool) -> tuple[str, str]:
    """Return sentences about other boxes for the last roll, the choice of the box, and rules."""
    text, ruleset = facts.text, facts.ruleset
    rules = facts.whole.play_rules()
    if facts.table.several:
        advice = text("booklet", "You choose one of these boxes, or any other open one.")
        if announced:
            advice = text(
                "booklet",
                "Whoever announces may give up points, but every row of that column has to be "
                "filled some time.",
            )
        return "", " ".join((advice, *rules))
    others = _entries(ruleset, turn, len(turn.throws))
    has_forced_box = len(others) < len([*next_boxes(ruleset, turn.filled)])
    del others[turn.box]
    uses = _uses(facts, others, zeros=has_forced_box)
    sentences = []
    if uses:
        sentences.append(text("booklet", "This roll was also: %(uses)s.", uses=uses))
    if not has_forced_box:
        sentences += _free_choice(facts, others)
    if not facts.ordered:  # those of an order are above the turn
        sentences += rules
    if facts.forced:
        sentences.append(see_yachts(facts.wording.catalog, facts.yacht))
    printed = {*map(facts.sentence, (*ruleset.booklet.about, *ruleset.booklet.end))}
    sentences += [note for note in facts.whole.notes if note not in printed]
    lead = text("booklet", "One roll, many boxes.") if uses else ""
    return lead, " ".join(sentences)


def _free_choice(facts: Facts, others: Mapping[str, LegalEntry]) -> Iterator[str]:
    """Yield sentences about a roll that may be written in any of these boxes too."""
    text = facts.text
    if not all(any(entry.points) for entry in others.values()):
        if facts.ordered:
            yield text("booklet", "In any other box that can be filled now it is a 0.")
        else:
            yield text("booklet", "In any other open box it is a 0.")
    if len(facts.ruleset.boxes) > 1 and not facts.ordered:
        yield text("booklet", "You choose the box, in any order.")


def _uses(facts: Facts, entries: Mapping[str, LegalEntry], *, zeros: bool = False) -> str:
    """Return the boxes in which a roll scores, or with `zeros` all boxes, with their entries."""
    points_by_category = {
        facts.ruleset.boxes[box].category: entry.points for box, entry in entries.items()
    }
    uses = []
    for category, points in points_by_category.items():
        if zeros or any(points):
            choices = signed(facts.wording.catalog.choices(points))
            uses.append(f"{facts.wording.name(category)} {choices}")
    return " · ".join(uses)


# the questions to ask about a Yacht


def _joker_uses(facts: Facts, entries: Mapping[str, LegalEntry]) -> Iterator[JokerUse]:
    """Yield the boxes in which the Yacht may be written.

    Those with the same points for the same reason are together.
    """
    text, wording, roll, ruleset = facts.text, facts.wording, facts.the_yacht.roll, facts.ruleset
    alike: dict[tuple[int, str, bool], list[Category]] = {}
    for box, entry in entries.items():
        points, category = entry.points[-1], ruleset.boxes[box].category
        by_own_dice = points > 0 and score(ruleset, category, roll) == points
        if by_own_dice:
            addends = sum_of(Scored(roll, category, points)).partition(" = ")[0]
            why = text("booklet", "the dice as they are: %(sum)s", sum=addends)
        elif points:
            why = text(
                "booklet", "as if it were %(pattern)s", pattern=wording.pattern(category.pattern)
            )
        elif category.number:
            why = text("booklet", "only its own number counts there")
        else:
            why = ""
        alike.setdefault((points, why, by_own_dice), []).append(category)
    most_points_first = sorted(alike.items(), key=lambda item: -item[0][0])
    for (points, why, by_own_dice), categories in most_points_first:
        yield JokerUse(
            names=", ".join(dict.fromkeys(map(wording.name, categories))),
            why=why,
            points=points,
            dice=_joker_dice(facts, categories, by_own_dice=by_own_dice),
        )


def _joker_dice(
    facts: Facts, categories: Sequence[Category], *, by_own_dice: bool
) -> tuple[Pip, ...]:
    """Return the dice beside the boxes of a joker: the Yacht, the numbers, or a pattern."""
    if by_own_dice:
        return tuple((face, "solid") for face in facts.the_yacht.roll.dice)
    numbers = [category.number for category in categories if category.number]
    if numbers:
        return tuple((number, "open") for number in numbers)
    pattern = pattern_pips(categories[0], facts.ruleset)
    return tuple((face, "open" if face else kind) for face, kind in pattern)


def _boxes_of_yachts(facts: Facts) -> list[tuple[str, tuple[str, ...]]]:
    """Return the questions about the box of the Yacht, and about the bonus for a further one."""
    text, ruleset, bonus = facts.text, facts.ruleset, facts.ruleset.extra_yachts
    category = facts.the_yacht.category
    steps: list[tuple[str, tuple[str, ...]]] = []
    if category.wins:
        won = text("booklet", "Yes: you have won, and the game is over.")
        steps.append(
            (
                text("booklet", "Was this the first roll of your turn?"),
                (won, text("booklet", "No: go on.")),
            )
        )

    sentences = [text("booklet", "Yes: write %(points)s in it.", points=facts.the_yacht.points)]
    if category.points.first_roll and ruleset.dice.rolls > 1:
        sentences.append(facts.wording.then_first(category.points.first_roll))
    if ruleset.joker.yacht_box_first:
        sentences.append(text("booklet", "It must go there."))
    else:
        sentences.append(text("booklet", "Or use another box, by the rule of that box."))
    open_box = (
        text("booklet", "Is your %(yacht)s box open?", yacht=facts.yacht),
        (" ".join(sentences), text("booklet", "No: go on.")),
    )
    if not bonus:
        return [*steps, open_box]

    yes = text(
        "booklet",
        "Yes: you get a bonus of %(bonus)s, each time, in addition to what you write now.",
        bonus=facts.wording.points_of_yacht(bonus),
    )
    no = text("booklet", "No: there is no bonus.")
    go_on = text("booklet", "Go on in both cases.")
    answers = yes, f"{no} {go_on}"
    if len(yacht_box_ids(ruleset)) == 1:
        holds_points = text("booklet", "Does it hold points (so not a 0)?")
        return [*steps, open_box, (holds_points, answers)]
    holds_points = text("booklet", "Does a %(yacht)s box hold points already?", yacht=facts.yacht)
    return [*steps, (holds_points, answers), open_box]


def _jokers(facts: Facts) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what can be done once the box of the Yacht is full.

    Its number's box first, then as a joker.
    """
    text, wording, joker = facts.text, facts.wording, facts.ruleset.joker
    is_forced = joker.rule == "forced"
    if joker.rule == "none":
        rule = text("booklet", "It scores there by the rule of that box.")
        yield text("booklet", "Write it in any open box."), (rule,)
        return
    has_numbers = any(category.number for category in facts.ruleset.categories.values())
    if has_numbers and (is_forced or joker.number_box_full):
        if is_forced:
            yes = text("booklet", "Yes: it must go there.")
            if facts.own:
                name = wording.name(facts.own.category)
                yes += f" {wording.catalog.said_of(name, sum_of(facts.own))}."
        else:
            yes = text(
                "booklet",
                "Yes: it is no joker yet. Write it in any open box, by the rule of that box.",
            )
        yield (
            text("booklet", "Is the box of the number you rolled open?"),
            (yes, text("booklet", "No: go on.")),
        )
    if not is_forced or not has_numbers:
        question = text("booklet", "Now it is a joker.")
    elif wording.lacks_numbers:
        question = text("booklet", "That box is full, or there is none:")
    else:
        question = text("booklet", "That box is full too:")
    yield question, (" ".join(_joker_rule(facts)),)


def _joker_rule(facts: Facts) -> Iterator[str]:
    """Yield the rule for a joker, which may count in some sections only."""
    text, joker, sections = facts.text, facts.ruleset.joker, facts.ruleset.sections
    names = [
        text("booklet", "“%(name)s”", name=facts.wording.heading(section))
        for section in sections
        if section.id in joker.sections
    ]
    in_some_sections = 0 < len(names) < len(sections)
    quoted = ", ".join(names)
    if joker.rule == "forced":
        if in_some_sections:
            yield text("booklet", "It is a joker in any open box of %(sections)s.", sections=quoted)
        else:
            yield text("booklet", "It is a joker in any open box.")
        yield text("booklet", "It counts as if it showed what the box asks for.")
        yield text("booklet", "Where dice are added up, add up your own.")
    else:
        yield text("booklet", "Write it in any open box.")
        if in_some_sections:
            yield text("booklet", "In %(sections)s it may stand for any pattern.", sections=quoted)
        else:
            yield text("booklet", "It may stand for any pattern.")
        if joker.any_dice:
            yield text("booklet", "There its dice may stand for any dice.")
        else:
            yield text(
                "booklet",
                "Its dice stay what they are: a number counts only itself; sums are those of the "
                "dice.",
            )
    if joker.may_decline:
        yield text("booklet", "You may also write what the dice are worth without it.")
    if joker.rule == "forced":
        if joker.zero == "choice":
            yield text("booklet", "Or you write a 0 in an open box of another number.")
        else:
            yield text(
                "booklet",
                "Only if no such box is open, write a 0 in an open box of another number.",
            )
