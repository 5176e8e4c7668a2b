"""From what was asked for to what is printed: the pieces of a job, refused where they cannot go together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from sheetgen.catalog import Catalog, choose_language, load_catalog
from sheetgen.cli.options import check_count, choose_paper, find_catalog, read_names
from sheetgen.cli.print_options import MOST_IN_PAD, PrintSettings
from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.imposition import Grid, grids
from sheetgen.layout import FIELDS, Filling, Fillings, Inset, Look, Page, SheetOptions, Sheets
from sheetgen.paper import MARGINS, MM, Paper, named_paper, read_length
from sheetgen.pdf import Draw, measure
from sheetgen.press import Job, Marks, Same, check_offset
from sheetgen.wording import Wording

_MOST_BLANKS, _MOST_SERIES = 10_000, 20
_LONGEST = 80
_RULES = "rules"
_GLUE, _MARK = 8 * MM, 5 * MM

_NEEDS = (
    ("marks", ("nup",)),
    ("mark_length", ("nup",)),
    ("mark_gap", ("nup",)),
    ("glue", ("pad",)),
    ("back_offset", ("back", "ruler")),
)
"""Options that say nothing without one of some others."""
_CLASHES = (
    ("names_file", "names", Message("the names come from there")),
    ("pad", "names_file", Message("all sheets of a pad are alike")),
    ("pad", "blanks", Message("all sheets of a pad are alike")),
    ("series", "games", Message("both say how many games")),
    ("ink_saver", "reusable", Message("one wants thin lines, the other thick ones")),
    ("pictogram", "fields", Message("it has no words for them")),
)
"""Options that cannot go together, and why."""


@dataclass(frozen=True)
class Printing:
    """A job with what it takes to print it."""

    job: Job
    wording: Wording
    look: Look
    insets: Mapping[str, Draw]


def check_together(settings: PrintSettings) -> None:
    """Refuse options that cannot go together, with the reason."""
    for name, others in _NEEDS:
        if _is_given(settings, name) and not any(_is_given(settings, other) for other in others):
            raise SheetgenError(
                "means something with %(others)s only", key=_option(name), others=tuple(map(_option, others))
            )
    for name, other, reason in _CLASHES:
        if _is_given(settings, name) and _is_given(settings, other):
            raise SheetgenError(
                "cannot go together with %(other)s: %(reason)s", key=_option(name), other=_option(other), reason=reason
            )


def _is_given(settings: PrintSettings, name: str) -> bool:
    return getattr(settings, name) not in (None, False, "none")


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


def prepare(settings: PrintSettings, command: str) -> Printing:
    """Lay out all that was asked for; SheetgenError for what cannot be."""
    check_together(settings)
    return _Preparation(settings, command).printing()


@dataclass(frozen=True, eq=False)
class _Preparation:
    """What was asked for, and what follows from it."""

    settings: PrintSettings
    command: str

    def printing(self) -> Printing:
        """The whole job."""
        sheets, grid = self._laid_out()
        size = sheets.size
        insets = self._insets(size)
        job = Job(
            sheets, size, grid, self._marks, self._backs(sheets, insets), self._offset, self._backing(size, insets)
        )
        if self.settings.ruler:
            from sheetgen.layout.calibration import calibration_pages

            job = replace(job, last=calibration_pages(self._wording.catalog, *job.paper, self._look, measure))
        if job.backs or job.last:
            check_offset(job.offset, MARGINS[0] if self._options.margin is None else self._options.margin)
        return Printing(job, self._wording, self._look, insets)

    @cached_property
    def _catalogs(self) -> tuple[Catalog, ...]:
        return catalogs_of(self.settings.lang)

    @cached_property
    def _wording(self) -> Wording:
        from sheetgen.ruleset_file import load_ruleset

        ruleset = load_ruleset(self.settings.ruleset)
        if self.settings.columns:
            ruleset = replace(ruleset, sheet=replace(ruleset.sheet, columns=self.settings.columns))
        return Wording(ruleset, self._catalogs[0])

    @cached_property
    def _paper(self) -> Paper:
        return choose_paper(self.settings.paper)

    @cached_property
    def _look(self) -> Look:
        asked = self.settings
        modes = [mode for mode in ("large_print", "reusable", "ink_saver") if getattr(asked, mode)]
        if asked.theme is None and not modes:
            return Look()
        from sheetgen.theme_file import DEFAULT, load_look

        return load_look(DEFAULT if asked.theme is None else asked.theme, [mode.replace("_", "-") for mode in modes])

    # what is filled in

    @cached_property
    def _fillings(self) -> Fillings:
        asked = self.settings
        blanks = check_count("--blanks", asked.blanks, _MOST_BLANKS) or 0
        pad = check_count("--pad", asked.pad, MOST_IN_PAD)
        if asked.names_file is not None:
            from sheetgen.names_file import read_names_file

            return Fillings(read_names_file(asked.names_file, self._catalogs), blanks=blanks)
        names = read_names(asked.names, asked.players)
        each = [Filling(names)] if names or not blanks else []
        return Fillings(each, pad or (self._nup if self._is_single(names) and not blanks else 1), blanks)

    def _is_single(self, names: Sequence[str]) -> bool:
        """Whether there is one page, so that a sheet for several is filled with copies of it."""
        players = max(len(names), self.settings.players or 0)
        return players <= 1 or self._wording.ruleset.sheet.columns == "players"

    @property
    def _nup(self) -> int:
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

    # how it is laid out

    @cached_property
    def _options(self) -> SheetOptions:
        asked = self.settings
        series = check_count("--series", asked.series, _MOST_SERIES) or 0
        if series == 1:
            raise SheetgenError("a series has two games or more", key="--series")
        return SheetOptions(
            self._paper,
            check_count("--players", asked.players),
            games=check_count("--games", asked.games),
            command=self.command,
            fillings=self._fillings,
            values=self._values,
            orientation=asked.orientation or ("landscape" if self._paper.across else ""),
            margin=_length(asked.margin, "--margin", 5, 50),
            glue=(_length(asked.glue, "--glue", 0, 40) if asked.glue else _GLUE) or 0 if asked.pad else 0.0,
            title=None if asked.title is None else _clean(asked.title, "--title"),
            fields=self._fields,
            numbered=asked.numbered,
            look=self._look,
            second=self._catalogs[1] if len(self._catalogs) > 1 else None,
            pictogram=asked.pictogram,
            left_handed=asked.left_handed,
            par=asked.par,
            allowed=asked.allowed,
            series=series,
            ruler=asked.ruler,
        )

    def _laid_out(self) -> tuple[Sheets, Grid]:
        """The cards, and how they stand on the paper: as many columns as can be, on cards like common paper."""
        if not self.settings.nup:
            return Sheets(self._wording, self._options, measure), Grid()
        found: list[tuple[Sheets, Grid]] = []
        refused: list[SheetgenError] = []
        for grid, card in self._ways():
            way: Literal["portrait", "landscape"] = "landscape" if card.across else "portrait"
            try:
                options = replace(self._options, paper=card, orientation=way)
                found.append((Sheets(self._wording, options, measure), grid))
            except SheetgenError as error:
                refused.append(error)
        if not found:
            way_out = SheetgenError("no cards of that kind lie so; leave it out", key="--orientation")
            raise refused[0] if refused else way_out
        return max(found, key=lambda each: each[0].columns)

    def _ways(self) -> list[tuple[Grid, Paper]]:
        """How cards can stand on the paper, those like common paper first; all lie as was asked for."""
        upright, lying = (self._paper.width, self._paper.height), (self._paper.height, self._paper.width)
        ways = []
        for grid, turned in grids(self._nup, *upright):
            across, down = lying if turned else upright
            card = named_paper(across / grid.columns, down / grid.rows, self._paper.series)
            if self.settings.orientation in (None, "landscape" if card.across else "portrait"):
                ways.append((grid, card))
        return ways

    @property
    def _marks(self) -> Marks:
        asked = self.settings
        kind = (asked.marks or "crop") if asked.nup else "none"
        length = _length(asked.mark_length, "--mark-length", 1, 20)
        gap = _length(asked.mark_gap, "--mark-gap", 0, 10)
        return Marks(kind, _MARK if length is None else length, gap or 0.0)

    # backs

    @property
    def _offset(self) -> tuple[float, float]:
        text = self.settings.back_offset
        parts = (text or "0,0").split(",")
        if len(parts) != 2:
            raise SheetgenError(
                "wrote '%(written)s'; should be two lengths such as 1.5,-0.5", key="--back-offset", written=text
            )
        return read_length(parts[0], "--back-offset"), read_length(parts[1], "--back-offset")

    @property
    def _needs_rules(self) -> bool:
        return self.settings.back == _RULES or bool(self.settings.pad and self.settings.backing)

    def _insets(self, size: tuple[float, float]) -> dict[str, Draw]:
        """What draws the rules in short, if they are wanted."""
        if not self._needs_rules:
            return {}
        from sheetgen.booklet import Facts, write_story
        from sheetgen.flow import card_drawer

        html = write_story(Facts(self._wording), "quick")
        try:
            return {_RULES: card_drawer(html, named_paper(*size, self._paper.series), max(7.5, self._look.smallest))}
        except SheetgenError as error:
            key = "--back" if self.settings.back == _RULES else "--pad"
            raise error.at(key) from error

    def _backs(self, sheets: Sheets, insets: Mapping[str, Draw]) -> Sequence[Page]:
        if self.settings.back == _RULES:
            return Same(self._rules_page(sheets.size), len(sheets))
        if self.settings.back != "audit":
            return ()
        width, height = sheets.size
        by_players = self._wording.ruleset.sheet.columns == "players"
        options = replace(
            self._options, audit=True, paper=named_paper(width, height, self._paper.series), command="", glue=0.0,
            title=None, par=False, allowed=False, ruler=False,
            orientation="landscape" if width > height else "portrait",
            players=sheets.columns if by_players else self._options.players,
            games=None if by_players else sheets.columns,
        )  # fmt: skip
        return Sheets(self._wording, options, measure)

    def _rules_page(self, size: tuple[float, float]) -> Page:
        return Page(*size, (Inset(_RULES),), (), self._wording.title)

    def _backing(self, size: tuple[float, float], insets: Mapping[str, Draw]) -> Page | None:
        return self._rules_page(size) if self.settings.pad and self.settings.backing else None


def _length(text: str | None, option: str, least: float, most: float) -> float | None:
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
    from sheetgen.layout import Font
    from sheetgen.names_file import clean_name

    text = clean_name(text)
    if len(text) > _LONGEST:
        raise SheetgenError("it has %(limit)s letters at most", key=option, limit=_LONGEST)
    try:
        measure(text, Font.BOLD, 1)
    except SheetgenError as error:
        raise error.at(option) from error
    return text
