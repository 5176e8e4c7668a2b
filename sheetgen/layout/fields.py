"""What cells become on a screen, where they are filled in: made by `calculator`, and known by `pdf` and `cards`."""

import re
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

from sheetgen.layout.primitives import CellId, CellKind

Event = Literal["keystroke", "validate", "calculate"]
Moment = Literal["opening", "before_saving"]


class Field(Struct, frozen=True):
    """One thing to fill in or to press. All cells of its id and kind show it."""

    id: CellId
    kind: CellKind
    label: str
    """What it is, for people who do not see the page around it."""
    value: str = ""
    """What it holds, or what stands on a button."""
    widest: str = ""
    """The widest that it will hold."""
    size: float = 10.0
    """The size of its letters in points; what does not fit makes it smaller."""
    centred: bool = True
    longest: int = 0
    """The most letters that it takes; 0 for no limit."""
    read_only: bool = False
    printed: bool = True
    """Whether it stands on paper too, when the page is printed."""
    scripts: Mapping[Event, str] = field(default_factory=dict)
    """JavaScript for what happens to it."""
    click: str = ""
    """JavaScript for a button."""

    @property
    def name(self) -> str:
        """What it is called in a PDF."""
        return field_name(self.id, self.kind)


class Form(Struct, frozen=True):
    """The fields of some pages."""

    fields: tuple[Field, ...]
    """In the order in which a person goes through them."""
    scripts: Mapping[Moment, str] = field(default_factory=dict)
    """JavaScript for what happens to the document."""


def field_name(cell: CellId, kind: CellKind) -> str:
    """What the field of a cell is called in a PDF: ``p1_full_house``, ``p2g3_total``, ``to_go_p1_bonus``, ``name_p1``.

    In one of several columns it is ``p1_down.ones``, which is the field ``ones`` within ``p1_down``. Cells that belong
    to no player are called like their row: ``date``.
    """
    if not cell.row:
        return f"name_p{cell.player}"
    if not cell.player:
        return cell.row
    return (f"{kind}_" if kind in ("to_go", "sum") else "") + field_prefix(cell.player, cell.game) + cell.row


def field_prefix(player: int, game: int) -> str:
    """What the names of the fields of one column begin with."""
    return f"p{player}g{game}_" if game else f"p{player}_"


def read_field_name(name: str) -> CellId | None:
    """The cell whose field is called so, if it holds points or the name of a player; else None."""
    if match := re.fullmatch(r"p([1-9][0-9]{0,3})(?:g([1-9][0-9]?))?_([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?)", name):
        return CellId(match[3], int(match[1]), int(match[2] or 0))
    if match := re.fullmatch(r"name_p([1-9][0-9]{0,3})", name):
        return CellId(player=int(match[1]))
    return None
