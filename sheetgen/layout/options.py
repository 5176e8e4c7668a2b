"""Options of sheets, declared once, with paper and lengths as people write them.

The contents of fields are here too.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Struct, field

from sheetgen.errors import Cure, Message, SheetgenError, field_of, unknown
from sheetgen.files.disk import MOST_LETTERS, clean_name, read_toml
from sheetgen.files.tables import A_TEXT, check_kind
from sheetgen.i18n.catalog import Catalog, choose_language, languages, load_catalog
from sheetgen.layout.primitives import MM
from sheetgen.layout.themes import DEFAULT, Look, load_look, theme_names
from sheetgen.rules.ruleset import Ruleset

MOST_PLAYERS = 100
"""Maximum number of players of all documents."""
MOST_IN_PAD = 1_000
"""Maximum number of sheets of a pad."""
MOST_BLANKS = 10_000
"""Maximum number of sheets without names."""


# paper and lengths as people write them

_LETTER_TERRITORIES = frozenset(
    ["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"]
)
"""Territories that use Letter; all others use A4. Source: CLDR, supplemental measurement data."""


class Paper(Struct, frozen=True):
    """Paper, upright; width and height in points."""

    name: str
    width: float
    height: float
    series: str
    """Series of papers that are sold together: ``iso`` or ``us``."""
    across: bool = False
    """Flag: its size was written with the wider side first, which means landscape."""


PAPERS: Mapping[str, Paper] = {
    name: Paper(name, width * MM, height * MM, series)
    for name, width, height, series in (
        ("a6", 105, 148, "iso"),
        ("half-letter", 139.7, 215.9, "us"),
        ("a5", 148, 210, "iso"),
        ("letter", 215.9, 279.4, "us"),
        ("a4", 210, 297, "iso"),
        ("legal", 215.9, 355.6, "us"),
        ("a3", 297, 420, "iso"),
    )
}
"""Papers by name, from the smallest to the largest."""

_UNITS = {"mm": MM, "cm": 10 * MM, "in": 72.0}
_LENGTH = r"([0-9]{1,20}(?:[.,][0-9]{1,3})?)"
_SIZE = re.compile(rf"{_LENGTH}\s*[x×]\s*{_LENGTH}\s*(mm|cm|in)?")
_LEAST, _MOST = 40 * MM, 1200 * MM
"""Minimum and maximum side of paper that is written as a size, in points."""


def find_paper(name: str) -> Paper:
    """Return the paper of a name or a size, such as ``100x150mm`` or ``4x6in``.

    Names may be in capitals. Raises SheetgenError for an unknown one.
    """
    written = name.strip().lower()
    if written in PAPERS:
        return PAPERS[written]
    size = read_size(written, "--paper", _LEAST)
    if not size:
        raise unknown(Message("paper"), written, (*PAPERS, *PHOTO_PAPERS, *PAD_PAPERS), "paper")
    sides, name = size
    return Paper(
        name,
        min(sides),
        max(sides),
        "us" if name.endswith("in") else "iso",
        across=sides[0] > sides[1],
    )


def read_size(text: str, option: str, least: float) -> tuple[tuple[float, float], str] | None:
    """Return width and height in points, and the size with its unit.

    The text is such as ``100x150mm`` or ``4x6in``. Returns None for a text that is no size. Raises
    SheetgenError for a side below `least`, in points, or too long.
    """
    size = _SIZE.fullmatch(text.strip().lower())
    if not size:
        return None
    width, height, unit = size[1], size[2], size[3] or "mm"
    across, down = (float(side.replace(",", ".")) * _UNITS[unit] for side in (width, height))
    if not all(least <= side <= _MOST for side in (across, down)):
        raise SheetgenError(
            "wrote %(written)s; the sides should be from %(least)s to %(most)s mm",
            key=option,
            written=f"{width}x{height}{unit}",
            least=round(least / MM),
            most=round(_MOST / MM),
        )
    return (across, down), f"{width}x{height}{unit}".replace(",", ".")


def named_paper(width: float, height: float, series: str) -> Paper:
    """Return the paper of this size in points, upright, with its name if it has one."""
    low, high = sorted((width, height))
    known = (
        paper
        for paper in PAPERS.values()
        if abs(paper.width - low) < MM and abs(paper.height - high) < MM
    )
    paper = next(known, None)
    return Paper(
        paper.name if paper else f"{low / MM:.0f}x{high / MM:.0f}mm",
        low,
        high,
        series,
        width > height,
    )


PHOTO_PAPERS = ("100x150mm", "4x6in")
"""Sizes of photos, the usual papers without a name."""
PAD_PAPERS = ("105x200mm", "100x180mm", "99x210mm")
"""Sizes of pads that are sold, and a third of A4, for `--pad`."""


@cache
def label_stock() -> list[dict[str, Any]]:
    """Return the labels that are sold, the largest first.

    Each kind has its product numbers and measures.
    """
    return list(read_toml(Path(__file__).with_name("labels.toml"))["labels"])


def find_labels(written: str | None) -> dict[str, Any]:
    """Return the labels with this product number, with or without its maker.

    An empty table if there are none.
    """
    number = re.fullmatch(
        r"(?:avery|zweckform|herma)?\s*([a-z]?[0-9]+)(?:rev)?(?:-[0-9]+)?", (written or "").lower()
    )
    return next(
        (each for each in label_stock() if number and number[1].upper() in each["codes"]), {}
    )


def labels_like(written: str, paper: Paper) -> str:
    """Return the product numbers most like what is written.

    If there are none, those of the largest labels in this paper.
    """
    from difflib import get_close_matches  # noqa: PLC0415 - 3 ms that few runs need

    stock = [
        each for each in label_stock() if (each["paper"] == "letter") == (paper.series == "us")
    ]
    near = get_close_matches(
        written.upper(), [number for each in label_stock() for number in each["codes"]], 4
    )
    return ", ".join(near or [each["codes"][0] for each in stock[:3]])


Length = str | float
"""Length as people write it, such as ``10mm`` or ``0.4in``; a number is in millimetres."""
Pair = str | tuple[Length, Length]
"""Length to the right and length up or down; as a text, with a comma between them."""


NO_LENGTH = Message("wrote '%(written)s'; should be a length such as 8mm or 0.3in")
NO_PAIR = Message("wrote '%(written)s'; should be two lengths such as 1.5,-0.5")


def read_length(text: str, option: str) -> float:
    """Return a length such as ``8``, ``8mm`` or ``0.3in`` in points.

    Without a unit it is in millimetres.
    """
    match = re.fullmatch(rf"(-?){_LENGTH}\s*(mm|cm|in)?", text.strip().lower())
    if not match:
        raise SheetgenError(NO_LENGTH, key=option, written=text)
    return float(match[1] + match[2].replace(",", ".")) * _UNITS[match[3] or "mm"]


def length_of(written: Length | None, option: str, least: float, most: float) -> float | None:
    """Return a length in points.

    Raise SheetgenError if it is not between `least` and `most`, in millimetres.
    """
    if written is None:
        return None
    text = written if isinstance(written, str) else f"{written:g}"
    length = read_length(text, option)
    if not least * MM <= length <= most * MM:
        error = SheetgenError(
            "wrote '%(written)s'; should be from %(least)s to %(limit)s mm",
            key=option,
            written=text,
            least=f"{least:g}",
            limit=f"{most:g}",
        )
        nearest = least if length < least * MM else most
        raise error.cured(Cure(field_of(option), f"{nearest:g}"))
    return length


def pair_of(written: Pair | None, option: str) -> tuple[float, float]:
    """Return two lengths in points, 0 and 0 for None; raise SheetgenError for anything else."""
    if written is None:
        return 0.0, 0.0
    parts = written.split(",") if isinstance(written, str) else [str(each) for each in written]
    if len(parts) != 2:
        raise SheetgenError(NO_PAIR, key=option, written=written)
    return read_length(parts[0], option), read_length(parts[1], option)


def half(paper: Paper) -> Paper:
    """Return the paper of half the size; the smallest of the series if there is none."""
    kin = [other for other in PAPERS.values() if other.series == paper.series]
    return next((other for other in kin if abs(other.height - paper.width) < MM), kin[0])


def larger_papers(paper: Paper) -> list[Paper]:
    """Return the larger papers, the smallest first, those of the same series before the others."""
    area = paper.width * paper.height
    larger = [other for other in PAPERS.values() if other.width * other.height > area]
    return sorted(larger, key=lambda other: other.series != paper.series)


def larger_pads(paper: Paper) -> list[Paper]:
    """Return the larger ones of the pads that are sold, the usual ones first."""
    pads = [find_paper(name) for name in PAD_PAPERS]
    return [pad for pad in pads if pad.width * pad.height > paper.width * paper.height]


def system_paper(environ: Mapping[str, str]) -> tuple[str, str]:
    """Return the name of the usual paper, and the environment variable that decides.

    An empty name if none is set.
    """
    deciding = next((key for key in ("LC_PAPER", "LC_ALL", "LANG") if environ.get(key)), "")
    territory = environ.get(deciding, "").split(".")[0].split("@")[0].partition("_")[2].upper()
    return "letter" if territory in _LETTER_TERRITORIES else "a4", deciding


# checks that all documents share


def catalog_of(lang: str | None) -> Catalog:
    """Return the words of a language by its code, English for None.

    Raise SheetgenError for an unknown one.
    """
    if lang is not None:
        check_kind(lang, str, "lang", A_TEXT)
    return load_catalog(choose_language(lang or "en", {}))


def choose_languages(lang: str | Sequence[str]) -> tuple[str, ...]:
    """Return the codes of one language, or of two with a comma between them.

    Raises SheetgenError for others.
    """
    written = lang.split(",") if isinstance(lang, str) else lang
    codes = tuple(choose_language(each, {}) for each in written)
    if len(codes) > 2 or len({*codes}) < len(codes):
        shown = lang if isinstance(lang, str) else ",".join(lang)
        raise SheetgenError(
            "wrote '%(written)s'; should be one language, or two such as nl,en",
            key="--lang",
            written=shown,
        )
    return codes


def check_count(
    option: str, number: int | None, limit: int = MOST_PLAYERS, least: int = 1
) -> int | None:
    """Return the number; raise SheetgenError at the option if it is not from `least` to `limit`."""
    if number is not None and not least <= number <= limit:
        message = Message("%(written)s is not possible; use %(least)s to %(limit)s.")
        nearest = min(max(number, least), limit)
        error = SheetgenError(message, key=option, written=number, least=least, limit=limit)
        raise error.cured(Cure(field_of(option), nearest))
    return number


def check_names(names: Sequence[str], players: int | None = None) -> tuple[str, ...]:
    """Return the names for printing.

    Raise SheetgenError for too many of them, and for one that is too long.
    """
    check_count("--players", players)
    clean = tuple(map(clean_name, names))
    check_count("--names", len(clean) or None)
    if any(len(name) > MOST_LETTERS for name in clean):
        raise SheetgenError(
            "a name has %(limit)s letters at most; shorten it", key="--names", limit=MOST_LETTERS
        )
    if players is not None and players < len(clean):
        raise too_many_names(len(clean), players).at("--names")
    return clean


def too_many_names(names: int, players: int) -> SheetgenError:
    """Return the error for more names than players."""
    error = SheetgenError(
        "%(names)s names, and --players says %(count)s; leave that out", names=names, count=players
    )
    return error.cured(Cure("players"))


def look_of(game: Ruleset, theme: str | None, modes: Sequence[str] = ()) -> Look:
    """Return the look of a theme in the accent of a game.

    Modes such as ``large_print`` are on top, in this order. `theme` is a name, or a file that ends
    in ``.toml``. Raises SheetgenError for an unknown theme.
    """
    return load_look(theme or DEFAULT, [mode.replace("_", "-") for mode in modes]).with_accent(
        game.accent
    )


def check_date(text: str, option: str) -> None:
    """Raise SheetgenError for a date in digits that is in no calendar.

    Its year has four digits, first or last.
    """
    if not re.fullmatch(r"(?a)\d{4}([-/.] ?)\d\d?\1\d\d?|\d\d?([-/.] ?)\d\d?\2\d{4}", text):
        return
    first, second, third = map(int, re.findall(r"\d+", text))
    orders = (
        [(first, second, third)]
        if text[:4].isdigit()
        else [(third, second, first), (third, first, second)]
    )
    for order in orders:
        with suppress(ValueError):
            date(*order)
            return
    raise SheetgenError(
        "%(written)s does not exist; check the day and the month.", key=option, written=text
    )


# contents of fields

FIELDS = {"player": 42, "date": 26, "table": 14, "round": 14, "game": 12, "number": 4}
"""Fields above the rows, in this order, with lengths of their lines in mm; the number is that of a
card in a pad."""
SHEET_FIELDS = ("date", "table", "round", "game")
"""Fields that one can ask for."""
MODES = ("large_print", "reusable", "ink_saver")
"""Modes of the look that are laid over a theme, in this order."""


class Filling(Struct, frozen=True):
    """Contents of one sheet or, if each player has a page, of the sheets of one table."""

    names: tuple[str, ...] = ()
    """Players' names; an empty name, and a missing one, is printed as a blank."""
    values: Mapping[str, str] = field(default_factory=dict)
    """Contents of the fields above the rows."""
    file: str = ""
    """File of names that it comes from."""
    line: int = 0
    """Line in that file."""
    key: str = "--names"
    """Option that it comes from, without a file."""
    players: int | None = None
    """Number of players, if it is set for this filling; it may be larger than the number of
    names."""


