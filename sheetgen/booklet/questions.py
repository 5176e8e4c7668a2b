"""The questions that people argue about, answered for one game by the engine."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sheetgen.booklet.rolls import Scored, alike, scored, yacht_category
from sheetgen.rules import (
    AnyDice,
    Category,
    Context,
    Faces,
    Groups,
    Roll,
    Ruleset,
    Straight,
    boxes_of,
    legal_entries,
    possible_values,
    yacht_box_ids,
)
from sheetgen.wording import Wording


@dataclass(frozen=True)
class Question:
    """A question, its answer, and the rolls that prove it."""

    asked: str
    answer: str
    proof: tuple[Scored, ...] = ()


def questions(wording: Wording) -> tuple[Question, ...]:
    """The questions that this game gives rise to."""
    return tuple(question for ask in _QUESTIONS for question in ask(wording))


def _of_a_kind(wording: Wording) -> Iterator[Question]:
    """Whether all dice alike are also the smaller groups and the full house."""
    text, ruleset = wording.catalog.text, wording.ruleset
    for category in ruleset.categories.values():
        match category.pattern:
            case Groups(sizes) if sizes != (ruleset.dice.count,):
                proof = scored(ruleset, category, alike(ruleset))
                asked = text("question", "Do %(number)s dice alike count as “%(name)s”?",
                             number=wording.number_word(ruleset.dice.count), name=wording.name(category))  # fmt: skip
                yield Question(asked, _yes(wording, proof) + _as_joker(wording, proof), (proof,))


def _as_joker(wording: Wording, plain: Scored) -> str:
    """What the roll would be worth as a joker, if that is another matter."""
    ruleset = wording.ruleset
    if ruleset.joker.rule == "none" or not yacht_box_ids(ruleset):
        return ""
    own = {b.id: 0 for c in ruleset.categories.values() if c.number == plain.roll.dice[0] for b in boxes_of(c)}
    moment = Context(dict.fromkeys(yacht_box_ids(ruleset), 0) | own)
    entry = legal_entries(ruleset, plain.roll, moment).get(boxes_of(plain.category)[0].id)
    if entry is None or entry.points[-1] == plain.points:
        return ""
    return " " + wording.catalog.plural(
        "question", "As a joker they do: %(n)s point.", "As a joker they do: %(n)s points.", entry.points[-1]
    )


def _yes(wording: Wording, *proof: Scored) -> str:
    """Yes with the points, or no."""
    best = max(proof, key=lambda each: each.points)
    if not best.points:
        return wording.catalog.text("question", "No, that is a 0.")
    return wording.catalog.plural("question", "Yes, for %(n)s point.", "Yes, for %(n)s points.", best.points)


def _dice_that_count(wording: Wording) -> Iterator[Question]:
    """Whether the dice beside a group count."""
    text, ruleset = wording.catalog.text, wording.ruleset
    for category in ruleset.categories.values():
        match category.pattern:
            case Groups((size,)) if size < ruleset.dice.count and category.points.kind in ("all", "matching"):
                high, free = ruleset.dice.sides, ruleset.dice.count - size
                proof = scored(ruleset, category, Roll((high,) * size + (2,) * free))
                asked = text("question", "Do the other dice count for “%(name)s” too?", name=wording.name(category))
                answer = (
                    text("question", "Yes, all %(number)s dice count.", number=wording.number_word(ruleset.dice.count))
                    if proof.points == proof.roll.total
                    else text("question", "No, only the dice that are alike.")
                )
                yield Question(asked, answer, (proof,))


def _straights(wording: Wording) -> Iterator[Question]:
    """Whether a row with a gap is a straight, and whether a longer row holds a shorter one."""
    text, ruleset = wording.catalog.text, wording.ruleset
    rows = [category for category in ruleset.categories.values() if _is_row(category)]
    count, sides = ruleset.dice.count, ruleset.dice.sides
    if not rows or count >= sides:
        return
    gap = Roll((*range(1, count), count + 1))
    proof = [scored(ruleset, category, gap) for category in rows]
    best = max(proof, key=lambda each: each.points)
    asked = text("question", "Are %(dice)s a straight?", dice="-".join(map(str, gap.dice)))
    shown = text("question", "“%(name)s”: %(answer)s", name=wording.name(best.category), answer=_yes(wording, best))
    yield Question(
        asked, shown if best.points else text("question", "No, that is a 0 for every straight."), tuple(proof)
    )
    whole = Roll(tuple(range(2, count + 2)))
    proof = [scored(ruleset, category, whole) for category in rows]
    asked = text("question", "Which straights are %(dice)s?", dice="-".join(map(str, whole.dice)))
    names = [f"“{wording.name(each.category)}”" for each in proof if each.points]
    answer = wording.catalog.both(names) + "." if names else text("question", "None.")
    yield Question(asked, answer, tuple(proof))


def _is_row(category: Category) -> bool:
    match category.pattern:
        case Straight():
            return True
        case Faces(faces):
            return list(faces) == list(range(faces[0], faces[0] + len(faces)))
    return False


def _zeros(wording: Wording) -> Iterator[Question]:
    """Whether a 0 may be written, and where it never stands."""
    text, ruleset = wording.catalog.text, wording.ruleset
    yield Question(
        text("question", "My roll fits nowhere. May I skip my turn?"),
        text("question", "No. You write a 0 in an open box of your choice."),
    )
    answer = text(
        "question", "No, a roll counts for what it is worth. You may choose another box, and there it can be a 0."
    )
    if ruleset.joker.may_decline:
        answer += " " + text("question", "Only a joker may be written as what its dice are worth without it.")
    yield Question(text("question", "My roll fits a box. May I write a 0 there all the same?"), answer)
    for category in ruleset.categories.values():
        values = possible_values(ruleset, boxes_of(category)[0].id)
        if isinstance(category.pattern, AnyDice) and 0 not in values:
            yield Question(
                text("question", "Can “%(name)s” be a 0?", name=wording.name(category)),
                text("question", "No, any roll counts there: it is %(least)s at least.", least=values[0]),
            )


def _turns(wording: Wording) -> Iterator[Question]:
    """Dice set aside, stopping early, and changing what was written."""
    text = wording.catalog.text
    if wording.ruleset.dice.rolls > 1:
        yield Question(
            text("question", "May I roll a die again that I had set aside?"),
            text("question", "Yes. Before each roll you choose anew, and you may roll all dice again."),
        )
        yield Question(
            text("question", "Must I use all my rolls?"), text("question", "No, you may stop after any of them.")
        )
    yield Question(
        text("question", "May I change what I have written?"), text("question", "No. A box is used once, and it stays.")
    )


def _first_yacht(wording: Wording) -> Iterator[Question]:
    """Whether the first Yacht must go into its own box."""
    ruleset, category = wording.ruleset, yacht_category(wording.ruleset)
    if category is None:
        return
    boxes = legal_entries(ruleset, alike(ruleset))
    own = {box.id for box in boxes_of(category)}
    names = {"yacht": wording.name(category).rstrip("!")}
    asked = wording.catalog.text("question", "Must my first %(yacht)s go into its own box?", **names)
    answer = (
        wording.catalog.text("question", "Yes, as long as that box is open.")
        if set(boxes) <= own
        else wording.catalog.text("question", "No. Any open box will do; there it is worth what its dice are worth.")
    )
    yield Question(asked, answer)


def _yacht_bonus(wording: Wording) -> Iterator[Question]:
    """Whether a further Yacht earns its bonus after a 0, and where the bonus counts."""
    ruleset, text, bonus = wording.ruleset, wording.catalog.text, wording.ruleset.extra_yachts
    if bonus is None:
        return
    boxes = yacht_box_ids(ruleset)
    struck = legal_entries(ruleset, alike(ruleset), Context(dict.fromkeys(boxes, 0)))
    names = {"yacht": wording.name(ruleset.categories[bonus.category]).rstrip("!"), "bonus": bonus.points}
    earned = any(entry.bonus for entry in struck.values())
    asked = text("question", "My %(yacht)s box holds a 0. Does a further %(yacht)s earn the %(bonus)s?", **names)
    yield Question(
        asked, text("question", "Yes.") if earned else text("question", "No, only after points in that box.")
    )
    for total in ruleset.all_totals.values():
        if total.kind == "threshold":
            within = bonus.id in _below(ruleset, total.id)
            asked = text(
                "question", "Do these %(bonus)s count towards “%(name)s”?", name=wording.row(total.id), **names
            )
            yield Question(asked, text("question", "Yes.") if within else text("question", "No."))


def _below(ruleset: Ruleset, total: str) -> set[str]:
    """All that a total adds up, directly or through other totals."""
    parts = set(ruleset.addends.get(total, ()))
    return parts.union(*(_below(ruleset, part) for part in parts))


_QUESTIONS: tuple[Callable[[Wording], Iterator[Question]], ...] = (
    _of_a_kind,
    _dice_that_count,
    _straights,
    _zeros,
    _turns,
    _first_yacht,
    _yacht_bonus,
)
