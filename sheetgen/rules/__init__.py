"""The domain: dice, patterns, scores, totals, jokers. Pure; opens no file and knows no language."""

from sheetgen.rules.card import Unsure as Unsure, Written as Written, WrittenCard as WrittenCard
from sheetgen.rules.derive import (
    best_totals as best_totals,
    maximum as maximum,
    possible_values as possible_values,
    yacht_box_ids as yacht_box_ids,
    yachts as yachts,
)
from sheetgen.rules.filling import (
    bound_boxes as bound_boxes,
    conflicts as conflicts,
    extra_yacht_bounds as extra_yacht_bounds,
    first_rolls as first_rolls,
    is_ordered as is_ordered,
    is_plain as is_plain,
    needs_bonus as needs_bonus,
    values_with_bonus as values_with_bonus,
)
from sheetgen.rules.patterns import (
    AnyDice as AnyDice,
    Face as Face,
    Faces as Faces,
    Groups as Groups,
    OneOf as OneOf,
    Parity as Parity,
    Pattern as Pattern,
    Roll as Roll,
    Straight as Straight,
    all_rolls as all_rolls,
    size as size,
    ways as ways,
)
from sheetgen.rules.play import (
    TooLongError as TooLongError,
    Turn as Turn,
    is_possible as is_possible,
    order_of_play as order_of_play,
    possible_extra_yachts as possible_extra_yachts,
)
from sheetgen.rules.ruleset import (
    Booklet as Booklet,
    Box as Box,
    Category as Category,
    Constraint as Constraint,
    Dice as Dice,
    ExampleTurn as ExampleTurn,
    Joker as Joker,
    Players as Players,
    Points as Points,
    Reading as Reading,
    Ruleset as Ruleset,
    Section as Section,
    SheetStyle as SheetStyle,
    Step as Step,
    Throw as Throw,
    Total as Total,
    Translation as Translation,
    boxes_of as boxes_of,
)
from sheetgen.rules.scoring import (
    START as START,
    Context as Context,
    Entry as Entry,
    add_up as add_up,
    entry as entry,
    legal_entries as legal_entries,
    points_of_rolls as points_of_rolls,
    preferences as preferences,
    score as score,
    taker as taker,
    totals as totals,
)
