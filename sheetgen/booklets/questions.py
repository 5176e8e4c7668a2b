"""The questions that people argue about, answered for one game by the engine.

None of them has its answer in another part of the booklet: there, a rule is explained once.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from sheetgen.booklets.columns import quoted, rows_for_any_roll
from sheetgen.booklets.examples import Scored, alike, cards, needed_card, scored, yacht_category
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.rows import Pip
from sheetgen.rules.history import possible_values, yacht_box_ids, yachts
from sheetgen.rules.patterns import Faces, Groups, Roll, Straight
from sheetgen.rules.ruleset import Category, Ruleset, below, boxes_of
from sheetgen.rules.scoring import legal_entries, moment


class Question(Struct, frozen=True):
    """A question, its answer, and the rolls that prove it."""

    asked: str
    answer: str
    proof: tuple[Scored, ...] = ()
    verdict: str = ""
    """Yes or no, with which the answer begins; empty for other answers."""

    @property
    def said(self) -> str:
        """Answer without its verdict."""
        said = self.answer.removeprefix(self.verdict).lstrip(",.:; \u00a0\u202f")
        return said[:1].upper() + said[1:]

    @property
    def dice(self) -> tuple[Pip, ...]:
        """Roll that proves the answer, one with points if possible; dice that count are full."""
        proof = next((each for each in self.proof if each.points), next(iter(self.proof), None))
        return proof.dice if proof else ()


def questions(wording: Wording) -> tuple[Question, ...]:
    """Return the questions for this game."""
    return tuple(question for ask in _QUESTIONS for question in ask(wording))


def _of_a_kind(wording: Wording) -> Iterator[Question]:
    """Yield the questions whether equal dice count as smaller groups, full houses or jokers.

    Boxes with the same answer share a question.
    """
    text, ruleset = wording.catalog.text, wording.ruleset
    answers: dict[str, list[Scored]] = {}
    for category in ruleset.categories.values():
        if isinstance(category.pattern, Groups) and category.pattern.sizes != (ruleset.dice.count,):
            plain = scored(ruleset, category, alike(ruleset))
            answer = _alone(wording, plain)
            joint = "" if plain.points and answer == _yes(wording, plain) else answer
            answers.setdefault(joint, []).append(plain)
    number = wording.number_word(ruleset.dice.count)
    for answer, alike_rolls in answers.items():
        names = wording.catalog.either(_quoted(wording, scored_roll) for scored_roll in alike_rolls)
        asked = text(
            "question", "Do %(number)s dice alike count as %(names)s?", number=number, names=names
        )
        if answer or len(alike_rolls) == 1:
            yield Question(asked, answer or _yes(wording, alike_rolls[0]), (alike_rolls[0],))
        else:
            worth = wording.catalog.both(
                f"{_quoted(wording, scored_roll)} ({of_rolls(wording, scored_roll)})"
                for scored_roll in alike_rolls
            )
            yield Question(
                asked, text("question", "Yes: %(names)s.", names=worth), (alike_rolls[-1],)
            )


def _alone(wording: Wording, plain: Scored) -> str:
    """Return the worth of all dice alike in one such box."""
    text, ruleset = wording.catalog.text, wording.ruleset
    jokers, box = _as_joker(ruleset, plain.category), boxes_of(plain.category)[0].id
    if jokers and box not in legal_entries(ruleset, plain.roll, moment(ruleset)):
        return text(
            "question",
            "No, only as a joker: then it is %(points)s.",
            points=_points(wording, jokers),
        )
    most = max(jokers, default=0)
    if most > max(_worth(wording, plain)[-1]):
        more = text(
            "question", "As a joker it is up to %(points)s.", points=_points(wording, [most])
        )
        return f"{_yes(wording, plain)} {more}"
    return _yes(wording, plain)


def _quoted(wording: Wording, each: Scored) -> str:
    return wording.catalog.text("booklet", "“%(name)s”", name=wording.name(each.category))


def of_rolls(wording: Wording, each: Scored, *rolls: Roll, bare: bool = True) -> str:
    """Return the points of rolls, of which `_worth` has the numbers, in words.

    Those of earlier rolls of a turn are in it where they differ.
    """
    worth = _worth(wording, each, *rolls)
    first, *later = (_points(wording, points, bare=True) for points in worth)
    if len({*later}) > 1:
        return wording.catalog.text(
            "points", "%(points)s by roll", points=" / ".join((first, *later))
        )
    said = _points(wording, worth[-1], bare=bare)
    return wording.with_first(said, first) if {*later} - {first} else said


def _worth(wording: Wording, each: Scored, *rolls: Roll) -> list[list[int]]:
    """Return the points of rolls in a category, for each roll of a turn.

    Without rolls, these are all dice alike of each face.
    """
    game, card = wording.ruleset, needed_card(wording.ruleset, each.category)
    shown = rolls or [Roll((face,) * game.dice.count) for face in range(1, game.dice.sides + 1)]
    now = (moment(game, card, number=number) for number in range(1, game.dice.rolls + 1))
    return [[scored(game, each.category, roll, when).points for roll in shown] for when in now]


def _as_joker(ruleset: Ruleset, category: Category) -> list[int]:
    """Return the points of all dice alike at the last stage of a game, face by face.

    Nothing without jokers.
    """
    points, box, full = list[int](), boxes_of(category)[0].id, {*yacht_box_ids(ruleset)}
    for roll in sorted(yachts(ruleset)) if ruleset.joker.rule != "none" else ():
        late = (moment(ruleset, card) for card in reversed(cards(ruleset, roll)) if full <= {*card})
        entries = filter(None, (legal_entries(ruleset, roll, now).get(box) for now in late))
        points += [entry.points[-1] for entry in entries][:1]
    return points


def _points(wording: Wording, points: Sequence[int], *, bare: bool = False) -> str:
    """Return one number of points, or the least and the most.

    ``5 to 30 points``, or ``5 to 30``.
    """
    least, most = min(points), max(points)
    said = (
        str(most) if bare else wording.catalog.plural("points", "%(n)s point", "%(n)s points", most)
    )
    span = wording.catalog.message("%(first)s to %(last)s", first=str(least), last=said)
    return said if least == most else span


def _yes(wording: Wording, best: Scored) -> str:
    """Return yes with the points of all faces, or no.

    Points of earlier rolls are in it where they differ.
    """
    if not any(_worth(wording, best)[-1]):
        return wording.catalog.text("question", "No, that is a 0.")
    return wording.catalog.text(
        "question", "Yes, for %(points)s.", points=of_rolls(wording, best, bare=False)
    )


def _straights(wording: Wording) -> Iterator[Question]:
    """Yield the question whether a row with a gap is a straight."""
    ruleset, text = wording.ruleset, wording.catalog.text
    count, sides = ruleset.dice.count, ruleset.dice.sides
    # fewer listed faces in a row leave other dice free, and make no straight
    lengths = (length for length in (count - 1, count) if length > 1)
    rows = [
        Faces(tuple(range(start, start + length)))
        for length in lengths
        for start in range(1, sides + 1)
    ]
    straights = [
        c
        for c in ruleset.categories.values()
        if isinstance(c.pattern, Straight) or c.pattern in rows
    ]
    if not straights or count < 3 or count >= sides:
        return
    row = (*range(1, count), count + 1)
    worth = tuple(scored(ruleset, category, Roll(row)) for category in straights)
    counts = [each for each in worth if each.points]
    names = wording.catalog.both(
        f"{_quoted(wording, each)} ({of_rolls(wording, each, each.roll)})" for each in counts
    )
    no = text(
        "question",
        "No, it takes %(what)s.",
        what=wording.catalog.either(dict.fromkeys(wording.hints(each)[-1] for each in straights)),
    )
    asked = text(
        "question",
        "Is %(dice)s a straight?",
        dice="-".join(str(wording.dice.shown(face)) for face in row),
    )
    yield Question(asked, text("question", "Yes: %(names)s.", names=names) if counts else no, worth)


def _zero_by_choice(wording: Wording) -> Iterator[Question]:
    """Yield the question whether a 0 may be written instead of points.

    Its answer refers to the page about jokers where these differ.
    """
    text, ruleset = wording.catalog.text, wording.ruleset
    if not can_be_zero(ruleset) or len(ruleset.boxes) == 1 or has_order(ruleset):
        return
    answer = text(
        "question",
        "No, a roll counts for what it is worth. You may choose another box, and there it can "
        "be a 0.",
    )
    if ruleset.joker.may_decline:
        yacht = wording.bare_name(ruleset.categories[ruleset.joker.category])
        answer += f" {see_yachts(wording.catalog, yacht)}"
    yield Question(
        text("question", "My roll fits a box. May I write a 0 there all the same?"), answer
    )


def about_yachts(catalog: Catalog, yacht: str) -> str:
    """Return the heading of the page about Yachts, which have this name."""
    return catalog.text("booklet", "You roll a %(yacht)s: what now?", yacht=yacht)


def see_yachts(catalog: Catalog, yacht: str) -> str:
    """Return a sentence that refers to the page about Yachts, which have this name."""
    title = about_yachts(catalog, yacht)
    return catalog.text(
        "booklet",
        "Only a %(yacht)s has a rule of its own, see “%(title)s”.",
        yacht=yacht,
        title=title,
    )


def can_be_zero(ruleset: Ruleset) -> list[Category]:
    """Return the categories whose boxes can hold a 0."""
    categories = ruleset.categories.values()
    return [
        category
        for category in categories
        if 0 in possible_values(ruleset, boxes_of(category)[0].id)
    ]


def has_order(ruleset: Ruleset) -> bool:
    """Check whether some boxes can only be filled in an order."""
    ordered = any(section.fill != "any" for section in ruleset.sections)
    return ordered or any(column.fill != "any" for column in ruleset.columns)


def _turns(wording: Wording) -> Iterator[Question]:
    """Yield questions about dice that are set aside, stopping early, and changing an entry."""
    text, dice = wording.catalog.text, wording.ruleset.dice
    if dice.rolls > 1:
        asked = text("question", "May I roll a die again that I have set aside?")
        free = text(
            "question", "Yes. Before each roll you choose anew, and you may roll all dice again."
        )
        stay = text(
            "question",
            "No. What you have set aside stays; before each roll you may set more aside.",
        )
        yield Question(asked, stay if dice.kept == "stay" else free)
        no = text("question", "No, you may stop after any of them.")
        yield Question(text("question", "Must I use all my rolls?"), no)
    no = text("question", "No. Each box is used once, and what is written stays.")
    yield Question(text("question", "May I change what I have written?"), no)


def _first_yacht(wording: Wording) -> Iterator[Question]:
    """Yield the questions whether all dice alike have to go into their box, and end the turn.

    Where the rules speak of Yachts, a page of its own has the answer to the first one.
    """
    ruleset, category, text = wording.ruleset, yacht_category(wording.ruleset), wording.catalog.text
    if category is None:
        return
    names = {"yacht": wording.bare_name(category)}
    if not yacht_box_ids(ruleset):
        answer = text(
            "question",
            "No. It may go where any roll may go, and it scores there by the rule of that box; "
            "that can be a 0.",
        )
        yield Question(
            text("question", "Must my first %(yacht)s go into its own box?", **names), answer
        )
    if ruleset.dice.rolls > 1:
        asked = text("question", "I roll a %(yacht)s before my last roll. Must I stop?", **names)
        answer = text("question", "No, you may go on. Only what the dice show in the end counts.")
        if category.wins:
            answer = text(
                "question",
                "On the first roll you have won. Later you may go on: only your last dice count.",
            )
        yield Question(asked, answer)


def _yacht_bonus(wording: Wording) -> Iterator[Question]:
    """Yield the questions in which total the bonus for a further Yacht counts."""
    ruleset, text, bonus = wording.ruleset, wording.catalog.text, wording.ruleset.extra_yachts
    for total in ruleset.all_totals.values():
        if bonus and total.kind == "threshold":
            asked = text(
                "question",
                "Does the bonus of %(bonus)s count towards “%(name)s”?",
                bonus=str(bonus.points),
                name=wording.row(total.id),
            )
            inside = bonus.id in below(ruleset, total.id)
            yield Question(asked, text("question", "Yes.") if inside else text("question", "No."))


def column_questions(whole: Wording) -> Iterator[Question]:
    """Yield questions about columns with an order, with announcements, and with fewer rolls.

    Nothing for a game with one column.
    """
    text, game = whole.catalog.text, whole.ruleset
    columns = game.columns if len(game.columns) > 1 else ()
    early = (
        each
        for each in columns
        if (each.rolls or game.dice.rolls) < game.dice.rolls and rows_for_any_roll(whole)
    )
    kinds = (
        (each for each in columns if each.fill != "any"),
        (c for c in columns if c.announced is not None),
        early,
    )
    ordered, announced, rolled = (quoted(whole, map(whole.column_name, kind)) for kind in kinds)
    if ordered:
        asked = text(
            "question",
            "My roll does not fit the next row of %(names)s. Is it a 0 there?",
            names=ordered,
        )
        yield Question(
            asked,
            text("question", "No, you choose the column. It is a 0 only if no other box is open."),
        )
    if announced:
        asked = text(
            "question", "Only boxes of %(names)s are open. May I say nothing?", names=announced
        )
        yield Question(asked, text("question", "No. Then you must name one of them in time."))
    if rolled:
        asked = text(
            "question",
            "Only boxes for any roll are open, in %(names)s. May I roll on?",
            names=rolled,
        )
        yield Question(asked, text("question", "No, a later roll cannot go there."))


_QUESTIONS: tuple[Callable[[Wording], Iterator[Question]], ...] = (
    _of_a_kind,
    _straights,
    _zero_by_choice,
    _turns,
    _first_yacht,
    _yacht_bonus,
)
