"""Content of a sheet before it has sizes: its rows, columns, title, fields and reminders in words, and its players."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import LeftOut, Message, SheetgenError
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import Filling, LayoutOptions, too_many_names
from sheetgen.layout.paper import MM
from sheetgen.layout.primitives import CellId, Font, Measure
from sheetgen.layout.rows import Pip, Rows, SideColumn, both_names, each_row, rows_of
from sheetgen.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from sheetgen.layout.variants.player_columns import PlayerColumns

# Variants of a sheet are imported where they are used: most sheets have none, and each takes a few milliseconds.

# who plays

MOST_PAGES = 100
"""Maximum number of players at one table if each has a page."""
MOST_SHEETS = 100_000
"""Maximum number of pages in one file."""
_ABOVE = ""
"""Key for names above columns, next to the keys of fields."""
_NO_HEADINGS = Message("%(paper)s has no room for the headings of the sections; they are left out")
_NO_TICKS = Message("%(paper)s has no room for the squares to tick in '%(row)s'; they are left out")


class Survey(Struct, frozen=True):
    """Summary of all fillings of a job, which share one layout."""

    columns: int
    """Maximum number of players of one filling; 0 if it is not given."""
    pages: int
    widest: Mapping[str, str]
    """Widest text of each field above the rows, by the key of the field."""
    sources: Mapping[str, Filling]
    """Fillings of these texts."""
    longest: str
    """Longest name above a column."""


def survey(
    fillings: Sequence[Filling], values: Mapping[str, str], ruleset: Ruleset, players: int | None, measure: Measure
) -> Survey:
    """Return the summary of fillings; `values` are the fields that all of them share.

    Raises SheetgenError, with file and line, for the first filling that cannot be printed.
    """
    by_games = ruleset.sheet.columns == "games"
    columns = owners = 0
    face = Font.BOLD  # a local name: members of an Enum are slow to look up, and there may be 100,000 names
    widths = {key: (measure(text, face, 1), text, Filling(key=f"--{key}")) for key, text in values.items()}
    _check_pages(len(fillings))
    for filling in fillings:
        count = _checked_count(filling, players, ruleset)
        columns, owners = max(columns, count), owners + max(1, count)
        names = (("player" if by_games else _ABOVE, name) for name in filling.names)
        for key, text in (*names, *filling.values.items()):
            try:
                width = measure(text, face, 1)
            except SheetgenError as error:  # a letter is missing in the font
                raise error_at(error, filling) from error
            if key not in widths or width > widths[key][0]:
                widths[key] = (width, text, filling)
    pages = owners if by_games else len(fillings)
    _check_pages(pages)
    _, longest, _ = widths.pop(_ABOVE, (0, "", None))
    widest = {key: text for key, (_, text, _) in widths.items()}
    sources = {key: source for key, (*_, source) in widths.items()}
    return Survey(columns, pages, widest, sources, longest)


def _check_pages(pages: int) -> None:
    if pages > MOST_SHEETS:
        raise SheetgenError(
            "%(count)s pages; one file has %(limit)s at most; make several files", count=pages, limit=MOST_SHEETS
        )


def count_players(filling: Filling, players: int | None) -> int:
    """Return the number of players of a filling, at least `players` if that is set; 0 if neither is given."""
    return max(len(filling.names), filling.players or players or 0)


def error_at(error: SheetgenError, filling: Filling) -> SheetgenError:
    """Return the error with the file and line of the filling, or with its option."""
    if not filling.file:
        return error.at(filling.key)
    return SheetgenError("line %(line)s: %(reason)s", file=filling.file, line=filling.line, reason=error.at(""))


def _checked_count(filling: Filling, players: int | None, ruleset: Ruleset) -> int:
    """Return the number of players of a filling; raise SheetgenError if the game is for fewer or for more.

    A line of a file may name fewer players than the game needs; the others then write their names.
    """
    by_games, limits = ruleset.sheet.columns == "games", ruleset.players
    count = count_players(filling, players)
    if players is not None and len(filling.names) > players:
        raise error_at(too_many_names(len(filling.names), players), filling)
    if filling.file and not by_games:
        count = max(count, limits.min)
    most = min(limits.max or MOST_PAGES, MOST_PAGES) if by_games else limits.max
    if count and count < limits.min and not by_games:
        raise SheetgenError(
            "too few players: %(count)s; %(ruleset)s is for %(limit)s or more",
            count=count, ruleset=ruleset.id, limit=limits.min,
        )  # fmt: skip
    if most is not None and count > most:
        error = SheetgenError(
            "too many players: %(count)s; %(ruleset)s is for %(limit)s at most",
            count=count, ruleset=ruleset.id, limit=most,
        )  # fmt: skip
        raise error_at(error, filling) if filling.file else error
    return count


# the content


class HeaderField(Struct, frozen=True):
    """Field above the rows: a word, and a line to write on or a value."""

    label: str
    width: float
    value: str = ""
    """Widest value on any page."""
    cell: CellId | None = None
    """Id of the cell, for a field that has one; a name's is that of the first player."""
    key: str = ""
    """Key of the field, from `FIELDS`."""


