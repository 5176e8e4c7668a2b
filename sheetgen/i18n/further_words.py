"""Words for what few games have: sums and groups of faces, points by roll, columns and their orders, wins at once.

The others are in `wording` and `pattern_words`; what is here is read only for games that need it.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sheetgen.i18n.catalog import subtraction
from sheetgen.i18n.wording import Wording
from sheetgen.rules import patterns
from sheetgen.rules.patterns import MAX_SUM, AllDifferent, Dice, OneGroup, Parity, Pattern, Sum
from sheetgen.rules.ruleset import Category, Column, Total


def with_symbols(wording: Wording) -> Dice:
    """Return the dice of the game with the symbols of a language on their faces."""
    dice, text = wording.ruleset.dice, wording.catalog.text
    faces = (replace(each, symbol=each.symbol and text(f"symbol of {each.name}", each.symbol)) for each in dice.faces)
    return replace(dice, faces=tuple(faces))


# patterns and points, in the few words that a sheet has room for


def pattern_in_short(wording: Wording, pattern: Pattern) -> str:
    """What the roll must show."""
    text = wording.catalog.text
    match pattern:
        case Parity(odd):
            return text("pattern", "all odd") if odd else text("pattern", "all even")
        case Sum(least, most):
            return _sum(wording, least, most)
        case AllDifferent():
            return text("pattern", "all different")
        case OneGroup(None):
            return text("pattern", "all %(groups)s", groups=group_names(wording))
        case OneGroup(inner):
            short = wording.in_short(inner) if inner else ""
            return text("pattern", "%(pattern)s, all %(groups)s", pattern=short, groups=group_names(wording))
    raise TypeError(pattern)


def _sum(wording: Wording, least: int, most: int) -> str:
    text = wording.catalog.text
    if least == most:
        return text("pattern", "all dice make %(sum)s", sum=least)
    if most == MAX_SUM:
        return text("pattern", "all dice make %(sum)s or more", sum=least)
    if least == -MAX_SUM:
        return text("pattern", "all dice make %(sum)s or less", sum=most)
    return text("pattern", "all dice make %(least)s to %(most)s", least=least, most=most)


def group_names(wording: Wording) -> str:
    """The names of the groups of faces, as choices: black, red or green."""
    return wording.catalog.either(wording.own_name("face group", group.name) for group in wording.ruleset.dice.groups)


def points_in_short(wording: Wording, category: Category) -> str:
    """What it is worth, where that is no fixed value, nor the sum of dice alone."""
    text, points = wording.catalog.text, category.points
    if points.kind == "per_die":
        return text("points", "%(points)s for each", points=_signed(points.value))
    value = text("points", "%(points)s by roll", points=" / ".join(map(str, points.by_roll)))
    value = value if points.by_roll else str(points.value)
    if points.kind == "fixed_plus_matching":
        return text("points", "%(points)s + %(dice)s", points=value, dice=wording.matching(category.pattern))
    return text("points", "%(points)s + all dice", points=value) if points.kind == "fixed_plus_dice" else value


def _signed(points: int) -> str:
    return str(points).replace("-", "−")


# whole sentences, for the booklet


def pattern_sentence(wording: Wording, pattern: Pattern, inner: str = "") -> str:
    """What the roll must show; `inner` is what is said of the pattern whose dice are of one group."""
    text = wording.catalog.text
    match pattern:
        case Sum(least, most):
            said = _sum(wording, least, most)
            return f"{said[:1].upper()}{said[1:]}."
        case AllDifferent():
            return text("rule text", "No number comes twice.")
        case OneGroup(None):
            return text("rule text", "All dice are of one group: %(groups)s.", groups=_groups(wording))
        case OneGroup():
            said = text("rule text", "These dice are of one group: %(groups)s.", groups=_groups(wording))
            return f"{inner} {said}"
    raise TypeError(pattern)


def _groups(wording: Wording) -> str:
    """The groups of faces with what is in each: black (1, 6), red (2, 5) or green (3, 4)."""
    return wording.catalog.either(
        f"{wording.own_name('face group', group.name)} ({', '.join(map(wording.face, group.faces))})"
        for group in wording.ruleset.dice.groups
    )


def points_sentence(wording: Wording, category: Category) -> str:
    """What it is worth, where that is no fixed value, nor the sum of dice alone."""
    text, points, number = wording.catalog.text, category.points, wording.number_word
    if points.kind == "per_die":
        return text("rule text", "Each of these dice counts %(points)s.", points=_signed(points.value))
    said, size = [], patterns.size(category.pattern)
    if points.kind == "fixed_plus_matching" and size:
        said.append(text("rule text", "Add up those %(number)s; other dice do not count.", number=number(size)))
    elif points.kind != "fixed":
        said.append(text("rule text", "Add up the dice."))
    if points.by_roll:
        each = ", ".join(
            text("rule text", "%(points)s on roll %(n)s", points=value, n=place)
            for place, value in enumerate(points.by_roll, 1)
        )
        said.append(text("rule text", "It is worth %(points)s.", points=each))
    elif points.kind != "fixed":
        said.append(text("rule text", "Then add %(points)s points.", points=points.value))
    return " ".join(said)


def category_rules(wording: Wording, category: Category) -> Iterator[str]:
    """Which category must hold points before this one can, and whether it wins at once."""
    text = wording.catalog.text
    if category.needs:
        name = wording.name(wording.ruleset.categories[category.needs])
        yield text("rule", "It holds points only once “%(name)s” does.", name=name)
    if category.wins:
        yield text("rule", "On the first roll of a turn it wins the game at once.")


def difference(wording: Wording, total: Total) -> str:
    """What a difference adds up, takes away and is multiplied by: (Max − Min) × Ones."""
    times = wording.part(total.times) if total.times else ""
    said = subtraction(map(wording.part, total.of), map(wording.part, total.minus), times)
    least = wording.catalog.text("sheet", "%(least)s at least", least=_signed(total.least or 0))
    return said if total.least is None else f"{said}, {least}"


# jokers


def joker_rules(wording: Wording, words: dict[str, str]) -> Iterator[str]:
    """What a Yacht may or must be used for once its box is full; `words` are its name and where that is so."""
    yield joker_rule(wording, words)
    if wording.ruleset.joker.number_box_full:
        yield wording.catalog.text(
            "rule", "As long as the box of its own number is open, a %(yacht)s scores only what its dice are.", **words
        )


def joker_rule(wording: Wording, words: dict[str, str]) -> str:
    """What a Yacht is once its box is full."""
    joker, text = wording.ruleset.joker, wording.catalog.text
    if joker.rule == "free" and joker.any_dice:
        return text("rule", "Once the %(yacht)s box is full, a %(yacht)s may stand for any dice %(place)s.", **words)
    if joker.rule == "free":
        return text(
            "rule",
            "Once the %(yacht)s box is full, a %(yacht)s may stand for any combination %(place)s; a number box "
            "still counts only its own number.",
            **words,
        )
    if not any(category.number for category in wording.ruleset.categories.values()):
        return text("rule", "Once the %(yacht)s box is full, a %(yacht)s is a joker %(place)s.", **words)
    if joker.zero == "choice":
        return text(
            "rule",
            "Once the %(yacht)s box is full, a %(yacht)s goes into the box of its number; if that is full too, it "
            "is a joker %(place)s, or a 0 in another number box.",
            **words,
        )
    return text(
        "rule",
        "Once the %(yacht)s box is full, a %(yacht)s goes into the box of its number; if that is full too, it is "
        "a joker %(place)s; only if no such box is open, it is a 0 in another number box.",
        **words,
    )


# columns


def card_rules(wording: Wording) -> Iterator[str]:
    """What one forgets of columns, needs, wins at once, and of what faces count."""
    text, ruleset = wording.catalog.text, wording.ruleset
    for category in ruleset.categories.values():
        for said in category_rules(wording, category):
            yield wording.catalog.said_of(wording.name(category), said)
    for column in ruleset.columns:
        yield from column_rules(wording, column)
    if ruleset.dice.kept == "stay" and ruleset.dice.rolls > 2:
        yield text("rule", "Dice that you have kept may not be rolled again.")
    if ruleset.dice.served == "all_dice" and ruleset.dice.rolls > 1:
        yield text("rule", "All dice are rolled at once on the first roll, and on any roll for which you keep none.")
    if winner := " ".join(winner_rules(wording)):
        yield winner
    if any(face.value is not None for face in ruleset.dice.faces):
        values = next(iter(ruleset.categories.values())).points.values
        each = (f"{wording.face(number)} = {_signed(patterns.counted((number,), values))}"
                for number in range(1, ruleset.dice.sides + 1))  # fmt: skip
        yield text("rule", "What the dice count: %(faces)s.", faces=", ".join(each))


def winner_rules(wording: Wording) -> Iterator[str]:
    """How columns decide; nothing where the total does."""
    text, winner = wording.catalog.text, wording.ruleset.winner
    if winner.by == "total":
        return
    each = (f"{wording.column_name(column)} {column.worth}" for column in wording.ruleset.columns)
    yield text("rule", "The highest total of a column earns match points: %(columns)s.", columns=", ".join(each))
    if winner.sweep:
        yield text("rule", "Winning all columns earns %(points)s more.", points=winner.sweep)
    yield text("rule", "If the highest totals of a column are equal, nobody wins it.")
    yield text("rule", "The most match points win.")


def column_rules(wording: Wording, column: Column) -> Iterator[str]:
    """How one column is filled and what it counts, in sentences; nothing of one that has no rules of its own."""
    text, name = wording.catalog.text, wording.column_name(column)
    several = len(wording.ruleset.columns) > 1
    down, up = text("rule", "fill the card from top to bottom"), text("rule", "fill the card from bottom to top")
    orders = {
        "down": text("rule", "fill it from top to bottom") if several else down,
        "up": text("rule", "fill it from bottom to top") if several else up,
        "inwards": text("rule", "fill it from both ends"),
        "outwards": text("rule", "fill it from “%(row)s” upwards, and from the row below it downwards",
                         row=_row(wording, column.middle)),
    }  # fmt: skip
    said: Sequence[str] = [
        *([orders[column.fill]] if column.fill != "any" else []),
        *([_announced(wording, column.announced)] if column.announced is not None else []),
        *([_last_roll(wording, column.rolls)] if column.rolls is not None else []),
        *([text("rule", "it counts %(n)s times", n=column.factor)] if column.factor > 1 else []),
    ]
    if said and several:
        yield f"{wording.catalog.said_of(name, '; '.join(said))}."
    elif said:
        yield f"{'; '.join(said)[:1].upper()}{'; '.join(said)[1:]}."


def arithmetic(wording: Wording, total: Total) -> tuple[str, ...]:
    """What a difference, or a total across columns, stands for, from the longest wording to the shortest."""
    if total.kind == "difference":
        return (difference(wording, total), "")
    factors = (f"{column.factor} × " if column.factor > 1 else "" for column in wording.ruleset.columns)
    names = map(wording.column_name, wording.ruleset.columns)
    return (" + ".join(map("".join, zip(factors, names, strict=True))), " + ".join(map(wording.part, total.of)), "")


def column_marks(wording: Wording, column: Column) -> Iterator[str]:
    """What there is to know of a column in a word or two, beside its name and its order."""
    text = wording.catalog.text
    announced = text("sheet", "announced")
    if column.announced is not None and not wording.column_name(column).casefold().startswith(announced.casefold()):
        yield announced
    if column.rolls is not None:
        yield wording.catalog.plural("sheet", "%(n)s roll", "%(n)s rolls", column.rolls)
    yield from counts_as(wording, column)


def counts_as(wording: Wording, column: Column) -> Iterator[str]:
    """How often a column counts, and what it is worth, in a word or two."""
    if column.factor > 1:
        yield f"× {column.factor}"
    if column.worth:
        yield wording.catalog.text("sheet", "worth %(n)s", n=column.worth)


def _row(wording: Wording, category: str) -> str:
    return wording.name(wording.ruleset.categories[category]) if category else ""


def _announced(wording: Wording, roll: int) -> str:
    text = wording.catalog.text
    if roll == 0:
        return text("rule", "name the box before you roll")
    return text("rule", "name the box after roll %(n)s at the latest", n=roll)


def _last_roll(wording: Wording, roll: int) -> str:
    text = wording.catalog.text
    if roll == 1:
        return text("rule", "only the first roll scores")
    return text("rule", "only the first %(n)s rolls score", n=roll)
