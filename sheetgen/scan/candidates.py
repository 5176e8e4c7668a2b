"""The sheets that a picture can show, by their code or their game.

Laid out one by one, the likeliest first.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice, product
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.documents.sheets import CARD_COUNTS, card_papers, check_together, resolve
from sheetgen.errors import Message, SheetgenError
from sheetgen.i18n.catalog import languages as known_languages
from sheetgen.layout.code import PAPERS as CODED_PAPERS, Code, encode, paper_in_code
from sheetgen.layout.coded import CodedSheet, PageFormat, settings, settings_with
from sheetgen.layout.content import Content
from sheetgen.layout.options import (
    PAD_PAPERS,
    PAPERS,
    PHOTO_PAPERS,
    Paper,
    SheetOptions,
    find_paper,
    label_stock,
)
from sheetgen.layout.primitives import CellMap
from sheetgen.layout.sheet_plan import Planner, SheetPlan, cell_map
from sheetgen.pdf.fonts import measure
from sheetgen.rules.ruleset import Players, Ruleset
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import known_ids
from sheetgen.scan.locate import likeliest
from sheetgen.scan.views import View

MOST_TRIED = 160
"""Maximum number of sheets that are laid out for one code: this takes six seconds of one core. Of
126 made photos, 84 were found with the first sheet, and 41 with one of the next."""
_BATCHES = (1, 3, 6, 12, 18, 40)
"""Numbers of maps that are compared with a picture at a time, batch by batch. Usually the first map
fits."""
_OLD_LINES = (1, 2, 0, 3)
"""Numbers of lines of the command in the foot of older sheets, the likeliest first."""
_UNSEEN = 2
"""Maximum number of cells of a sheet for each box that is seen. The dice are seen as boxes, too.
Chosen by hand."""


class Wanted(Struct, frozen=True):
    """Facts about the sheets that are known before they are read."""

    game: Ruleset | None = None
    players: int | None = None
    maps: Sequence[CellMap] = ()
    """Maps of the printed sheet, if it is known."""
    rows: Sequence[str] | None = None
    """Boxes and totals of a pad of another maker, from top to bottom, with - for any other row;
    None for a sheet of ours."""
    label_columns: int | None = None
    """Number of printed columns at the left of each table of such a pad."""
    languages: Sequence[str] = ()
    """Languages in which the sheet is likely printed."""
    names: Sequence[str] = ()
    """Names of the players, in the order of their columns."""


shipped = lru_cache(maxsize=32)(load_ruleset)
"""Function that returns the game with an id. Games are cached: the next page usually shows the same
one."""


def candidates(
    code: Code | None, wanted: Wanted, seen: Iterable[View]
) -> Iterator[Sequence[CellMap]]:
    """Return the maps that a sheet with this code may have, in batches, the likeliest first.

    A batch is laid out when it is requested. `seen` are views of the picture, for a sheet whose
    code is not seen. Raises SheetgenError if the game is not known.
    """
    game = wanted.game
    if wanted.maps:  # the PDF that was printed is known
        return iter([wanted.maps])
    if code is None and game:
        return _of_game(game, wanted, seen)
    if code is None:
        raise SheetgenError(
            "the dice in the foot, which say the game, are not seen; "
            "name the game with %(game)s, or the PDF that was printed with %(sheet)s; "
            "for a sheet of others name its rows, too, with %(rows)s",
            game="--ruleset",
            sheet="--sheet",
            rows="--rows",
        )
    if game is None and not code.ruleset:
        raise SheetgenError("a sheet of a game of your own; say with --ruleset which file it is in")
    game = game or shipped(code.ruleset)
    if not code.is_of(game) and not code.ruleset and game.id not in known_ids():
        raise SheetgenError(
            "--ruleset says %(asked)s, but the sheet was printed from another file, "
            "or before that one was changed; name the one it was printed from",
            asked=game.id,
        )
    if not code.is_of(game):
        named = code.ruleset or Message("a game of your own, or other rules")
        raise SheetgenError(
            "its code says %(named)s, and --ruleset says %(asked)s", named=named, asked=game.id
        )
    tried = matching(code, game, wanted.languages)
    return (list(islice(tried, count)) for count in _BATCHES)


def _of_game(game: Ruleset, wanted: Wanted, seen: Iterable[View]) -> Iterator[Sequence[CellMap]]:
    """Yield the plainest maps for the numbers of columns that match best the boxes.

    Then the variants of these.
    """
    views = list(seen)
    boxes = max(len(view.corners) for view in views)
    columns = [wanted.players] if wanted.players else []
    known = list(guesses(game, wanted.languages, columns, boxes))
    plainest = [first for first, _ in known]
    best = likeliest(views, plainest)
    yield [plainest[number] for number in best]
    variants: list[CellMap] = []
    for number in best:
        variants += known[number][1]
    yield variants


def matching(code: Code, game: Ruleset, languages: Sequence[str] = ()) -> Iterator[CellMap]:
    """Yield the maps of the sheets with this code; none for another game.

    Each is laid out when it is requested. Several layouts have the same code: the maps are compared
    with the picture. Five of today's sheets and an older one take turns. `languages` are tried
    first.
    """
    if not code.is_of(game) or not code.columns:
        return
    page_formats = _formats_of(code)
    spoken = _ordered(languages)
    today = _today(game, code, settings_with(code, game, page_formats, spoken))
    older = _older(game, code, settings(code, page_formats, spoken))
    known = set()
    is_over = False
    while not is_over:
        is_over = True
        for source in (*5 * [today], older):  # an older one is only laid out if these are not it
            cells = next(source, None)
            if cells is None:
                continue
            is_over = False
            if cells.cells not in known:
                known.add(cells.cells)
                yield cells


def _formats_of(code: Code) -> list[PageFormat]:
    """Return the formats of sheets with this code, none twice."""
    by_size: dict[object, PageFormat] = {}
    for known in _known_formats():
        width, height = known.paper.width, known.paper.height
        sides = sorted((width, height), reverse=code.across)
        orientation = "landscape" if code.across else "portrait"
        has_code = paper_in_code((sides[0], sides[1])) == code.paper
        if has_code and known.orientation in (None, orientation):
            by_size.setdefault((round(width, 1), round(height, 1)), known)
    return list(by_size.values())


@lru_cache(maxsize=1)
def _known_formats() -> list[PageFormat]:
    """Return the formats of all sheets on papers that have names, and of labels; this takes 20 ms.

    Sheets are whole or cut, with holes or without. Whole pages come first, those of the usual
    papers and of pads before all, then cards, and labels last.
    """
    coded = filter(None, CODED_PAPERS)
    names = dict.fromkeys(("a4", "letter", *PAD_PAPERS, *coded, *PAPERS, *PHOTO_PAPERS))
    papers = [find_paper(name) for name in names]
    known: list[PageFormat] = []
    for paper in papers:
        known.append(PageFormat(paper, usual={"pad": 1} if paper.name in PAD_PAPERS else {}))
        known += map(PageFormat, card_papers(SheetOptions(holes=2), paper))
    cuts = []
    for count in (*CARD_COUNTS, "2x3"):
        cuts += [SheetOptions(nup=count), SheetOptions(nup=count, holes=2)]
    for options in cuts:
        for paper in papers:
            known += map(_card_format, card_papers(options, paper))
    for label in label_stock():
        paper = find_paper(label["paper"])
        known += map(_card_format, card_papers(SheetOptions(labels=label["codes"][0]), paper))
    return known


def _card_format(card: Paper) -> PageFormat:
    """Return the format of a card, whose orientation the cut decides."""
    return PageFormat(card, "landscape" if card.across else "portrait")


def _today(game: Ruleset, code: Code, tried: Iterable[CodedSheet]) -> Iterator[CellMap]:
    """Yield the maps of today's sheets with these settings."""
    faces = encode(code)
    possible = ((setting, 0) for setting in filter(_is_possible, tried))
    for plan in islice(_plans(game, possible, across=code.across), MOST_TRIED):
        if plan:
            cells = cell_map(plan)
            if cells.code == faces:
                yield cells


