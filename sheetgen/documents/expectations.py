"""Odds for booklets, in numbers that are easy to remember."""

from fractions import Fraction

from sheetgen.booklets.facts import Expected
from sheetgen.documents.odds import odds_alone, odds_at_once
from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.wording import Wording
from sheetgen.odds.best_play import Odds


def expectations(wording: Wording) -> Expected:
    """Return the odds of each category in a few words, and those of whole cards if they take at most some minutes."""
    try:
        found = odds_at_once(wording.ruleset)
    except SheetgenError:  # too large, or without numpy: the boxes have their odds in any case
        found = odds_alone(wording.ruleset)
    alone, pars, decimal = found.alone, found.pars, wording.catalog.decimal
    rows = []
    for category in wording.ruleset.categories.values():
        boxes = [box.id for box in wording.ruleset.boxes_with(category.id)]
        turn = max((alone[box][1] for box in boxes), key=lambda odds: odds.rolls)
        par = decimal(sum(pars[box] for box in boxes) / len(boxes), 1) if pars else ""
        chance = chance_in_words(turn.chance, wording.catalog)
        rows.append((wording.name(category), chance, decimal(float(turn.best), 1), par))
    return Expected(tuple(rows), tuple(_sentences(found, wording)))


def chance_in_words(chance: Fraction, catalog: Catalog) -> str:
    """Return a probability as turns out of others, with small numbers: 9 turns of 10, 1 turn of 22."""
    text = catalog.text
    if chance == 1:
        return text("odds", "every turn")
    near = chance.limit_denominator(10) if chance > Fraction(1, 10) else Fraction(1, round(1 / chance))
    if not near.numerator or near == 1:
        return text("odds", "nearly every turn")
    return catalog.plural(
        "odds", "about %(n)s turn of %(of)s", "about %(n)s turns of %(of)s", near.numerator, of=near.denominator
    )


def _sentences(found: Odds, wording: Wording) -> list[str]:
    """Return sentences about whole cards: the average, the best half and tenth, each bonus, and further Yachts."""
    play, text = found.play, wording.catalog.text
    if play is None:
        return []
    said = [
        text(
            "odds", "In the best play a card comes to %(value)s on average; half of all cards have %(half)s or more, "
            "one of ten has %(tenth)s or more.",
            value=round(play.value), half=play.totals.quantile(50), tenth=play.totals.quantile(90),
        )
    ]  # fmt: skip
    for total, bonus in play.bonuses.items():
        reached = sum(chance for points, chance in bonus.chances.items() if points > 0)
        said.append(
            text("odds", "%(name)s: in %(share)s %% of all games.", name=wording.row(total), share=round(100 * reached))
        )
    if play.further_yachts:
        share = wording.catalog.decimal(play.further_yachts, 2)
        said.append(text("odds", "Further Yachts: %(count)s in a game on average.", count=share))
    return said
