"""What was found on a card, in the words of a language. Prints nothing."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations

from sheetgen.checker import Finding, Slip
from sheetgen.errors import LIKENESS, Message, escaped
from sheetgen.i18n.total_words import subtraction
from sheetgen.i18n.wording import Wording
from sheetgen.rules import Total, Written, add_up, possible_values

_LONGEST = 60
"""A text from a stranger's card is shown up to so many letters."""
_SLIPS = {
    "follows": Message("; it follows from %(places)s"),
    "digits_swapped": Message("; looks as if two digits changed places"),
    "left_out": Message("; looks as if you left out %(places)s"),
    "counted_twice": Message("; looks as if you counted %(places)s twice"),
    "misread": Message("; looks as if you read %(places)s with its digits swapped"),
    "not_carried": Message("; looks as if you carried wrong"),
    "factor_forgotten": Message("; looks as if you counted %(places)s once, not as often as the column says"),
}


class Report:
    """Puts findings into words."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording
        self._again = lru_cache(maxsize=4096)(self._describe)
        self._begins = lru_cache(maxsize=4096)(self._begin)
        self._slip = lru_cache(maxsize=4096)(self._slipped)

    def describe(self, finding: Finding) -> str:
        """One finding as a sentence: where, what is written, what would be right, and why."""
        if not (finding.parts and finding.expected):
            return self._again(finding)
        begin = self._begins(finding.where, finding.written, finding.expected[:1])
        said = begin + self._arithmetic(finding) + self._slip(finding.slip)
        return said + self._others(finding.expected[1:]) + self._reading(finding)

    def _describe(self, finding: Finding) -> str:
        return self._at(finding.where, self._body(finding)) + self._reading(finding)

    def _begin(self, where: str, written: Written, expected: tuple[int, ...]) -> str:
        """What the sentences of many sums begin with that are all different."""
        return self._at(where, self._wrote_number(written, expected))

    def _at(self, where: str, body: str) -> str:
        return self.wording.catalog.said_of(self.place(where), body)

    def place(self, where: str) -> str:
        """What a box or total is called; a label that the game does not have stays what it is."""
        return self._rows.get(where) or (f"'{shortened(where)}'" if where else "")

    def near_name(self, label: str, where: str, line: int) -> str:
        """Return the warning of a `NearName`."""
        message, ruleset = self.wording.catalog.message, self.wording.ruleset
        box = ruleset.boxes.get(where)
        row = self.wording.name(box.category if box else ruleset.all_totals[where])
        said = message("'%(written)s' is taken for '%(row)s'; correct the name", written=shortened(label), row=row)
        return message("line %(line)s: %(reason)s", line=line, reason=said) if line else said

    def match_points(self, won: Sequence[int]) -> str:
        """What a player has won where columns decide: of each column, and then for all of them."""
        catalog, (*each, sweep) = self.wording.catalog, won
        names = map(self.wording.column_name, self.wording.ruleset.columns)
        parts = [f"{name} {points}" for name, points in zip(names, each, strict=True) if points]
        parts += [catalog.text("match", "all columns %(points)s", points=sweep)] if sweep else []
        said = catalog.plural("match", "%(n)s match point", "%(n)s match points", sum(won))
        return catalog.said_of(said, ", ".join(parts)) if parts else said

    def can_hold(self, where: str) -> str:
        """The values that a box can hold, as a list; empty for a total."""
        ruleset = self.wording.ruleset
        return self.wording.catalog.choices(possible_values(ruleset, where)) if where in ruleset.boxes else ""

    @cached_property
    def _rows(self) -> dict[str, str]:
        return {where: self.wording.row(where) for where in self.wording.ruleset.rows}

    def _body(self, finding: Finding) -> str:
        message = self.wording.catalog.message
        if finding.kind == "empty_card":
            return message("nothing is written on this card")
        if finding.kind == "unexplained_total":
            return message(
                "wrote %(written)s, and no box is filled in that it could come from", written=str(finding.written)
            )
        if finding.kind == "impossible_card" and finding.because:
            boxes, many = self._list(finding.because), len(finding.because)
            early = self.wording.catalog.plural(
                "finding", "%(boxes)s was filled before its turn", "%(boxes)s were filled before their turn", many,
                boxes=boxes,
            )  # fmt: skip
            apart = message("%(boxes)s cannot stand together like this", boxes=boxes)
            why = " ".join(dict.fromkeys(self._rules(finding.because))).rstrip(".")
            return early if finding.early else self.wording.catalog.said_of(apart, why)
        if finding.kind == "impossible_card":
            return message("these values cannot stand together: no order of play leads to them")
        if isinstance(finding.written, tuple):  # a box that is there more than once
            return message("is there more than once, with %(values)s", values=self._together(finding.written))
        return self._unknown(finding) if finding.kind == "unknown_box" else self._wrote(finding) + self._why(finding)

    def _rules(self, because: Iterable[str]) -> Iterator[str]:
        """Yield the rules by which boxes cannot stand together: which must be lower, or needs another."""
        found = [self.wording.ruleset.boxes[box].category for box in because]
        bounds = (self.wording.bounds(category.id) for category in found)
        for one, other in combinations(bounds, 2):
            yield from (rule for rule in one if rule in other)
        for category in found:
            if category.needs:
                needs = next(self.wording.category_rules(category))
                yield self.wording.catalog.said_of(self.wording.name(category), needs)

    def _wrote(self, finding: Finding) -> str:
        message, written = self.wording.catalog.message, shortened(str(finding.written))
        if finding.kind == "not_a_number":
            return message("wrote '%(written)s'; should be a whole number", written=written)
        if finding.kind == "unsure":
            return message("cannot be read for sure; perhaps %(values)s", values=written.removesuffix("?"))
        if finding.written is None:
            values = self.wording.catalog.choices(finding.expected)
            return message("nothing is written; should be %(expected)s", expected=values)
        if finding.between:
            least, most = finding.between
            return message(
                "wrote %(written)s; whatever is in the open boxes, it is %(least)s to %(most)s",
                written=written, least=str(least), most=str(most),
            )  # fmt: skip
        if not finding.expected:
            made = add_up(self.wording.ruleset.all_totals[finding.where], finding.parts)
            return message("wrote %(written)s; the boxes as they stand make %(made)s", written=written, made=str(made))
        return self._wrote_number(finding.written, finding.expected)

    def _wrote_number(self, written: object, expected: tuple[int, ...]) -> str:
        message, values = self.wording.catalog.message, self.wording.catalog.choices(expected)
        return message("wrote %(written)s; should be %(expected)s", written=shortened(str(written)), expected=values)

    def _why(self, finding: Finding) -> str:
        if finding.kind == "impossible_yacht_bonus":
            return self._bonus_reason(finding)
        if finding.kind in ("impossible_value", "missing_box", "not_a_number", "unsure"):
            rule = self.wording.how(self.wording.ruleset.boxes[finding.where].category) if finding.expected else ""
            shown = f" ({rule})" if rule and finding.kind in ("impossible_value", "missing_box") else ""
            if finding.fits is None:
                return shown
            return shown + self.wording.catalog.message("; with %(fits)s the totals come out", fits=finding.fits)
        return self._arithmetic(finding) + self._slip(finding.slip) if finding.parts else ""

    def _arithmetic(self, finding: Finding) -> str:
        """How the right value of a total comes about."""
        total = self.wording.ruleset.all_totals[finding.where]
        if total.kind == "sum":
            return " + ".join(self._weighed(total.id, finding.parts)).replace("+ -", "− ").join(self._makes)
        if total.kind == "difference":
            return self._difference(total, finding.parts).join(self._makes)
        rule = self.wording.arithmetic(total)[0]
        if total.kind == "count":
            count = sum(map(bool, finding.parts))
            return self.wording.catalog.plural(
                "finding",
                "; %(n)s box holds points (%(rule)s)",
                "; %(n)s boxes hold points (%(rule)s)",
                count,
                rule=rule,
            )
        return self.wording.catalog.message("; the sum is %(sum)s (%(rule)s)", sum=str(sum(finding.parts)), rule=rule)

    def _weighed(self, total: str, parts: tuple[int, ...]) -> Iterable[str]:
        """The parts of a sum, each once, with how often it counts: 2 × 210."""
        times = self.wording.ruleset.repeated[total]
        if not times:
            return map(str, parts)
        values = dict(zip(self.wording.ruleset.addends[total], parts, strict=True))
        return (f"{times[part]} × {value}" if part in times else str(value) for part, value in values.items())

    @staticmethod
    def _difference(total: Total, parts: tuple[int, ...]) -> str:
        """How a difference comes about: (26 − 8) × 3."""
        inner, times = (parts[:-1], str(parts[-1])) if total.times else (parts, "")
        cut = len(inner) - total.taken
        return subtraction(map(str, inner[:cut]), map(str, inner[cut:]), times)

    @cached_property
    def _makes(self) -> tuple[str, str]:
        """What stands before and behind the parts of a sum."""
        before, _, behind = self.wording.catalog.message(" = %(parts)s", parts="1").partition("1")
        return before, behind

    def _bonus_reason(self, finding: Finding) -> str:
        message, boxes = self.wording.catalog.message, self._list(finding.because)
        total = self.wording.ruleset.all_totals[finding.where]
        written, most = finding.written, max(finding.expected)
        if isinstance(written, int) and (written < 0 or written % total.points):
            return message("; each further Yacht earns %(points)s", points=total.points)
        if not finding.because and isinstance(written, int) and written > most:
            return self.wording.catalog.plural(
                "finding", "; this card has room for %(n)s further Yacht at most",
                "; this card has room for %(n)s further Yachts at most", most // total.points,
            )  # fmt: skip
        if not finding.because:
            return message("; no order of play earns it")
        if all(self.wording.ruleset.boxes[box].category.id == total.category for box in finding.because):
            return message("; no bonus comes after a 0 in %(boxes)s", boxes=boxes)
        return message("; only a further Yacht can have given %(boxes)s", boxes=boxes)

    def _others(self, totals: tuple[int, ...]) -> str:
        """The totals that would be right too, had further Yachts been written."""
        message, values = self.wording.catalog.message, self.wording.catalog.choices(totals)
        return message("; with more Yachts it would be %(totals)s", totals=values) if totals else ""

    def _slipped(self, slip: Slip | None) -> str:
        if slip is None:
            return ""
        either = self.wording.catalog.either(map(self.place, slip.places))
        places = self._list(slip.places) if slip.kind == "follows" else either
        return self.wording.catalog.message(_SLIPS[slip.kind], places=places)

    def _reading(self, finding: Finding) -> str:
        if not finding.reading:
            return ""
        text = self.wording.sentence("reading", finding.reading)
        return self.wording.catalog.message(". Right, though, if you play so: “%(reading)s”", reading=text)

    def _unknown(self, finding: Finding) -> str:
        from difflib import get_close_matches  # noqa: PLC0415 - few cards have strange rows

        names = {name.casefold(): name for name in self._rows.values()}
        near = get_close_matches(finding.where.casefold(), names, 1, LIKENESS)
        if not near:
            return self.wording.catalog.message("the game has no such row")
        return self.wording.catalog.message("the game has no such row; did you mean '%(near)s'?", near=names[near[0]])

    def _list(self, places: Iterable[str]) -> str:
        return self._together(map(self.place, places))

    def _together(self, items: Iterable[Written]) -> str:
        return self.wording.catalog.both(shortened(str(item)) for item in items)


def shortened(text: str) -> str:
    """A text from a stranger, safe to print and not too long."""
    return escaped(text) if len(text) <= _LONGEST else escaped(text[:_LONGEST]) + "…"
