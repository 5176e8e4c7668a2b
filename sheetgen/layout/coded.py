"""Sheets that have a code: the options with which each of them may have been made, the likeliest first.

The options are those that `SheetOptions` declares, so that a new one is tried without a change here.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations, product
from math import prod
from typing import Any, Literal

from msgspec import Struct

from sheetgen.layout.code import MOST_COLUMNS, Code, code_of, encode
from sheetgen.layout.options import Paper, SheetOptions
from sheetgen.layout.values import moving_declarations, moving_options, possible_values
from sheetgen.rules.ruleset import Ruleset

_MOST_OPTIONS = 3
"""Maximum number of options that are tried together."""
_MOST_COST = 3000
"""Maximum cost of a setting: some 50,000 settings, of which a code leaves 2,000."""
_RARITY = 3
"""Cost of an option in addition to the number of its values. Chosen by hand: three flags at once are
as likely as one of fifty margins."""
_OTHER_LANGUAGE, _TWO_LANGUAGES = 2, 12
"""Cost factors of another language than the likeliest, and of two languages."""
_SEVENTEEN_OR_MORE = range(MOST_COLUMNS, MOST_COLUMNS + 8)
"""Numbers of columns to try where the code says that there are many."""


class PageFormat(Struct, frozen=True):
    """Size of a page or of a card, and its orientation if the cut of the paper decides it."""

    paper: Paper
    orientation: Literal["portrait", "landscape"] | None = None


class Setting(Struct, frozen=True):
    """Options of a sheet, with what is known of it from its code."""

    options: SheetOptions
    format: PageFormat
    columns: int


def settings(
    code: Code, formats: Sequence[PageFormat], languages: Sequence[str]
) -> Iterator[Setting]:
    """Yield the settings of all sheets with the columns and the orientation of a code, the likeliest first.

    `formats` and `languages` are in the order in which they are likely.
    """
    own, others = tuple(languages[:1]), tuple(languages[1:])
    pairs = sorted(permutations(languages, 2), key=lambda pair: own[0] not in pair)
    spoken: tuple[tuple[int, Sequence[Any]], ...] = (
        (1, own),
        (_OTHER_LANGUAGE, others),
        (_TWO_LANGUAGES, pairs),
    )
    groups: list[tuple[int, int, Sequence[str], Sequence[Any]]] = []
    for cost, names in _option_sets():
        for factor, langs in spoken:
            for place in range(len(formats)):
                whole = cost * factor * (place + 1)
                if whole > _MOST_COST:
                    break
                groups.append((whole, place, names, langs))
    groups.sort(key=lambda group: group[0])
    counts = [code.columns] if code.columns < MOST_COLUMNS else _SEVENTEEN_OR_MORE
    for _, place, names, langs in groups:
        for columns, lang in product(counts, langs):
            for values in _values_of(names, columns):
                options = SheetOptions(lang=lang, **values)
                yield Setting(options, formats[place], columns)


def settings_with(
    code: Code, ruleset: Ruleset, formats: Sequence[PageFormat], languages: Sequence[str]
) -> Iterator[Setting]:
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
        costs[name] = len(possible_values(declared, MOST_COLUMNS)) + _RARITY
    sets = []
    for count in range(_MOST_OPTIONS + 1):
        for names in combinations(costs, count):
            cost = prod(costs[name] for name in names)
            if cost <= _MOST_COST:
                sets.append((cost, names))
    return sets


def _values_of(names: Sequence[str], columns: int) -> Iterator[Mapping[str, Any]]:
    """Yield all values of these options together."""
    declared = moving_declarations()
    for values in product(*(possible_values(declared[name], columns) for name in names)):
        yield dict(zip(names, values, strict=True))
