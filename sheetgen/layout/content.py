"""Content of a sheet before it has sizes.

Its rows, columns and words, and its players, who may be in a file.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, reduce
from io import StringIO
from itertools import chain, islice
from pathlib import Path

from msgspec import Struct

from sheetgen.errors import Cure, LeftOut, Message, SheetgenError, unknown
from sheetgen.files.disk import (
    MOST_LETTERS,
    bare_text,
    clean_name,
    decode,
    find_delimiter,
    parse_csv,
    read_input,
)
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout import rows
from sheetgen.layout.options import FIELDS, Filling, LayoutOptions, check_date, too_many_names
from sheetgen.layout.primitives import MM, CellId, Font, Measure
from sheetgen.rules.ruleset import Ruleset, adds_boxes

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
    widest: Mapping[str, tuple[str, Filling]]
    """Widest text of each field above the rows, with its filling, by the key of the field."""
    longest: str
    """Longest name above a column."""


def _check_pages(pages: int) -> None:
    if pages > MOST_SHEETS:
        raise SheetgenError(
            "%(count)s pages; one file has %(limit)s at most; make several files",
            count=pages,
            limit=MOST_SHEETS,
        )


def count_players(filling: Filling, players: int | None) -> int:
    """Return the number of players of a filling, at least `players` if that is set.

    0 if neither is given.
    """
    return max(len(filling.names), filling.players or players or 0)


def error_at(error: SheetgenError, filling: Filling) -> SheetgenError:
    """Return the error with the file and line of the filling, or with its option."""
    if not filling.file:
        return error.at(filling.key)
    return SheetgenError(
        "line %(line)s: %(reason)s", file=filling.file, line=filling.line, reason=error.at("")
    )


def _checked_count(filling: Filling, players: int | None, ruleset: Ruleset) -> int:
    """Return the number of players of a filling.

    Raises SheetgenError if the game is for fewer or for more. A line of a file may name fewer
    players than the game needs; the others then write their names.
    """
    by_games, limits = ruleset.sheet.columns == "games", ruleset.players
    count = count_players(filling, players)
    if players is not None and len(filling.names) > players:
        raise error_at(too_many_names(len(filling.names), players), filling)
    if filling.file and not by_games:
        count = max(count, limits.min)
    most = min(limits.max or MOST_PAGES, MOST_PAGES) if by_games else limits.max
    if count and count < limits.min and not by_games:
        error = SheetgenError(
            "too few players: %(count)s; %(ruleset)s is for %(limit)s or more",
            count=count,
            ruleset=ruleset.id,
            limit=limits.min,
        )
        error.option = "players"
        raise error.cured(Cure("players", limits.min))
    if most is not None and count > most:
        error = SheetgenError(
            "too many players: %(count)s; %(ruleset)s is for %(limit)s at most",
            count=count,
            ruleset=ruleset.id,
            limit=most,
        )
        error.option = "players"
        if filling.file:
            raise error_at(error, filling)
        raise error if filling.names else error.cured(Cure("players", most))
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


_BETWEEN = re.compile(r"( / | · )")
"""Signs between words of two languages, and between hints."""


class Phrases(Struct, frozen=True):
    """All that a sheet says in two languages, by which parts of its lines are told apart."""

    first: set[str]
    second: set[str]
    language: str
    """Code of the second language."""

    def parts(self, line: str) -> tuple[tuple[str, str], ...]:
        """Return the parts of a line with their languages, as `Text` has them.

        A line may be a part of a phrase.
        """
        found: list[tuple[str, str]] = []
        for piece in _BETWEEN.split(line):
            words = piece.strip(" /·")
            has_words = any(letter.isalpha() for letter in words)
            language = self.language if has_words and self._is_second(words) else ""
            if found and (found[-1][1] == language or not has_words):
                found[-1] = found[-1][0] + piece, found[-1][1]
            else:
                found.append((piece, language))
        return tuple(found) if any(language for _, language in found) else ()

    def _is_second(self, words: str) -> bool:
        """Check whether words are of a phrase in the second language, and of none in the first."""
        whole_words = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)")
        return any(map(whole_words.search, self.second)) and not any(
            map(whole_words.search, self.first)
        )


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

    @property
    def first(self) -> int:
        """Number of the player or game in the first column."""
        return 1 if self.by_games else self.options.first

    @cached_property
    def fillings(self) -> Sequence[Filling]:
        """Texts to fill in on each sheet."""
        return self.options.fillings or (Filling(self.options.names),)

    @cached_property
    def survey(self) -> Survey:
        """Summary of all fillings.

        Raises SheetgenError, with file and line, for the first that cannot be printed.
        """
        by_games, players, columns, owners = self.by_games, self.options.players, 0, 0
        measure, face = (
            self.measure,
            Font.BOLD,
        )  # local names are faster, and there may be 100,000 names
        values = self.options.values.items()  # the fields that all fillings share
        widths = {
            key: (measure(text, face, 1), text, Filling(key=f"--{key}")) for key, text in values
        }
        _check_pages(len(self.fillings))
        for filling in self.fillings:
            count = _checked_count(filling, players, self.ruleset)
            columns, owners = max(columns, count), owners + max(1, count)
            names = (("player" if by_games else _ABOVE, name) for name in filling.names)
            for key, text in (*names, *filling.values.items()):
                try:
                    width = measure(text, face, 1)
                except SheetgenError as error:  # a letter is missing in the font
                    raise error_at(error, filling) from error
                if key not in widths or width > widths[key][0]:
                    widths[key] = (width, text, filling)
        pages = owners if by_games else len(self.fillings)
        _check_pages(pages)
        _, longest, _ = widths.pop(_ABOVE, (0, "", None))
        return Survey(columns, pages, {key: each[1:] for key, each in widths.items()}, longest)

    def check_options(self) -> None:
        """Raise SheetgenError for options that exclude each other and for unprintable names."""
        options = self.options
        for refused, other in (
            (
                Message("a sheet without words is in one language; leave the second out"),
                options.second,
            ),
            (Message("a series is explained in words; leave one of the two out"), options.series),
            (
                Message("the auditor's grid is explained in words; leave one of the two out"),
                options.audit,
            ),
        ):
            if options.pictogram and other:
                raise SheetgenError(refused, key="--pictogram").cured(Cure("pictogram"))
        if self._tally and (options.par or options.allowed):
            name = "par" if options.par else "allowed"
            error = SheetgenError(
                "the rows of a series of games have no such column; leave it out", key=f"--{name}"
            )
            raise error.cured(Cure(name))
        assert self.survey  # noqa: S101 - making it is the check

    # rows and columns

    @property
    def _tally(self) -> bool:
        """Flag: the rows are the games of a series."""
        return bool(self.options.series) and not self.by_games

    @property
    def can_be_beside(self) -> bool:
        """Flag: there are several boxes, so that the rows can be in two lists."""
        is_short = self._tally or self.options.audit == "sums"
        return not is_short and len(self.ruleset.categories) > 1

    @cached_property
    def one_list(self) -> rows.Rows:
        """Rows in one list."""
        return self._lists(beside=False)

    @cached_property
    def two_lists(self) -> rows.Rows:
        """Rows in two lists next to each other."""
        return self._lists(beside=True)

    def _lists(self, *, beside: bool) -> rows.Rows:
        """Return the rows in all languages of the sheet at once."""
        languages = [self._rows_in(wording, beside) for wording in self._wordings]
        self._note(
            [[text for row in chain(*lists) for text in rows.words_of(row)] for lists in languages]
        )
        both = []
        for same_list in zip(*languages, strict=True):
            same_rows = zip(*same_list, strict=True)
            both.append(tuple(reduce(rows.in_both, row) for row in same_rows))
        lists = tuple(both)
        return rows.pictures(lists, self.ruleset) if self.options.pictogram else lists

    def _rows_in(self, wording: Wording, beside: bool) -> rows.Rows:
        options, games = self.options, self.options.series
        lists = (
            rows.series_sheet(games, wording)
            if self._tally
            else rows.rows_of(self.ruleset, wording, beside)
        )
        lists = rows.series_rows(lists, wording) if games and not self._tally else lists
        lists = rows.deciding(lists, wording)
        # on a screen, further Yachts are written as points
        lists = rows.without_ticks(lists) if options.fillable else lists
        if not games and not options.audit:
            lists = rows.with_further_rolls(lists, wording)
        lists = rows.audit_rows(lists, wording) if options.audit else lists
        if options.audit != "sums":
            return lists
        return tuple(tuple(row for row in each if row.kind in ("sum", "grand")) for each in lists)

    @cached_property
    def may_have_checks_above(self) -> bool:
        """Flag: on a reverse for checks, squares to tick may be above the boxes.

        Where a category has several boxes, lines of squares would be too many.
        """
        several = any(row.boxes for row in self.one_list[0])
        return self.options.audit == "boxes" and not several

    def left_out(self, lists: rows.Rows) -> list[LeftOut]:
        """Return a warning for each thing that these lists lack for want of room.

        Headings, and squares to tick.
        """
        paper = self.options.paper.name
        whole = self.two_lists if len(lists) > 1 else self.one_list
        kept = list(chain(*lists))
        lacking = [row for row in chain(*whole) if row not in kept]
        warnings = []
        if any(row.kind == "head" for row in lacking):
            warnings.append(LeftOut(_NO_HEADINGS, paper=paper))
        for row in lacking:
            if row.ticks or row.squares:
                warnings.append(LeftOut(_NO_TICKS, paper=paper, row=row.name))
        return warnings

    @cached_property
    def heads(self) -> tuple[rows.PlayerColumns, ...]:
        """Headers of a player's columns in all languages, and in the first.

        Without height for a single column.
        """
        if self._tally or len(self.ruleset.columns) == 1:
            return (rows.PlayerColumns(),) * 2
        how = not self.options.pictogram, self.options.look, self.measure
        for column in self.ruleset.columns:
            self._note(
                [(each.column_name(column), *each.column_marks(column)) for each in self._wordings]
            )
        return tuple(rows.column_heads(each, *how) for each in (self._wordings, self._wordings[:1]))

    @cached_property
    def side_columns(self) -> tuple[rows.SideColumn, ...]:
        """Columns in which nobody writes."""
        look, measure, found = self.options.look, self.measure, []
        if self.options.par:
            head, letters = self.text("sheet", "Par"), (Font.BOLD, look.size(9.0))
            texts = self.options.pars or rows.par_texts(self.ruleset)
            found.append(rows.side_column("inner", head, texts, letters, measure))
        if self.options.allowed:
            head, letters = self.text("sheet", "Allowed"), (Font.REGULAR, look.size(7.5))
            found.append(
                rows.side_column("outer", head, rows.value_texts(self.ruleset), letters, measure)
            )
        return tuple(found)

    # words

    @cached_property
    def _wordings(self) -> tuple[Wording, ...]:
        second = self.options.second
        return (self.wording, Wording(self.ruleset, second)) if second else (self.wording,)

    def in_each(self, say: Callable[[Wording], str]) -> list[str]:
        """Return the words in each language of the sheet, once if they are alike.

        None on a sheet without words.
        """
        if self.options.pictogram:
            return []
        said = [say(wording) for wording in self._wordings]
        self._note([[text] for text in said])
        return [*dict.fromkeys(said)]

    @cached_property
    def phrases(self) -> Phrases | None:
        """All that was said until now in each of two languages.

        None for a sheet in one language.
        """
        second = self.options.second
        return Phrases(set(), set(), second.language) if second else None

    def _note(self, said: Sequence[Iterable[str]]) -> None:
        """Keep what is said in each language."""
        if self.phrases:
            first, second = said
            self.phrases.first.update(first)
            self.phrases.second.update(second)

    def _words(self, say: Callable[[Wording], str]) -> str:
        """Return the words in each language of the sheet, in one line."""
        return rows.both_names(*self.in_each(say))

    def text(self, context: str, message: str, **values: object) -> str:
        """Return a message in each language of the sheet, as `_words` does."""
        return self._words(lambda wording: wording.catalog.text(context, message, **values))

    def fields(self, *, few: bool) -> tuple[HeaderField, ...]:
        """Return the fields above the rows, each with its widest value on any page.

        With `few` these are only the fields that were asked for, and the player's name if each
        player has a page.
        """
        options = self.options
        given = {key: text for key, (text, _) in self.survey.widest.items()}
        asked = self._usual_fields(few=few) if options.fields is None else options.fields
        keys = {*asked, *given}
        if options.numbered:
            keys.add("number")
        widest = {**given, "number": "0" * len(str(self.survey.pages))}
        if options.game:
            widest["game"] = str(options.game)
        cells = {"player": CellId(player=1)}
        if options.fillable:
            cells |= {"date": CellId("date"), "game": CellId("game")}
        words = []
        if not options.pictogram:
            words = [field_words(wording.catalog) for wording in self._wordings]
        self._note([labels.values() for labels in words])
        fields = []
        for key, width in FIELDS.items():
            if key in keys:
                label = rows.both_names(*(labels[key] for labels in words))
                fields.append(
                    HeaderField(label, width * MM, widest.get(key, ""), cells.get(key), key)
                )
        return tuple(fields)

    def _usual_fields(self, *, few: bool) -> tuple[str, ...]:
        """Return the fields of a sheet for which none are asked for; see `fields`."""
        if self.options.pictogram:
            return ()
        if few and not self.options.fillable:
            return ("player",) if self.by_games else ()
        if self.by_games:
            return "player", "date"
        return ("date",) if self._tally else ("date", "game")

    @cached_property
    def title(self) -> str:
        """Title; empty for none."""
        if self.options.title is not None:
            return self.options.title
        if self.options.pictogram:  # a name is no word
            return self.wording.title
        return (
            self.text("sheet", "Check")
            if self.options.audit
            else self._words(lambda wording: wording.title)
        )

    @cached_property
    def variant(self) -> str:
        """Line below the title: the variant of the game, or the kind of series."""
        games = self.options.series
        if not games:
            return self._words(lambda wording: wording.variant)
        if games % 2:
            return self.text("sheet", "Best of %(n)s", n=games)
        return self.text("sheet", "Series of %(n)s games", n=games)

    @cached_property
    def facts(self) -> list[str]:
        """Numbers of turns and rolls, in the words of each language."""
        if self.options.audit:
            return (
                [self.text("sheet", "checked box by box")] if self.options.audit == "boxes" else []
            )
        return [] if self._tally else self.in_each(Wording.facts)

    @cached_property
    def signature(self) -> tuple[rows.Pip, ...]:
        """Dice that stand for the game."""
        return tuple(
            (rows.drawn_face(self.wording.dice, face), kind)
            for face, kind in self.ruleset.signature
        )

    @cached_property
    def reminders(self) -> tuple[tuple[str, ...], ...]:
        """Rules for the footer that people forget.

        They are the sentences of one paragraph for each language.
        """
        found = self._reminders()
        if len(found) == len(self._wordings):
            self._note([[" ".join(sentences)] for sentences in found])
        return found

    def _reminders(self) -> tuple[tuple[str, ...], ...]:
        if self.options.audit:
            texts = (
                wording.catalog.text for wording in self._wordings if self.options.audit == "boxes"
            )
            return tuple(
                (
                    text(
                        "sheet",
                        "Tick a box that is right. If it is wrong, write what it should be.",
                    ),
                )
                for text in texts
            )
        if self.options.notes is not None:
            return (self.options.notes,)
        if self.options.pictogram or self._tally:
            return ()
        found = []
        for wording in self._wordings:
            text, par = wording.catalog.text, []
            if self.options.pars:
                par = [text("sheet", "Par: what each row comes to on average in the best play.")]
            elif self.options.par:
                par = [text("sheet", "Par: what three of each number score.")]
            if not adds_boxes(self.ruleset):
                par.append(text("sheet", "The most points win, not the highest scores."))
            found.append((*wording.reminders(), *par))
        return tuple(found)

    @cached_property
    def command(self) -> str:
        """Command for the lower margin.

        Empty on a sheet without words, on cards, whose edges stay free where they are cut, and if
        the font lacks a letter of a path in it.
        """
        if self.options.pictogram or self.options.nup or self.options.labels:
            return ""
        try:
            self.measure(self.options.command, Font.REGULAR, 1)
        except SheetgenError:
            return ""
        return self.options.command


def field_words(catalog: Catalog) -> dict[str, str]:
    """Return the word for each field above the rows."""
    text = catalog.text
    return {
        "player": text("sheet", "Player"),
        "date": text("sheet", "Date"),
        "table": text("sheet", "Table"),
        "round": text("sheet", "Round"),
        "game": text("sheet", "Game"),
        "number": text("sheet", "No."),
    }


# files of names, as CSV or plain text: one table or player on each line; nothing in them is
# executed

MAX_BYTES = 20_000_000
"""Maximum size of a file of names: room for the maximum number of sheets."""
_MOST_CELLS = 200
"""Maximum number of names and fields in a line."""
_BLANK = ' \t\f\v,;"'
"""Characters of a blank line."""
_HEADING_LINES = 2
"""Maximum number of lines before the names: ``sep=``, and the headings of the columns."""


class NamesFile(list[Filling]):
    """Fillings of a file, one for each line, and the headings of its columns."""

    columns: Sequence[str] = ()
    """Keys of `FIELDS`, from the first line; empty if it has no headings."""


def read_names_file(path: Path, catalogs: Sequence[Catalog]) -> NamesFile:
    """Return the names in a file, or in standard input for ``-``.

    The headings of its columns may be in the languages of `catalogs`.
    Raises SheetgenError, with file and line, for what cannot be read.
    """
    content = read_input(path, MAX_BYTES)
    try:
        return names_in(decode(content), str(path), catalogs)
    except SheetgenError as error:
        raise error.placed(str(path)) from error


def names_in(text: str, file: str, catalogs: Sequence[Catalog]) -> NamesFile:
    """Return the names in the text of a file.

    Raise SheetgenError, with the line, for what cannot be read.
    """
    most, names, number = MOST_SHEETS + _HEADING_LINES, NamesFile(), 0
    numbered = (
        (number, line.rstrip("\n")) for number, line in enumerate(StringIO(text, newline=None), 1)
    )
    lines = list(islice((each for each in numbered if each[1].strip(_BLANK)), most + 1))
    if len(lines) > most:
        raise SheetgenError(
            "has more than %(limit)s lines with names; make several files", limit=MOST_SHEETS
        )
    delimiter = find_delimiter(line for _, line in lines)
    if lines and re.fullmatch("(?i:sep=).", lines[0][1]):  # written by Excel
        delimiter, lines = lines[0][1][-1], lines[1:]
    read = []
    try:
        for number, line in lines:
            read.append((number, _cells(line, delimiter)))
        number = read[0][0] if read else 0
        names.columns = _columns([cells for _, cells in read[:2]], catalogs)
        for number, cells in read[1:] if names.columns else read:
            names.append(_filling(cells, names.columns, file, number))
    except SheetgenError as error:
        raise SheetgenError("line %(line)s: %(reason)s", line=number, reason=error) from error
    if not names:
        raise SheetgenError("no names are in it; write one on each line")
    return names


def _cells(line: str, delimiter: str) -> list[str]:
    """Return the names in a line, cleaned for printing."""
    cells = parse_csv([line], delimiter, spaced=True)[0] if '"' in line else line.split(delimiter)
    if len(cells) > _MOST_CELLS:
        raise SheetgenError("has more than %(limit)s values; write fewer", limit=_MOST_CELLS)
    names = [clean_name(bare_text(cell.strip(), inside=False)) for cell in cells]
    if max(map(len, names)) > MOST_LETTERS:
        raise SheetgenError("a name has %(limit)s letters at most; shorten it", limit=MOST_LETTERS)
    return names


def heading_words(catalogs: Sequence[Catalog]) -> dict[str, str]:
    """Return the keys of the fields by the headings of their columns, in English and others."""
    known = dict[str, str]()
    for catalog in (Catalog("en"), *catalogs):
        others = (
            catalog.text("sheet", "Players"),
            catalog.text("sheet", "Name"),
            catalog.text("sheet", "Names"),
        )
        known |= {
            word.casefold(): key for key, word in field_words(catalog).items() if key != "number"
        }
        known |= {word.casefold(): "player" for word in others}
    return known


def _columns(lines: Sequence[Sequence[str]], catalogs: Sequence[Catalog]) -> list[str]:
    """Return the keys of the fields whose words are in the first of two lines.

    None if it has names. Raises SheetgenError if only some of its words are known.
    """
    known = heading_words(catalogs)
    found = []
    for cells in lines:
        last = max((place for place, cell in enumerate(cells, 1) if cell), default=0)
        found.append(
            [known.get(re.sub(r"[\s\d]+$", "", cell.casefold()), "") for cell in cells[:last]]
        )
    first, second = (*found, [], [])[:2]
    if any(first) and not all(first):
        words = sorted({word.capitalize() for word in known})
        raise unknown(Message("column"), lines[0][first.index("")], words)
    return (
        first if all(first) and not (second and all(second)) else []
    )  # two such lines are players who are called so


def _filling(cells: Sequence[str], columns: Sequence[str], file: str, line: int) -> Filling:
    """Return the filling in a line with these cells."""
    if columns and any(cells[len(columns) :]):
        raise SheetgenError("more cells than the first line has columns; see its commas")
    named = list(zip(columns, cells, strict=False))
    names = [cell for key, cell in named if key == "player"] if columns else list(cells)
    values = {key: cell for key, cell in named if key != "player" and cell}
    while names and not names[-1]:
        names.pop()
    check_date(values.get("date", ""), "")
    return Filling(tuple(names), values, file, line)
