"""The sheets that a code, or a game alone, can mean: laid out one after the other, the likeliest first."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice, permutations, product
from typing import Any

from msgspec.structs import replace

from sheetgen.documents.sheet_options import resolve
from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import languages as known_languages
from sheetgen.layout.cells import CellMap, cell_map
from sheetgen.layout.code import MOST_COLUMNS, Code, encode
from sheetgen.layout.content import Content
from sheetgen.layout.options import SheetOptions
from sheetgen.layout.sheet_plan import Planner
from sheetgen.pdf import measure
from sheetgen.rules.ruleset import Ruleset

MOST_TRIED = 80
"""Maximum number of sheets that are laid out for one code: this takes three seconds of one core. Of 126 made photos, 84
were found with the first sheet, and 41 with one of the next."""
_SIZES: Mapping[str, tuple[str, ...]] = {
    "a5": ("a5", "148.5x210mm"),
    "a6": ("105x148.5mm", "a6"),
    "": ("a3", "legal", "200x297mm", "105x297mm", "205.9x279.4mm", "107.95x139.7mm", "100x150mm", "4x6in"),
}
"""The sizes that a paper of the code stands for, if it is not just that one: cards, and sheets beside their holes."""
_COMMANDS: tuple[str | None, ...] = ("", f" --names {'n' * 60}", None, f" --names {'n' * 160}")
"""What may stand behind the shortest command in the foot, which takes another line for it; None if there is none."""
_VARIANTS: tuple[Mapping[str, Any], ...] = (
    {"left_handed": True}, {"allowed": True}, {"large_print": True}, {"left_handed": True, "allowed": True},
    {"pad": 1}, {"reusable": True}, {"par": True}, {"left_handed": True, "large_print": True},
    {"allowed": True, "large_print": True}, {"ruler": True}, {"pictogram": True}, {"pad": 1, "glue": "0"},
)  # fmt: skip
"""What moves the boxes and is asked for most."""
_UNSEEN = 2
"""A sheet has at most so many times as many cells as boxes are seen, dice and all."""


def matching(code: Code, game: Ruleset, languages: Sequence[str] = ()) -> Iterator[CellMap]:
    """The maps of the sheets that have this code, each as it is found; none if it is the code of another game.

    One of 27 others has the same (one of six for games of one's own), so whoever reads a sheet compares it with the
    map, and asks for the next. `languages` are tried first. None is laid out before it is asked for.
    """
    if not code.is_of(game) or not code.columns:
        return
    tried = islice(_asked(code, game, _ordered(languages)), MOST_TRIED)
    yield from (found for found in _laid_out(game, tried) if found.code == encode(code))


def guesses(
    game: Ruleset, languages: Sequence[str], columns: Sequence[int], boxes: int
) -> Iterator[tuple[CellMap, Iterator[CellMap]]]:
    """Yield for each number of columns of a game the plainest map, and its `likely` variants.

    Of the `columns` to try, or of up to eight and as many as usual, those for which there is room, and of whose cells
    so many `boxes` can be what is seen.
    """
    cells = 0.0
    for count in columns or sorted({*range(1, 9), game.sheet.count}):
        if count * cells > _UNSEEN * boxes:
            return
        others = likely(game, languages, count)
        if first := next(others, None):
            cells = len(first.cells) / count
            yield first, others
        elif cells:
            return


def likely(game: Ruleset, languages: Sequence[str], columns: int) -> Iterator[CellMap]:
    """The maps of the plain sheets of a game with so many columns, each laid out as it is asked for.

    Without the code first, which would have been seen, and in these languages.
    """
    by: dict[str, Any] = {game.sheet.columns: columns}
    return _laid_out(game, (
        SheetOptions(lang=lang, paper=paper, command=command, code=code, **by)
        for paper, code, lang in product(("a4", "letter"), (False, True), _ordered(languages))
        for command in (_command(game, lang, paper), "")
    ))  # fmt: skip


def _ordered(languages: Sequence[str]) -> tuple[str, ...]:
    """These languages, then all others that there are."""
    return tuple(dict.fromkeys((*languages, *known_languages())))


def _laid_out(game: Ruleset, asked: Iterable[SheetOptions]) -> Iterator[CellMap]:
    """The map of each sheet that has room, none twice: as it fits best if that is how it should lie, else laid so."""
    seen = set()
    for options in asked:
        with suppress(SheetgenError):  # for a game that fewer play, say
            wording, wanted = resolve(game, options)
            for orientation in dict.fromkeys((None, wanted.orientation)):
                content = Content(wording, replace(wanted, orientation=orientation), measure)
                plan = Planner(content).try_columns(options.players or options.games or options.series or 1)
                if plan and options.orientation in (None, "landscape" if plan.width > plan.height else "portrait"):
                    found = cell_map(plan)
                    if found.cells not in seen:
                        seen.add(found.cells)
                        yield found
                    break


def _asked(code: Code, game: Ruleset, languages: Sequence[str]) -> Iterator[SheetOptions]:
    """What a sheet with this code may have been asked for with, the likeliest first."""
    sizes = _SIZES.get(code.paper, (code.paper,))
    direction: Any = "landscape" if code.across else "portrait"
    own, other = ("players", "games") if game.sheet.columns == "players" else ("games", "players")
    counts = (code.columns,) if code.columns < MOST_COLUMNS else range(MOST_COLUMNS, MOST_COLUMNS + 8)
    plain: tuple[Mapping[str, Any], ...] = ({},)
    short = (_COMMANDS[0], None)
    pairs = sorted(permutations(languages, 2), key=lambda pair: languages[0] not in pair)
    others = ((_VARIANTS[1:], (own,)), (plain, (*(["series"] if own == "games" and code.columns > 1 else []), other)))
    usual = sizes[:1] if code.paper else sizes
    tries: tuple[tuple[Any, ...], ...] = (
        (plain, (own,), _COMMANDS if code.paper else short[:1], sizes, languages),
        (_VARIANTS[:1], (own,), short, sizes, languages),
        *((*each, short, usual, languages[:1]) for each in others),
        (plain, (own,), short[:1], usual, pairs),
        *((*each, short[:1], usual, languages[1:]) for each in others),
    )
    for variants, ways, tails, sizes, spoken in tries:
        for more, way, tail, size, count, lang in product(variants, ways, tails, sizes, counts, spoken):
            asked = [*more, *([f"{way} {count}"] if count != game.sheet.count else [])]
            command = "" if tail is None else _command(game, lang, size, *asked) + tail
            columns: dict[str, Any] = {way: count, **({"columns": way} if way == other else {})}
            yield SheetOptions(lang=lang, paper=size, command=command, orientation=direction, **columns, **more)


def _command(game: Ruleset, lang: str | tuple[str, str], paper: str, *more: str) -> str:
    """About what stands in the foot: as long as the command that was called."""
    langs = lang if isinstance(lang, str) else ",".join(lang)
    words = "".join(f" --{each.replace('_', '-')}" for each in more)
    return f"sheetgen pdf --ruleset {game.id} --lang {langs} --paper {paper}{words}"