# options, declared once for the command line, profiles, the command in the foot and the library


class Option(Struct, frozen=True):
    """Declaration of an option, as metadata of a field.

    Its help, and how it is written on the command line.
    """

    help: str = ""
    """Sentence in the imperative, or a noun; empty for an option that has only `flags`."""
    unit: str = ""
    """Placeholder for the value in help, such as ``MM``; choices and flags have none."""
    heading: Message | None = None
    """Heading in the help; None for the common options."""
    name: str = ""
    """Name on the command line without dashes, if it is not that of the field."""
    usual: str | None = None
    """Value that is used where the option is not set, if it is not a constant."""
    parse: Callable[[str], Any] | None = None
    """Function from the written text to the value, for fields that are no plain text."""
    suggest: Callable[[], Iterable[str]] | None = None
    """Function that returns the words that a shell completes."""
    flags: Mapping[str, Message] = {}
    """Help of the flags that replace an option with a value, one for each value of the field."""
    also: str = ""
    """Second name on the command line."""
    after: str = ""
    """Field of a base class that the option follows in help and commands."""
    limits: tuple[float, float] | None = None
    """Least and greatest length in millimetres, or least and greatest number if it moves boxes.

    None for a number of which it is enough that it is set.
    """
    needs: str = ""
    """Field without which the option has no use."""
    moves: bool = True
    """Flag: the option may move the boxes of a sheet, so that its code depends on it."""
    label: str = ""
    """Name of one to three words, for a page."""
    words: Mapping[str, Message] = {}
    """Names of the values, for a page. A value without one is its own name."""
    bounds: tuple[float, float] | None = None
    """Least and greatest number, or length in millimetres, of an option that has no `limits`."""


