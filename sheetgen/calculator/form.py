"""The fillable sheet.

Cells of a page as fields of a PDF form, with the scripts that add them up.
"""

from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from sheetgen.calculator.scripts import Data, game_data, joined, script_data
from sheetgen.i18n.wording import Wording
from sheetgen.layout.primitives import Cell, CellId, Event, Field, Form, Page, field_prefix
from sheetgen.rules.history import bound_boxes, possible_values
from sheetgen.rules.ruleset import Column
from sheetgen.rules.scoring import needs, ranges

_FEW = 3
"""Maximum number of values of a box that is completed from its first digit, such as 0 and 25."""
_SIZE = 14.0
"""Maximum size of entries, in points."""
_SMALL = 7.0
_NAME_LENGTH = 40


def make_form(wording: Wording, pages: Sequence[Page], names: Sequence[str]) -> Form:
    """Return the fields of a sheet from `layout.sheet.lay_out_form`, with the players' names."""
    return _Maker(wording, pages, names).form()


class _Maker:
    """Builder of the fields of one document."""

    def __init__(self, wording: Wording, pages: Sequence[Page], names: Sequence[str]) -> None:
        self._wording = wording
        self._ruleset = wording.ruleset
        self.text = wording.catalog.text
        self._names = names
        self._cells = {(cell.id, cell.kind): cell for page in pages for cell in page.cells}
        self._columns = sorted(
            {(cell.player, cell.game) for cell, _ in self._cells if cell.player and cell.row}
        )
        game = game_data(self._ruleset)
        spans = {box: (values[0], values[-1]) for box, values in game["values"].items()}
        self._spans = ranges(
            self._ruleset, spans, (0, sum(map(bool, game["bonus_values"].values())))
        )
        """Least and greatest values of all boxes and totals."""
        few = [
            row for row, values in game["values"].items() if len(values) <= _FEW and values[0] >= 0
        ]
        columns = sorted(field_prefix(*column) for column in self._columns)
        ticks = sorted(cell.name for cell in self._cells.values() if cell.kind == "tick")
        self._words: Data = {"columns": columns, "few": few, **form_words(wording)}
        if ticks:
            self._words["ticks"] = ticks
        functions = joined(["form.js"])
        data = (
            f"var GAME={script_data(game)};\nvar FORM={script_data(self._words)};\nreturn ACTIONS;"
        )
        source = script_data(f"{functions}\n{data}")
        self._start = (
            f'if (typeof sheetgen === "undefined") {{\nsheetgen = new Function({source})();\n}}'
        )
        """Start of every script: it compiles the functions, the game and its words, unless another
        script has."""

    def form(self) -> Form:
        """Return all fields.

        Notes, then each column from its name down, then the line below the rows.
        """
        order = {column: place for place, column in enumerate(self._columns)}
        inner = {column.id: place for place, column in enumerate(self._ruleset.columns)}

        def place(
            cell: Cell,
        ) -> tuple[int, int]:  # cells of one place stay in the order of the page
            if cell.kind == "name":
                return min(order[column] for column in order if column[0] == cell.id.player), 0
            if cell.kind == "match":  # after the columns of all players, which it compares
                return len(order), 0
            if cell.id.player:
                return order[cell.id.player, cell.id.game], 1 + inner.get(
                    cell.id.row.rpartition(".")[0], len(inner)
                )
            return (-1, 0) if cell.kind == "note" else (len(order), 1 + int(cell.kind == "button"))

        make = {
            "name": self.name_field,
            "note": self.note_field,
            "box": self.box_field,
            "total": self.total_field,
            "sum": self.sum_field,
            "to_go": self.to_go_field,
            "match": self.match_field,
            "tick": self.tick_field,
            "status": self.status_field,
            "button": self.button_field,
        }
        opened, saving = self._script("open(this);"), self._script("beforeSaving(this);")
        fields = tuple(make[cell.kind](cell) for cell in sorted(self._cells.values(), key=place))
        return Form(fields, {"opening": opened, "before_saving": saving})

    def name_field(self, cell: Cell) -> Field:
        value = self._name(cell.id)
        label = self.text("form", "Name of player %(n)s", n=cell.id.player)
        return Field(
            cell.id,
            cell.kind,
            label,
            value=value,
            size=_SIZE,
            longest=max(_NAME_LENGTH, len(value)),
        )

    def note_field(self, cell: Cell) -> Field:
        label = {"date": self.text("sheet", "Date"), "game": self.text("sheet", "Game")}[
            cell.id.row
        ]
        return Field(cell.id, cell.kind, label, size=10, longest=20, centred=False)

    def box_field(self, cell: Cell) -> Field:
        values = possible_values(self._ruleset, cell.id.row)
        ends = values[0], values[-1]
        scripts = self._typing(*ends)
        if cell.id.row in self._words["few"]:
            scripts["calculate"] = self._script("calculate(this, event);")
        field = self._number_field(cell, self._wording.catalog.choices(values), ends, scripts)
        column = self._ruleset.boxes[cell.id.row].column
        if column == Column():
            return field
        return replace(field, label=". ".join([field.label, *self._wording.column_rules(column)]))

    def total_field(self, cell: Cell) -> Field:
        total = self._ruleset.all_totals[cell.id.row]
        ends = self._spans[total.id]
        typing = self._typing(*ends) if total.kind == "extra_yachts" else {}
        scripts: dict[Event, str] = {**typing, "calculate": self._script("calculate(this, event);")}
        return self._number_field(cell, self._wording.arithmetic(total)[0], ends, scripts)

    def sum_field(self, cell: Cell) -> Field:
        """Return the field for the sum of the boxes of one category."""
        values = [
            possible_values(self._ruleset, box) for box in self._words["several"][cell.id.row]
        ]
        ends = sum(held[0] for held in values), sum(held[-1] for held in values)
        scripts: dict[Event, str] = {"calculate": self._script("calculate(this, event);")}
        return replace(
            self._number_field(cell, self.text("sheet", "Sum"), ends, scripts), read_only=True
        )

    def _typing(self, least: int, most: int) -> dict[Event, str]:
        """Return the scripts of a field for numbers from `least` to `most` that players enter."""
        signed = script_data(least < 0)
        keystroke = (
            f"{joined(['keystroke.js'])}\nkeystroke(event, {_digits(least, most)}, {signed});"
        )
        return {"keystroke": _alone(keystroke), "validate": self._script("validate(this, event);")}

    def _number_field(
        self, cell: Cell, rule: str, ends: tuple[int, int], scripts: dict[Event, str]
    ) -> Field:
        """Return a field for numbers between two ends.

        A total has room for a minus if a bonus can cost points.
        """
        label = (
            self._wording.catalog.said_of(self._label(cell.id), rule)
            if rule
            else self._label(cell.id)
        )
        steps = (step for total in self._ruleset.all_totals.values() for step in total.steps)
        costs = "keystroke" not in scripts and any(step.points < 0 for step in steps)
        digits = _digits(*ends, *([-ends[1]] if costs else []))
        size = min(_SIZE, round(0.6 * cell.rect.height, 1))
        return Field(
            cell.id,
            cell.kind,
            label,
            widest="0" * digits,
            size=size,
            longest=digits,
            scripts=scripts,
        )

    def to_go_field(self, cell: Cell) -> Field:
        least = sum(min(0, self._spans[part][0]) for part in self._ruleset.addends[cell.id.row])
        most = self._ruleset.all_totals[cell.id.row].steps[-1].at_least - least
        widest = max(
            self._words["to_go"].replace("%(points)s", str(most)),
            self._words["out_of_reach"],
            key=len,
        )
        label = self.text("form", "%(bonus)s: how far off", bonus=self._label(cell.id))
        scripts: dict[Event, str] = {"calculate": self._script("calculate(this, event);")}
        return Field(
            cell.id, cell.kind, label, widest=widest, size=_SMALL, read_only=True, scripts=scripts
        )

    def match_field(self, cell: Cell) -> Field:
        """Return the field for the match points of a player."""
        owner = self._owner(cell.id)
        most = sum(column.worth for column in self._ruleset.columns) + self._ruleset.winner.sweep
        scripts: dict[Event, str] = {"calculate": self._script("calculate(this, event);")}
        return Field(
            cell.id,
            cell.kind,
            ", ".join([self.text("sheet", "Points"), *owner]),
            widest="0" * _digits(most),
            size=min(_SIZE, round(0.6 * cell.rect.height, 1)),
            longest=_digits(most),
            scripts=scripts,
        )

    def tick_field(self, cell: Cell) -> Field:
        """Return the field of a square to tick, for a saved or spare roll."""
        name, _ = self._wording.further_rolls()
        place = cell.id.row.rpartition("_")[2]
        label = ", ".join([f"{name} {place}", *self._owner(cell.id)])
        return Field(cell.id, cell.kind, label)

    def status_field(self, cell: Cell) -> Field:
        label = self.text("form", "Whether this viewer computes")
        words = self.text(
            "form",
            "Leave each box with Tab. No totals? Type them, or use Firefox, Chrome, Acrobat or "
            "Okular.",
        )
        return Field(
            cell.id, cell.kind, label, words, size=8, centred=False, read_only=True, printed=False
        )

    def button_field(self, cell: Cell) -> Field:
        label = self.text("form", "Clear all points")
        return Field(
            cell.id,
            cell.kind,
            label,
            label,
            size=9,
            printed=False,
            click=self._script("clear(this);"),
        )

    def _name(self, cell: CellId) -> str:
        """Return the name of the player of a cell; empty for none."""
        return self._names[cell.player - 1] if cell.player <= len(self._names) else ""

    def _label(self, cell: CellId) -> str:
        """Return the row, the player and the game of a cell, in words."""
        boxes = self._words["several"].get(cell.row)  # of which it is the sum
        category = self._ruleset.boxes[boxes[0]].category if boxes else None
        row = self._wording.name(category) if category else self._wording.row(cell.row)
        return ", ".join([row, *self._owner(cell)])

    def _owner(self, cell: CellId) -> list[str]:
        """Return the player and, in a series, the game of a cell, in words."""
        owner = self._name(cell) or self.text("form", "player %(n)s", n=cell.player)
        game = [self.text("form", "game %(n)s", n=cell.game)] if cell.game else []
        return [owner, *game]

    @cache  # noqa: B019 - a maker lives as long as its form
    def _script(self, call: str) -> str:
        return _alone(f"{self._start}\nsheetgen.{call}")


