"""The tag in a fillable PDF that says which game it is for, and the names of cells and fields."""

import re

from msgspec import Struct

_VERSION = 1
TO_GO = "to_go_"
"""What stands before the name of a bonus in the name of the field that says how far off it is."""
_NAME = "name_p"
_FIELD = re.compile(r"p([1-9][0-9]{0,3})(?:g([1-9][0-9]?))?_([a-z][a-z0-9_]*)")


class FormTag(Struct, frozen=True):
    """What a form says of itself, in the keywords of the PDF."""

    ruleset: str
    """The id of the ruleset."""

    def __str__(self) -> str:
        return f"sheetgen;form;{_VERSION};{self.ruleset}"

    @classmethod
    def parse(cls, keywords: str) -> "FormTag | None":
        """The tag in the keywords of a PDF; None if it is not a form of sheetgen's, or of a later version."""
        parts = keywords.split(";")
        return cls(parts[3]) if parts[:3] == ["sheetgen", "form", str(_VERSION)] and len(parts) == 4 else None


class FieldName(Struct, frozen=True):
    """The name of a cell of the sheet and of its form field, such as ``p1_full_house`` or ``p2g3_total``."""

    player: int
    row: str
    """The id of the box or total."""
    game: int = 0
    """Which game of a series; 0 where there is only one."""

    def __str__(self) -> str:
        return f"p{self.player}{f'g{self.game}' if self.game else ''}_{self.row}"

    @classmethod
    def parse(cls, name: str) -> "FieldName | None":
        """The parts of a field's name; None for a field that is no cell."""
        match = _FIELD.fullmatch(name)
        return cls(int(match[1]), match[3], int(match[2] or 0)) if match else None


def name_field(player: int) -> str:
    """What the cell and the field with the name of a player are called; no box can be called so."""
    return f"{_NAME}{player}"


def player_in(name: str) -> int:
    """The player whose name a field from `name_field` holds."""
    return int(name.removeprefix(_NAME))
