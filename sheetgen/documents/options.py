"""What a score sheet can be asked for, and what follows from it: languages, names, fields, paper and look."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.documents.asked import Length, Pair, catalog_of, check_count, check_names, length_of, look_of, pair_of
from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.files.reading import MOST_LETTERS, clean_name
from sheetgen.i18n.catalog import Catalog, languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import (
    FIELDS,
    MM,
    Filling,
    Fillings,
    Look,
    Paper,
    SheetOptions as LayoutOptions,
    check_date,
    find_paper,
)
from sheetgen.layout.primitives import Font
from sheetgen.pdf import measure
from sheetgen.rules import Ruleset

MOST_IN_PAD = 1_000
"""The maximum number of sheets of a pad."""
_MOST_BLANKS, _MOST_SERIES = 10_000, 20
_MODES = ("large_print", "reusable", "ink_saver")
"""What is laid over a theme, in this order."""
_GLUE = 8 * MM


class SheetOptions(Struct, frozen=True, kw_only=True):
    """What a score sheet is asked for. None stands for what fits the game best."""

    lang: str | tuple[str, str] = "en"
    """The code of the language; of two, the second stands below the first."""
    paper: str = "a4"
    """A name such as ``a5`` or ``letter``, or a size such as ``100x150mm``."""
    orientation: Literal["portrait", "landscape"] | None = None
    """How the sheet, or each of several on one, lies."""
    margin: Length | None = None
    """From 5 to 50 mm."""
    nup: int | str | None = None
    """How many cards stand on a sheet, to be cut: 2, 4, 6 or 8, or columns and rows such as ``2x3``."""
    gap: Length | None = None
    """With `nup`: between the cards, up to 50 mm; nothing if it is None."""
    labels: str | None = None
    """The width and height of labels, such as ``199.6x143.5``, for a card on each; as many as the paper has."""
    label_margin: Pair | None = None
    """With `labels`: from the left and upper edge of the paper to the first; in the middle of it if it is None."""
    label_pitch: Pair | None = None
    """With `labels`: from one to the next, across and down; as they are usually sold if it is None."""
    marks: Literal["none", "crop", "lines", "dots"] | None = None
    """With `nup` or `labels`: where to cut; if it is None, crop marks, and none between labels."""
    mark_length: Length | None = None
    """The length of a crop mark, from 1 to 20 mm; 5 mm if it is None."""
    mark_gap: Length | None = None
    """From where two cuts meet to the crop mark, up to 10 mm."""
    pad: int | None = None
    """The number of sheets of a pad."""
    numbered: bool = False
    """Whether the sheets are numbered."""
    glue: Length | None = None
    """With `pad`: what stays free at the top, up to 40 mm; 8 mm if it is None."""
    backing: bool | None = None
    """With `pad`: whether the last sheet has the rules in short; it has them if it is None."""
    back: Literal["none", "rules", "audit"] = "none"
    """What is on the reverse: the rules in short, or a grid to check the card."""
    front_offset: Pair | None = None
    """By how much fronts are moved to the right and up, for printers that shift them."""
    back_offset: Pair | None = None
    """By how much the reverse is moved to the right and up."""
    holes: Literal[2, 4] | None = None
    """Marks for so many holes of a ring binder along the longer edge, which stays free."""
    ruler: bool = False
    """Whether there are a ruler of 50 mm and a test page for true size."""
    players: int | None = None
    names: Sequence[str] = ()
    """The players' names; an empty one leaves a blank."""
    names_file: Path | None = None
    """A file, CSV or text, with one table or player a line, for a sheet each."""
    blanks: int | None = None
    """The number of sheets without names that are added."""
    fields: Sequence[str] | None = None
    """Which of date, table, round and game stand above the rows; empty for none, None for the usual ones."""
    date: str | None = None
    table: str | None = None
    round: str | None = None
    title: str | None = None
    """The title, instead of the name of the game."""
    columns: Literal["players", "games"] | None = None
    """What the columns are: players, or the games of one player."""
    games: int | None = None
    """The number of games, where the columns are games."""
    series: int | None = None
    """A sheet for the best of so many games, from 2 to 20, with running totals and averages."""
    pictogram: bool = False
    """Whether the sheet has no words at all."""
    left_handed: bool = False
    """Whether the names of the rows are on the right."""
    par: bool | Literal["best"] = False
    """Whether a column says what three of each number score or, for "best", what each row comes to in the best play."""
    allowed: bool = False
    """Whether a column says what each box can hold."""
    theme: str | None = None
    """A theme by its name, or a file that ends in ``.toml``."""
    fonts: Sequence[Path] = ()
    """Font files (.ttf): the regular face, then the bold one."""
    large_print: bool = False
    """Whether no letter is below 16 points."""
    ink_saver: bool = False
    """Whether there are no fills, and thin lines."""
    reusable: bool = False
    """Whether boxes and lines are those of a sheet to laminate."""
    code: bool = True
    """Whether there are the ten dice that tell a reader of photos which sheet it is; all else stays where it is."""
    command: str = ""
    """What the document says of how it was made: printed small at the foot, and kept as the subject of the PDF."""

    @property
    def languages(self) -> tuple[str, ...]:
        """The codes of the languages, one or two."""
        return (self.lang,) if isinstance(self.lang, str) else self.lang


