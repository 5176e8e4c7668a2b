"""What a pattern and its points are, and a turn, in whole sentences; the few words of a sheet are `Wording.how`."""

from sheetgen.i18n.further_words import category_rules, pattern_sentence, points_sentence
from sheetgen.i18n.wording import Wording
from sheetgen.rules.patterns import AnyDice, Face, Faces, Groups, OneGroup, OneOf, Parity, Pattern, Straight, size
from sheetgen.rules.ruleset import Category


def asks(wording: Wording, category: Category) -> str:
    """What the roll must show, what it is worth where that is not a number that stands beside it, and its bounds."""
    text, pattern = wording.catalog.text, category.pattern
    if isinstance(pattern, Face) and category.points.kind == "matching":
        faces = wording.faces(pattern.face)
        if category.adds_number:
            parts = [text("rule text", "Only %(faces)s count. Add up all %(faces)s you rolled.", faces=faces)]
        else:
            parts = [
                _asks(wording, category.pattern),
                text("rule text", "Add up all %(faces)s you rolled.", faces=faces),
            ]
    else:
        parts = [_asks(wording, category.pattern), _worth(wording, category)]
    sentences = (part[:1].upper() + part[1:] for part in parts if part)
    return " ".join((*sentences, *wording.bounds(category.id), *category_rules(wording, category)))


def _asks(wording: Wording, pattern: Pattern) -> str:
    text = wording.catalog.text
    match pattern:
        case AnyDice():
            said = text("rule text", "Any roll will do.")
        case Face(face, at_least):
            number, faces = wording.number_word(at_least), wording.faces(face)
            said = text("rule text", "%(number)s or more %(faces)s.", number=number, faces=faces)
        case Groups(sizes, different):
            said = _groups(wording, sizes, different)
        case Straight(length):
            said = _straight(wording, length)
        case Faces() | OneOf():
            said = _faces(wording, pattern)
        case Parity(odd):
            said = text("rule text", "All dice must be odd.") if odd else text("rule text", "All dice must be even.")
        case OneGroup(inner) if inner is not None:
            said = pattern_sentence(wording, pattern, _asks(wording, inner))
        case _:
            said = pattern_sentence(wording, pattern)
    return said


def _straight(wording: Wording, length: int) -> str:
    text, free = wording.catalog.text, wording.ruleset.dice.count - length
    start = text("rule text", "%(number)s in a row, wherever the row starts.", number=wording.number_word(length))
    if free == 0:
        return start
    if free == 1:
        return f"{start} " + text("rule text", "The other die may show anything.")
    return f"{start} " + text(
        "rule text", "The other %(number)s dice may show anything.", number=wording.number_word(free)
    )


def _groups(wording: Wording, sizes: tuple[int, ...], different: bool) -> str:
    text, words = wording.catalog.text, [wording.number_word(size) for size in sizes]
    if sizes == (wording.ruleset.dice.count,):
        return text("rule text", "All dice alike; which number does not matter.")
    if len(sizes) == 1:
        return text("rule text", "%(number)s of one number, or more.", number=words[0])
    if len(sizes) == 2:
        start = text("rule text", "%(first)s of one number and %(second)s of another.", first=words[0], second=words[1])
    else:
        start = text("rule text", "Groups of equal dice: %(groups)s.", groups=wording.catalog.both(words))
    return start if different else f"{start} " + text("rule text", "The groups may also show the same number.")


def _faces(wording: Wording, pattern: Faces | OneOf) -> str:
    text, shown = wording.catalog.text, wording.faces_of(pattern)
    if isinstance(pattern, Faces) and len(pattern.faces) != wording.ruleset.dice.count:
        return text("rule text", "%(faces)s, in any order; other dice are free.", faces=shown)
    return text("rule text", "Exactly %(faces)s, in any order.", faces=shown)


def _worth(wording: Wording, category: Category) -> str:
    """How dice are added up, and what a first roll is worth; nothing for points that are always the same."""
    text, points, count = wording.catalog.text, category.points, wording.ruleset.dice.count
    if points.by_roll or points.kind in ("fixed_plus_matching", "per_die"):
        return points_sentence(wording, category)
    if points.kind in ("fixed", "fixed_plus_dice"):
        plus = points.kind == "fixed_plus_dice"
        first = points.first_roll if wording.ruleset.dice.rolls > 1 else None
        value = points.value if first is not None or points.first_roll is None else points.first_roll
        said = [text("rule text", "Add up all dice, plus %(points)s points.", points=value)] * plus
        if first is not None:
            said.append(wording.then_first(first, plus=plus))
        return " ".join(said)
    if count == 1:
        return text("rule text", "You score what the die shows.")
    dice = count if points.kind == "all" else size(category.pattern) or count
    if dice == count == 2:
        return text("rule text", "Add up both dice.")
    number = wording.number_word(dice)
    if dice == count:
        return text("rule text", "Add up all %(number)s dice.", number=number)
    return text("rule text", "Add up those %(number)s; other dice do not count.", number=number)


def turn_steps(wording: Wording) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """A turn in four steps, each a verb and what goes with it; then what full and empty dice mean."""
    text, plural, dice = wording.catalog.text, wording.catalog.plural, wording.ruleset.dice
    number = wording.number_word(dice.count) if dice.count <= 10 else str(dice.count)
    turns = len(wording.ruleset.boxes)
    few = text("turn", "the die.") if dice.count == 1 else text("turn", "both dice.")
    rolls = text("turn", "At most %(number)s rolls.", number=wording.number_word(dice.rolls))
    keep = (text("turn", "what you like, roll the rest again."), rolls)
    return (
        (text("turn", "Roll"), (text("turn", "all %(number)s dice.", number=number) if dice.count > 2 else few,)),
        *([(text("turn", "Keep"), keep)] if dice.rolls > 1 else []),
        (text("turn", "Write"), (text("turn", "your score in one open box."), text("turn", "If nothing fits, a 0."))),
        (text("turn", "Add"), (plural("turn", "after %(n)s turn.", "after %(n)s turns.", turns),)),
        ("", (text("turn", "Full: you need this die."),)),
        ("", (text("turn", "Empty: any die will do."),)),
    )