_paper, _look = partial(Option, heading=Message("Paper")), partial(Option, heading=Message("Look"))
_names = partial(Option, heading=Message("Names and fields"))
_rows = partial(Option, heading=Message("Rows and columns"))
_language = partial(
    Option, unit=Message("LANGUAGE"), usual=Message("your system's"), suggest=languages
)
_paper_only = partial(_paper, moves=False)
_names_only = partial(_names, moves=False)
_pair, _length = partial(_paper_only, unit="X,Y"), partial(_paper, unit="MM")


_NAME = {
    separator: re.compile(rf'\s*"((?:[^"]|"")+)"\s*{separator}|([^{separator}]*){separator}')
    for separator in ",;"
}
"""A name and the separator behind it: in quotes, in which quotes are doubled, or as it is. Unlike
the csv module it leaves a name as it is in which something stands beside the quotes."""


def split_names(text: str) -> tuple[str, ...]:
    """Return the names between the commas or, without a comma, between semicolons.

    A name with one of them in it is in double quotes. An empty one leaves a blank. Raise
    SheetgenError for a text without names.
    """
    if not text.strip():
        raise SheetgenError(
            "wrote '%(written)s'; should be names with commas between them", written=""
        )
    separator = "," if "," in text else ";"
    if '"' not in text:
        return tuple(text.split(separator))
    names: list[str] = []
    for quoted, plain in _NAME[separator].findall(text + separator):
        names.append(quoted.replace('""', '"') if quoted else plain)
    return tuple(names)


