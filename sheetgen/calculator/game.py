"""A ruleset as plain data for the scripts of forms and pages; all of it is worked out here, by the engine.

`templates/calculator/engine.js` reads it. What it computes is proven equal to `rules` by the tests.
"""

import json
from typing import Any

from sheetgen.rules import Ruleset, bound_boxes, possible_values, values_with_bonus, yacht_box_ids

Data = dict[str, Any]


def game_data(ruleset: Ruleset) -> Data:
    """What it takes to add up a card: boxes with all they can hold, totals, bounds, and room for further Yachts."""
    bonus, totals = ruleset.extra_yachts, []
    for total in ruleset.all_totals.values():
        data: Data = {"id": total.id, "kind": total.kind, "of": ruleset.addends[total.id]}
        if total.steps:
            data["steps"] = [(step.at_least, step.points) for step in total.steps]
        if total.kind == "extra_yachts":
            data["points"] = total.points
        totals.append(data)
    return {
        "boxes": list(ruleset.boxes),
        "values": {box: possible_values(ruleset, box) for box in ruleset.boxes},
        "totals": totals,
        "bounds": [(lower.id, higher.id) for lower, higher in bound_boxes(ruleset)],
        "yacht_boxes": yacht_box_ids(ruleset) if bonus else (),
        "bonus_values": {box: values_with_bonus(ruleset, box) for box in ruleset.boxes},
    }


def script_data(data: object) -> str:
    """Data as a JavaScript literal that is safe in a script, in HTML and in a PDF: ASCII, and no < in it."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
