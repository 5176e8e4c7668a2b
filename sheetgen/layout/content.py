"""What a sheet says, in words, dice and fields, before it is placed."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import runs_of
from sheetgen.i18n.wording import Wording
from sheetgen.layout.frame import Blank
from sheetgen.layout.options import Filling, Look, SheetOptions
from sheetgen.layout.paper import MM
from sheetgen.layout.players import Survey, survey
from sheetgen.layout.primitives import CellId, Font, Measure, wrap
from sheetgen.layout.rows import (
    SideColumn,
    Stacks,
    audit_rows,
    both_names,
    check_variant,
    pictures,
    series_rows,
    series_sheet,
    stacks_of,
    two_languages,
)
from sheetgen.rules import Face, Ruleset, Total, add_up, possible_values


class Content(Struct, frozen=True, eq=False, dict=True):
    """All that stands on a sheet, in one language or two, or without words."""

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

    @cached_property
    def stacks(self) -> dict[bool, Stacks]:
        """The rows in one stack and, where there is more than one section, beside each other."""
        sides = (False, True) if len(self.ruleset.sections) > 1 and not self._one_list else (False,)
        stacks = {beside: self._worded(self.wording, beside) for beside in sides}
        if self.options.second:
            return {beside: two_languages(each, self._worded(self._second, beside)) for beside, each in stacks.items()}
        if self.options.pictogram:
            return {beside: pictures(each, self.ruleset) for beside, each in stacks.items()}
        return stacks

    @property
    def _one_list(self) -> bool:
        """Whether the rows are not those of the game."""
        return self._tally or self.options.audit

    @property
    def _tally(self) -> bool:
        """Whether the rows are the games of a series."""
        return bool(self.options.series) and not self.by_games

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
    def side_columns(self) -> tuple[SideColumn, ...]:
        """The columns that nobody writes in."""
        found = []
        if self.options.par:
            found.append(par_column(self.ruleset, self._head("Par"), self.options.look, self.measure))
        if self.options.allowed:
            found.append(values_column(self.ruleset, self._head("Allowed"), self.options.look, self.measure))
        return tuple(found)

    def _head(self, word: str) -> str:
        """The head of such a column."""
        if self.options.pictogram:
            return ""
        texts = [wording.catalog.text for wording in self._wordings]
        heads = {
            "Par": [text("sheet", "Par") for text in texts],
            "Allowed": [text("sheet", "Allowed") for text in texts],
        }
        return both_names(*heads[word])

    def fields(self) -> tuple[Blank, ...]:
        """What is to be written above the rows, with the widest that is given on any page."""
        usual = ("player", "date") if self.by_games else ("date",) if self._tally else ("date", "game")
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
            Blank(self._label(key), width * MM, widest.get(key, ""), cells.get(key), key)
            for key, width in widths.items()
            if key in given
        )

    def _label(self, key: str) -> str:
        if self.options.pictogram:
            return ""
        catalogs = [self.wording.catalog, *([self.options.second] if self.options.second else [])]
        words = {
            "player": [catalog.text("sheet", "Player") for catalog in catalogs],
            "date": [catalog.text("sheet", "Date") for catalog in catalogs],
            "table": [catalog.text("sheet", "Table") for catalog in catalogs],
            "round": [catalog.text("sheet", "Round") for catalog in catalogs],
            "game": [catalog.text("sheet", "Game") for catalog in catalogs],
            "number": [catalog.text("sheet", "No.") for catalog in catalogs],
        }
        return both_names(*words[key])

    def game_name(self, number: int) -> str:
        """What a game's column is called."""
        if self.options.pictogram:
            return str(number)
        names = [wording.catalog.text("sheet", "Game %(n)s", n=number) for wording in self._wordings]
        return both_names(*names)

    @property
    def _wordings(self) -> tuple[Wording, ...]:
        return (self.wording, self._second) if self.options.second else (self.wording,)

    @cached_property
    def title(self) -> str:
        """The title; empty for none."""
        if self.options.title is not None:
            return self.options.title
        names = [wording.title for wording in self._wordings]
        if self.options.audit:
            names = [wording.catalog.text("sheet", "Check") for wording in self._wordings]
        return "" if self.options.pictogram else both_names(*names)

    def subtitles(self, tall: bool) -> tuple[str, ...]:
        """The lines below the title: the game in one line, and what sets it apart where there is room."""
        if self.options.pictogram:
            return ()
        if self.options.audit:
            return tuple(
                wording.catalog.text(
                    "sheet", "Add up again what stands on the front, and write down what is different."
                )
                for wording in self._wordings
            )
        games, texts = self.options.series, [wording.catalog.text for wording in self._wordings]
        if games % 2:
            series = [text("sheet", "Best of %(n)s", n=games) for text in texts]
        else:
            series = [text("sheet", "Series of %(n)s games", n=games) for text in texts]
        if self._tally:
            return tuple(series)
        lines = [[wording.subtitle(), wording.summary][: 2 if tall else 1] for wording in self._wordings]
        return (*(series if self.options.series else ()), *(line for each in lines for line in each))

    @property
    def signatures(self) -> tuple[str, ...]:
        """The words to sign behind, on the reverse."""
        texts = [wording.catalog.text for wording in self._wordings]
        return (
            both_names(*(text("sheet", "Checked by") for text in texts)),
            both_names(*(text("sheet", "Signature") for text in texts)),
        )

    @cached_property
    def reminders(self) -> tuple[str, ...]:
        """The rules that one forgets at the table, for the foot: a paragraph for each language."""
        if self.options.notes is not None:
            return (" ".join(self.options.notes),)
        if self.options.pictogram or self._one_list:
            return ()
        found = []
        for wording in self._wordings:
            par = [wording.catalog.text("sheet", "Par: what three of each number score.")] if self.options.par else []
            found.append(" ".join((*wording.reminders(), *par)))
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