def _older(game: Ruleset, code: Code, tried: Iterable[CodedSheet]) -> Iterator[CellMap]:
    """Yield the maps of the older sheets with these settings and this code.

    They differ by the places of their boxes.
    """
    faces = encode(code)
    possible = filter(_is_possible, tried)
    both = ((setting, lines) for setting in possible for lines in _OLD_LINES)
    for plan in islice(_plans(game, both, across=code.across), MOST_TRIED):
        if plan and plan.old_code == faces:
            yield replace(cell_map(plan), code=faces)


def _is_possible(setting: CodedSheet) -> bool:
    """Check whether the options do not exclude each other."""
    try:
        check_together(setting.options)
    except SheetgenError:
        return False
    return True


def _plans(
    game: Ruleset, tried: Iterable[tuple[CodedSheet, int]], *, across: bool
) -> Iterator[SheetPlan | None]:
    """Yield the plan of each layout that is tried, or None for one that cannot be the right one.

    A sheet that fits better in the other orientation may have been turned by its options. `tried`
    are settings with the number of lines of the command in the foot of older sheets.
    """
    orientation: Literal["portrait", "landscape"] = "landscape" if across else "portrait"
    for setting, old_command_lines in tried:
        plan = _plan(game, setting, old_command_lines)
        if plan is None or plan.landscape == across:
            yield plan
            continue
        yield None
        if not plan.content.options.orientation:
            turned = replace(setting, format=replace(setting.format, orientation=orientation))
            yield _plan(game, turned, old_command_lines)


