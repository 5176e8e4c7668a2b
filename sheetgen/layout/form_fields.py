"""Form fields of cells: the calculator makes them, `pdf` writes them, and `cards` reads them by their names."""

import re
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

from sheetgen.layout.primitives import CellId, CellKind

Event = Literal["keystroke", "validate", "calculate"]
Moment = Literal["opening", "before_saving"]


class Field(Struct, frozen=True):
    """Field or button of a form. It is shown in all cells with its id and kind."""

    id: CellId
    kind: CellKind
    label: str
    """Description for people who do not see the page around the field."""
    value: str = ""
    """Value, or the words on a button."""
    widest: str = ""
    """Widest value that the field will hold."""
    size: float = 10.0
    """Font size in points; it becomes smaller for values that do not fit."""
    centred: bool = True
    longest: int = 0
    """Maximum number of letters; 0 for no limit."""
    read_only: bool = False
    printed: bool = True
    """Flag: the field is on paper too when the page is printed."""
    scripts: Mapping[Event, str] = field(default_factory=dict)
    """JavaScript by event."""
    click: str = ""
    """JavaScript of a button."""

    @property
    def name(self) -> str:
        """Name of the field in a PDF."""
        return field_name(self.id, self.kind)


class Form(Struct, frozen=True):
    """Fields of a form."""

    fields: tuple[Field, ...]
    """Fields in the order of the Tab key."""
    scripts: Mapping[Moment, str] = field(default_factory=dict)
    """JavaScript of the document, by moment."""


def field_name(cell: CellId, kind: CellKind) -> str:
    """Return the name of a cell's field: ``p1_full_house``, ``p2g3_total``, ``to_go_p1_bonus`` or ``name_p1``.

    A cell in one of several columns has a name such as ``p1_down.ones``: the field ``ones`` within ``p1_down``. A cell
    that belongs to no player has the name of its row, such as ``date``.
    """
    if not cell.row:
        return f"name_p{cell.player}"
    if not cell.player:
        return cell.row
    return (f"{kind}_" if kind in ("to_go", "sum") else "") + field_prefix(cell.player, cell.game) + cell.row


def field_prefix(player: int, game: int) -> str:
    """Return the start of the names of all fields in one column."""
    return f"p{player}g{game}_" if game else f"p{player}_"


def read_field_name(name: str) -> CellId | None:
    """Return the cell of a field with this name, if it holds points or a player's name; else None."""
    if match := re.fullmatch(r"p([1-9][0-9]{0,3})(?:g([1-9][0-9]?))?_([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?)", name):
        return CellId(match[3], int(match[1]), int(match[2] or 0))
    if match := re.fullmatch(r"name_p([1-9][0-9]{0,3})", name):
        return CellId(player=int(match[1]))
    return None
