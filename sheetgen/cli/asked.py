"""What was asked for, worked out: languages, names, fields and looks; refused where options cannot go together."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.cli.options import check_count, choose_paper, find_catalog, read_names
from sheetgen.cli.print_options import MOST_IN_PAD, PrintSettings
from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.i18n.catalog import Catalog, choose_language, languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout import FIELDS, Filling, Fillings, Look, SheetOptions
from sheetgen.layout.paper import MM, Paper, read_length
from sheetgen.pdf import measure

_MOST_BLANKS, _MOST_SERIES = 10_000, 20
_GLUE = 8 * MM

_NEEDS = (
    ("marks", ("nup",)),
    ("mark_length", ("nup",)),
    ("mark_gap", ("nup",)),
    ("glue", ("pad",)),
    ("back_offset", ("back",)),
)
"""Options that say nothing without one of some others."""
_CLASHES = (
    ("names_file", "names", Message("the names come from there")),
    ("pad", "names_file", Message("all sheets of a pad have the same names")),
    ("pad", "blanks", Message("all sheets of a pad have the same names")),
    ("series", "games", Message("both say how many games")),
    ("ink_saver", "reusable", Message("one wants thin lines, the other thick ones")),
    ("pictogram", "fields", Message("it has no words for them")),
    ("separate", "nup", Message("cards that are cut from one sheet come in one file")),
    ("separate", "pad", Message("a pad is one file")),
    ("separate", "ruler", Message("the page for testing is a file of its own; print it first")),
    ("separate", "preview", Message("there would be a picture for each file")),
)
"""Options that cannot go together, and why."""


def check_together(settings: PrintSettings) -> None:
    """Refuse options that cannot go together, with the reason."""
    for name, others in _NEEDS:
        if _is_given(settings, name) and not any(_is_given(settings, other) for other in others):
            raise SheetgenError(
                "means something with %(others)s only; add that, or leave this out",
                key=_option(name),
                others=tuple(map(_option, others)),
            )
    if not settings.backing and not settings.pad:
        raise SheetgenError(
            "means something with %(others)s only; add that, or leave this out", key="--no-backing", others=("--pad",)
        )
    if settings.marks in ("none", "lines") and (settings.mark_length or settings.mark_gap):
        key = "--mark-length" if settings.mark_length else "--mark-gap"
        raise SheetgenError(
            "means something with %(others)s only; add that, or leave this out", key=key, others=("--marks crop",)
        )
    for name, other, reason in _CLASHES:
        if _is_given(settings, name) and _is_given(settings, other):
            raise SheetgenError(
                "cannot go together with %(other)s: %(reason)s", key=_option(name), other=_option(other), reason=reason
            )


def _is_given(settings: PrintSettings, name: str) -> bool:
    value = getattr(settings, name)
    return value is not None and value is not False and not (name in ("marks", "back") and value == "none")


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def catalogs_of(lang: str | None) -> tuple[Catalog, ...]:
    """The languages that were asked for, one or two."""
    if lang is None or "," not in lang:
        return (find_catalog(lang),)
    codes = [choose_language(code, {}) for code in lang.split(",")]
    if len(codes) != 2 or codes[0] == codes[1]:
        raise SheetgenError(
            "wrote '%(written)s'; should be one language, or two such as nl,en", key="--lang", written=lang
        )
    return tuple(map(load_catalog, codes))


class Asked(Struct, frozen=True, eq=False, dict=True):
    """What was asked for, and what follows from it. Raises SheetgenError where it is asked what cannot be."""

    settings: PrintSettings
    command: str

    @cached_property
    def catalogs(self) -> tuple[Catalog, ...]:
        """The languages, one or two."""
        return catalogs_of(self.settings.lang)

    @cached_property
    def wording(self) -> Wording:
        """The game, in the first language."""
        from sheetgen.rulesets import load_ruleset

        ruleset = load_ruleset(self.settings.ruleset)
        if self.settings.columns:
            ruleset = replace(ruleset, sheet=replace(ruleset.sheet, columns=self.settings.columns))
        return Wording(ruleset, self.catalogs[0])

    @cached_property
    def paper(self) -> Paper:
        """The paper."""
        return choose_paper(self.settings.paper)

    @cached_property
    def look(self) -> Look:
        """The look, of a theme and what is laid over it."""
        asked = self.settings
        modes = [mode for mode in ("large_print", "reusable", "ink_saver") if getattr(asked, mode)]
        if asked.theme is None and not modes:
            return Look()
        from sheetgen.layout.themes import DEFAULT, load_look

        return load_look(DEFAULT if asked.theme is None else asked.theme, [mode.replace("_", "-") for mode in modes])

    # what is filled in

    @cached_property
    def _fillings(self) -> Fillings:
        asked = self.settings
        blanks = check_count("--blanks", asked.blanks, _MOST_BLANKS) or 0
        pad = check_count("--pad", asked.pad, MOST_IN_PAD)
        if asked.names_file is not None:
            return Fillings(self._names_file(asked.names_file), blanks=blanks)
        names = read_names(asked.names, asked.players)
        if self.wording.ruleset.sheet.columns == "games":
            names += ("",) * ((asked.players or 0) - len(names))
        each = [Filling(names)] if any(names) or not blanks else []
        return Fillings(each, pad or (self.nup if self._is_single(names) and not blanks else 1), blanks)

    def _names_file(self, path: Path) -> Sequence[Filling]:
        """The names in a file, whose first line may be in any language."""
        from sheetgen.layout.names_file import read_names_file

        file = read_names_file(path, [load_catalog(code) for code in languages()])
        for key in self._values:
            if key in file.columns:
                raise SheetgenError(
                    "cannot go together with %(other)s: %(reason)s", key=f"--{key}", other="--names-file",
                    reason=Message("the file has a column for it"),
                )  # fmt: skip
        return file

    def _is_single(self, names: Sequence[str]) -> bool:
        """Whether there is one page, so that a sheet for several is filled with copies of it."""
        players = max(len(names), self.settings.players or 0)
        return players <= 1 or self.wording.ruleset.sheet.columns == "players"

    @property
    def nup(self) -> int:
        """How many cards stand on a sheet."""
        return int(self.settings.nup or 1)

    @property
    def _values(self) -> dict[str, str]:
        """What stands in the fields of every sheet."""
        asked = {"date": self.settings.date, "table": self.settings.table, "round": self.settings.round_}
        return {key: _clean(text, f"--{key}") for key, text in asked.items() if text is not None}

    @property
    def _fields(self) -> tuple[str, ...] | None:
        text = self.settings.fields
        if text is None or text == "none":
            return None if text is None else ()
        known = [key for key in FIELDS if key != "number"]
        found = tuple(word.strip().lower() for word in text.split(","))
        for word in found:
            if word not in known:
                raise unknown(Message("field"), word, known).at("--fields")
        return found

    @property
    def _players(self) -> int | None:
        """How many columns players have; where each has a page, they are among the names."""
        count = check_count("--players", self.settings.players)
        return count if self.wording.ruleset.sheet.columns == "players" else None

    # how it is laid out

    @cached_property
    def options(self) -> SheetOptions:
        """What the layout is asked for."""
        asked = self.settings
        series = asked.series or 0
        if asked.series is not None and not 2 <= series <= _MOST_SERIES:
            raise SheetgenError(
                "wrote %(written)s; a series has from 2 to %(limit)s games", key="--series", written=series,
                limit=_MOST_SERIES,
            )  # fmt: skip
        return SheetOptions(
            self.paper,
            self._players,
            games=check_count("--games", asked.games),
            command=self.command,
            fillings=self._fillings,
            values=self._values,
            orientation=asked.orientation or "",
            margin=length_of(asked.margin, "--margin", 5, 50),
            glue=self._glue,
            title=None if asked.title is None else _clean(asked.title, "--title"),
            fields=self._fields,
            numbered=asked.numbered,
            look=self.look,
            second=self.catalogs[1] if len(self.catalogs) > 1 else None,
            pictogram=asked.pictogram,
            left_handed=asked.left_handed,
            par=asked.par,
            allowed=asked.allowed,
            series=series,
            ruler=asked.ruler,
        )

    @property
    def _glue(self) -> float:
        """What stays free at the top for glue."""
        asked = length_of(self.settings.glue, "--glue", 0, 40)
        if not self.settings.pad:
            return 0.0
        return _GLUE if asked is None else asked


def length_of(text: str | None, option: str, least: float, most: float) -> float | None:
    """A length in points; SheetgenError if it is not between the two, in millimetres."""
    if text is None:
        return None
    length = read_length(text, option)
    if not least * MM <= length <= most * MM:
        raise SheetgenError(
            "wrote '%(written)s'; should be from %(least)s to %(limit)s mm", key=option, written=text,
            least=f"{least:g}", limit=f"{most:g}",
        )  # fmt: skip
    return length


def _clean(text: str, option: str) -> str:
    """A text as it is printed; SheetgenError for one that is too long or has letters that the font lacks."""
    from sheetgen.files.plain_data import MOST_LETTERS, clean_name
    from sheetgen.layout import Font

    text = clean_name(text)
    if len(text) > MOST_LETTERS:
        raise SheetgenError("it has %(limit)s letters at most; shorten it", key=option, limit=MOST_LETTERS)
    try:
        measure(text, Font.BOLD, 1)
    except SheetgenError as error:
        raise error.at(option) from error
    return text