Lang = Annotated[str | None, _language(Message("Language, such as nl."), label=Message("Language"))]
PaperName = Annotated[
    str | None,
    Option(
        Message("Paper: a4, letter, a5, 100x150mm ..."),
        Message("PAPER"),
        usual=Message("your country's"),
        suggest=lambda: PAPERS,
        moves=False,
        label=Message("Paper"),
    ),
]
Players = Annotated[
    int | None,
    Option(
        Message("Number of players."),
        "N",
        usual=Message("as the game is played"),
        moves=False,
        label=Message("Players"),
        bounds=(1, MOST_PLAYERS),
    ),
]
Names = Annotated[
    Sequence[str],
    Option(
        Message("Names of the players, with commas between them."),
        Message("NAME,..."),
        parse=split_names,
        moves=False,
        label=Message("Names"),
    ),
]
_GAMES = Message("Number of games, where the columns are games.")
Games = Annotated[int | None, Option(_GAMES, "N", label=Message("Games"), bounds=(1, MOST_PLAYERS))]
Theme = Annotated[
    str | None,
    Option(
        Message("Colours and shapes: a theme, or a .toml file."),
        Message("THEME"),
        suggest=theme_names,
        moves=False,
        label=Message("Theme"),
    ),
]
LargePrint = Annotated[
    bool,
    Option(
        Message("Print no letter below 16 points, black on white."), label=Message("Large print")
    ),
]
BookletForm = Literal["pages", "booklet", "zine", "quick"]
"""Form of the rules: pages in order, a folded booklet, eight small pages on one side of a sheet, or
a quick card."""