_CUT = ("nup", "labels")
_NEEDS = (
    ("gap", ("nup",)), ("label_margin", ("labels",)), ("label_pitch", ("labels",)), ("marks", _CUT),
    ("mark_length", _CUT), ("mark_gap", _CUT), ("glue", ("pad",)), ("back_offset", ("back",)),
)  # fmt: skip
"""Options that say nothing without one of some others."""
_CLASHES = (
    ("nup", "labels", Message("both say how many cards a sheet has")),
    ("labels", "holes", Message("a label has no room for holes")),
    ("names_file", "names", Message("the names come from there")),
    ("pad", "names_file", Message("all sheets of a pad have the same names")),
    ("pad", "blanks", Message("all sheets of a pad have the same names")),
    ("series", "games", Message("both say how many games")),
    ("ink_saver", "reusable", Message("one wants thin lines, the other thick ones")),
    ("pictogram", "fields", Message("it has no words for them")),
)
"""Options that cannot go together, and why."""


def check_together(options: SheetOptions) -> None:
    """Refuse options that cannot go together, with the reason."""
    needs = [(name, others) for name, others in _NEEDS if is_given(options, name)
             and not any(is_given(options, other) for other in others)]  # fmt: skip
    if options.backing is not None and not options.pad:
        needs.append(("backing" if options.backing else "no-backing", ("pad",)))
    if options.marks not in (None, "crop") and (options.mark_length or options.mark_gap):
        needs.append(("mark_length" if options.mark_length else "mark_gap", ("marks crop",)))
    for name, others in needs[:1]:
        raise SheetgenError(
            "%(option)s needs %(others)s.", option=f"--{name.replace('_', '-')}",
            others=tuple(f"--{other}" for other in others),
        )  # fmt: skip
    check_clashes(options, _CLASHES)


def check_clashes(options: Any, clashes: Sequence[tuple[str, str, Message]]) -> None:
    """Raise SheetgenError for two options that are given and cannot go together."""
    for name, other, why in clashes:
        if is_given(options, name) and is_given(options, other):
            one, two = (f"--{each.replace('_', '-')}" for each in (name, other))
            raise SheetgenError("cannot go together with %(other)s: %(reason)s", key=one, other=two, reason=why)


def is_given(options: Any, name: str) -> bool:
    """Whether an option asks for anything."""
    value = getattr(options, name)
    if name == "names":
        return bool(value)
    return value is not None and value is not False and not (name == "back" and value == "none")