class Content(Struct, frozen=True, eq=False, dict=True):
    """Content of a sheet, in one language or two, or without words."""

    wording: Wording
    options: LayoutOptions
    measure: Measure

    @property
    def ruleset(self) -> Ruleset:
        """The game."""
        return self.wording.ruleset

    @property
    def by_games(self) -> bool:
        """Flag: the columns are the games of one player, and each player has a page."""
        return self.ruleset.sheet.columns == "games"

    @cached_property
    def fillings(self) -> Sequence[Filling]:
        """Texts to fill in on each sheet."""
        return self.options.fillings or (Filling(self.options.names),)

    @cached_property
    def survey(self) -> Survey:
        """Summary of all fillings. Raises SheetgenError for the first that cannot be printed."""
        return survey(self.fillings, self.options.values, self.ruleset, self.options.players, self.measure)

    def check(self) -> None:
        """Raise SheetgenError for options that exclude each other, and for names that cannot be printed."""
        options = self.options
        for refused, other in (
            (Message("a sheet without words is in one language; leave the second out"), options.second),
            (Message("a series is explained in words; leave one of the two out"), options.series),
            (Message("the auditor's grid is explained in words; leave one of the two out"), options.audit),
        ):
            if options.pictogram and other:
                raise SheetgenError(refused, key="--pictogram")
        if self._tally and (options.par or options.allowed):
            key = "--par" if options.par else "--allowed"
            raise SheetgenError("the rows of a series of games have no such column; leave it out", key=key)
        assert self.survey  # noqa: S101 - making it is the check

    # rows and columns

    @property
    def _tally(self) -> bool:
        """Flag: the rows are the games of a series."""
        return bool(self.options.series) and not self.by_games

    @property
    def _own_rows(self) -> bool:
        """Flag: the rows are not those of the game."""
        return self._tally or self.options.audit

    @cached_property
    def lists(self) -> dict[bool, Rows]:
        """Rows in one list, by the key False, and in two lists, by the key True, if there are several sections."""
        sides = (False, True) if len(self.ruleset.sections) > 1 and not self._own_rows else (False,)
        return {beside: self._rows(beside) for beside in sides}

    def _rows(self, beside: bool) -> Rows:
        lists, *others = (self._rows_in(wording, beside) for wording in self._wordings)
        if others or self.options.pictogram:
            from sheetgen.layout.variants.other_rows import pictures, two_languages  # noqa: PLC0415 - see above

            return two_languages(lists, others[0]) if others else pictures(lists, self.ruleset)
        return lists

    def _rows_in(self, wording: Wording, beside: bool) -> Rows:
        options = self.options
        if not (options.series or options.audit):
            lists = rows_of(self.ruleset, wording, beside)
            return without_ticks(lists) if options.fillable else lists  # nobody ticks a square on a screen
        from sheetgen.layout.variants.other_rows import audit_rows, series_rows, series_sheet  # noqa: PLC0415 - as above

        lists = series_sheet(options.series, wording) if self._tally else rows_of(self.ruleset, wording, beside)
        lists = series_rows(lists, wording) if options.series and not self._tally else lists
        lists = without_ticks(lists) if options.fillable else lists
        return audit_rows(lists, wording) if options.audit else lists

    def left_out(self, lists: Rows) -> list[LeftOut]:
        """Return a warning for each thing that these lists lack for want of room: headings, and squares to tick."""
        paper, whole = self.options.paper.name, self.lists[len(lists) > 1]
        rows = [row for each in lists for row in each]
        found = [] if sum(map(len, whole)) == len(rows) else [LeftOut(_NO_HEADINGS, paper=paper)]
        lacking = [row for each in whole for row in each if row.ticks and row not in rows]
        return [*found, *(LeftOut(_NO_TICKS, paper=paper, row=row.name) for row in lacking)]

    @cached_property
    def heads(self) -> "PlayerColumns | None":
        """Headers of a player's columns; None for games with one column."""
        if self._tally or len(self.ruleset.columns) == 1:
            return None
        from sheetgen.layout.variants.player_columns import measured  # noqa: PLC0415 - see above

        return measured(self._wordings, not self.options.pictogram, self.options.look, self.measure)

    @cached_property
    def side_columns(self) -> tuple[SideColumn, ...]:
        """Columns in which nobody writes."""
        options, look, measure = self.options, self.options.look, self.measure
        if not (options.par or options.allowed):
            return ()
        from sheetgen.layout.variants.side_columns import best_column, par_column, values_column  # noqa: PLC0415 - above

        found = []
        if options.par:
            head = self._words(lambda wording: wording.catalog.text("sheet", "Par"))
            best = best_column(options.pars, head, look, measure) if options.pars else None
            found.append(best or par_column(self.ruleset, head, look, measure))
        if options.allowed:
            head = self._words(lambda wording: wording.catalog.text("sheet", "Allowed"))
            found.append(values_column(self.ruleset, head, look, measure))
        return tuple(found)

    # words

    @cached_property
    def _wordings(self) -> tuple[Wording, ...]:
        second = self.options.second
        return (self.wording, Wording(self.ruleset, second)) if second else (self.wording,)

    def _words(self, say: Callable[[Wording], str]) -> str:
        """Return the words in each language of the sheet, once if they are alike; none on a sheet without words."""
        return "" if self.options.pictogram else both_names(*map(say, self._wordings))

    def fields(self, *, few: bool) -> tuple[HeaderField, ...]:
        """Return the fields above the rows, each with its widest value on any page.

        With `few` these are only the fields that were asked for, and the player's name if each player has a page.
        """
        options, given = self.options, self.survey.widest
        usual: tuple[str, ...] = ("player", "date") if self.by_games else ("date",) if self._tally else ("date", "game")
        if few and not options.fillable:
            usual = usual[:1] if self.by_games else ()
        usual = () if options.pictogram else usual
        shown = {*(usual if options.fields is None else options.fields), *given, *(["number"] * options.numbered)}
        widest = {**given, "number": "0" * len(str(self.survey.pages))}
        if options.game:
            widest["game"] = str(options.game)
        widths = {"player": 42, "date": 26, "table": 14, "round": 14, "game": 12, "number": 4}
        cells = {"player": CellId(player=1)}
        if options.fillable:
            cells |= {"date": CellId("date"), "game": CellId("game")}
        return tuple(
            HeaderField(self._field_word(key), width * MM, widest.get(key, ""), cells.get(key), key)
            for key, width in widths.items()
            if key in shown
        )

    def _field_word(self, key: str) -> str:
        """Return the word for a field above the rows."""

        def word(wording: Wording) -> str:
            text = wording.catalog.text
            return {
                "player": text("sheet", "Player"), "date": text("sheet", "Date"), "table": text("sheet", "Table"),
                "round": text("sheet", "Round"), "game": text("sheet", "Game"), "number": text("sheet", "No."),
            }[key]  # fmt: skip

        return self._words(word)

    @cached_property
    def title(self) -> str:
        """Title; empty for none."""
        if self.options.title is not None:
            return self.options.title
        if self.options.audit:
            return self._words(lambda wording: wording.catalog.text("sheet", "Check"))
        return self._words(lambda wording: wording.title)

    @cached_property
    def variant(self) -> str:
        """Line below the title: the variant of the game, or the kind of series."""
        games = self.options.series
        if self.options.audit:
            return ""
        if games % 2:
            return self._words(lambda wording: wording.catalog.text("sheet", "Best of %(n)s", n=games))
        if games:
            return self._words(lambda wording: wording.catalog.text("sheet", "Series of %(n)s games", n=games))
        return self._words(lambda wording: wording.variant)

    @cached_property
    def facts(self) -> str:
        """Numbers of turns and rolls, in words."""
        return "" if self.options.pictogram or self._own_rows else self.wording.facts()

    @cached_property
    def signature(self) -> tuple[Pip, ...]:
        """Dice that stand for the game."""
        return tuple((self.wording.dice.shown(face), kind) for face, kind in self.ruleset.signature)

    @property
    def signatures(self) -> tuple[str, ...]:
        """Words to sign behind, on the reverse on which a card is checked."""
        if not self.options.audit:
            return ()
        return (
            self._words(lambda wording: wording.catalog.text("sheet", "Checked by")),
            self._words(lambda wording: wording.catalog.text("sheet", "Signature")),
        )

    @cached_property
    def reminders(self) -> tuple[tuple[str, ...], ...]:
        """Rules for the footer that people forget, as the sentences of one paragraph for each language."""
        if self.options.notes is not None:
            return (self.options.notes,)
        if self.options.pictogram or self._own_rows:
            return ()
        found = []
        for wording in self._wordings:
            text, par = wording.catalog.text, []
            if self.options.pars:
                par = [text("sheet", "Par: what each row comes to on average in the best play.")]
            elif self.options.par:
                par = [text("sheet", "Par: what three of each number score.")]
            found.append((*wording.reminders(), *par))
        return tuple(found)

    @cached_property
    def command(self) -> str:
        """Command for the footer; empty on a sheet without words, and if the font lacks a letter of a path in it."""
        if self.options.pictogram:
            return ""
        try:
            self.measure(self.options.command, Font.REGULAR, 1)
        except SheetgenError:
            return ""
        return self.options.command


def without_ticks(lists: Rows) -> Rows:
    """Return the lists without squares to tick for further Yachts."""
    return each_row(lists, lambda row: replace(row, ticks=0) if row.ticks else row)
