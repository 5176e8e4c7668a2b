"""The questions that people argue about, answered for one game by the engine.

None of them has its answer in another part of the booklet: there, a rule is explained once.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from sheetgen.booklets.columns import quoted, rows_for_any_roll
from sheetgen.booklets.examples import (
    Scored,
    alike,
    cards,
    examples_of,
    needed_card,
    scored,
    yacht_category,
)
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.wording import Wording, capital, unbroken
from sheetgen.layout.rows import Pip
from sheetgen.rules.history import possible_values, yacht_box_ids, yachts
from sheetgen.rules.patterns import Faces, Groups, Roll, Straight
from sheetgen.rules.ruleset import Category, Column, Ruleset, adds_boxes, below, boxes_of
from sheetgen.rules.scoring import boxes_to_open, legal_entries, moment, next_boxes


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
        return capital(said)

    @property
    def dice(self) -> tuple[Pip, ...]:
        """Roll that proves the answer, one with points if possible; dice that count are full."""
        if not self.proof:
            return ()
        with_points = [example for example in self.proof if example.points]
        return (with_points or self.proof)[0].dice


def questions(wording: Wording) -> tuple[Question, ...]:
    """Return the questions for this game."""
    return tuple(question for ask in _QUESTIONS for question in ask(wording))


def _of_a_kind(wording: Wording) -> Iterator[Question]:
    """Yield the questions whether equal dice count as smaller groups, full houses or jokers.

    Boxes with the same answer share a question.
    """
    text, ruleset = wording.catalog.text, wording.ruleset
    all_dice = (ruleset.dice.counted.count,)
    # those with an answer of yes are joined, for their points are said beside their names
    joined_yes = ""
    examples_by_answer: dict[str, list[Scored]] = {}
    for category in ruleset.categories.values():
        if not isinstance(category.pattern, Groups) or category.pattern.sizes == all_dice:
            continue
        example = scored(ruleset, category, alike(ruleset))
        answer = _answer_about_alike(wording, example)
        if example.points and answer == _yes(wording, example):
            answer = joined_yes
        examples_by_answer.setdefault(answer, []).append(example)
    number = wording.number_word(ruleset.dice.counted.count)
    for answer, examples in examples_by_answer.items():
        names = wording.catalog.either(_quoted(wording, example) for example in examples)
        asked = text(
            "question", "Do %(number)s dice alike count as %(names)s?", number=number, names=names
        )
        if answer or len(examples) == 1:
            yield Question(asked, answer or _yes(wording, examples[0]), (examples[0],))
        else:
            worth = wording.catalog.both(
                f"{_quoted(wording, example)} ({of_rolls(wording, example)})"
                for example in examples
            )
            yes = text("question", "Yes: %(names)s.", names=worth)
            yield Question(asked, yes, (examples[-1],))


def _answer_about_alike(wording: Wording, plain: Scored) -> str:
    """Return whether all dice alike count in one such box, and what they are worth."""
    text, ruleset = wording.catalog.text, wording.ruleset
    joker_points, box = _as_joker(ruleset, plain.category), boxes_of(plain.category)[0].id
    if joker_points and box not in legal_entries(ruleset, plain.roll, moment(ruleset)):
        points = _points(wording, joker_points)
        return text("question", "No, only as a joker: then it is %(points)s.", points=points)
    most = max(joker_points, default=0)
    if most > max(_worth(wording, plain)[-1]):
        points = _points(wording, [most])
        more = text("question", "As a joker it is up to %(points)s.", points=points)
        return f"{_yes(wording, plain)} {more}"
    return _yes(wording, plain)


def _quoted(wording: Wording, example: Scored) -> str:
    return wording.catalog.text("booklet", "“%(name)s”", name=wording.name(example.category))


def of_rolls(wording: Wording, example: Scored, *rolls: Roll, bare: bool = True) -> str:
    """Return the points of rolls, of which `_worth` has the numbers, in words.

    Those of earlier rolls of a turn are in it where they differ.
    """
    worth = _worth(wording, example, *rolls)
    first, *later = (_points(wording, points, bare=True) for points in worth)
    if len(set(later)) > 1:
        points_by_roll = " / ".join((first, *later))
        return wording.catalog.text("points", "%(points)s by roll", points=points_by_roll)
    usual = _points(wording, worth[-1], bare=bare)
    has_other_first = any(points != first for points in later)
    return wording.with_first(usual, first) if has_other_first else usual


def _worth(wording: Wording, example: Scored, *rolls: Roll) -> list[list[int]]:
    """Return the points of rolls in a category, for each roll of a turn.

    Without rolls, these are all dice alike of each face. Where these win the game on the first
    roll, they are worth nothing else there.
    """
    game = wording.ruleset
    card = needed_card(game, example.category)
    if not rolls:
        rolls = tuple(Roll((face,) * game.dice.count) for face in range(1, game.dice.sides + 1))
    first_number = 1
    if any(roll.alike for roll in rolls) and _alike_wins(game):
        first_number = 2
    worth = []
    for number in range(first_number, game.dice.rolls + 1):
        now = moment(game, card, number=number)
        worth.append([scored(game, example.category, roll, now).points for roll in rolls])
    return worth


def _alike_wins(ruleset: Ruleset) -> bool:
    """Check whether all dice alike win the game at once on the first roll, but not later."""
    category = yacht_category(ruleset)
    wins_first = category is not None and category.wins == "first_roll"
    return wins_first and ruleset.dice.rolls > 1


def _as_joker(ruleset: Ruleset, category: Category) -> list[int]:
    """Return the points of all dice alike at the last stage of a game, face by face.

    Nothing without jokers.
    """
    if ruleset.joker.rule == "none":
        return []
    points: list[int] = []
    box, yacht_boxes = boxes_of(category)[0].id, set(yacht_box_ids(ruleset))
    for roll in sorted(yachts(ruleset)):
        for card in reversed(cards(ruleset, roll)):
            if not yacht_boxes <= card.keys():
                continue
            entry = legal_entries(ruleset, roll, moment(ruleset, card)).get(box)
            if entry:
                points.append(entry.points[-1])
                break
    return points


def _points(wording: Wording, points: Sequence[int], *, bare: bool = False) -> str:
    """Return one number of points, or the least and the most.

    ``5 to 30 points``, ``a score of 5 to 30``, or ``5 to 30``.
    """
    least, most = min(points), max(points)
    is_score = not adds_boxes(wording.ruleset)
    last = str(most)
    if not bare and not is_score:
        last = wording.catalog.plural("points", "%(n)s point", "%(n)s points", most)
    if least != most:
        last = wording.catalog.message("%(first)s to %(last)s", first=str(least), last=last)
    if bare:
        last = unbroken(last)
    if is_score and not bare:
        return wording.catalog.text("points", "a score of %(n)s", n=last)
    return last


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
    count, sides = ruleset.dice.counted.count, ruleset.dice.sides
    straights = _all_straights(ruleset)
    if not straights or count < 3 or count >= sides:
        return
    faces = (*range(1, count), count + 1)
    asked = text(
        "question",
        "Is %(dice)s a straight?",
        dice="-".join(str(wording.dice.sign_of(face)) for face in faces),
    )
    examples = tuple(scored(ruleset, category, Roll(faces)) for category in straights)
    with_points = [example for example in examples if example.points]
    if with_points:
        names = wording.catalog.both(
            f"{_quoted(wording, example)} ({of_rolls(wording, example, example.roll)})"
            for example in with_points
        )
        answer = text("question", "Yes: %(names)s.", names=names)
    else:
        hints = dict.fromkeys(wording.hints(category)[-1] for category in straights)
        answer = text("question", "No, it takes %(what)s.", what=wording.catalog.either(hints))
    if any(map(_length, straights)):  # the rule of a box with listed faces says it
        answer += " " + text("question", "The order does not matter.")
    yield Question(asked, answer, examples)


def _all_straights(ruleset: Ruleset) -> list[Category]:
    """Return the categories of straights, with those that list as many other faces.

    The odd straight 1-3-5 is a straight of a game that has 1-2-3, too.
    """
    straights = [
        category for category in ruleset.categories.values() if _is_straight(ruleset, category)
    ]
    lengths = {
        len(category.pattern.faces) for category in straights if isinstance(category.pattern, Faces)
    }
    all_straights = []
    for category in ruleset.categories.values():
        faces = category.pattern.faces if isinstance(category.pattern, Faces) else ()
        lists_other_faces = len(faces) in lengths and len(set(faces)) == len(faces)
        if category in straights or lists_other_faces:
            all_straights.append(category)
    return all_straights


def _is_straight(ruleset: Ruleset, category: Category) -> bool:
    """Check whether a category asks for dice in a row.

    A shorter list of faces in a row leaves more than one die free, and makes no straight.
    """
    if isinstance(category.pattern, Straight):
        return True
    if not isinstance(category.pattern, Faces):
        return False
    faces, count = category.pattern.faces, ruleset.dice.counted.count
    is_row = faces == tuple(range(faces[0], faces[0] + len(faces)))
    return is_row and len(faces) > 1 and len(faces) in (count - 1, count)


def _longer_straights(wording: Wording) -> Iterator[Question]:
    """Yield the question whether the longest straight counts as a shorter one, too."""
    ruleset, text = wording.ruleset, wording.catalog.text
    straights = [
        category
        for category in ruleset.categories.values()
        if isinstance(category.pattern, Straight)
    ]
    lengths = {_length(category) for category in straights}
    if len(lengths) < 2:
        return
    longest = max(straights, key=_length)
    roll = examples_of(ruleset, longest)[0].roll
    shorter = [category for category in straights if _length(category) < max(lengths)]
    examples = tuple(scored(ruleset, category, roll) for category in shorter)
    with_points = [example for example in examples if example.points]
    asked = text(
        "question",
        "Does “%(longer)s” count as %(shorter)s, too?",
        longer=wording.name(longest),
        shorter=wording.catalog.either(_quoted(wording, example) for example in examples),
    )
    if with_points:
        names = wording.catalog.both(
            f"{_quoted(wording, example)} ({of_rolls(wording, example, roll)})"
            for example in with_points
        )
        yield Question(asked, text("question", "Yes: %(names)s.", names=names), examples)
    else:
        yield Question(asked, text("question", "No, that is a 0."), examples)


def _length(category: Category) -> int:
    """Return the number of dice of a straight."""
    return category.pattern.length if isinstance(category.pattern, Straight) else 0


def _fallen_die(wording: Wording) -> Iterator[Question]:
    """Yield the question about a die that does not show a face."""
    text, ruleset = wording.catalog.text, wording.ruleset
    asked = text("question", "A die falls off the table, or leans on something. Does it count?")
    answer = text("question", "No. Roll that die again; that is no further roll.")
    if ruleset.dice.served == "all_dice" and ruleset.dice.rolls > 1:
        answer += " " + text("question", "If it was a roll of all dice at once, it still is.")
    yield Question(asked, answer)


def _zero_by_choice(wording: Wording) -> Iterator[Question]:
    """Yield the question whether a 0 may be written instead of points.

    Its answer refers to the page about jokers where these differ.
    """
    text, ruleset = wording.catalog.text, wording.ruleset
    has_choice = len([*next_boxes(ruleset, {})]) > 1
    if not can_be_zero(ruleset) or not has_choice:
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


def quoted_about_yachts(catalog: Catalog, yacht: str) -> str:
    """Return the same heading for use in quotation marks: its own ones are inner ones there."""
    return catalog.text("quoted heading", "You roll a %(yacht)s: what now?", yacht=yacht)


def see_yachts(catalog: Catalog, yacht: str) -> str:
    """Return a sentence that refers to the page about Yachts, which have this name."""
    title = quoted_about_yachts(catalog, yacht)
    return catalog.text(
        "booklet",
        "Only a %(yacht)s has a rule of its own, see “%(title)s”.",
        yacht=yacht,
        title=title,
    )


def can_be_zero(ruleset: Ruleset) -> list[Category]:
    """Return the categories whose boxes can hold a 0, in some column."""
    categories = []
    for category in ruleset.categories.values():
        boxes = ruleset.boxes_with(category.id)
        if any(0 in possible_values(ruleset, box.id) for box in boxes):
            categories.append(category)
    return categories


def has_order(ruleset: Ruleset) -> bool:
    """Check whether some boxes can only be filled in an order."""
    ordered = any(section.fill != "any" for section in ruleset.sections)
    return ordered or any(column.fill != "any" for column in ruleset.columns)


def _next_box(wording: Wording) -> Iterator[Question]:
    """Yield the question whether a box may be skipped, for a game with one order of boxes."""
    text = wording.catalog.text
    if wording.has_next_box and can_be_zero(wording.ruleset):
        asked = text("question", "My roll does not fit the next box. May I skip that box?")
        yield Question(
            asked,
            text("question", "No. You write a 0 there. Your next turn goes into the box after it."),
        )


def _turns(wording: Wording) -> Iterator[Question]:
    """Yield questions about dice that are set aside, and changing an entry."""
    text, dice = wording.catalog.text, wording.ruleset.dice
    if wording.has_third_roll:
        asked = text("question", "May I roll a die again that I have set aside?")
        free = text(
            "question", "Yes. Before each roll you choose anew, and you may roll all dice again."
        )
        stay = text(
            "question",
            "No. What you have set aside stays; before each roll you may set more aside.",
        )
        yield Question(asked, stay if wording.keeps_dice else free)
    if dice.use is not None:
        asked = text(
            "question", "Do all %(number)s dice count?", number=wording.number_word(dice.count)
        )
        answer = text(
            "question",
            "No. After your last roll you choose %(use)s of them, other ones for another box. "
            "Until then you keep or roll any of them.",
            use=wording.number_word(dice.use),
        )
        yield Question(asked, answer)
    if dice.saved is not None:
        asked = text("question", "May I use several saved rolls in one turn?")
        answer = text(
            "question",
            "Yes, as many as you have. Those that are left at the end of the game are worth "
            "nothing.",
        )
        yield Question(asked, answer)
    if dice.spare > 1:
        asked = text("question", "May I use several spare rolls in one turn?")
        yield Question(asked, text("question", "Yes, as many as you have."))
    if dice.shared and dice.rolls > 1:
        asked = text("question", "Who decides which dice are rolled again?")
        yield Question(asked, text("question", "The player who rolls."))
    no = text("question", "No. Each box is used once, and what is written stays.")
    yield Question(text("question", "May I change what I have written?"), no)


def _first_yacht(wording: Wording) -> Iterator[Question]:
    """Yield the questions whether all dice alike have to go into their box, and end the turn.

    Where the rules speak of Yachts, a page of its own has the answer to the first one.
    """
    ruleset, category, text = wording.ruleset, yacht_category(wording.ruleset), wording.catalog.text
    if category is None:
        return
    yacht = wording.bare_name(category)
    if not yacht_box_ids(ruleset):
        asked = text("question", "Must my first %(yacht)s go into its own box?", yacht=yacht)
        answer = text(
            "question",
            "No. It may go where any roll may go, and it scores there by the rule of that box; "
            "that can be a 0.",
        )
        yield Question(asked, answer)
    if ruleset.dice.rolls > 1:
        asked = text(
            "question", "I roll a %(yacht)s before my last roll. Must I stop?", yacht=yacht
        )
        answer = text("question", "No, you may go on. Only what the dice show in the end counts.")
        if category.wins:
            answer = text(
                "question",
                "On the first roll you have won, even if its box is full. Later you may go on: "
                "only your last dice count.",
            )
        yield Question(asked, answer)


def _yacht_bonus(wording: Wording) -> Iterator[Question]:
    """Yield the questions in which total the bonus for a further Yacht counts."""
    ruleset, text, bonus = wording.ruleset, wording.catalog.text, wording.ruleset.extra_yachts
    if not bonus:
        return
    for total in ruleset.all_totals.values():
        if total.kind != "threshold":
            continue
        asked = text(
            "question",
            "Does the bonus of %(bonus)s count towards “%(name)s”?",
            bonus=wording.points_of_yacht(bonus),
            name=wording.row(total.id),
        )
        if bonus.id in below(ruleset, total.id):
            yield Question(asked, text("question", "Yes."))
            continue
        addends = wording.addends(total)
        answer = text("question", "No. What counts there: %(what)s.", what=addends)
        yield Question(asked, answer)


def column_questions(whole: Wording) -> Iterator[Question]:
    """Yield questions about columns with an order, with announcements, and with fewer rolls.

    Nothing for a game with one column.
    """
    text, game = whole.catalog.text, whole.ruleset
    if len(game.columns) == 1:
        return
    in_order = [column for column in game.columns if column.fill != "any"]
    if in_order:
        asked = text(
            "question",
            "My roll does not fit the next row of %(names)s. May I write a 0 there?",
            names=_quoted_columns(whole, in_order),
        )
        answer = text(
            "question",
            "Yes, even while other boxes are open. You may as well choose one of those.",
        )
        yield Question(asked, answer)
    named = [column for column in game.columns if column.named_by]
    if named:
        asked = text(
            "question",
            "Must the player before me name a row of %(names)s?",
            names=_quoted_columns(whole, named),
        )
        answer = text(
            "question",
            "No, but without a name you cannot write there. If nothing else is open, the player "
            "must name one.",
        )
        yield Question(asked, answer)
    waiting = [column for column in game.columns if column.opens]
    if waiting:
        asked = text(
            "question",
            "May I write in %(names)s from the start?",
            names=_quoted_columns(whole, waiting),
        )
        count = max(boxes_to_open(game, column) for column in waiting)
        answer = text(
            "question", "No, only once %(n)s boxes of your other columns are full.", n=count
        )
        yield Question(asked, answer)
    announced = [
        column for column in game.columns if column.announced is not None and not column.named_by
    ]
    if announced:
        asked = text(
            "question",
            "Only boxes of %(names)s are open. May I say nothing?",
            names=_quoted_columns(whole, announced),
        )
        answer = text(
            "question",
            "No. Name one of them in time. If you forget, name one when you notice, and roll no "
            "more.",
        )
        yield Question(asked, answer)
    yield from _yachts_in_columns(whole)
    early = [column for column in game.columns if column.rolls and column.rolls < game.dice.rolls]
    if early and rows_for_any_roll(whole):
        asked = text(
            "question",
            "Only boxes for any roll are open, in %(names)s. May I roll on?",
            names=_quoted_columns(whole, early),
        )
        yield Question(asked, text("question", "No, a later roll cannot go there."))


def _yachts_in_columns(whole: Wording) -> Iterator[Question]:
    """Yield the question whether a further Yacht counts while a Yacht box is open elsewhere."""
    text, game = whole.catalog.text, whole.ruleset
    bonus = game.extra_yachts
    category = game.categories.get(bonus.category if bonus else game.joker.category)
    if category is None:
        return
    asked = text(
        "question",
        "One of my %(yacht)s boxes is still open. Can a %(yacht)s be a further one in another "
        "column?",
        yacht=whole.bare_name(category),
    )
    if game.yachts_of_all_columns:
        answer = text("question", "No, not before the boxes of all columns are full.")
    else:
        answer = text("question", "Yes, in a column whose own box is full.")
    yield Question(asked, answer)


def _quoted_columns(whole: Wording, columns: Iterable[Column]) -> str:
    """Return the names of columns as choices, each in quotation marks."""
    return quoted(whole, map(whole.column_name, columns))


_QUESTIONS: tuple[Callable[[Wording], Iterator[Question]], ...] = (
    _of_a_kind,
    _straights,
    _longer_straights,
    _fallen_die,
    _zero_by_choice,
    _next_box,
    _turns,
    _first_yacht,
    _yacht_bonus,
)
