"""How a sheet is placed: how many columns, which way the paper lies, or why it cannot be."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from math import ceil
from typing import Literal, NoReturn

from sheetgen.catalog import Catalog
from sheetgen.errors import Message, SheetgenError
from sheetgen.form_tag import name_field
from sheetgen.layout.asides import Aside, par_column, values_column
from sheetgen.layout.fillings import Filling
from sheetgen.layout.fit import Fit, Room, Shortage, fit_sheet
from sheetgen.layout.frame import DATE, GAME, Blank, Frame
from sheetgen.layout.look import Look
from sheetgen.layout.primitives import Font, Measure
from sheetgen.layout.rows import Row, Stacks, stacks_of
from sheetgen.layout.survey import Survey, placed, survey
from sheetgen.layout.variants import (
    audit_rows,
    both_names,
    check_variant,
    each_row,
    pictures,
    series_rows,
    series_sheet,
    two_languages,
)
from sheetgen.paper import MARGINS, MM, Paper, larger_papers
from sheetgen.rules import Ruleset
from sheetgen.wording import Wording

_TALL = 230 * MM
"""A page this high has room for a large title."""

_TOO_WIDE = Message(
    "%(paper)s holds %(most)s columns, not %(count)s: %(count)s times %(least)s mm and %(label)s mm for the names of "
    "the rows make %(need)s mm, and it has %(have)s mm; %(larger)s"
)
_TOO_WIDE_BESIDE = Message(
    "%(paper)s holds %(most)s columns, not %(count)s: turned, with two lists beside each other, %(count)s times "
    "%(least)s mm and %(label)s mm for the names of the rows make %(need)s mm, and each list has %(have)s mm; "
    "%(larger)s"
)
_TOO_HIGH = Message("%(paper)s is too small: rows of %(least)s mm make %(need)s mm, and it has %(have)s mm; %(larger)s")
_FIELDS_TOO_WIDE = Message(
    "%(paper)s is too narrow: the fields above the rows need %(need)s mm, and it has %(have)s mm; leave some out, or "
    "write less in them; %(larger)s"
)


Part = Literal["reminders", "details", "subtitle", "command"]
_NOTHING: frozenset[Part] = frozenset()
_SPARED: tuple[frozenset[Part], ...] = (
    _NOTHING,
    frozenset(["command"]),
    frozenset(["command", "reminders"]),
    frozenset(["command", "reminders", "subtitle"]),
)
"""What gives way on small paper, step by step: the command can be read in the file too, the rules on the reverse."""
_SPARED_MORE: tuple[frozenset[Part], ...] = (
    _NOTHING,
    frozenset(["reminders"]),
    frozenset(["reminders", "details"]),
    frozenset(["reminders", "details", "subtitle", "command"]),
)
"""The same where the look says that the lines below the names may give way too."""


@dataclass(frozen=True)
class Arrangement:
    """One way to lay the sheet on the paper."""

    margin: float
    turned: bool = False
    """Whether the longer side of the paper lies across."""
    beside: bool = False
    """Whether the sections stand beside each other."""
    spared: frozenset[Part] = frozenset()
    """What has given way because there was no room for it."""


@dataclass(frozen=True)
class SheetOptions:
    """What the person asked for. Lengths are points."""

    paper: Paper
    players: int | None = None
    names: tuple[str, ...] = ()
    """The players' names; those beyond them get a blank."""
    games: int | None = None
    """Columns of a sheet whose columns are games."""
    command: str = ""
    """The command that prints this sheet again, for the foot."""
    notes: tuple[str, ...] | None = None
    """Sentences for the foot, instead of the rules that one forgets at the table."""
    fillable: bool = False
    """Whether it is filled in on a screen, and has the cells that this asks for."""
    first: int = 1
    """The number of the first player on it."""
    game: int = 0
    """Which game of a series it is for; 0 if there is only one."""
    fillings: Sequence[Filling] = ()
    """What is filled in on each of many sheets, instead of `names`."""
    values: Mapping[str, str] = field(default_factory=dict)
    """What stands in the fields of all sheets, where a filling says nothing else."""
    orientation: Literal["", "portrait", "landscape"] = ""
    """How it must lie; as it fits best if it is empty."""
    margin: float | None = None
    """The margin, where it is not sheetgen's to choose."""
    glue: float = 0.0
    """What stays free above the sheet for the glue of a pad."""
    title: str | None = None
    """The title, instead of the name of the game."""
    fields: tuple[str, ...] | None = None
    """Which of `FIELDS` stand above the rows, instead of the usual ones."""
    numbered: bool = False
    """Whether the pages are numbered."""
    look: Look = field(default_factory=Look)
    second: Catalog | None = None
    """A second language, below the first."""
    pictogram: bool = False
    """Whether it has no words at all."""
    left_handed: bool = False
    """Whether the names of the rows are on the right."""
    par: bool = False
    """Whether a column says what three of each number score."""
    allowed: bool = False
    """Whether a column says what the boxes can hold."""
    series: int = 0
    """How many games are a series; 0 for none."""
    ruler: bool = False
    audit: bool = False
    """Whether it is the reverse, on which the card is checked."""


