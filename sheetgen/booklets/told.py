"""A turn, told throw by throw: the one that the source has, or one that the engine plays."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from sheetgen import rules
from sheetgen.booklets.examples import Scored, examples_of, fitting, moment, scored
from sheetgen.booklets.facts import Facts, ToldTurn, TurnStep
from sheetgen.layout.rows import Pip

_MOST = 3
"""The most throws that are shown."""


class ToldThrow(Struct, frozen=True):
    """A throw: its dice, those that are kept first, and what is said of it."""

    heading: str
    dice: tuple[Pip, ...]
    could: str
    """The box that is thought of."""
    points: int | None
    """What the roll is worth there; None for no such box."""
    said: tuple[str, str]


class Told(Struct, frozen=True):
    """A turn in words."""

    throws: tuple[ToldThrow, ...]
    box: str
    """The id of the box that is filled."""
    points: int
    ends: tuple[str, str]
    """What else the last roll could have been."""
    many: tuple[tuple[tuple[int, ...], tuple[str, str]], ...]
    """Rolls that fit many boxes, and what they are worth there."""


def told_turn(facts: Facts) -> Told:
    """The turn of the source, or one that ends in the box that is worth most."""
    own = facts.ruleset.booklet.turn
    box = own.box if own else _best_box(facts)
    turn = facts.turn or _played(facts, box)
    throws = tuple(_throw(facts, turn, place) for place in range(len(turn.steps)))
    return Told(throws, box, turn.points, _ends(facts, turn, box), _many(facts, turn))


def _throw(facts: Facts, turn: ToldTurn, place: int) -> ToldThrow:
    text, step, last = facts.wording.catalog.text, turn.steps[place], place == len(turn.steps) - 1
    headings = (text("turn", "First roll"), text("turn", "Second roll"), text("turn", "Third roll"))
    heading = headings[place] if place < len(headings) else text("turn", "Roll %(n)s", n=place + 1)
    kept = step.throw.roll.dice if last else step.throw.keep
    could, points = (turn.box, turn.points) if last else (step.could, step.points or None)
    return ToldThrow(heading, _marked(step.throw.roll.dice, kept), could, points, _said(facts, turn, step, last=last))


def _marked(dice: Sequence[int], kept: Sequence[int]) -> tuple[Pip, ...]:
    """The dice with those that are kept full, and these first."""
    rest = Counter(dice) - Counter(kept)
    order = sorted(kept, key=lambda face: (-list(kept).count(face), face))
    return (*((face, "solid") for face in order), *((face, "open") for face in rest.elements()))


def _said(facts: Facts, turn: ToldTurn, step: TurnStep, *, last: bool) -> tuple[str, str]:
    """What stands out, and the rest."""
    text, plural, word = facts.wording.catalog.text, facts.wording.catalog.plural, facts.wording.number_word
    if last:
        bonus = text("booklet", "And a bonus of %(bonus)s.", bonus=turn.bonus) if turn.bonus else ""
        first = plural("booklet", "“%(box)s”: %(n)s point.", "“%(box)s”: %(n)s points.", turn.points, box=turn.box)
        return first, f"{bonus} {text('booklet', 'That ends the turn.')}".strip()
    first = ""
    if step.could and step.full and not step.points:
        first = text("booklet", "“%(box)s” cannot be the aim: that box is full already.", box=step.could)
    elif step.could and step.full:
        first = text("turn", "%(box)s, but that box is full already.", box=step.could)
    elif step.could and step.points:
        first = text("turn", "%(box)s. You may stop here.", box=step.could)
    kept, rolled = len(step.throw.keep), len(step.throw.roll.dice) - len(step.throw.keep)
    named = f" {turn.player}" if turn.player else ""
    if not kept:
        does = (
            text("turn", "%(player)s rolls all dice again.", player=turn.player)
            if named
            else text("turn", "You roll all dice again.")
        )
    elif turn.player:
        does = plural("turn", "%(player)s keeps %(kept)s and rolls %(number)s die again.", "%(player)s keeps %(kept)s and rolls %(number)s dice again.",
                      rolled, player=turn.player, kept=word(kept) if kept < 11 else kept, number=word(rolled) if rolled < 11 else rolled)  # fmt: skip
    else:
        does = plural("turn", "You keep %(kept)s and roll %(number)s die again.", "You keep %(kept)s and roll %(number)s dice again.",
                      rolled, kept=word(kept) if kept < 11 else kept, number=word(rolled) if rolled < 11 else rolled)  # fmt: skip
    aim = text("booklet", "The aim: “%(box)s”.", box=step.aim) if step.aim else ""
    return first, f"{does} {aim}".strip()


def _ends(facts: Facts, turn: ToldTurn, box: str) -> tuple[str, str]:
    """What the last roll is worth elsewhere on an empty card."""
    text, wording = facts.wording.catalog.text, facts.wording
    first = text("booklet", "One roll, many boxes.")
    if facts.ordered:
        return "", " ".join(wording.order_rules())
    own = facts.ruleset.boxes[box].category
    roll, told = turn.steps[-1].throw.roll, facts.ruleset.booklet.turn
    may = rules.legal_entries(facts.ruleset, roll, moment(facts.ruleset, told.filled if told else None))
    open_ = {facts.ruleset.boxes[each].category.id for each in may}
    found = [each for each in fitting(facts.ruleset, roll) if each.category != own and each.category.id in open_]
    if not found:
        return first, text(
            "booklet",
            "Most rolls fit several boxes. It is up to you which one you use. In a box that your roll does not fit, it is a 0.",
        )
    uses = " · ".join(f"{wording.name(each.category)} {each.points}" for each in found)
    return first, text("booklet", "This roll was also: %(uses)s. You choose the box.", uses=uses)


def _many(facts: Facts, turn: ToldTurn) -> tuple[tuple[tuple[int, ...], tuple[str, str]], ...]:
    """Rolls of the source that fit many boxes."""
    return tuple(
        (roll.dice, ("", " · ".join(f"{facts.wording.name(each.category)} {each.points}" for each in rows)))
        for roll, rows in facts.rolls
        if facts.ruleset.booklet.rolls
    )


# the engine's turn


def _best_box(facts: Facts) -> str:
    """The box worth most of those that can be filled first and ask for a combination, if there are such."""
    ruleset = facts.ruleset
    opens = rules.legal_entries(
        ruleset, rules.all_rolls(ruleset.dice.count, ruleset.dice.sides)[1 % ruleset.dice.sides], moment(ruleset)
    )
    found = [ruleset.boxes[box].category for box in opens]
    hard = [
        category for category in found if category.pattern.picture(ruleset.dice.sides) and not category.number
    ] or found
    best = max(hard, key=lambda category: rules.maximum(ruleset, rules.boxes_of(category)[0].id))
    return rules.boxes_of(best)[0].id


def _played(facts: Facts, box: str) -> ToldTurn:
    """A turn that ends in this box: from throw to throw more of its dice lie there."""
    ruleset, wording = facts.ruleset, facts.wording
    category = ruleset.boxes[box].category
    final = next(each for each in examples_of(ruleset, category) if each.points).roll
    final = rules.Roll(final.dice)
    count = min(_MOST, ruleset.dice.rolls)
    order = sorted(final.dice, key=lambda face: (-final.dice.count(face), face))
    dice, steps = ruleset.dice.count, []
    for place in range(count):
        last = place == count - 1
        kept = tuple(order) if last else tuple(order[: max(0, dice - (count - 1 - place))])
        roll = final if last else _nearly(ruleset, category, kept, order)
        before = steps[-1].throw.keep if steps else ()
        new = tuple((Counter(roll.dice) - Counter(before)).elements())
        could = _could(ruleset, roll, first=place == 0) if not last else None
        throw = rules.Throw(roll, () if last else kept)
        steps.append(TurnStep(throw, new, wording.name(could.category) if could else "", could.points if could else 0,
                              False, wording.name(category) if place == count - 2 else ""))  # fmt: skip
    entry = rules.legal_entries(ruleset, final, moment(ruleset, first=count == 1)).get(box)
    points, bonus = (entry.points[-1], entry.bonus) if entry else (scored(ruleset, category, final).points, 0)
    return ToldTurn("", tuple(steps), wording.name(category), points, bonus)


def _nearly(
    ruleset: rules.Ruleset, category: rules.Category, kept: tuple[int, ...], order: Sequence[int]
) -> rules.Roll:
    """A roll with the dice that are kept, and others that do not make the box full."""
    free = ruleset.dice.count - len(kept)
    wanted = list((Counter(order) - Counter(kept)).elements())
    others = [face for face in range(1, ruleset.dice.sides + 1) if face not in wanted] or list(
        range(1, ruleset.dice.sides + 1)
    )
    start = (sum(kept) + len(kept)) % len(others)
    return rules.Roll(
        (*kept, *((others * free)[start : start + free] if len(others) * free >= start + free else (others[0],) * free))
    )


def _could(ruleset: rules.Ruleset, roll: rules.Roll, *, first: bool) -> Scored | None:
    """The box for which the roll is worth most, if it asks for a combination."""
    found = [
        each
        for each in fitting(ruleset, roll)
        if not each.category.number and each.category.pattern.picture(ruleset.dice.sides)
    ]
    return max(reversed(found), key=lambda each: each.points, default=None)
