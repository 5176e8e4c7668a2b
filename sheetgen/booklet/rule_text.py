"""The rule of a category in whole sentences, chosen by its pattern and its points."""

from collections import Counter

from sheetgen.rules import AnyDice, Category, Face, Faces, Groups, Parity, Straight
from sheetgen.wording import Wording


def rule(wording: Wording, category: Category) -> str:
    """What the roll must show, and what it is worth then."""
    if category.number and category.pattern == Face(category.number) and category.points.kind == "matching":
        return wording.catalog.text(
            "rule text",
            "Only %(faces)s count. Add up all of them that you rolled.",
            faces=wording.faces(category.number),
        )
    return f"{_needs(wording, category)} {_worth(wording, category)}"


def _needs(wording: Wording, category: Category) -> str:
    text, plural, dice = wording.catalog.text, wording.catalog.plural, wording.ruleset.dice
    match category.pattern:
        case AnyDice():
            return text("rule text", "Any roll will do; it needs no pattern.")
        case Face(face, at_least):
            number, faces = wording.number_word(at_least), wording.faces(face)
            return text("rule text", "You need %(number)s or more %(faces)s.", number=number, faces=faces)
        case Groups(sizes, different):
            return _groups(wording, sizes, different)
        case Straight(length):
            number = wording.number_word(length)
            free = dice.count - length
            start = text(
                "rule text", "You need %(number)s numbers in an unbroken row, wherever the row starts.", number=number
            )
            rest = plural("rule text", "The other die is free.", "The other %(number)s dice are free.", free,
                          number=wording.number_word(max(1, free)))  # fmt: skip
            return f"{start} {rest}" if free else start
        case Faces(faces):
            return _faces(wording, faces)
        case Parity(odd):
            return text("rule text", "All dice must be odd.") if odd else text("rule text", "All dice must be even.")
    raise TypeError(category.pattern)


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
    if different:
        return start
    return f"{start} {text('rule text', 'The groups may also show the same number.')}"


def _faces(wording: Wording, faces: tuple[int, ...]) -> str:
    shown = "-".join(map(str, faces))
    row = list(faces) == list(range(faces[0], faces[0] + len(faces)))
    if len(faces) == wording.ruleset.dice.count and row:
        return wording.catalog.text(
            "rule text", "You need %(number)s in a row: exactly %(faces)s.", number=wording.number_word(len(faces)),
            faces=shown,
        )  # fmt: skip
    return wording.catalog.text("rule text", "You need %(faces)s; other dice are free.", faces=shown)


def _worth(wording: Wording, category: Category) -> str:
    text, plural, points = wording.catalog.text, wording.catalog.plural, category.points
    if points.kind == "all" or (points.kind == "matching" and _takes_all(wording, category)):
        return text("rule text", "You score the sum of all %(number)s dice.",
                    number=wording.number_word(wording.ruleset.dice.count))  # fmt: skip
    if points.kind == "matching":
        return text("rule text", "You score the sum of those dice only; the others do not count.")
    scored = plural("rule text", "You score %(n)s point", "You score %(n)s points", points.value)
    if points.kind == "fixed_plus_dice":
        scored = plural("rule text", "You score %(n)s point and the sum of all dice",
                        "You score %(n)s points and the sum of all dice", points.value)  # fmt: skip
    if points.first_roll is None:
        return f"{scored}."
    first = plural("rule text", "%(n)s point", "%(n)s points", points.first_roll)
    return text("rule text", "%(scored)s, or %(points)s if you roll it at once.", scored=scored, points=first)


def _takes_all(wording: Wording, category: Category) -> bool:
    """Whether the dice that make the pattern are all dice there are."""
    match category.pattern:
        case AnyDice() | Parity():
            return True
        case Groups(sizes):
            return sum(sizes) == wording.ruleset.dice.count
        case Straight(length):
            return length == wording.ruleset.dice.count
        case Faces(faces):
            return Counter(faces).total() == wording.ruleset.dice.count
    return False