class SheetOptions(Struct, frozen=True, kw_only=True):
    """Options of a score sheet, in the order of the command in its foot.

    None lets the game or the layout decide.
    """

    lang: Annotated[
        str | tuple[str, str] | None,
        _language(
            Message("Language, such as nl; two for both, such as nl,en."), label=Message("Language")
        ),
    ] = None
    """Code of the language, English if it is None; of two, the second is printed below the
    first."""
    paper: PaperName = None
    """Name such as ``a5`` or ``letter``, or size such as ``100x150mm``; A4 if it is None."""
    names: Names = ()
    orientation: Annotated[
        Literal["portrait", "landscape"] | None,
        _paper(
            Message("Orientation of the sheet, or of each card on it."),
            usual=Message("what fits best"),
            moves=False,
            label=Message("Orientation"),
            words={"portrait": Message("upright"), "landscape": Message("sideways")},
        ),
    ] = None
    margin: Annotated[
        Length | None,
        _length(
            Message("Margin, from 5 to 50 mm, such as 10 or 0.4in."),
            limits=(5, 50),
            label=Message("Margin"),
        ),
    ] = None
    nup: Annotated[
        int | str | None,
        Option(
            Message("Cards per page, to be cut: 2, 4, 6, 8, or columns and rows such as 2x3."),
            "N",
            parse=lambda text: text.strip().lower().replace("×", "x"),
            suggest=lambda: ("2", "4", "6", "8", "2x3"),
            moves=False,
            label=Message("Cards per page"),
        ),
    ] = None
    gap: Annotated[
        Length | None,
        _length(
            moves=False,
            help=Message("With --nup: gap between the cards, up to 50 mm."),
            label=Message("Gap between cards"),
            bounds=(0, 50),
        ),
    ] = None
    labels: Annotated[
        str | None,
        _paper_only(
            Message(
                "Print a card on each label: a product number such as L7168, or a size such as "
                "199.6x143.5mm."
            ),
            Message("LABELS"),
            also="label",
            label=Message("Labels"),
        ),
    ] = None
    label_margin: Annotated[
        Pair | None,
        _pair(
            Message("With --labels: from the left and upper edge to the first label."),
            usual=Message("centred"),
            label=Message("Margin of labels"),
        ),
    ] = None
    label_pitch: Annotated[
        Pair | None,
        _pair(
            Message("With --labels: from one label to the next, across and down."),
            usual=Message("as labels are sold"),
            label=Message("Pitch of labels"),
        ),
    ] = None
    marks: Annotated[
        Literal["none", "crop", "lines", "dots"] | None,
        _paper_only(
            Message("With --nup or --labels: marks for cutting."),
            usual=Message("crop with --nup"),
            label=Message("Marks for cutting"),
            words={
                "none": Message("none"),
                "crop": Message("crop marks"),
                "lines": Message("lines"),
                "dots": Message("dots"),
            },
        ),
    ] = None
    mark_length: Annotated[
        Length | None,
        _length(
            moves=False,
            help=Message("Length of a crop mark, from 1 to 20 mm."),
            usual="5",
            label=Message("Length of marks"),
            bounds=(1, 20),
        ),
    ] = None
    mark_gap: Annotated[
        Length | None,
        _length(
            moves=False,
            help=Message("Gap between a crop mark and the corner of its card, up to 10 mm."),
            usual="0",
            label=Message("Gap at marks"),
            bounds=(0, 10),
        ),
    ] = None
    pad: Annotated[
        int | None,
        Option(
            Message("Make a pad of N sheets, with the rules on the last."),
            "N",
            label=Message("Pad"),
            bounds=(1, MOST_IN_PAD),
        ),
    ] = None
    numbered: Annotated[bool, _paper(Message("Number the sheets."), label=Message("Numbered"))] = (
        False
    )
    glue: Annotated[
        Length | None,
        _length(
            Message("With --pad: space at the top for the glue, up to 40 mm."),
            usual="8",
            limits=(0, 40),
            needs="pad",
            label=Message("Space for glue"),
        ),
    ] = None
    backing: Annotated[
        bool | None,
        _paper_only(
            Message("With --pad: print the rules in short on the last sheet."),
            label=Message("Rules behind"),
        ),
    ] = None
    back: Annotated[
        Literal["none", "rules", "audit"],
        Option(
            Message("Print on the reverse: the rules in short, or a grid to check the card."),
            moves=False,
            label=Message("Reverse"),
            words={
                "none": Message("nothing"),
                "rules": Message("rules"),
                "audit": Message("check grid"),
            },
        ),
    ] = "none"
    front_offset: Annotated[
        Pair | None,
        _pair(
            Message("Move the front by X mm to the right and Y mm up, for printers that shift it."),
            label=Message("Shift of front"),
        ),
    ] = None
    back_offset: Annotated[
        Pair | None,
        _pair(
            Message(
                "Move the reverse by X mm to the right and Y mm up, for printers that shift it."
            ),
            label=Message("Shift of reverse"),
        ),
    ] = None
    holes: Annotated[
        Literal[2, 4] | None,
        _paper_only(
            Message("Mark the holes of a ring binder, 80 mm apart, and keep that edge free."),
            label=Message("Holes"),
        ),
    ] = None
    ruler: Annotated[
        bool,
        _paper(
            Message("Print a ruler of 50 mm, and a test page for true size."),
            label=Message("Ruler"),
        ),
    ] = False
    players: Players = None
    names_file: Annotated[
        Path | None,
        _names_only(
            Message(
                "File, CSV or text, with one table or player a line, for a sheet each; - is "
                "standard input."
            ),
            Message("FILE"),
            label=Message("File of names"),
        ),
    ] = None
    blanks: Annotated[
        int | None,
        _names_only(
            Message("Number of sheets without names to add."),
            "N",
            label=Message("Extra blank sheets"),
            bounds=(1, MOST_BLANKS),
        ),
    ] = None
    fields: Annotated[
        Sequence[str] | None,
        _names(
            Message("Fields above the rows, such as date,table,round,game; none for no field."),
            Message("FIELD,..."),
            suggest=lambda: SHEET_FIELDS,
            parse=lambda text: (
                () if text == "none" else tuple(word.strip().lower() for word in text.split(","))
            ),
            label=Message("Fields"),
            words={
                "date": Message("date"),
                "table": Message("table"),
                "round": Message("round"),
                "game": Message("game"),
            },
        ),
    ] = None
    """Fields above the rows: some of date, table, round and game; empty for none, None for the
    usual ones."""
    date: Annotated[
        str | None, _names(Message("Print this date."), Message("DATE"), label=Message("Date"))
    ] = None
    table: Annotated[
        str | None, _names(Message("Print this table."), Message("TABLE"), label=Message("Table"))
    ] = None
    round: Annotated[
        str | None, _names(Message("Print this round."), Message("ROUND"), label=Message("Round"))
    ] = None
    title: Annotated[
        str | None,
        _names(
            Message("Title instead of the name of the game."),
            Message("TITLE"),
            label=Message("Title"),
        ),
    ] = None
    columns: Annotated[
        Literal["players", "games"] | None,
        _rows(
            Message("Print a column for each player, or for each game of one player."),
            label=Message("Columns"),
            words={"players": Message("players"), "games": Message("games")},
        ),
    ] = None
    games: Annotated[
        int | None,
        _rows(_GAMES, "N", moves=False, label=Message("Games"), bounds=(1, MOST_PLAYERS)),
    ] = None
    series: Annotated[
        int | None,
        _rows(
            Message(
                "Make a sheet for the best of N games, 2 to 20, with running totals and averages."
            ),
            "N",
            limits=(2, 20),
            label=Message("Series"),
        ),
    ] = None
    pictogram: Annotated[
        bool, _rows(Message("Print no words at all."), label=Message("Without words"))
    ] = False
    left_handed: Annotated[
        bool,
        _rows(Message("Print the names of the rows on the right."), label=Message("Left-handed")),
    ] = False
    par: Annotated[
        bool,
        _rows(
            Message(
                "Add a column with the points of three of each number, and the distance to the "
                "bonus."
            ),
            label=Message("Par"),
        ),
    ] = False
    par_best: Annotated[
        bool,
        _rows(
            Message("Add a column with the average points of each row in best play."),
            label=Message("Best play"),
        ),
    ] = False
    allowed: Annotated[
        bool,
        _rows(
            Message("Add a column with the values that each box can hold."),
            label=Message("Possible values"),
        ),
    ] = False
    theme: Theme = None
    fonts: Annotated[
        Sequence[Path],
        _look(
            Message("Font file (.ttf); a second one for the bold face."),
            Message("FILE"),
            name="font",
            moves=False,
            label=Message("Typefaces"),
        ),
    ] = ()
    """Font files (.ttf): the regular face, then the bold one."""
    large_print: LargePrint = False
    ink_saver: Annotated[
        bool,
        _look(Message("Print no fills, and thin lines."), moves=False, label=Message("Ink saver")),
    ] = False
    reusable: Annotated[
        bool,
        _look(
            Message("Make large boxes, thick lines and no fills, for laminating."),
            label=Message("For laminating"),
        ),
    ] = False
    code: Annotated[
        bool,
        _look(
            Message("Leave out the ten small dice that tell a reader of photos which sheet it is."),
            moves=False,
            label=Message("Code for photos"),
        ),
    ] = True
    command: str = ""
    """Command that made the document: printed small in the margin, and kept as the subject of the
    PDF."""

    @property
    def languages(self) -> tuple[str, ...]:
        """Codes of the languages, one or two. Raises SheetgenError for others."""
        return choose_languages(self.lang or "en")


