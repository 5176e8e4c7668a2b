"""How large everything is: whether a sheet fits on a page, and its measures if it does. Points throughout."""

from dataclasses import dataclass

from sheetgen.layout.primitives import Font, Measure
from sheetgen.layout.rows import Block, Row, Stacks
from sheetgen.paper import MM

MIN_BOX_WIDTH = 12 * MM
MIN_BOX_HEIGHT = 8 * MM
GOOD_BOX_WIDTH = 15 * MM
MAX_BOX_WIDTH = 45 * MM

MAX_HEAD_HEIGHT = 22 * MM
"""A name needs no more, however high the rows are."""

NAME_SIZE = 10.0
DETAIL_SIZE = 7.5
MAX_SCALE = 1.8
"""Names of rows are 10 pt and the lines below them 7.5 pt, or up to so many times that where there is room."""
PAD = 6.0
GAP = 7.0
DIE = 0.86
"""A die beside the size of a row's name."""
DIE_STEP = 1.16
"""From one die to the next, beside the size of a die."""
BLOCK_GAP = 10.0
STACK_GAP = 6 * MM

_COMFORT = 9 * MM
"""The height of a row in which words of scale 1 stand at ease."""
_WEIGHTS = {"heads": 1.0, "box": 1.0, "total": 0.8, "bonus": 1.15, "grand": 1.0}
_BAND = 15.0
_MAX_BAND = 20.0


@dataclass(frozen=True)
class Fit:
    """The measures of a sheet that fits."""

    label: float
    """The width of the column with the names of the rows."""
    column: float
    scale: float
    unit: float
    """The height of a row of weight 1."""
    band: float

    def height(self, row: Row) -> float:
        """The height of a row."""
        if row.kind == "band":
            return self.band
        height = max(MIN_BOX_HEIGHT, self.unit * _WEIGHTS[row.kind])
        return min(height, MAX_HEAD_HEIGHT) if row.kind == "heads" else height

    def text_scale(self, row: Row) -> float:
        """How much larger than the least its words can be."""
        return max(1.0, min(self.scale, self.height(row) / _COMFORT))


@dataclass(frozen=True)
class Shortage:
    """Why a sheet does not fit: the least size of a box in one direction, what all need in it, and what there is."""

    least: float
    need: float
    have: float
    label: float = 0.0
    """What the names of the rows take of the width; 0 if it is the height that is short."""


def fit_sheet(stacks: Stacks, columns: int, width: float, height: float, measure: Measure) -> Fit | Shortage:
    """Fit the stacks, each with so many columns, into the space between header and footer."""
    width = (width - STACK_GAP * (len(stacks) - 1)) / len(stacks)
    rows = [row for stack in stacks for block in stack for row in block.rows]
    least = max(_label_width(row, measure) for row in rows)
    unit = min(_unit(stack, height, _BAND) for stack in stacks)
    if unit < MIN_BOX_HEIGHT:
        return Shortage(MIN_BOX_HEIGHT, max(map(_least_height, stacks)), height)
    need = least + 2 * PAD + columns * MIN_BOX_WIDTH
    if need > width:
        return Shortage(MIN_BOX_WIDTH, need, width, least + 2 * PAD)
    band = min(_MAX_BAND, max(_BAND, 0.5 * unit))
    unit = min(_unit(stack, height, band) for stack in stacks)
    room = max(width - columns * GOOD_BOX_WIDTH, least + 2 * PAD)
    scale = min(MAX_SCALE, max(1.0, min(unit / _COMFORT, (room - 2 * PAD) / least)))
    wanted = max(_wanted_width(row, measure) for row in rows) * scale
    label = max(least * scale, min(wanted, room - 2 * PAD)) + 2 * PAD
    label = max(label, width - columns * MAX_BOX_WIDTH)
    return Fit(label, (width - label) / columns, scale, unit, band)


def _label_width(row: Row, measure: Measure) -> float:
    """The least width of a label at scale 1, without padding."""
    return _wide(row, row.details[-1], measure)


def _wanted_width(row: Row, measure: Measure) -> float:
    """The width of a label at scale 1 with its longest wording."""
    return _wide(row, row.details[0], measure)


def _wide(row: Row, detail: str, measure: Measure) -> float:
    above = measure(row.name, Font.BOLD, NAME_SIZE) + dice_width(row, NAME_SIZE)
    below = measure(detail, Font.REGULAR, DETAIL_SIZE) + measure(row.most, Font.REGULAR, DETAIL_SIZE)
    gutter = number_width(NAME_SIZE) if row.number else 0
    return gutter + max(above + (GAP if row.dice else 0), below + (GAP if row.most else 0))


def dice_width(row: Row, size: float) -> float:
    """The width of the dice of a row whose name has this size."""
    return max(0, len(row.dice) * DIE_STEP - (DIE_STEP - 1)) * DIE * size


def number_width(size: float) -> float:
    """The width that a row's number takes."""
    return 1.7 * size


def _fixed(blocks: tuple[Block, ...], band: float) -> float:
    bands = sum(row.kind == "band" for block in blocks for row in block.rows)
    return bands * band + BLOCK_GAP * (len(blocks) - 1)


def _weights(blocks: tuple[Block, ...]) -> list[float]:
    return [_WEIGHTS[row.kind] for block in blocks for row in block.rows if row.kind != "band"]


def _least_height(blocks: tuple[Block, ...]) -> float:
    return _fixed(blocks, _BAND) + MIN_BOX_HEIGHT * len(_weights(blocks))


def _unit(blocks: tuple[Block, ...], height: float, band: float) -> float:
    """The height of a row of weight 1 that fills `height`; below the minimum if it cannot be filled in."""
    free = height - _fixed(blocks, band)
    weights = _weights(blocks)
    unit = free / sum(weights)
    small = [weight for weight in weights if unit * weight < MIN_BOX_HEIGHT]
    large = [weight for weight in weights if unit * weight >= MIN_BOX_HEIGHT]
    unit = (free - MIN_BOX_HEIGHT * len(small)) / sum(large) if large else unit
    heads = len(blocks)
    return max(unit, (free - MAX_HEAD_HEIGHT * heads) / (sum(weights) - heads)) if unit > MAX_HEAD_HEIGHT else unit