@dataclass(frozen=True)
class Plan:
    """A sheet with everything measured. Points."""

    width: float
    height: float
    arrangement: Arrangement
    columns: int
    stacks: Stacks
    frame: Frame
    fit: Fit


@dataclass(frozen=True, eq=False)
class Planner:
    """Finds the plan for a sheet."""

    wording: Wording
    options: SheetOptions
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

    @cached_property
    def _stacks(self) -> dict[tuple[bool, bool], Stacks]:
        """The rows by whether their sections stand beside each other, and whether they are bare."""
        ways = (False, True) if len(self.ruleset.sections) > 1 and not self._one_list else (False,)
        full = {beside: self._variant(beside) for beside in ways}
        bare = {beside: each_row(stacks, _bare) for beside, stacks in full.items()}
        return {(beside, bool(level)): (full, bare)[level][beside] for beside in ways for level in (0, 1)}

    @property
    def _one_list(self) -> bool:
        """Whether the rows are not those of the game."""
        return self._tally or self.options.audit

    @property
    def _tally(self) -> bool:
        """Whether the rows are the games of a series."""
        return bool(self.options.series) and not self.by_games

    def _variant(self, beside: bool) -> Stacks:
        stacks = self._worded(self.wording, beside)
        if self.options.second:
            return two_languages(stacks, self._worded(self._second, beside))
        return pictures(stacks, self.ruleset) if self.options.pictogram else stacks

    def _worded(self, wording: Wording, beside: bool) -> Stacks:
        if self._tally:
            stacks = series_sheet(self.options.series, wording)
        else:
            stacks = stacks_of(self.ruleset, wording, beside, self.options.fillable)
            stacks = series_rows(stacks, wording) if self.options.series else stacks
        return audit_rows(stacks, wording) if self.options.audit else stacks

    @cached_property
    def _second(self) -> Wording:
        assert self.options.second  # noqa: S101 - tells mypy what holds
        return Wording(self.ruleset, self.options.second)

    @cached_property
    def _asides(self) -> tuple[Aside, ...]:
        found = []
        if self.options.par:
            found.append(par_column(self.ruleset, self._word("Par"), self.options.look, self.measure))
        if self.options.allowed:
            found.append(values_column(self.ruleset, self._word("Allowed"), self.options.look, self.measure))
        return tuple(found)

    def _word(self, word: str) -> str:
        texts = {
            "Par": self.wording.catalog.text("sheet", "Par"),
            "Allowed": self.wording.catalog.text("sheet", "Allowed"),
        }
        return "" if self.options.pictogram else texts[word]

    def plan(self) -> Plan:
        """The plan for what was asked, or SheetgenError with the arithmetic."""
        asked = self._asked_columns()
        wanted = (asked,) if asked is not None else range(self.ruleset.sheet.count, 0, -1)
        tries = (self._try(columns, spared) for spared in self._steps for columns in wanted)
        return next(filter(None, tries), None) or self._refuse(wanted[-1])

    def most_columns(self) -> int:
        """The most columns that the paper holds; 0 if it does not hold the rows at all."""
        columns = 0
        while self.try_columns(columns + 1):
            columns += 1
        return columns

    def try_columns(self, columns: int) -> Plan | None:
        """The first way to place so many columns, if there is one; as little as can be gives way."""
        return next(filter(None, (self._try(columns, spared) for spared in self._steps)), None)

    def _try(self, columns: int, spared: frozenset[Part]) -> Plan | None:
        """The first way to place so many columns without what gives way. Upright with the full margin comes first."""
        plans = (self._place(columns, arrangement) for arrangement in self._arrangements(spared))
        return next((plan for plan in plans if isinstance(plan, Plan)), None)

    @property
    def _steps(self) -> tuple[frozenset[Part], ...]:
        """What may give way, step by step."""
        return _SPARED_MORE if self.options.look.spare else _SPARED

    def fields(self) -> tuple[Blank, ...]:
        """What is to be written above the rows, with the widest that is given on any page."""
        usual = ("player", "date") if self.by_games else ("date", "game")
        chosen = usual if self.options.fields is None else self.options.fields
        shown = () if self.options.pictogram and self.options.fields is None else chosen
        given = (*shown, *self.survey.widest, *(["number"] if self.options.numbered else []))
        blanks = self._blanks()
        return tuple(replace(blanks[key], value=self._widest(key)) for key in blanks if key in given)

    def _widest(self, key: str) -> str:
        if key == "number":
            return "0" * len(str(self.survey.pages))
        if key == "game" and self.options.game:
            return str(self.options.game)
        return self.survey.widest.get(key, "")

    def _blanks(self) -> dict[str, Blank]:
        fillable = self.options.fillable
        return {
            "player": Blank(self._label("player"), 42 * MM, cell=name_field(1), key="player"),
            "date": Blank(self._label("date"), 26 * MM, cell=DATE if fillable else "", key="date"),
            "table": Blank(self._label("table"), 14 * MM, key="table"),
            "round": Blank(self._label("round"), 14 * MM, key="round"),
            "game": Blank(self._label("game"), 12 * MM, cell=GAME if fillable else "", key="game"),
            "number": Blank(self._label("number"), 4 * MM, key="number"),
        }

    def _label(self, key: str) -> str:
        if self.options.pictogram:
            return ""
        catalogs = [self.wording.catalog, *([self.options.second] if self.options.second else [])]
        names = [_field_names(catalog)[key] for catalog in catalogs]
        return both_names(names[0], names[-1])

    def check(self) -> None:
        """Raise SheetgenError for what cannot go together, and for names or numbers of players that cannot be."""
        options = self.options
        check_variant(
            pictogram=options.pictogram, second=bool(options.second), series=options.series, audit=options.audit
        )
        if self._tally and (options.par or options.allowed):
            key = "--par" if options.par else "--allowed"
            raise SheetgenError("the rows of a series of games have no such column; leave it out", key=key)
        assert self.survey  # noqa: S101 - making it is the check

    def game_name(self, number: int) -> str:
        """What a game's column is called."""
        if self.options.pictogram:
            return str(number)
        names = [wording.catalog.text("sheet", "Game %(n)s", n=number) for wording in self._wordings]
        return both_names(names[0], names[-1])

    def _asked_columns(self) -> int | None:
        if self.by_games:
            return self.options.games or self.options.series or None
        if self.options.games is not None:
            raise SheetgenError(
                "the columns of %(ruleset)s are players, not games; leave it out", key="--games",
                ruleset=self.ruleset.id,
            )  # fmt: skip
        return self.survey.columns or None

    def _arrangements(self, spared: frozenset[Part]) -> Iterator[Arrangement]:
        for margin in MARGINS if self.options.margin is None else (self.options.margin,):
            if self.options.orientation != "landscape":
                yield Arrangement(margin, spared=spared)
            if self.options.orientation != "portrait":
                if (True, False) in self._stacks:
                    yield Arrangement(margin, turned=True, beside=True, spared=spared)
                yield Arrangement(margin, turned=True, spared=spared)

    def _place(self, columns: int, arrangement: Arrangement) -> Plan | Shortage:
        frame = self._frame(arrangement)
        if frame.too_wide > 0:
            return Shortage(0, frame.width + frame.too_wide, frame.width)
        stacks = self._stacks[arrangement.beside, "details" in arrangement.spared]
        width, height = self._size(arrangement)
        room = height - 2 * arrangement.margin - self.options.glue - frame.head_height - frame.foot_height
        fit = fit_sheet(stacks, columns, Room(frame.width, room, self.options.look, self.measure, self._asides))
        if isinstance(fit, Shortage):
            return fit
        return Plan(width, height, arrangement, columns, stacks, frame, fit)

    def _size(self, arrangement: Arrangement) -> tuple[float, float]:
        sides = self.options.paper.width, self.options.paper.height
        return sides[::-1] if arrangement.turned else sides

    @lru_cache(maxsize=64)  # noqa: B019 - it holds the few planners of one command
    def _frame(self, arrangement: Arrangement) -> Frame:
        """The frame of the page with the longest name, since all pages share one plan."""
        width, height = self._size(arrangement)
        tall = height > _TALL
        return Frame(
            width=width - 2 * arrangement.margin,
            tall=tall,
            title=self._title,
            subtitles=() if "subtitle" in arrangement.spared else self._subtitles(tall),
            fields=self.fields(),
            reminders="" if "reminders" in arrangement.spared else self._reminders,
            command="" if "command" in arrangement.spared else self._command,
            look=self.options.look,
            measure=self.measure,
            fillable=self.options.fillable,
            ruler=self.options.ruler,
            signatures=self._signatures if self.options.audit else (),
        )

    @property
    def _wordings(self) -> tuple[Wording, ...]:
        return (self.wording, self._second) if self.options.second else (self.wording,)

    @cached_property
    def _title(self) -> str:
        if self.options.title is not None:
            return self.options.title
        names = [wording.title for wording in self._wordings]
        if self.options.audit:
            names = [wording.catalog.text("sheet", "Check") for wording in self._wordings]
        return "" if self.options.pictogram else both_names(names[0], names[-1])

    def _subtitles(self, tall: bool) -> tuple[str, ...]:
        """The lines below the title: the game in one line, and what sets it apart where there is room."""
        if self.options.pictogram:
            return ()
        if self.options.audit:
            text = self.wording.catalog.text
            return (text("sheet", "Add up again what stands on the front, and write down what is different."),)
        if self._tally:
            return tuple(_series_name(self.options.series, wording.catalog) for wording in self._wordings)
        lines = [[wording.subtitle(), wording.summary][: 2 if tall else 1] for wording in self._wordings]
        return tuple(line for each in lines for line in each)

    @property
    def _signatures(self) -> tuple[str, ...]:
        text = self.wording.catalog.text
        return (text("sheet", "Checked by"), text("sheet", "Signature"))

    @cached_property
    def _reminders(self) -> str:
        if self.options.notes is not None:
            return " ".join(self.options.notes)
        if self.options.pictogram or self._one_list:
            return ""
        return " ".join(line for wording in self._wordings for line in wording.reminders())

    @cached_property
    def _command(self) -> str:
        """The command for the foot; nothing if a path in it has letters that the font lacks, or words have no place."""
        if self.options.pictogram:
            return ""
        try:
            self.measure(self.options.command, Font.REGULAR, 1)
        except SheetgenError:
            return ""
        return self.options.command

    def _refuse(self, columns: int) -> NoReturn:
        most = self.most_columns()
        best = self.try_columns(most) if most else None
        *_, last = self._arrangements(self._steps[-1])
        upright = replace(last, turned=self.options.orientation == "landscape", beside=False)
        arrangement = replace(best.arrangement if best else upright, margin=last.margin, spared=last.spared)
        lack = self._place(columns, arrangement)
        assert isinstance(lack, Shortage), "what does not fit lacks something"  # noqa: S101 - tells mypy what holds
        if not lack.least and self.survey.widest.get("player"):
            self._refuse_name()
        raise SheetgenError(
            _shortage(lack, arrangement),
            paper=self.options.paper.name,
            most=most,
            count=columns,
            least=round(lack.least / MM),
            label=ceil(lack.label / MM),
            need=ceil(lack.need / MM),
            have=int(lack.have / MM),
            larger=self._larger(columns),
        )

    def _refuse_name(self) -> NoReturn:
        """Refuse a name that is too long for the line above the rows."""
        error = SheetgenError(
            "the name '%(name)s' does not fit on the line for it; shorten it", name=self.survey.widest["player"]
        )
        raise placed(error, self.survey.sources["player"])

    def _larger(self, columns: int) -> SheetgenError:
        """The smallest paper that holds so many columns."""
        for paper in larger_papers(self.options.paper):
            if replace(self, options=replace(self.options, paper=paper)).try_columns(columns):
                return SheetgenError("%(paper)s is large enough", paper=paper.name)
        return SheetgenError("no paper is large enough")


def _bare(row: Row) -> Row:
    """A row without the lines below its name."""
    return replace(row, details=("",), most="", second=())


def _shortage(lack: Shortage, arrangement: Arrangement) -> Message:
    if not lack.least:
        return _FIELDS_TOO_WIDE
    if not lack.label:
        return _TOO_HIGH
    return _TOO_WIDE_BESIDE if arrangement.beside else _TOO_WIDE


def _field_names(catalog: Catalog) -> dict[str, str]:
    return {
        "player": catalog.text("sheet", "Player"),
        "date": catalog.text("sheet", "Date"),
        "table": catalog.text("sheet", "Table"),
        "round": catalog.text("sheet", "Round"),
        "game": catalog.text("sheet", "Game"),
        "number": catalog.text("sheet", "No."),
    }


def _series_name(games: int, catalog: Catalog) -> str:
    if games % 2:
        return catalog.text("sheet", "Best of %(n)s", n=games)
    return catalog.text("sheet", "Series of %(n)s games", n=games)
