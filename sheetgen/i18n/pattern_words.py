"""What a pattern and its points are in whole sentences, for the booklet; the few words of a sheet are `Wording.how`."""

from sheetgen.i18n.wording import Wording
from sheetgen.rules import Category, Points
from sheetgen.rules.patterns import AnyDice, Face, Faces, Groups, OneOf, Parity, Straight, size


def rule(wording: Wording, category: Category) -> str:
    """What the roll must show, what it is worth then, and which box it must stay below or above."""
    text, pattern = wording.catalog.text, category.pattern
    if isinstance(pattern, Face) and category.points.kind == "matching":
        faces = wording.faces(pattern.face)
        if pattern == Face(category.number or 0):
            parts = [text("rule text", "Only %(faces)s count. Add up all %(faces)s you rolled.", faces=faces)]
        else:
            parts = [_needs(wording, category), text("rule text", "Add up all %(faces)s you rolled.", faces=faces)]
    else:
        parts = [_needs(wording, category), _worth(wording, category)]
    return " ".join((*parts, *wording.bounds(category.id)))


def asks(wording: Wording, category: Category) -> str:
    """The same without the points, where these are fixed and stand beside it."""
    if category.points.kind != "fixed" or category.points.first_roll is not None:
        return rule(wording, category)
    return " ".join((_needs(wording, category), *wording.bounds(category.id)))


def _needs(wording: Wording, category: Category) -> str:
    text = wording.catalog.text
    match category.pattern:
        case AnyDice():
            return text("rule text", "Any roll will do; it needs no pattern.")
        case Face(face, at_least):
            number, faces = wording.number_word(at_least), wording.faces(face)
            return text("rule text", "You need %(number)s or more %(faces)s.", number=number, faces=faces)
        case Groups(sizes, different):
            return _groups(wording, sizes, different)
        case Straight(length):
            return _straight(wording, length)
        case Faces() | OneOf():
            return _faces(wording, category.pattern)
        case Parity(odd):
            return text("rule text", "All dice must be odd.") if odd else text("rule text", "All dice must be even.")
    raise TypeError(category.pattern)


def _straight(wording: Wording, length: int) -> str:
    text, free = wording.catalog.text, wording.ruleset.dice.count - length
    number = wording.number_word(length)
    start = text("rule text", "You need %(number)s numbers in an unbroken row, wherever the row starts.", number=number)
    if free == 0:
        return start
    if free == 1:
        return f"{start} " + text("rule text", "The other die may show anything.")
    number = wording.number_word(free)
    return f"{start} " + text("rule text", "The other %(number)s dice may show anything.", number=number)


def _groups(wording: Wording, sizes: tuple[int, ...], different: bool) -> str:
    text, words = wording.catalog.text, [wording.number_word(size) for size in sizes]
    if sizes == (wording.ruleset.dice.count,):
        return text("rule text", "All dice must show the same number; which one does not matter.")
    if len(sizes) == 1:
        return text("rule text", "You need %(number)s dice with the same number, or more.", number=words[0])
    if len(sizes) == 2:
        start = text("rule text", "You need %(first)s dice of one number and %(second)s of another.",
                     first=words[0], second=words[1])  # fmt: skip
    else:
        start = text("rule text", "You need groups of equal dice: %(groups)s.", groups=wording.catalog.both(words))
    return start if different else f"{start} " + text("rule text", "The groups may also show the same number.")


def _faces(wording: Wording, pattern: Faces | OneOf) -> str:
    text, shown = wording.catalog.text, wording.faces_of(pattern)
    if isinstance(pattern, OneOf):
        return text("rule text", "You need %(faces)s.", faces=shown)
    faces = pattern.faces
    if len(faces) != wording.ruleset.dice.count:
        return text("rule text", "You need %(faces)s; other dice are free.", faces=shown)
    if list(faces) != list(range(faces[0], faces[0] + len(faces))):
        return text("rule text", "You need exactly %(faces)s.", faces=shown)
    number = wording.number_word(len(faces))
    return text("rule text", "You need %(number)s in a row: exactly %(faces)s.", number=number, faces=shown)


def _worth(wording: Wording, category: Category) -> str:
    text, points, count = wording.catalog.text, category.points, wording.ruleset.dice.count
    if points.kind in ("fixed", "fixed_plus_dice"):
        return _fixed(wording, points)
    dice = count if points.kind == "all" else size(category.pattern) or count
    if count == 1:
        return text("rule text", "You score what the die shows.")
    if dice == count == 2:
        return text("rule text", "You score the sum of both dice.")
    if dice == count:
        return text("rule text", "You score the sum of all %(number)s dice.", number=wording.number_word(count))
    number = wording.number_word(dice)
    return text("rule text", "You score the sum of those %(number)s dice; any other die does not count.", number=number)


def _fixed(wording: Wording, points: Points) -> str:
    text = wording.catalog.text
    value, first = points.value, points.first_roll
    if first is not None and wording.ruleset.dice.rolls == 1:
        value, first = first, None
    dice = points.kind == "fixed_plus_dice"
    if dice:
        scored = text("rule text", "You score the sum of all dice and %(points)s points", points=value)
    else:
        scored = wording.catalog.plural("rule text", "You score %(n)s point", "You score %(n)s points", value)
    if first is None:
        return f"{scored}."
    if dice:
        return text(
            "rule text",
            "%(scored)s, or %(first)s instead of %(points)s if it lies there after the first roll of the "
            "turn.", scored=scored, first=first, points=value,
        )  # fmt: skip
    return text(
        "rule text", "%(scored)s, or %(first)s if it lies there after the first roll of the turn.", scored=scored,
        first=first,
    )  # fmt: skip
