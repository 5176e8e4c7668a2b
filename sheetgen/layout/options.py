"""What a person can ask of a sheet."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct, field

from sheetgen.i18n.catalog import Catalog
from sheetgen.layout.fillings import Filling
from sheetgen.layout.look import Look
from sheetgen.layout.paper import Paper


class SheetOptions(Struct, frozen=True):
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
