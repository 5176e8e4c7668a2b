"""Sheets that have a code, and the options with which each may have been made.

The likeliest options come first. The options are those that `SheetOptions` declares, so that a new
one is tried without a change here.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations, product
from math import prod
from typing import Any, Literal

from msgspec import Struct

from sheetgen.layout.code import MOST_COLUMNS, Code, code_of, encode
from sheetgen.layout.options import Paper, SheetOptions
from sheetgen.layout.values import moving_declarations, moving_options, values_to_try
from sheetgen.rules.ruleset import Ruleset

_MOST_OPTIONS = 3
"""Maximum number of options that are tried together."""
_MOST_COST = 3000
"""Maximum cost of a setting: some 50,000 settings, of which a code leaves 2,000."""
_RARITY = 3
"""Cost of an option in addition to the number of its values.

Chosen by hand: three flags at once are as likely as one of fifty margins.
"""
_FREE_TEXT = 10
"""Cost of an option with a text of the user's own, such as a title, which seldom moves a box."""
_OTHER_LANGUAGE, _TWO_LANGUAGES = 5, 18
"""Cost factors of another language than the likeliest, and of two languages."""
_SEVENTEEN_OR_MORE = range(MOST_COLUMNS, MOST_COLUMNS + 8)
"""Numbers of columns to try where the code says that there are many."""


class PageFormat(Struct, frozen=True):
    """Size of a page or of a card, and its orientation if the cut of the paper decides it."""

    paper: Paper
    orientation: Literal["portrait", "landscape"] | None = None
    usual: Mapping[str, Any] = {}
    """Options that sheets of this format usually have."""


class CodedSheet(Struct, frozen=True):
    """Options of a sheet, with what is known of it from its code."""

    options: SheetOptions
    format: PageFormat
    columns: int


def settings(
    code: Code, formats: Sequence[PageFormat], languages: Sequence[str]
) -> Iterator[CodedSheet]:
    """Yield the settings of all sheets with the columns and the orientation of a code.

    The likeliest come first. `formats` and `languages` are in the order in which they are likely.
    """
    pairs = list(permutations(languages, 2))
    with_likeliest = [pair for pair in pairs if languages[0] in pair]
    others = [pair for pair in pairs if languages[0] not in pair]
    spoken: tuple[tuple[int, Sequence[Any]], ...] = (
        (1, languages[:1]),
        (_OTHER_LANGUAGE, languages[1:]),
        (_TWO_LANGUAGES, with_likeliest),
        (_OTHER_LANGUAGE * _TWO_LANGUAGES, others),
    )
    ranks = _ranks(formats)
    groups: list[tuple[int, int, tuple[str, ...], Sequence[Any]]] = []
    for cost, names in _option_sets():
        for factor, langs in spoken:
            for place, rank in enumerate(ranks):
                whole = cost * factor * rank
                if whole > _MOST_COST:
                    break
                groups.append((whole, place, names, langs))
    groups.sort(key=lambda group: group[0])
    counts = [code.columns] if code.columns < MOST_COLUMNS else _SEVENTEEN_OR_MORE
    for _, place, names, langs in groups:
        usual = formats[place].usual
        for columns, lang in product(counts, langs):
            for values in _values_of(names):
                options = SheetOptions(lang=lang, **{**usual, **values})
                yield CodedSheet(options, formats[place], columns)


def _ranks(formats: Sequence[PageFormat]) -> list[int]:
    """Return the cost factor of each format: its place, or for a pad that of the first pad.

    Pads of all sizes are equally likely.
    """
    first_of_pads = next((place for place, each in enumerate(formats, 1) if each.usual), 0)
    return [first_of_pads if each.usual else place for place, each in enumerate(formats, 1)]


def settings_with(
    code: Code, ruleset: Ruleset, formats: Sequence[PageFormat], languages: Sequence[str]
) -> Iterator[CodedSheet]:
    """Yield the settings of the sheets that have this very code, the likeliest first."""
    faces = encode(code)
    for setting in settings(code, formats, languages):
        paper = setting.format.paper
        sides = sorted((paper.width, paper.height), reverse=code.across)
        page = sides[0], sides[1]
        if code_of(ruleset, setting.columns, page, moving_options(setting.options)) == faces:
            yield setting


@lru_cache(maxsize=1)
def _option_sets() -> list[tuple[int, tuple[str, ...]]]:
    """Return the sets of options that are tried together, each with its cost."""
    costs = {}
    for name, declared in moving_declarations().items():
        cost = len(values_to_try(declared)) + _RARITY
        is_free_text = declared.kinds == (str,) and not declared.option.suggest
        costs[name] = _FREE_TEXT if is_free_text else cost
    sets = []
    for count in range(_MOST_OPTIONS + 1):
        for names in combinations(costs, count):
            cost = prod(costs[name] for name in names)
            if cost <= _MOST_COST:
                sets.append((cost, names))
    sets.sort(key=lambda each: each[0])
    return sets


def _values_of(names: Sequence[str]) -> Iterator[Mapping[str, Any]]:
    """Yield all values of these options together, with those of the options that they need."""
    declared = moving_declarations()
    needed = {declared[name].option.needs for name in names} - {"", *names}
    together = (*names, *sorted(needed))
    for values in product(*(values_to_try(declared[name]) for name in together)):
        yield dict(zip(together, values, strict=True))
