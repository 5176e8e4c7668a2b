"""The chapters of a booklet: what is said, in which order, and with which dice.

`pages` and `score_tables` draw them; the templates write them as HTML, from which `rules_text` and
`running_text` make Markdown, large print, and pages with templates of the user's own.
"""

from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from sheetgen.booklets.columns import Equation, Standing
from sheetgen.booklets.facts import CardRow
from sheetgen.booklets.questions import Question
from sheetgen.booklets.sentences import Entry, JokerUse, Sentences, TurnText
from sheetgen.i18n.wording import wordings_in_all
from sheetgen.layout.primitives import DieKind
from sheetgen.layout.rows import Pip, SheetRow, pattern_pips, rows_of
from sheetgen.rules.history import yacht_box_ids

_ORDER = (
    "cover",
    "start",
    "categories",
    "bonuses",
    "turn",
    "jokers",
    "questions",
    "end",
    "example",
    "appendix",
    "short",
)
"""Chapters in reading order, by the names of their templates."""
_ORDER_WITH_COLUMNS = (
    "cover",
    "start",
    "categories",
    "columns",
    "turn",
    "sums",
    "end",
    "example",
    "jokers",
    "questions",
    "appendix",
    "short",
)
"""Chapters of a game with several columns, which are explained before a turn: it ends in one."""

LeadAndRest = tuple[str, str]
"""Bold beginning of a paragraph, and the rest of it."""


class CoverChapter(Struct, frozen=True):
    """Cover: the game, and what it is played with."""

    dice: tuple[Pip, ...]
    title: str
    variant: str
    kind: str
    """Kind of the document."""
    numbers: Sequence[tuple[str, str]]
    """Numbers of dice, boxes and rolls, with their words."""
    players: str
    facts: str
    """Dice, rolls and turns in a line."""
    language: str


class StartChapter(Struct, frozen=True):
    """Game in a minute: the aim, a turn in steps, and the sheet."""

    heading: str
    goal: LeadAndRest
    steps: Sequence[tuple[str, str]]
    """Verbs, each with what is done."""
    sheet: str
    """The sheet in words."""
    marks: dict[str, tuple[str, str]]
    """Names and explanations of places on the sheet."""
    needs: LeadAndRest


class TurnChapter(Struct, frozen=True):
    """Example turn, throw by throw."""

    heading: str
    lead: str
    card: str
    """Sentence above the boxes that are full before the turn; empty if none are listed."""
    key: tuple[str, ...]
    """Meanings of full and outlined dice, bold and regular in turn."""
    turn: TurnText
    row: SheetRow | None
    """Row of the sheet that is filled in; None if the turn ends in one of several columns."""


class NumberText(Struct, frozen=True):
    """Box for one number, in the entry of all numbers."""

    face: int
    name: str
    most: str
    points: str
    """Bonus for the boxes of this number; empty without one."""


class RollText(Struct, frozen=True):
    """Roll in a box, with its sum in words."""

    dice: tuple[tuple[int, DieKind], ...]
    said: str
    counts: bool


class BoxText(Struct, frozen=True):
    """Box, or all boxes for numbers that follow each other, with rolls."""

    id: str
    entry: Entry
    most: str
    """Maximum points; for several numbers, the lowest and the highest of them."""
    numbers: tuple[NumberText, ...]
    """Boxes of an entry for several numbers."""
    rolls: tuple[RollText, ...]


class BoxesChapter(Struct, frozen=True):
    """All boxes, the bonuses, and the use of a roll that fits nowhere."""

    heading: str
    lead: str
    boxes: tuple[BoxText, ...]
    bonuses: Sequence[tuple[str, str, str]]
    """Name, points where they are fixed, and rule of each bonus."""
    zeros: LeadAndRest
    states: tuple[str, str, str]
    """Meanings of full, outlined and blank dice."""
    kinds: tuple[str, ...]
    """Meanings of large and small rolls, bold and regular in turn."""