def _digits(*numbers: int) -> int:
    """Return the length of the longest of these numbers, with its minus."""
    return max(len(str(number)) for number in numbers)


def _alone(script: str) -> str:
    """Return a script in a scope of its own.

    Some viewers run no script of the document, and all share names.
    """
    return f"(function () {{\n{script}\n}}).call(this);"


def form_words(wording: Wording) -> Data:
    """Return the data of a game for form.js.

    Groups of fields, and texts, some with places for the script to fill.
    """
    text, ruleset = wording.catalog.text, wording.ruleset
    bonus, can_hold = ruleset.extra_yachts, {}
    for box in ruleset.boxes:
        values = wording.catalog.choices(possible_values(ruleset, box))
        can_hold[box] = text(
            "form", "%(row)s can hold %(values)s.", row=wording.row(box), values=values
        )
    words: Data = {
        "sums": [
            total.id
            for total in ruleset.all_totals.values()
            if total is not bonus and total.id in ruleset.paper_rows
        ],
        "several": {
            ruleset.prefix(column) + category.id: [
                box.id for box in ruleset.boxes_in(column, category)
            ]
            for column in ruleset.columns
            for category in ruleset.categories.values()
            if category.boxes > 1
        },
        "names": {box.id: wording.row(box.id) for pair in bound_boxes(ruleset) for box in pair},
        "can_hold": can_hold,
        "below": text("form", "%(lower)s must stay below %(higher)s."),
        "to_go": text("form", "%(points)s to go"),
        "out_of_reach": text("form", "missed"),
        "clear": text("form", "Clear all points, on every page? Names stay."),
        "bonus": bonus.id if bonus else "",
    }
    if needed := needs(ruleset):
        words["needs"] = {}
        for holder, others in needed:
            why = next(wording.category_rules(holder.category))
            words["needs"][holder.id] = {"boxes": [each.id for each in others], "why": why}
    if bonus:
        names = {
            "bonus": wording.name(bonus),
            "yacht": wording.name(ruleset.categories[bonus.category]),
        }
        words |= {
            "bonus_points": bonus.points,
            "no_yacht": text("form", "%(bonus)s: only after %(yacht)s holds points.", **names),
            "no_room": text(
                "form",
                "%(bonus)s: this card has room for %(most)s at most.",
                **names,
                most="%(most)s",
            ),
        }
    return words
