"""A sheet that adds itself up: what its cells become in a PDF that is filled in, and the scripts behind them."""

import re
from collections.abc import Sequence
from functools import cache, cached_property

from sheetgen import files
from sheetgen.calculator.game import Data, game_data, script_data
from sheetgen.calculator.words import form_words
from sheetgen.i18n.wording import Wording
from sheetgen.layout import Cell, CellId, Page
from sheetgen.layout.forms import Event, Field, Form, Moment, field_prefix
from sheetgen.rules import possible_values, totals

_FEW = 3
"""A box that can hold at most this number of values knows what is meant by the first digit."""
_SIZE = 14.0
_SMALL = 7.0
_NAME_LENGTH = 40


def make_form(wording: Wording, pages: Sequence[Page], names: Sequence[str]) -> Form:
    """The fields of a sheet from `layout.lay_out_form`, with the players' names in it."""
    return _Maker(wording, pages, names).form()


class _Maker:
    """Makes the fields of one document."""

    def __init__(self, wording: Wording, pages: Sequence[Page], names: Sequence[str]) -> None:
        self._wording = wording
        self._ruleset = wording.ruleset
        self._catalog = wording.catalog
        self._names = names
        self._cells = {(cell.id, cell.kind): cell for page in pages for cell in page.cells}
        self._columns = sorted({(cell.player, cell.game) for cell, _ in self._cells if cell.player and cell.row})

    def form(self) -> Form:
        """All fields: notes, then each column from its name down, then the line below the rows."""
        order = {column: place for place, column in enumerate(self._columns)}

        def place(cell: Cell) -> tuple[int, int]:  # cells of one place stay in the order of the page
            if cell.kind == "name":
                return min(order[column] for column in order if column[0] == cell.id.player), 0
            if cell.id.player:
                return order[cell.id.player, cell.id.game], 1
            return (-1, 0) if cell.kind == "note" else (len(order), int(cell.kind == "button"))

        cells = sorted(self._cells.values(), key=place)
        scripts: dict[Moment, str] = {
            "opening": self._script("open(this);"),
            "before_saving": self._script("beforeSaving(this);"),
            "after_saving": self._script("open(this);"),
        }
        make = {
            "name": self.name_field,
            "note": self.note_field,
            "box": self.box_field,
            "total": self.total_field,
            "to_go": self.to_go_field,
            "status": self.status_field,
            "button": self.button_field,
        }
        return Form(tuple(make[cell.kind](cell) for cell in cells), scripts)

    def name_field(self, cell: Cell) -> Field:
        player = cell.id.player
        value = self._names[player - 1] if player <= len(self._names) else ""
        label = self._catalog.text("form", "Name of player %(n)s", n=player)
        return Field(cell.id, cell.kind, label, value=value, size=_SIZE, longest=max(_NAME_LENGTH, len(value)))

    def note_field(self, cell: Cell) -> Field:
        label = {"date": self._catalog.text("sheet", "Date"), "game": self._catalog.text("sheet", "Game")}[cell.id.row]
        return Field(cell.id, cell.kind, label, size=10, longest=20, centred=False)

    def box_field(self, cell: Cell) -> Field:
        values = possible_values(self._ruleset, cell.id.row)
        scripts = self._typing(values[-1])
        if len(values) <= _FEW:
            scripts["calculate"] = self._script("complete(event);")
        label = f"{self._label(cell.id)}: {self._catalog.choices(values)}"
        return self._number(cell, label, values[-1], scripts)

    def _typing(self, most: int) -> dict[Event, str]:
        """The scripts of a field that a person fills in, with numbers up to `most`."""
        return {"keystroke": _keystroke(len(str(most))), "validate": self._script("validate(this, event);")}

    def _number(self, cell: Cell, label: str, most: int, scripts: dict[Event, str]) -> Field:
        digits = len(str(most)) + (1 if self._may_cost and not scripts.get("keystroke") else 0)
        size = min(_SIZE, round(0.6 * cell.rect.height, 1))
        return Field(cell.id, cell.kind, label, widest="0" * digits, size=size, longest=digits, scripts=scripts)

    def total_field(self, cell: Cell) -> Field:
        total = self._ruleset.all_totals[cell.id.row]
        rule = self._wording.arithmetic(total)[0]
        label = f"{self._label(cell.id)}: {rule}" if rule else self._label(cell.id)
        most = self._most[total.id]
        if total.kind == "extra_yachts":
            scripts = {**self._typing(most), "calculate": self._script("keepBonus(this, event);")}
            return self._number(cell, label, most, scripts)
        return self._number(cell, label, most, {"calculate": self._script("calculate(this, event);")})

    def to_go_field(self, cell: Cell) -> Field:
        steps = self._ruleset.all_totals[cell.id.row].steps
        far = self._words["to_go"].replace("%(points)s", str(steps[-1].at_least))
        label = self._catalog.text("form", "%(bonus)s: how far off", bonus=self._label(cell.id))
        scripts: dict[Event, str] = {"calculate": self._script("calculate(this, event);")}
        widest = max(far, self._words["out_of_reach"], key=len)
        return Field(cell.id, cell.kind, label, widest=widest, size=_SMALL, read_only=True, scripts=scripts)

    def status_field(self, cell: Cell) -> Field:
        label = self._catalog.text("form", "Whether this viewer computes")
        words = (self._words["computes_not"], self._words["computes"], self._words["chrome_computes"])
        widest = max(words, key=len)
        return Field(
            cell.id,
            cell.kind,
            label,
            value=words[0],
            widest=widest,
            size=8,
            centred=False,
            read_only=True,
            printed=False,
        )

    def button_field(self, cell: Cell) -> Field:
        label = self._catalog.text("form", "Clear all points")
        return Field(cell.id, cell.kind, label, label, size=9, printed=False, click=self._script("clear(this);"))

    def _label(self, cell: CellId) -> str:
        """A row and whose it is, in words."""
        player = self._names[cell.player - 1] if cell.player <= len(self._names) else ""
        owner = player or self._catalog.text("form", "player %(n)s", n=cell.player)
        parts = [self._wording.row(cell.row), owner]
        if cell.game:
            parts.append(self._catalog.text("form", "game %(n)s", n=cell.game))
        return ", ".join(parts)

    @cached_property
    def _game(self) -> Data:
        return game_data(self._ruleset)

    @cached_property
    def _most(self) -> dict[str, int]:
        """What no total can be larger than."""
        boxes = {box: possible_values(self._ruleset, box)[-1] for box in self._ruleset.boxes}
        yachts = sum(bool(values) for values in self._game["bonus_values"].values())
        return totals(self._ruleset, boxes, yachts)

    @cached_property
    def _may_cost(self) -> bool:
        """Whether a bonus can take points away, so that a total can have a minus."""
        return any(step.points < 0 for total in self._ruleset.all_totals.values() for step in total.steps)

    @cached_property
    def _words(self) -> Data:
        """The data of this form: its columns, the boxes with few values, and what it says."""
        columns = sorted(field_prefix(player, game) for player, game in self._columns)
        few = [row for row, values in self._game["values"].items() if len(values) <= _FEW]
        return {"columns": columns, "few": few, **form_words(self._wording)}

    @cached_property
    def _source(self) -> str:
        """What a script needs: the functions, the game, and its words."""
        engine, form = (_compact(files.script(name)) for name in ("engine.js", "form.js"))
        return f"{engine}\n{form}\nvar GAME={script_data(self._game)};\nvar FORM={script_data(self._words)};"

    @cache  # noqa: B019 - a maker lives as long as its form
    def _script(self, call: str) -> str:
        return _alone(f"{self._source}\n{call}")


@cache
def _keystroke(digits: int) -> str:
    source = _compact(files.script("keystroke.js"))
    return _alone(f"{source}\nkeystroke(event, {digits});")


def _alone(script: str) -> str:
    """A script that stands alone, for not every viewer runs those of the document, and all share their names."""
    return f"(function () {{\n{script}\n}}).call(this);"


def _compact(script: str) -> str:
    """A script without its comments and indents, for it stands in the file more than once."""
    lines = re.sub(r"/\*.*?\*/", "", script, flags=re.DOTALL).splitlines()
    return "\n".join(line.strip() for line in lines if line.strip())