class ColumnsChapter(Struct, frozen=True):
    """Columns of a player, on a card that is partly filled."""

    heading: str
    lead: LeadAndRest
    rules: Sequence[tuple[str, str, str]]
    """Sign, name and rule of each column."""
    names_in_all: Sequence[str]
    """Names of the columns in all languages: they are in tables if all of them have room."""
    rows: Sequence[tuple[str, tuple[Pip, ...], Sequence[str]]]
    """Name and dice of each row, with what is in its boxes."""
    key: Sequence[tuple[str, str]]
    """Meanings of the marks in boxes."""


class SumsChapter(Struct, frozen=True):
    """Totals of several columns, with their arithmetic."""

    heading: str
    lead: str
    equations: Sequence[Equation]


class EndChapter(Struct, frozen=True):
    """End of the game, and the winner."""

    heading: str
    said: str


class MatchText(Struct, frozen=True):
    """Players who are compared column by column."""

    heading: str
    points: str
    """Heading of the match points."""
    standings: Sequence[Standing]
    said: str
    """What is earned by winning all columns."""


class CardChapter(Struct, frozen=True):
    """Full sheet with its rolls."""

    heading: str
    points: str
    """Heading of what is in the boxes."""
    rows: Sequence[CardRow]
    notes: Sequence[str]
    match: MatchText | None
    """Columns of some players, in a game that columns decide."""


class YachtStep(Struct, frozen=True):
    """Question about a Yacht, with what follows from each answer."""

    asked: str
    answers: tuple[str, ...]
    bonus: int
    """Bonus that this question decides about; 0 for other questions."""


class YachtChapter(Struct, frozen=True):
    """Questions to ask about a Yacht in their order, then its worth as a joker."""

    heading: str
    lead: str
    steps: Sequence[YachtStep]
    dice: tuple[Pip, ...]
    card: str
    """Sentence about the boxes that are full."""
    uses: tuple[JokerUse, ...]
    turn: str
    """Sum of the best use and of a bonus."""


class QuestionsChapter(Struct, frozen=True):
    """Frequent questions, and the points on which players agree before a game."""

    heading: str
    questions: Sequence[Question]
    agree: str
    agreed: Sequence[str]


class ShortChapter(Struct, frozen=True):
    """All of the rules on one page, and the source."""

    heading: str
    lead: str
    boxes: tuple[BoxText, ...]
    sums: str
    best: tuple[str, str]
    """The most that can decide the game: its name and the number."""
    source: str
    """Line with the source of the rules; empty without one."""
    typeface: str
    line: str
    """Title and variant."""


class BriefChapter(Struct, frozen=True):
    """Rules in short, for a quick card or a zine."""

    title: str
    variant: str
    turn: str
    """Heading of the steps of a turn."""
    goal: LeadAndRest
    steps: Sequence[tuple[str, str]]
    heading: str
    """Heading of the boxes."""
    boxes: tuple[BoxText, ...]
    short: str
    """Heading of the reminders."""
    reminders: Sequence[str]


