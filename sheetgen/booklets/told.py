"""A turn, told throw by throw: the one that the source has, or one that the engine plays."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement

from msgspec import Struct

from sheetgen import rules
from sheetgen.booklets.examples import Scored, alike, examples_of, fitting, scored
from sheetgen.booklets.facts import Facts, ToldTurn, TurnStep
from sheetgen.layout import DieKind
from sheetgen.rules import moment

_MOST = 3
"""The most throws that are shown."""


class ToldThrow(Struct, frozen=True):
    """A throw: its dice, those that are kept first, and what is said of it."""

    heading: str
    dice: tuple[tuple[int, DieKind], ...]
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
    many: tuple[tuple[tuple[int, ...], str], ...]
    """Rolls of the source that fit many boxes, and what they are worth there."""


def told_turn(facts: Facts) -> Told:
    """The turn of the source, or one that ends in the box that is worth most."""
    own = facts.ruleset.booklet.turn
    box = own.box if own else _best_box(facts)
    turn = facts.turn or _played(facts, box)
    rolls = facts.rolls if facts.ruleset.booklet.rolls else []
    many = tuple((roll.dice, _uses(facts, rows)) for roll, rows in rolls)
    throws = tuple(_throw(facts, turn, place) for place in range(len(turn.steps)))
    return Told(throws, box, turn.points, _ends(facts, turn, box), many)


def _throw(facts: Facts, turn: ToldTurn, place: int) -> ToldThrow:
    text, step, last = facts.wording.catalog.text, turn.steps[place], place == len(turn.steps) - 1
    headings = (text("turn", "First roll"), text("turn", "Second roll"), text("turn", "Third roll"))
    heading = headings[place] if place < len(headings) else text("turn", "Roll %(n)s", n=place + 1)
    kept = step.throw.roll.dice if last else step.throw.keep
    could, points = (turn.box, turn.points) if last else (step.could, step.points or None)
    rest = Counter(step.throw.roll.dice) - Counter(kept)
    order = sorted(kept, key=lambda face: (-kept.count(face), face))
    dice: tuple[tuple[int, DieKind], ...] = (
        *((face, "solid") for face in order),
        *((face, "open") for face in rest.elements()),
    )
    return ToldThrow(heading, dice, could, points, _said(facts, turn, step, last=last))


def _said(facts: Facts, turn: ToldTurn, step: TurnStep, *, last: bool) -> tuple[str, str]:
    """What stands out, and the rest."""
    text, plural = facts.wording.catalog.text, facts.wording.catalog.plural
    if last:
        first = plural("booklet", "“%(box)s”: %(n)s point.", "“%(box)s”: %(n)s points.", turn.points, box=turn.box)
        bonus = [text("booklet", "And a bonus of %(bonus)s.", bonus=turn.bonus)] if turn.bonus else []
        return first, " ".join((*bonus, text("booklet", "That ends the turn.")))
    aim = [text("booklet", "The aim: “%(box)s”.", box=step.aim)] if step.aim else []
    return _noticed(facts, step), " ".join((_kept(facts, turn, step), *aim))


def _noticed(facts: Facts, step: TurnStep) -> str:
    """What the roll could be written as."""
    text = facts.wording.catalog.text
    if not step.could:
        return ""
    if step.full and not step.points:
        return text("booklet", "“%(box)s” cannot be the aim: that box is full already.", box=step.could)
    if step.full:
        return text("turn", "%(box)s, but that box is full already.", box=step.could)
    return text("turn", "%(box)s. You may stop here.", box=step.could) if step.points else ""


def _kept(facts: Facts, turn: ToldTurn, step: TurnStep) -> str:
    """How many dice are kept, and how many are rolled again."""
    text, plural = facts.wording.catalog.text, facts.wording.catalog.plural
    kept, rolled = len(step.throw.keep), len(step.throw.roll.dice) - len(step.throw.keep)
    words = {
        name: facts.wording.number_word(n) if 0 < n < 11 else n for name, n in (("kept", kept), ("number", rolled))
    }
    if turn.player:
        again = text("turn", "%(player)s rolls all dice again.", player=turn.player)
        part = plural(
            "turn", "%(player)s keeps %(kept)s and rolls %(number)s die again.",
            "%(player)s keeps %(kept)s and rolls %(number)s dice again.", rolled, player=turn.player, **words,
        )  # fmt: skip
    else:
        again = text("turn", "You roll all dice again.")
        part = plural("turn", "You keep %(kept)s and roll %(number)s die again.",
                      "You keep %(kept)s and roll %(number)s dice again.", rolled, **words)  # fmt: skip
    return part if kept else again


def _ends(facts: Facts, turn: ToldTurn, box: str) -> tuple[str, str]:
    """What the last roll is worth elsewhere on an empty card, and who chooses the box."""
    text = facts.wording.catalog.text
    if facts.ordered:
        return "", " ".join(facts.whole.order_rules())
    own = facts.ruleset.boxes[box].category
    roll, told = turn.steps[-1].throw.roll, facts.ruleset.booklet.turn
    may = rules.legal_entries(facts.ruleset, roll, moment(facts.ruleset, told.filled if told else None))
    open_ = {facts.ruleset.boxes[each].category.id for each in may}
    found = [each for each in fitting(facts.ruleset, roll) if each.category != own and each.category.id in open_]
    said = [text("booklet", "This roll was also: %(uses)s.", uses=_uses(facts, found))] if found else []
    if len(facts.ruleset.boxes) > 1:
        said.append(text("booklet", "You choose the box, in any order."))
    if facts.forced:
        title = text("booklet", "You roll a %(yacht)s: what now?", yacht=facts.yacht)
        said.append(text("booklet", "Only a %(yacht)s has a rule of its own, see “%(title)s”.", yacht=facts.yacht,
                         title=title))  # fmt: skip
    return text("booklet", "One roll, many boxes.") if found else "", " ".join(said)


def _uses(facts: Facts, found: Sequence[Scored]) -> str:
    """Boxes with what a roll is worth there."""
    return " · ".join(f"{facts.wording.name(each.category)} {each.points}" for each in found)


# the engine's turn


def _best_box(facts: Facts) -> str:
    """The box worth most of those that can be filled first and ask for a combination, if there are such."""
    ruleset = facts.ruleset
    opens = rules.legal_entries(
        ruleset, rules.all_rolls(ruleset.dice.count, ruleset.dice.sides)[1 % ruleset.dice.sides], moment(ruleset)
    )
    found = [ruleset.boxes[box].category for box in opens]
    found = [each for each in found if not each.needs] or found
    best = max(
        list(filter(_is_hard, found)) or found,
        key=lambda category: rules.maximum(ruleset, rules.boxes_of(category)[0].id),
    )
    return rules.boxes_of(best)[0].id


def _is_hard(category: rules.Category) -> bool:
    """Whether it asks for a combination."""
    return not isinstance(category.pattern, rules.AnyDice) and not category.number


def _played(facts: Facts, box: str) -> ToldTurn:
    """A turn that ends in this box: from throw to throw more of the dice of its pattern lie there."""
    ruleset, wording = facts.ruleset, facts.wording
    category = ruleset.boxes[box].category
    shown = [*examples_of(ruleset, category), scored(ruleset, category, alike(ruleset))]
    final = next((each for each in shown if each.points), shown[0])
    count, steps = min(_MOST, ruleset.dice.rolls), []
    made = category.pattern.match(final.roll) or final.roll.dice
    order = sorted(made, key=lambda face: (-made.count(face), face))
    kept: tuple[int, ...] = ()
    for left in range(count - 1, -1, -1):
        before, kept = kept, tuple(order[: max(0, len(order) - left)])
        roll = _nearly(ruleset, final, kept) if left else final.roll
        fits = [each for each in fitting(ruleset, roll) if _is_hard(each.category)] if left else []
        could = max(reversed(fits), key=lambda each: each.points, default=None)
        steps.append(TurnStep(
            rules.Throw(roll, kept if left else ()), tuple((Counter(roll.dice) - Counter(before)).elements()),
            wording.name(could.category) if could else "", could.points if could else 0, False,
            wording.name(category) if left == 1 else "",
        ))  # fmt: skip
    entry = rules.legal_entries(ruleset, final.roll, moment(ruleset, first=count == 1)).get(box)
    points, bonus = (entry.points[-1], entry.bonus) if entry else (final.points, 0)
    return ToldTurn("", tuple(steps), wording.name(category), points, bonus)


def _nearly(ruleset: rules.Ruleset, final: Scored, kept: tuple[int, ...]) -> rules.Roll:
    """A roll with the dice that are kept, and others: as few as can be that are wanted, and not worth as much yet."""
    wanted = Counter(final.roll.dice) - Counter(kept)
    free = combinations_with_replacement(range(1, ruleset.dice.sides + 1), ruleset.dice.count - len(kept))

    def unlike(roll: rules.Roll) -> tuple[bool, int, int]:
        new = Counter(roll.dice) - Counter(kept)
        worth = scored(ruleset, final.category, roll).points
        return worth >= final.points, (new & wanted).total(), -len(new)

    rolls = [rules.Roll((*kept, *new)) for new in free]
    least = min(map(unlike, rolls))
    best = [roll for roll in rolls if unlike(roll) == least]
    return best[len(best) // 2]