class Asked(Struct, frozen=True, eq=False, dict=True):
    """What follows from the options for a game. Raises SheetgenError where they ask for what cannot be."""

    game: Ruleset
    options: SheetOptions

    @cached_property
    def catalogs(self) -> tuple[Catalog, ...]:
        """The languages, one or two."""
        return tuple(map(catalog_of, self.options.languages))

    @cached_property
    def wording(self) -> Wording:
        """The game, with the columns that are asked for, in the first language."""
        game, columns = self.game, self.options.columns
        if columns and columns != game.sheet.columns:
            game = replace(game, sheet=replace(game.sheet, columns=columns))
        return Wording(game, self.catalogs[0])

    @cached_property
    def paper(self) -> Paper:
        """The paper."""
        return find_paper(self.options.paper)

    @cached_property
    def look(self) -> Look:
        """The look, of a theme and what is laid over it."""
        return look_of(self.game, self.options.theme, [mode for mode in _MODES if getattr(self.options, mode)])

    @cached_property
    def per_sheet(self) -> int:
        """How many cards stand on a sheet."""
        if not (self.options.nup or self.options.labels):
            return 1
        from sheetgen.documents.cutting import formats  # noqa: PLC0415 - few sheets are cut

        return formats(self.options, self.paper)[0].grid.count

    @cached_property
    def for_layout(self) -> LayoutOptions:
        """What the layout is asked for."""
        asked = self.options
        if asked.series is not None and not 2 <= asked.series <= _MOST_SERIES:
            raise SheetgenError(
                "wrote %(written)s; a series has from 2 to %(limit)s games", key="--series", written=asked.series,
                limit=_MOST_SERIES,
            )  # fmt: skip
        count, glue = check_count("--players", asked.players), length_of(asked.glue, "--glue", 0, 40)
        return LayoutOptions(
            self.paper,
            count if self.wording.ruleset.sheet.columns == "players" else None,  # else the filling says how many
            games=check_count("--games", asked.games),
            command=asked.command,
            fillings=self._fillings,
            values=self._values,
            orientation=asked.orientation or "",
            margin=length_of(asked.margin, "--margin", 5, 50),
            glue=0.0 if not asked.pad else _GLUE if glue is None else glue,
            title=None if asked.title is None else _printable(asked.title, "--title"),
            fields=self._fields,
            numbered=asked.numbered,
            look=self.look,
            second=self.catalogs[1] if len(self.catalogs) > 1 else None,
            pictogram=asked.pictogram,
            left_handed=asked.left_handed,
            par=bool(asked.par),
            pars=self._pars if asked.par == "best" else {},
            allowed=asked.allowed,
            series=asked.series or 0,
            ruler=asked.ruler,
            code=asked.code,
        )

    @property
    def shift(self) -> tuple[float, float]:
        """By how much fronts are moved to the right and up, in points."""
        return pair_of(self.options.front_offset or "0,0", "--front-offset")

    @property
    def back_shift(self) -> tuple[float, float]:
        """By how much the reverse is moved to the right and up, in points."""
        return pair_of(self.options.back_offset or "0,0", "--back-offset")

    @property
    def _pars(self) -> dict[str, str]:
        """What each row comes to on average in the best play."""
        from sheetgen.documents.odds import odds_at_once  # noqa: PLC0415 - few sheets have it

        try:
            pars = odds_at_once(self.game).pars
        except SheetgenError as error:
            raise error.at("--par best") from error
        return {row: self.catalogs[0].decimal(par, 1) for row, par in pars.items()}

    # what is filled in

    @cached_property
    def _fillings(self) -> Fillings:
        asked = self.options
        blanks = check_count("--blanks", asked.blanks, _MOST_BLANKS) or 0
        pad = check_count("--pad", asked.pad, MOST_IN_PAD)
        if asked.names_file is not None:
            return Fillings(self._from_file(asked.names_file), blanks=blanks)
        names = check_names(asked.names, asked.players)
        by_games = self.wording.ruleset.sheet.columns == "games"
        each = [Filling(names, players=asked.players if by_games else None)] if any(names) or not blanks else []
        is_one_page = not by_games or max(len(names), asked.players or 0) <= 1
        copies = self.per_sheet if is_one_page and not blanks else 1  # a sheet for several is filled with copies
        return Fillings(each, pad or copies, blanks)

    def _from_file(self, path: Path) -> Sequence[Filling]:
        """The names in a file, whose first line may be in any language."""
        from sheetgen.layout.names_file import read_names_file  # noqa: PLC0415 - few sheets take one

        file = read_names_file(path, [load_catalog(code) for code in languages()])
        for key in self._values:
            if key in file.columns:
                raise SheetgenError(
                    "cannot go together with %(other)s: %(reason)s", key=f"--{key}", other="--names-file",
                    reason=Message("the file has a column for it"),
                )  # fmt: skip
        return file

    @property
    def _values(self) -> dict[str, str]:
        """What stands in the fields of every sheet."""
        given = {key: getattr(self.options, key) for key in ("date", "table", "round")}
        check_date(clean_name(given["date"] or ""), "--date")
        return {key: _printable(text, f"--{key}") for key, text in given.items() if text is not None}

    @property
    def _fields(self) -> tuple[str, ...] | None:
        if self.options.fields is None:
            return None
        known = [key for key in FIELDS if key != "number"]
        for word in self.options.fields:
            if word not in known:
                raise unknown(Message("field"), word, known).at("--fields")
        return tuple(self.options.fields)


def _printable(text: str, option: str) -> str:
    """A text as it is printed; SheetgenError for one that is too long or has letters that the font lacks."""
    text = clean_name(text)
    if len(text) > MOST_LETTERS:
        raise SheetgenError("it has %(limit)s letters at most; shorten it", key=option, limit=MOST_LETTERS)
    try:
        measure(text, Font.BOLD, 1)
    except SheetgenError as error:
        raise error.at(option) from error
    return text