class Chapters:
    """Description of a booklet.

    Each chapter is made on first use, and None if the game has none.
    """

    def __init__(self, sentences: Sentences) -> None:
        self.sentences = sentences
        self.text = sentences.text
        self.several = sentences.table.several
        """Flag: a player has several columns."""

    @property
    def order(self) -> tuple[str, ...]:
        """Names of the chapters in reading order."""
        return _ORDER_WITH_COLUMNS if self.several else _ORDER

    @cached_property
    def cover(self) -> CoverChapter:
        """The cover."""
        sentences, wording = self.sentences, self.sentences.wording
        return CoverChapter(
            dice=sentences.ruleset.signature,
            title=wording.title,
            variant=wording.variant,
            kind=self.text("booklet", "The rules"),
            numbers=sentences.numbers,
            players=sentences.players,
            facts=sentences.whole.facts(),
            language=self.text("cover", "English"),
        )

    @cached_property
    def start(self) -> StartChapter:
        """The game in a minute."""
        sentences = self.sentences
        return StartChapter(
            heading=self.text("booklet", "In a minute"),
            goal=sentences.goal,
            steps=sentences.steps,
            sheet=sentences.sheet,
            marks=sentences.explanations,
            needs=(self.text("booklet", "You need"), f"{sentences.needs} {sentences.start}"),
        )

    @cached_property
    def turn(self) -> TurnChapter:
        """The example turn."""
        text, turn = self.text, self.sentences.turn
        lead = text("booklet", "A turn can go like this.")
        if turn.player:
            player = text("booklet", "%(player)s is playing.", player=turn.player)
            lead = f"{lead} {player}"
        return TurnChapter(
            heading=text("booklet", "A turn"),
            lead=lead if turn.filled else f"{lead} {turn.card}",
            card=turn.card if turn.filled else "",
            key=(
                text("booklet", "Full:"),
                text("booklet", "you keep it for the rest of the turn.")
                if self.sentences.wording.keeps_dice
                else text("booklet", "you keep it."),
                text("booklet", "Outlined:"),
                text("booklet", "you roll it again."),
            ),
            turn=turn,
            row=None if turn.options else self._row(turn.box),
        )

    def _row(self, box: str) -> SheetRow:
        """Return the row of the sheet that has a box."""
        sections = rows_of(self.sentences.ruleset, self.sentences.wording)
        return next(row for rows in sections for row in rows if box in (row.id, *row.boxes))

    @cached_property
    def boxes(self) -> tuple[BoxText, ...]:
        """The boxes in the order of the card."""
        return tuple(map(self._box, self.sentences.entries))

    def _box(self, entry: Entry) -> BoxText:
        """Return a box with its rolls and, for several numbers, the boxes of each."""
        sentences, numbers = self.sentences, []
        if entry.merged:
            for category, name in zip(entry.categories, entry.names, strict=True):
                most = sentences.wording.most_points(category)
                points = sentences.category_bonuses.get(category.id, "")
                numbers.append(NumberText(category.number or 0, name, most, points))
        rolls = [
            RollText(scored.dice, said, scored.points != 0)
            for scored, said in sentences.rolls(entry)
        ]
        most = sentences.most_points(entry)
        return BoxText(entry.categories[0].id, entry, most, tuple(numbers), tuple(rolls))

    @cached_property
    def categories(self) -> BoxesChapter:
        """The boxes with the bonuses."""
        text, sentences = self.text, self.sentences
        return BoxesChapter(
            heading=text("booklet", "The boxes"),
            lead=text("booklet", "A roll that does not fit a box is a 0 there."),
            boxes=self.boxes,
            bonuses=sentences.bonuses,
            zeros=sentences.zeros,
            states=sentences.states,
            kinds=(
                text("booklet", "Large and coloured:"),
                text("booklet", "a roll that counts."),
                text("booklet", "Small and black:"),
                text("booklet", "a near miss, a 0."),
            ),
        )

    @cached_property
    def columns(self) -> ColumnsChapter | None:
        """The columns of a player, if there are several."""
        if not self.several:
            return None
        sentences, table = self.sentences, self.sentences.table
        rows = [
            (sentences.wording.name(category), pattern_pips(category, sentences.ruleset), cells)
            for category, cells in table.started_rows
        ]
        heading = self.text("booklet", "The columns")
        names: list[str] = []
        for wording in wordings_in_all(sentences.whole):
            names += map(wording.column_name, wording.ruleset.columns)
        return ColumnsChapter(heading, table.lead, table.rules, names, rows, table.key)

    @cached_property
    def sums(self) -> SumsChapter | None:
        """The totals of several columns."""
        if not self.several:
            return None
        equations = self.sentences.table.equations
        has_other_numbers = any(equation.note for equation in equations)
        if has_other_numbers:
            lead = self.text(
                "booklet",
                "Each column is added up by itself. The numbers are those of the first column of "
                "the full sheet; only a line with “if” has others.",
            )
        else:
            lead = self.text(
                "booklet",
                "Each column is added up by itself. The numbers are those of the first column of "
                "the full sheet.",
            )
        heading = self.text("booklet", "Sums")
        totals = self.sentences.whole.ruleset.all_totals.values()
        if any(total.kind == "difference" for total in totals):
            heading = self.text("booklet", "Sums and differences")
        return SumsChapter(heading, lead, equations)

    @cached_property
    def end(self) -> EndChapter:
        """The end of the game."""
        return EndChapter(self.text("booklet", "The end"), self.sentences.end)

    @cached_property
    def card(self) -> CardChapter:
        """The full sheet."""
        sentences = self.sentences
        heading = self.text("booklet", "A full sheet")
        points = self.text("booklet", "Points")
        if sentences.scores_earn_points:
            points = self.text("booklet", "Score or points")
        return CardChapter(
            heading, points, sentences.card_rows, sentences.card_notes, self._match()
        )

    def _match(self) -> MatchText | None:
        """Return the columns of some players; None if the total decides."""
        table = self.sentences.table
        if not table.standings:
            return None
        return MatchText(
            heading=self.text("booklet", "Winning the columns"),
            points=self.text("booklet", "Match points"),
            standings=table.standings,
            said=table.sweep,
        )

    @property
    def decides(self) -> str:
        """Name of the number that decides the game."""
        if self.card.match:
            return self.card.match.points
        if self.sentences.scores_earn_points:
            return self.text("booklet", "Points")
        return self.text("booklet", "Total")

    @cached_property
    def jokers(self) -> YachtChapter | None:
        """Questions that lead to the worth of a Yacht; None if no rule is about Yachts."""
        path, ruleset = self.sentences.path, self.sentences.ruleset
        if path is None:
            return None
        # a first roll that wins comes before all else; with a single Yacht box, its own question
        # comes before that about the bonus
        with_bonus = 1 if len(yacht_box_ids(ruleset)) == 1 else 0
        if self.sentences.the_yacht.category.wins:
            with_bonus += 1
        further = ruleset.extra_yachts
        has_one_value = further is not None and not further.by_column
        bonus = further.points if further and has_one_value else 0
        steps = [
            YachtStep(asked, answers, bonus if place == with_bonus else 0)
            for place, (asked, answers) in enumerate(path.steps)
        ]
        dice = self.sentences.the_yacht.dice
        return YachtChapter(path.heading, path.lead, steps, dice, path.card, path.uses, path.turn)

    @cached_property
    def questions(self) -> QuestionsChapter:
        """The frequent questions."""
        return QuestionsChapter(
            heading=self.text("booklet", "What people argue about"),
            questions=self.sentences.asked,
            agree=self.text("booklet", "Agree before you start"),
            agreed=self.sentences.agreed,
        )

    @cached_property
    def short(self) -> ShortChapter:
        """The rules in short, with their source."""
        text, sentences, wording = self.text, self.sentences, self.sentences.wording
        source = sentences.ruleset.source
        name, most = sentences.most_possible
        return ShortChapter(
            heading=text("booklet", "In short"),
            lead=" ".join(sentences.short),
            boxes=self.boxes,
            sums=" ".join(sentences.sums),
            best=(name, wording.catalog.number(most)),
            source=text("booklet", "Source: %(source)s", source=source) if source else "",
            typeface=text("booklet", "Type: Sofia Sans Semi Condensed, SIL OFL 1.1"),
            line=" · ".join(filter(None, (wording.title, wording.variant))),
        )

    @cached_property
    def brief(self) -> BriefChapter:
        """The rules of a quick card or a zine."""
        text, sentences = self.text, self.sentences
        return BriefChapter(
            title=sentences.wording.title,
            variant=sentences.wording.variant,
            turn=text("booklet", "A turn"),
            goal=sentences.goal,
            steps=sentences.steps,
            heading=text("booklet", "The boxes"),
            boxes=self.boxes,
            short=text("booklet", "In short"),
            reminders=sentences.reminders,
        )


def chapters_in_all(sentences: Sentences) -> list[Chapters]:
    """Return the description of a booklet in its own language, then in all others."""
    return [Chapters(in_one) for in_one in sentences_in_all(sentences)]


def sentences_in_all(sentences: Sentences) -> list[Sentences]:
    """Return the sentences of a booklet in its own language, then in all others.

    Pages are divided alike in all languages, where the one that needs most has room.
    """
    _, *others = wordings_in_all(sentences.whole)
    return [sentences, *map(Sentences, others)]
