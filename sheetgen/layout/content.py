"""What a sheet says, in words, dice and fields, before it is placed."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import LeftOut, Message, SheetgenError
from sheetgen.i18n.wording import Wording
from sheetgen.layout.frame import Blank
from sheetgen.layout.options import MM, Filling, LayoutOptions
from sheetgen.layout.primitives import CellId, Font, Measure
from sheetgen.layout.rows import (
    Pip,
    Rows,
    SideColumn,
    audit_rows,
    both_names,
    each_row,
    pictures,
    rows_of,
    series_rows,
    series_sheet,
    two_languages,
)
from sheetgen.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from sheetgen.layout.heads import Heads

# who plays: the first name or number that cannot be printed is refused where it was given

MOST_PAGES = 100
"""The maximum number of players at one table where each has a page."""
MOST_SHEETS = 100_000
"""The maximum number of pages in one file."""
_ABOVE = ""
"""The field of names that stand above columns."""
_NO_HEADINGS = Message("%(paper)s has no room for the headings of the sections; they are left out")
_NO_TICKS = Message("%(paper)s has no room for the squares to tick in '%(row)s'; they are left out")


class Survey(Struct, frozen=True):
    """What there is to print."""

    columns: int
    """The most players of one filling; 0 if nobody said who plays."""
    pages: int
    widest: Mapping[str, str]
    """The widest text for each field above the rows."""
    sources: Mapping[str, Filling]
    """What each of these comes from."""
    longest: str
    """The longest name above a column."""


def survey(
    fillings: Sequence[Filling], values: Mapping[str, str], ruleset: Ruleset, players: int | None, measure: Measure
) -> Survey:
    """Look at every filling once; `values` stand in the fields of all.

    Raises SheetgenError, in its place, for the first that cannot be printed.
    """
    by_games = ruleset.sheet.columns == "games"
    columns = owners = 0
    face = Font.BOLD  # looked up once: Python is slow to find the members of an Enum
    widths = {key: (measure(text, face, 1), text, Filling(key=f"--{key}")) for key, text in values.items()}
    if len(fillings) > MOST_SHEETS:
        raise _too_many_pages(len(fillings))
    for filling in fillings:
        count = _checked_count(filling, players, ruleset)
        columns, owners = max(columns, count), owners + max(1, count)
        names = (("player" if by_games else _ABOVE, name) for name in filling.names)
        for key, text in (*names, *filling.values.items()):
            try:
                width = measure(text, face, 1)
            except SheetgenError as error:  # it has a letter that the font lacks
                raise error_at(error, filling) from error
            if key not in widths or width > widths[key][0]:
                widths[key] = (width, text, filling)
    pages = owners if by_games else len(fillings)
    if pages > MOST_SHEETS:
        raise _too_many_pages(pages)
    _, longest, _ = widths.pop(_ABOVE, (0, "", None))
    widest = {key: text for key, (_, text, _) in widths.items()}
    sources = {key: source for key, (*_, source) in widths.items()}
    return Survey(columns, pages, widest, sources, longest)


def _too_many_pages(pages: int) -> SheetgenError:
    return SheetgenError(
        "%(count)s pages; one file has %(limit)s at most; make several files", count=pages, limit=MOST_SHEETS
    )


def count_players(filling: Filling, players: int | None) -> int:
    """How many players a filling is for, where `players` are asked for on each sheet; 0 if nobody said."""
    return max(len(filling.names), filling.players or players or 0)


def too_many_names(names: int, players: int) -> SheetgenError:
    """The fault that there are more names than players."""
    return SheetgenError("%(names)s names, and --players says %(count)s; leave that out", names=names, count=players)


def error_at(error: SheetgenError, filling: Filling) -> SheetgenError:
    """The same fault, where the filling stands."""
    if not filling.file:
        return error.at(filling.key)
    return SheetgenError("line %(line)s: %(reason)s", file=filling.file, line=filling.line, reason=error.at(""))


def _checked_count(filling: Filling, players: int | None, ruleset: Ruleset) -> int:
    """How many players a filling is for, if the game can have as many; a line of a file may leave the last blank."""
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


# what is said


class Content(Struct, frozen=True, eq=False, dict=True):
    """All that stands on a sheet, in one language or two, or without words."""

    wording: Wording
    options: LayoutOptions
    measure: Measure

    @property
    def ruleset(self) -> Ruleset:
        """The game."""
        return self.wording.ruleset

    @property
    def by_games(self) -> bool:
        """Whether the columns are the games of one player, so that each player has a page."""
        return self.ruleset.sheet.columns == "games"

    @cached_property
    def fillings(self) -> Sequence[Filling]:
        """What is filled in on each sheet."""
        return self.options.fillings or (Filling(self.options.names),)

    @cached_property
    def survey(self) -> Survey:
        """What all fillings together ask for. Raises SheetgenError for the first that cannot be printed."""
        return survey(self.fillings, self.options.values, self.ruleset, self.options.players, self.measure)

    def check(self) -> None:
        """Raise SheetgenError for what cannot go together, and for names or numbers of players that cannot be."""
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

    @cached_property
    def lists(self) -> dict[bool, Rows]:
        """The rows in one list and, where there is more than one section, in two beside each other."""
        sides = (False, True) if len(self.ruleset.sections) > 1 and not self._one_list else (False,)
        lists = {beside: self._worded(self.wording, beside) for beside in sides}
        if self.options.second:
            return {
                beside: two_languages(each, self._worded(self._wordings[1], beside)) for beside, each in lists.items()
            }
        if self.options.pictogram:
            return {beside: pictures(each, self.ruleset) for beside, each in lists.items()}
        return lists

    def left_out(self, lists: Rows) -> list[LeftOut]:
        """Return what these lists lack because the paper is small, as warnings: headings, and squares to tick."""
        paper, whole = self.options.paper.name, self.lists[len(lists) > 1]
        rows = [row for each in lists for row in each]
        found = [] if sum(map(len, whole)) == len(rows) else [LeftOut(_NO_HEADINGS, paper=paper)]
        lacking = [row for each in whole for row in each if row.ticks and row not in rows]
        return [*found, *(LeftOut(_NO_TICKS, paper=paper, row=row.name) for row in lacking)]

    @property
    def _one_list(self) -> bool:
        """Whether the rows are not those of the game."""
        return self._tally or self.options.audit

    @property
    def _tally(self) -> bool:
        """Whether the rows are the games of a series."""
        return bool(self.options.series) and not self.by_games

    def _worded(self, wording: Wording, beside: bool) -> Rows:
        if self._tally:
            lists = series_sheet(self.options.series, wording)
        else:
            lists = rows_of(self.ruleset, wording, beside)
            lists = series_rows(lists, wording) if self.options.series else lists
        if self.options.fillable:  # nobody ticks a square on a screen
            lists = without_ticks(lists)
        return audit_rows(lists, wording) if self.options.audit else lists

    @cached_property
    def heads(self) -> "Heads | None":
        """What stands above each of a player's columns; None if he has one."""
        if self._tally or len(self.ruleset.columns) == 1:
            return None
        from sheetgen.layout.heads import measured  # noqa: PLC0415 - few games have several columns

        return measured(self._wordings, not self.options.pictogram, self.options.look, self.measure)

    @cached_property
    def side_columns(self) -> tuple[SideColumn, ...]:
        """The columns that nobody writes in."""
        if not (self.options.par or self.options.allowed):
            return ()
        from sheetgen.layout.side_columns import best_column, par_column, values_column  # noqa: PLC0415 - few have any

        found = []
        if self.options.par:
            head = self._said(lambda wording: wording.catalog.text("sheet", "Par"))
            pars, look = self.options.pars, self.options.look
            found.append(
                best_column(pars, head, look, self.measure)
                if pars
                else par_column(self.ruleset, head, look, self.measure)
            )
        if self.options.allowed:
            head = self._said(lambda wording: wording.catalog.text("sheet", "Allowed"))
            found.append(values_column(self.ruleset, head, self.options.look, self.measure))
        return tuple(found)

    def _said(self, say: Callable[[Wording], str]) -> str:
        """What is said in each language of the sheet, once if it is alike; nothing on a sheet without words."""
        return "" if self.options.pictogram else both_names(*map(say, self._wordings))

    def _word(self, key: str) -> str:
        """The word for a field above the rows."""

        def say(wording: Wording) -> str:
            text = wording.catalog.text
            words = {
                "player": text("sheet", "Player"),
                "date": text("sheet", "Date"),
                "table": text("sheet", "Table"),
                "round": text("sheet", "Round"),
                "game": text("sheet", "Game"),
                "number": text("sheet", "No."),
            }
            return words[key]

        return self._said(say)

    def fields(self, *, few: bool) -> tuple[Blank, ...]:
        """What is to be written above the rows, with the widest that is given on any page.

        A few are nothing but what was asked for, and the name of a player whose own page it is.
        """
        usual: tuple[str, ...] = ("player", "date") if self.by_games else ("date",) if self._tally else ("date", "game")
        if few and not self.options.fillable:
            usual = usual[:1] if self.by_games else ()
        chosen = usual if self.options.fields is None else self.options.fields
        shown = () if self.options.pictogram and self.options.fields is None else chosen
        given = (*shown, *self.survey.widest, *(["number"] if self.options.numbered else []))
        widest = {**self.survey.widest, "number": "0" * len(str(self.survey.pages))}
        if self.options.game:
            widest["game"] = str(self.options.game)
        widths = {"player": 42, "date": 26, "table": 14, "round": 14, "game": 12, "number": 4}
        cells = {"player": CellId(player=1)}
        if self.options.fillable:
            cells |= {"date": CellId("date"), "game": CellId("game")}
        return tuple(
            Blank(self._word(key), width * MM, widest.get(key, ""), cells.get(key), key)
            for key, width in widths.items()
            if key in given
        )

    @cached_property
    def _wordings(self) -> tuple[Wording, ...]:
        second = self.options.second
        return (self.wording, Wording(self.ruleset, second)) if second else (self.wording,)

    @cached_property
    def title(self) -> str:
        """The title; empty for none."""
        if self.options.title is not None:
            return self.options.title
        if self.options.audit:
            return self._said(lambda wording: wording.catalog.text("sheet", "Check"))
        return self._said(lambda wording: wording.title)

    @cached_property
    def variant(self) -> str:
        """The line below the title: what tells the game apart from others of its name, or what the sheet is for."""
        games = self.options.series
        if self.options.pictogram or self.options.audit:
            return ""
        if games % 2:
            return self._said(lambda wording: wording.catalog.text("sheet", "Best of %(n)s", n=games))
        if games:
            return self._said(lambda wording: wording.catalog.text("sheet", "Series of %(n)s games", n=games))
        return self._said(lambda wording: wording.variant)

    @cached_property
    def facts(self) -> str:
        """How many turns and rolls there are."""
        if self.options.pictogram or self.options.audit or self._tally:
            return ""
        return self.wording.facts()

    @cached_property
    def signature(self) -> tuple[Pip, ...]:
        """The dice that stand for the game."""
        return tuple((self.wording.dice.shown(face), kind) for face, kind in self.ruleset.signature)

    @property
    def signatures(self) -> tuple[str, ...]:
        """The words to sign behind, on the reverse."""
        return (
            self._said(lambda wording: wording.catalog.text("sheet", "Checked by")),
            self._said(lambda wording: wording.catalog.text("sheet", "Signature")),
        )

    @cached_property
    def reminders(self) -> tuple[tuple[str, ...], ...]:
        """The rules that one forgets at the table, for the foot: the sentences of a paragraph for each language."""
        if self.options.notes is not None:
            return (self.options.notes,)
        if self.options.pictogram or self._one_list:
            return ()
        found = []
        for wording in self._wordings:
            text = wording.catalog.text
            if self.options.pars:
                par = [text("sheet", "Par: what each row comes to on average in the best play.")]
            else:
                par = [text("sheet", "Par: what three of each number score.")] if self.options.par else []
            found.append((*wording.reminders(), *par))
        return tuple(found)

    @cached_property
    def command(self) -> str:
        """The command for the foot; nothing if a path in it has letters that the font lacks, or words have no place."""
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