def _plan(game: Ruleset, setting: CodedSheet, old_command_lines: int) -> SheetPlan | None:
    """Return the plan of a sheet; None if it does not fit its page."""
    with suppress(SheetgenError):  # for a game that fewer play, say
        wording, resolved = resolve(game, setting.options)
        options = replace(
            resolved,
            paper=setting.format.paper,
            orientation=setting.format.orientation or resolved.orientation,
            old_command_lines=old_command_lines,
        )
        content = Content(wording, options, measure)
        content.check_options()
        return Planner(content).try_columns(setting.columns)
    return None


def guesses(
    game: Ruleset, languages: Sequence[str], columns: Sequence[int], boxes: int
) -> Iterator[tuple[CellMap, Iterator[CellMap]]]:
    """Yield the plainest map of a game for each number of columns, with its `likely` variants.

    The numbers are `columns`; without any, up to eight of those that the game can have, and the
    usual one. They end where the page has no room, or where a sheet has far more cells than `boxes`
    are seen.
    """
    cells = 0.0
    limits = game.players if game.sheet.columns == "players" else Players()
    for count in columns or sorted({*range(1, 9), game.sheet.count}):
        if count < limits.min or count > (limits.max or count):
            continue
        if count * cells > _UNSEEN * boxes:  # also for more columns
            return
        others = likely(game, languages, count)
        first = next(others, None)
        if first:
            cells = len(first.cells) / count
            yield first, others
        elif cells:  # the page has no room for more columns
            return


def likely(game: Ruleset, languages: Sequence[str], columns: int) -> Iterator[CellMap]:
    """Yield the maps of the plain sheets of a game with this number of columns.

    Each is laid out when it is requested. Sheets without a code come first, since none was seen,
    and these languages. None comes twice.
    """
    known = set()
    for paper, code, lang in product(("a4", "letter"), (False, True), _ordered(languages)):
        options = SheetOptions(lang=lang, code=code)
        setting = CodedSheet(options, PageFormat(find_paper(paper)), columns)
        for lines in (0, 1, 2):
            plan = _plan(game, setting, lines)
            if plan:
                cells = cell_map(plan)
                if cells.cells not in known:
                    known.add(cells.cells)
                    yield cells


def _ordered(languages: Sequence[str]) -> tuple[str, ...]:
    """Return these languages, then all others."""
    return tuple(dict.fromkeys((*languages, *known_languages())))
