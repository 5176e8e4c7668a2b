"""A turn throw by throw, and the questions to ask about a Yacht."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement

from msgspec import Struct

from sheetgen.booklets.examples import Scored, Stage, alike, as_dice, examples_of, is_combination, scored, sum_of
from sheetgen.booklets.facts import Facts
from sheetgen.layout.primitives import DieKind
from sheetgen.rules.history import maximum, yachts
from sheetgen.rules.patterns import Roll, all_rolls
from sheetgen.rules.ruleset import ExampleTurn, Ruleset, Throw, boxes_of
from sheetgen.rules.scoring import Context, LegalEntry, has_joker, legal_entries, moment, score

_MOST = 3
"""Maximum number of throws that are shown."""


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
    """Sentence about the boxes that are full before the turn, and the rule for jokers if a throw is one."""
    throws: tuple[ThrowText, ...]
    box: str
    """The id of the box that is filled."""
    points: int
    ends: tuple[str, str]
    """Further uses of the last roll."""
    many: tuple[tuple[tuple[int, ...], str], ...]
    """Rolls of the source that fit many boxes, with their points there."""


def example_turn(facts: Facts) -> TurnText:
    """Return the turn of the source or one that ends in the box worth most, both scored by the engine."""
    turn = facts.ruleset.booklet.turn or _played(facts.ruleset)
    now = moment(facts.ruleset, turn.filled)
    rolls = () if facts.ordered else facts.ruleset.booklet.rolls
    many = tuple((roll.dice, _uses(facts, legal_entries(facts.ruleset, roll, now))) for roll in rolls)
    throws = tuple(_throw(facts, turn, number) for number in range(1, len(turn.throws) + 1))
    return TurnText(_card(facts, turn), throws, turn.box, throws[-1].points or 0, _ends(facts, turn), many)


def _entries(ruleset: Ruleset, turn: ExampleTurn, number: int) -> dict[str, LegalEntry]:
    """Return the entries that the card of the turn allows for the throw with this number, counted from 1."""
    return legal_entries(ruleset, turn.throws[number - 1].roll, moment(ruleset, turn.filled, number=number))


def _card(facts: Facts, turn: ExampleTurn) -> str:
    """Return a sentence about the boxes that are full before the turn, and the rule for jokers if a throw is one."""
    text, row = facts.text, facts.wording.row
    if not turn.filled:
        return text("booklet", "The sheet is still empty.")
    boxes = facts.wording.catalog.both(
        f"{row(box)} {turn.filled[box]}" for box in facts.ruleset.boxes if box in turn.filled
    )
    joker = any(has_joker(facts.ruleset, throw.roll, turn.filled) for throw in turn.throws)
    rule = facts.wording.joker_rules() if joker else ()
    return " ".join((text("booklet", "On the sheet already: %(boxes)s.", boxes=boxes), *rule))


def _throw(facts: Facts, turn: ExampleTurn, number: int) -> ThrowText:
    """Return the throw with this number, from 1, in words."""
    text, throw, last = facts.text, turn.throws[number - 1], number == len(turn.throws)
    headings = (text("turn", "First roll"), text("turn", "Second roll"), text("turn", "Third roll"))
    heading = headings[number - 1] if number <= len(headings) else text("turn", "Roll %(n)s", n=number)
    dice = as_dice(throw.roll.dice if last else throw.keep, throw.roll)
    box = turn.box if last else throw.could
    entry, name, points = _entries(facts.ruleset, turn, number).get(box), facts.wording.row(box) if box else "", 0
    if entry or box in turn.filled:  # in a full box, it is what it would be worth
        now = moment(facts.ruleset, turn.filled, number=number)
        points = score(facts.ruleset, facts.ruleset.boxes[box].category, throw.roll, now)
    if last and entry:
        said = _written(facts, name, entry)
    else:
        aim = [text("booklet", "The aim: “%(box)s”.", box=facts.wording.row(throw.aim))] if throw.aim else []
        noticed = _noticed(facts, name, points, full=box in turn.filled) if box else ""
        said = noticed, " ".join((_kept(facts, turn.player, throw), *aim))
    return ThrowText(heading, dice, name, points if last else points or None, said)


def _written(facts: Facts, name: str, entry: LegalEntry) -> tuple[str, str]:
    """Return the bold lead and the remaining text of the last throw."""
    first = facts.plural("booklet", "“%(box)s”: %(n)s point.", "“%(box)s”: %(n)s points.", entry.points[-1], box=name)
    bonus = [facts.text("booklet", "And a bonus of %(bonus)s.", bonus=entry.bonus)] if entry.bonus else []
    return first, " ".join((*bonus, facts.text("booklet", "That ends the turn.")))


def _noticed(facts: Facts, name: str, points: int, *, full: bool) -> str:
    """Return a sentence about a throw that could be written in this box; empty if it would score nothing."""
    if full and not points:
        return facts.text("booklet", "“%(box)s” cannot be the aim: that box is full already.", box=name)
    if full:
        return facts.text("turn", "%(box)s, but that box is full already.", box=name)
    return facts.text("turn", "%(box)s. You may stop here.", box=name) if points else ""


def _kept(facts: Facts, player: str, throw: Throw) -> str:
    """Return the sentence with the numbers of dice that are kept and rolled again."""
    kept, rolled = len(throw.keep), len(throw.roll.dice) - len(throw.keep)
    words = {
        name: facts.wording.number_word(n) if 0 < n < 11 else n for name, n in (("kept", kept), ("number", rolled))
    }
    if player:
        again = facts.text("turn", "%(player)s rolls all dice again.", player=player)
        part = facts.plural(
            "turn", "%(player)s keeps %(kept)s and rolls %(number)s die again.",
            "%(player)s keeps %(kept)s and rolls %(number)s dice again.", rolled, player=player, **words,
        )  # fmt: skip
    else:
        again = facts.text("turn", "You roll all dice again.")
        part = facts.plural("turn", "You keep %(kept)s and roll %(number)s die again.",
                            "You keep %(kept)s and roll %(number)s dice again.", rolled, **words)  # fmt: skip
    return part if kept else again


def _ends(facts: Facts, turn: ExampleTurn) -> tuple[str, str]:
    """Return sentences about other boxes for the last roll on this card, and about the choice of the box."""
    text, ruleset = facts.text, facts.ruleset
    if facts.ordered:
        return "", " ".join(facts.whole.order_rules())
    bound = facts.forced and turn.throws[-1].roll in yachts(ruleset)
    others = _entries(ruleset, turn, len(turn.throws))
    del others[turn.box]
    uses = _uses(facts, others, zeros=bound)
    said = [text("booklet", "This roll was also: %(uses)s.", uses=uses)] if uses else []
    if not bound and not all(any(entry.points) for entry in others.values()):
        said.append(text("booklet", "In any other open box it is a 0."))
    if len(ruleset.boxes) > 1 and not bound:
        said.append(text("booklet", "You choose the box, in any order."))
    if facts.forced:
        title = text("booklet", "You roll a %(yacht)s: what now?", yacht=facts.yacht)
        said.append(text("booklet", "Only a %(yacht)s has a rule of its own, see “%(title)s”.", yacht=facts.yacht,
                         title=title))  # fmt: skip
    return text("booklet", "One roll, many boxes.") if uses else "", " ".join(said)


def _uses(facts: Facts, entries: Mapping[str, LegalEntry], *, zeros: bool = False) -> str:
    """Return the boxes in which a roll scores (with `zeros` all boxes), each with its possible entries."""
    name, choices = facts.wording.name, facts.wording.catalog.choices
    worth = {facts.ruleset.boxes[box].category: entry.points for box, entry in entries.items()}
    return " · ".join(f"{name(each)} {choices(points)}" for each, points in worth.items() if zeros or any(points))


# the engine's turn


def _best_box(ruleset: Ruleset) -> str:
    """Return the most valuable box that can be filled first, if possible one that needs a combination."""
    probe = all_rolls(ruleset.dice.count, ruleset.dice.sides)[1 % ruleset.dice.sides]
    found = [ruleset.boxes[box].category for box in legal_entries(ruleset, probe, moment(ruleset))]
    found = [each for each in found if not each.needs] or found
    boxes = [boxes_of(each)[0].id for each in [*filter(is_combination, found)] or found]
    return max(boxes, key=lambda box: maximum(ruleset, box))


def _played(ruleset: Ruleset) -> ExampleTurn:
    """Return a turn on an empty card that ends in the best box: each throw has more of the dice of its pattern."""
    box, count = _best_box(ruleset), min(_MOST, ruleset.dice.rolls)
    category = ruleset.boxes[box].category
    final = _final(ruleset, box, moment(ruleset, number=count))
    made = category.pattern.match(final.roll) or final.roll.dice
    order = sorted(made, key=lambda face: (-made.count(face), face))
    kept: tuple[int, ...] = ()
    throws: list[Throw] = []
    for number in range(1, count):
        kept = tuple(order[: max(0, len(order) + number - count)])
        roll = _nearly(ruleset, final, kept)
        entries = legal_entries(ruleset, roll, moment(ruleset, number=number))
        fits = [each for each in reversed(entries) if is_combination(ruleset.boxes[each].category)]
        could = max(fits, key=lambda each: entries[each].points[-1], default="")
        throws.append(Throw(roll, kept, could if could and any(entries[could].points) else "", box))
    return ExampleTurn((*throws, Throw(final.roll)), box)


def _final(ruleset: Ruleset, box: str, now: Context) -> Scored:
    """Return a roll that may be written in a box on an empty card, one with points if there is one."""
    category = ruleset.boxes[box].category
    rolls = [each.roll for each in examples_of(ruleset, category)]
    rolls += [alike(ruleset), *all_rolls(ruleset.dice.count, ruleset.dice.sides)]
    found = ((roll, legal_entries(ruleset, roll, now).get(box)) for roll in rolls)
    legal = (Scored(roll, category, entry.points[-1]) for roll, entry in found if entry)
    first = next(legal)
    return first if first.points else next((each for each in legal if each.points), first)


def _nearly(ruleset: Ruleset, final: Scored, kept: tuple[int, ...]) -> Roll:
    """Return a roll with the dice that are kept, and others: not all alike, not worth as much yet, and few wanted."""
    wanted = Counter(final.roll.dice) - Counter(kept)
    free = combinations_with_replacement(range(1, ruleset.dice.sides + 1), ruleset.dice.count - len(kept))

    def unlike(roll: Roll) -> tuple[bool, bool, int, int]:
        new = Counter(roll.dice) - Counter(kept)
        worth = scored(ruleset, final.category, roll).points
        return roll.alike, worth >= final.points, (new & wanted).total(), -len(new)

    rolls = [Roll((*kept, *new)) for new in free]
    least = min(map(unlike, rolls))
    best = [roll for roll in rolls if unlike(roll) == least]
    return best[len(best) // 2]


# a Yacht


class YachtStep(Struct, frozen=True):
    """A question about a Yacht, with the consequence of each answer."""

    asked: str
    said: tuple[str, ...]


class YachtPath(Struct, frozen=True):
    """All questions in their order, and the possible entries at some stages of a game."""

    heading: str
    lead: str
    steps: tuple[YachtStep, ...]
    moments: str
    """Heading of the stages."""
    stages: tuple[Stage, ...]


def yacht_path(facts: Facts) -> YachtPath | None:
    """Return the questions about a Yacht of this game, None if no rule mentions one."""
    if not facts.stages:
        return None
    lead = facts.text("booklet", "A very special roll! Go through these questions from the top.")
    if facts.ordered:
        lead += " " + facts.text("booklet", "All this as far as the order of the boxes allows it.")
    four = facts.text("booklet", "The same roll at four moments")
    moments = four if len(facts.stages) == 4 else facts.text("booklet", "The same roll at other moments")
    heading = facts.text("booklet", "You roll a %(yacht)s: what now?", yacht=facts.yacht)
    return YachtPath(heading, lead, tuple(_steps(facts)), moments, () if facts.ordered else facts.stages)


def _steps(facts: Facts) -> Iterator[YachtStep]:
    bonus, one = facts.ruleset.extra_yachts, facts.yacht_boxes == 1
    if bonus and not one:
        yield _bonus(facts, bonus.points)
    yield _own_box(facts)
    if bonus and one:
        yield _bonus(facts, bonus.points)
    joker, text = facts.ruleset.joker, facts.text
    if joker.rule == "forced":
        if facts.own:
            shown = facts.wording.catalog.said_of(facts.wording.name(facts.own.category), sum_of(facts.own))
            yes = text("booklet", "Yes: it must go there.")
            on = text("booklet", "No: go on.")
            yield YachtStep(text("booklet", "Is the box of the number you rolled open?"), (f"{yes} {shown}.", on))
        yield _forced(facts)
    elif joker.rule == "free":
        if joker.number_box_full and facts.own:
            yes = text("booklet", "Yes: it is no joker yet. Write it in any open box, by the rule of that box.")
            yield YachtStep(
                text("booklet", "Is the box of the number you rolled open?"), (yes, text("booklet", "No: go on."))
            )
        yield _free(facts)
    else:
        rule = text("booklet", "It scores there by the rule of that box.")
        yield YachtStep(text("booklet", "Write it in any open box."), (rule,))


def _bonus(facts: Facts, points: int) -> YachtStep:
    """Return the question whether a further Yacht earns a bonus."""
    asked = facts.text("booklet", "Does it hold points (so not a 0)?")
    several = facts.text("booklet", "Does a %(yacht)s box hold points already?", yacht=facts.yacht)
    yes = facts.text(
        "booklet", "Yes: you get a bonus of %(bonus)s, each time, in addition to what you write now.", bonus=points
    )
    no, on = facts.text("booklet", "No: there is no bonus."), facts.text("booklet", "Go on in both cases.")
    return YachtStep(asked if facts.yacht_boxes == 1 else several, (yes, f"{no} {on}"))


def _own_box(facts: Facts) -> YachtStep:
    text = facts.text
    yes = [text("booklet", "Yes: write %(points)s in it.", points=facts.the_yacht.points)]
    if facts.first_roll:
        yes.append(facts.wording.then_first(facts.first_roll))
    must, other = text("booklet", "It must go there."), text("booklet", "Or use another box, by the rule of that box.")
    yes.append(must if facts.ruleset.joker.yacht_box_first else other)
    asked = text("booklet", "Is your %(yacht)s box open?", yacht=facts.yacht)
    return YachtStep(asked, (" ".join(yes), text("booklet", "No: go on.")))


def _quoted(facts: Facts) -> str:
    """Return the names of the sections in which a joker counts; empty if it counts everywhere."""
    sections, inside = facts.ruleset.sections, facts.ruleset.joker.sections
    found = [facts.wording.heading(section) for section in sections if section.id in inside]
    if len(found) == len(sections):
        return ""
    return ", ".join(facts.text("booklet", "“%(name)s”", name=name) for name in found)


def _forced(facts: Facts) -> YachtStep:
    """Return the rule for a joker that has to go into the box of its number."""
    text, joker, sections = facts.text, facts.ruleset.joker, _quoted(facts)
    inside = text(
        "booklet",
        "It is a joker in any open box of %(sections)s: it counts as if it showed what the box asks for. Where dice "
        "are added up, add up your own.",
        sections=sections,
    )
    anywhere = text(
        "booklet",
        "It is a joker in any open box: it counts as if it showed what the box asks for. Where dice are added up, "
        "add up your own.",
    )
    said = [inside if sections else anywhere]
    if joker.may_decline:
        said.append(text("booklet", "You may also write what the dice are worth without it."))
    choice = text("booklet", "Or you write a 0 in an open box of another number.")
    last = text("booklet", "Only if no such box is open, write a 0 in an open box of another number.")
    said.append(choice if joker.zero == "choice" else last)
    asked = text("booklet", "That box is full too:") if facts.own else text("booklet", "Now it is a joker.")
    return YachtStep(asked, (" ".join(said),))


def _free(facts: Facts) -> YachtStep:
    """Return the rule for a joker that may go into any box."""
    text, joker, sections = facts.text, facts.ruleset.joker, _quoted(facts)
    inside = text("booklet", "Write it in any open box. In %(sections)s it may stand for any pattern.",
                  sections=sections)  # fmt: skip
    said = [inside if sections else text("booklet", "Write it in any open box: it may stand for any pattern.")]
    free = text("booklet", "There its dice may stand for any dice.")
    own = text("booklet", "Its dice stay what they are: a number counts only itself, and sums are those of the dice.")
    said.append(free if joker.any_dice else own)
    if joker.may_decline:
        said.append(text("booklet", "You may also write what the dice are worth without it."))
    return YachtStep(text("booklet", "Now it is a joker."), (" ".join(said),))