def require(others: str, options: Struct, *names: str, file: str = "") -> None:
    """Raise SheetgenError for one of these options that is set.

    It needs others, which are not in this file.
    """
    for name in names:
        value = getattr(options, name)
        if value not in (None, ()) and value is not False:
            option = f"--{name.replace('_', '-')}"
            raise SheetgenError(
                "%(option)s needs %(others)s.", file=file, option=option, others=others
            )


class LayoutOptions(SheetOptions, frozen=True):
    """Options of a score sheet, resolved for its game.

    Papers and files are read, and lengths are points.
    """

    paper: Paper  # type: ignore[assignment] # the paper itself, no longer its name
    players: int | None = None
    """Number of players on each sheet; None for as many as there are names, or as usual."""
    names: tuple[str, ...] = ()
    """Players' names; players without one get a blank."""
    notes: tuple[str, ...] | None = None
    """Sentences for the foot, instead of the rules that one forgets at the table."""
    fillable: bool = False
    """Flag: the sheet is filled in on a screen, and has the cells for that."""
    moved_by: tuple[str, ...] = ()
    """Options that move the boxes, with their values, for the code."""
    old_command_lines: int = 0
    """Number of lines that the foot reserves for the command, which older sheets have there. It is
    for reading photos of these."""
    first: int = 1
    """Number of the first player on it."""
    game: int = 0
    """Number of the game in a series; 0 if there is only one."""
    fillings: Sequence[Filling] = ()
    """Contents of each of many sheets, instead of `names`."""
    values: Mapping[str, str] = field(default_factory=dict)
    """Contents of the fields of all sheets; those of a filling take precedence."""
    margin: float | None = None
    """Margin in points; None to let the layout choose."""
    glue: float = 0.0
    """Height above the sheet that stays free for the glue of a pad, in points."""
    fields: tuple[str, ...] | None = None
    """Fields above the rows, of `FIELDS`; None for the usual ones."""
    series: int = 0
    """Number of games of a series; 0 for none."""
    look: Look = field(default_factory=Look)
    second: Catalog | None = None
    """Second language, printed below the first."""
    pars: Mapping[str, str] = field(default_factory=dict)
    """Text of each row in the par column by the row's id, instead of three of each number."""
    audit: Literal["", "boxes", "sums"] = ""
    """Flag: this is the reverse, on which the card is checked."""
