"""The sheets that a picture can show, by their code or their game.

Laid out one by one, the likeliest first.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice, permutations, product
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.documents.sheets import resolve
from sheetgen.errors import Message, SheetgenError
from sheetgen.i18n.catalog import languages as known_languages
from sheetgen.layout.code import MOST_COLUMNS, Code, encode
from sheetgen.layout.content import Content
from sheetgen.layout.options import SheetOptions
from sheetgen.layout.primitives import CellMap
from sheetgen.layout.sheet_plan import Planner, cell_map
from sheetgen.pdf.fonts import measure
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import known_ids
from sheetgen.scan.locate import likeliest
from sheetgen.scan.views import View

MOST_TRIED = 80
"""Maximum number of sheets that are laid out for one code: this takes three seconds of one core. Of
126 made photos, 84 were found with the first sheet, and 41 with one of the next."""
_BATCHES = (1, 3, 6, 12, 18)
"""Numbers of maps that are compared with a picture at a time, batch by batch. Usually the first map
fits."""
_SIZES: Mapping[str, tuple[str, ...]] = {
    "a5": ("a5", "148.5x210mm"),
    "a6": ("105x148.5mm", "a6"),
    "": (
        "a3",
        "legal",
        "200x297mm",
        "105x297mm",
        "205.9x279.4mm",
        "107.95x139.7mm",
        "100x150mm",
        "4x6in",
    ),
}
"""Further sizes that a paper of the code can mean: cards of a sheet that is cut, and sheets with
holes."""
_COMMANDS: tuple[str | None, ...] = ("", f" --names {'n' * 60}", None, f" --names {'n' * 160}")
"""Possible ends of the command in the foot. A longer command takes another line; None leaves the
command out."""
_VARIANTS: tuple[Mapping[str, Any], ...] = (
    {"left_handed": True}, {"allowed": True}, {"large_print": True}, {"left_handed": True, "allowed": True},
    {"pad": 1}, {"reusable": True}, {"par": True}, {"left_handed": True, "large_print": True},
    {"allowed": True, "large_print": True}, {"ruler": True}, {"pictogram": True}, {"pad": 1, "glue": "0"},
)  # fmt: skip
"""Options that move the boxes, the usual ones first. The order is a guess."""
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
_measure = lru_cache(maxsize=1 << 16)(measure)
"""Function that returns the width of a text. Widths are cached: a second layout takes two thirds of
the time."""


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
            "the dice in the foot, which say the game, are not seen; name the game with %(game)s, or the PDF that was"
            " printed with %(sheet)s; for a sheet of others name its rows, too, with %(rows)s",
            game="--ruleset",
            sheet="--sheet",
            rows="--rows",
        )
    if game is None and not code.ruleset:
        raise SheetgenError("a sheet of a game of your own; say with --ruleset which file it is in")
    game = game or shipped(code.ruleset)
    if not code.is_of(game) and not code.ruleset and game.id not in known_ids():
        raise SheetgenError(
            "--ruleset says %(asked)s, but the sheet was printed from another file, or before that one was changed;"
            " name the one it was printed from",
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
    boxes, columns = (
        max(len(view.corners) for view in views),
        [wanted.players] if wanted.players else [],
    )
    known = list(guesses(game, wanted.languages, columns, boxes))
    best = [known[number] for number in likeliest(views, [first for first, _ in known])]
    yield [first for first, _ in best]
    yield [each for _, others in best for each in others]


def matching(code: Code, game: Ruleset, languages: Sequence[str] = ()) -> Iterator[CellMap]:
    """Yield the maps of the sheets with this code, each laid out when it is requested; none for another game.

    One of 27 other layouts has the same code (one of six for a game of one's own): the maps are compared with the
    picture. `languages` are tried first.
    """
    if not code.is_of(game) or not code.columns:
        return
    tried = islice(_asked(code, game, _ordered(languages)), MOST_TRIED)
    yield from (found for found in _laid_out(game, tried) if found.code == encode(code))


def guesses(
    game: Ruleset, languages: Sequence[str], columns: Sequence[int], boxes: int
) -> Iterator[tuple[CellMap, Iterator[CellMap]]]:
    """Yield the plainest map of a game for each number of columns, with its `likely` variants.

    The numbers are `columns`; without any, up to eight and the usual number. They end where the
    page has no room, or where a sheet has far more cells than `boxes` are seen.
    """
    cells = 0.0
    for count in columns or sorted({*range(1, 9), game.sheet.count}):
        if count * cells > _UNSEEN * boxes:  # also for more columns
            return
        others = likely(game, languages, count)
        if first := next(others, None):
            cells = len(first.cells) / count
            yield first, others
        elif cells:  # the page has no room for more columns
            return


def likely(game: Ruleset, languages: Sequence[str], columns: int) -> Iterator[CellMap]:
    """Yield the maps of the plain sheets of a game with this number of columns, each laid out when it is requested.

    Sheets without a code come first, since none was seen, and these languages.
    """
    by: dict[str, Any] = {game.sheet.columns: columns}  # players or games
    return _laid_out(
        game,
        (
            SheetOptions(lang=lang, paper=paper, command=command, code=code, **by)
            for paper, code, lang in product(("a4", "letter"), (False, True), _ordered(languages))
            for command in (_command(game, lang, paper), "")
        ),
    )


def _ordered(languages: Sequence[str]) -> tuple[str, ...]:
    """Return these languages, then all others."""
    return tuple(dict.fromkeys((*languages, *known_languages())))


def _laid_out(game: Ruleset, asked: Iterable[SheetOptions]) -> Iterator[CellMap]:
    """Yield the map of each sheet that fits its page, none twice.

    In the best orientation, or in the one asked for.
    """
    seen = set()
    for options in asked:
        with suppress(SheetgenError):  # for a game that fewer play, say
            wording, wanted = resolve(game, options)
            for orientation in dict.fromkeys((None, wanted.orientation)):
                content = Content(wording, replace(wanted, orientation=orientation), _measure)
                plan = Planner(content).try_columns(
                    options.players or options.games or options.series or 1
                )
                if plan and options.orientation in (
                    None,
                    "landscape" if plan.landscape else "portrait",
                ):
                    found = cell_map(plan)
                    if found.cells not in seen:
                        seen.add(found.cells)
                        yield found
                    break


def _asked(code: Code, game: Ruleset, languages: Sequence[str]) -> Iterator[SheetOptions]:
    """Yield the options with which a sheet with this code may have been made, the likeliest first."""
    sizes = _SIZES.get(code.paper, (code.paper,))
    direction: Any = "landscape" if code.across else "portrait"
    own, other = ("players", "games") if game.sheet.columns == "players" else ("games", "players")
    counts = (
        (code.columns,) if code.columns < MOST_COLUMNS else range(MOST_COLUMNS, MOST_COLUMNS + 8)
    )
    plain: tuple[Mapping[str, Any], ...] = ({},)
    short = (_COMMANDS[0], None)
    pairs = sorted(permutations(languages, 2), key=lambda pair: languages[0] not in pair)
    others = (
        (_VARIANTS[1:], (own,)),
        (plain, (*(["series"] if own == "games" and code.columns > 1 else []), other)),
    )
    usual = sizes[:1] if code.paper else sizes
    tries: tuple[tuple[Any, ...], ...] = (
        (plain, (own,), _COMMANDS if code.paper else short[:1], sizes, languages),
        (_VARIANTS[:1], (own,), short, sizes, languages),
        *((*each, short, usual, languages[:1]) for each in others),
        (plain, (own,), short[:1], usual, pairs),
        *((*each, short[:1], usual, languages[1:]) for each in others),
    )
    for variants, ways, tails, sizes, spoken in tries:
        for more, way, tail, size, count, lang in product(
            variants, ways, tails, sizes, counts, spoken
        ):
            asked = [*more, *([f"{way} {count}"] if count != game.sheet.count else [])]
            command = "" if tail is None else _command(game, lang, size, *asked) + tail
            columns: dict[str, Any] = {way: count, **({"columns": way} if way == other else {})}
            yield SheetOptions(
                lang=lang, paper=size, command=command, orientation=direction, **columns, **more
            )


def _command(game: Ruleset, lang: str | tuple[str, str], paper: str, *more: str) -> str:
    """Return a command for the foot.

    Only its length matters: it decides how many lines the foot has.
    """
    langs = lang if isinstance(lang, str) else ",".join(lang)
    words = "".join(f" --{each.replace('_', '-')}" for each in more)
    return f"sheetgen pdf --ruleset {game.id} --lang {langs} --paper {paper}{words}"