# side columns: what three of each number score, and what a box can hold; both come from the rules

_COLUMN_PAD = 3.0
_MOST_LINES = 2
_NARROW, _WIDE, _WIDER = 9 * MM, 60 * MM, 1 * MM
"""The least and the largest width of a column, and the steps in which it is sought."""
_PAR = 3
"""How many dice of each number a player aims at."""


def par_column(ruleset: Ruleset, head: str, look: Look, measure: Measure) -> SideColumn:
    """What three of each number score, what that adds up to, and how far it is from the bonus.

    Raises SheetgenError for a game without boxes for numbers.
    """
    texts = dict(_par(ruleset))
    if not texts:
        raise SheetgenError("%(ruleset)s has no boxes for numbers; leave it out", key="--par", ruleset=ruleset.id)
    return _column(SideColumn("inner", head, {}, _NARROW, Font.BOLD, look.size(9.0)), texts, measure)


def _par(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    known: dict[str, int] = {}
    aim = min(_PAR, ruleset.dice.count)
    for box in ruleset.boxes.values():
        pattern, points = box.category.pattern, box.category.points
        if isinstance(pattern, Face) and pattern.at_least <= aim and points.kind == "matching":
            known[box.id] = aim * (box.category.number or 0)
            yield box.id, str(known[box.id])
    for total in ruleset.all_totals.values():
        parts = [known[part] for part in ruleset.addends[total.id] if part in known]
        if total.kind == "extra_yachts" or not parts or len(parts) < len(ruleset.addends[total.id]):
            continue
        known[total.id] = add_up(total, parts)
        yield total.id, _distance(total, sum(parts)) if total.kind == "threshold" else str(known[total.id])


def _distance(total: Total, amount: int) -> str:
    """The bonus for an amount, and how far that is from it."""
    goal = next((step.at_least for step in total.steps if step.at_least >= amount), total.steps[-1].at_least)
    return f"{total.bonus(amount)} {goal}−{amount}={goal - amount}"


def values_column(ruleset: Ruleset, head: str, look: Look, measure: Measure) -> SideColumn:
    """All that a box can hold, joker included."""
    texts = {box: _values(possible_values(ruleset, box)) for box in ruleset.boxes}
    bonuses = (total for total in ruleset.all_totals.values() if total.steps)
    texts |= {total.id: _values(tuple(sorted({0, *(step.points for step in total.steps)}))) for total in bonuses}
    further = ruleset.extra_yachts
    if further:
        texts[further.id] = f"0, {further.points}, {2 * further.points} …"
    return _column(SideColumn("outer", head, {}, _NARROW, Font.REGULAR, look.size(7.5)), texts, measure)


def _values(values: tuple[int, ...]) -> str:
    """Numbers, with a dash for a run of them."""
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs_of(values))


def _column(blank: SideColumn, texts: Mapping[str, str], measure: Measure) -> SideColumn:
    """The column as narrow as can be with two lines for a row; no number is broken."""
    width = max(blank.width, measure(blank.head, Font.REGULAR, blank.size) + 2 * _COLUMN_PAD)
    while width < _WIDE and not all(_fits(text, width, blank, measure) for text in texts.values()):
        width += _WIDER
    lines = {row: tuple(_lines(text, width, blank, measure)) for row, text in texts.items()}
    return replace(blank, lines=lines, width=width)


def _lines(text: str, width: float, blank: SideColumn, measure: Measure) -> list[str]:
    return wrap(text, width - 2 * _COLUMN_PAD, blank.font, blank.size, measure)


def _fits(text: str, width: float, blank: SideColumn, measure: Measure) -> bool:
    widest = max(measure(word, blank.font, blank.size) for word in text.split(" "))
    return widest <= width - 2 * _COLUMN_PAD and len(_lines(text, width, blank, measure)) <= _MOST_LINES
