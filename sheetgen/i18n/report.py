"""Findings on a card as sentences of a language."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, pairwise

from sheetgen.checker.finding import Finding, Slip
from sheetgen.errors import LIKENESS, Message, escaped
from sheetgen.i18n.wording import Wording, subtraction
from sheetgen.rules.history import possible_values
from sheetgen.rules.ruleset import Total
from sheetgen.rules.scoring import Written, add_up

_LONGEST = 60
"""Maximum number of letters that are shown of a text from a card: a message stays within two
lines."""
_MANY_VALUES = 8
"""Minimum number of values with equal distances that are not listed one by one."""
_SLIPS = {
    "follows": Message("; it follows from %(places)s"),
    "digits_swapped": Message("; looks as if two digits changed places"),
    "left_out": Message("; looks as if you left out %(places)s"),
    "counted_twice": Message("; looks as if you counted %(places)s twice"),
    "misread": Message("; looks as if you read %(places)s with its digits swapped"),
    "not_carried": Message("; looks as if you carried wrong"),
    "factor_forgotten": Message(
        "; looks as if you counted %(places)s once, not as often as the column says"
    ),
}


class Report:
    """Findings on cards of one game, in one language."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording
        self.ruleset = wording.ruleset
        self.catalog = wording.catalog

    def describe(self, finding: Finding) -> str:
        """Return a finding as a sentence.

        The place, what is written there, what would be right, and why.
        """
        if finding.kind == "near_name":
            return self.near_name(str(finding.written), finding.where, finding.line)
        said = self.catalog.said_of(self.row_name(finding.where), self._body(finding))
        if not finding.reading:
            return said
        text = self.wording.own_text("reading", finding.reading)
        return said + self.catalog.message(
            ". It is right if you play by this reading: “%(reading)s”", reading=text
        )

    def row_name(self, where: str) -> str:
        """Return the name of a box or total; a label that the game does not have is quoted."""
        return self._rows.get(where) or (f"'{shortened(where)}'" if where else "")

    def near_name(self, label: str, where: str, line: int) -> str:
        """Return the warning of a `NearName`."""
        message = self.catalog.message
        box = self.ruleset.boxes.get(where)
        row = self.wording.name(box.category if box else self.ruleset.all_totals[where])
        taken = message(
            "'%(written)s' is taken for '%(row)s'; correct the name",
            written=shortened(label),
            row=row,
        )
        return message("line %(line)s: %(reason)s", line=line, reason=taken) if line else taken

    def match_points(self, won: Sequence[int]) -> str:
        """Return the match points of a player, those of each column, and those for all of them."""
        (*each, sweep) = won
        names = map(self.wording.column_name, self.ruleset.columns)
        parts = [f"{name} {points}" for name, points in zip(names, each, strict=True) if points]
        parts += (
            [self.catalog.text("match", "all columns %(points)s", points=sweep)] if sweep else []
        )
        total = self.catalog.plural("match", "%(n)s match point", "%(n)s match points", sum(won))
        return self.catalog.said_of(total, ", ".join(parts)) if parts else total

    def can_hold(self, where: str) -> str:
        """Return the values that a box can hold, as a list; empty for a total."""
        return (
            self.catalog.choices(possible_values(self.ruleset, where))
            if where in self.ruleset.boxes
            else ""
        )

    @cached_property
    def _rows(self) -> dict[str, str]:
        return {where: self.wording.row(where) for where in self.ruleset.rows}

    def _body(self, finding: Finding) -> str:
        message = self.catalog.message
        if finding.kind == "empty_card":
            return message("nothing is written on this card")
        if finding.kind == "unexplained_total":
            written = str(finding.written)
            return message(
                "wrote %(written)s, and no box is filled in that it could come from",
                written=written,
            )
        if finding.kind == "impossible_card":
            return self._impossible(finding)
        if isinstance(finding.written, tuple):  # a box that is there more than once
            return message(
                "is there more than once, with %(values)s", values=self._together(finding.written)
            )
        return (
            self._unknown_row(finding)
            if finding.kind == "unknown_box"
            else self._wrote(finding) + self._why(finding)
        )

    def _impossible(self, finding: Finding) -> str:
        message, boxes = self.catalog.message, self._list(finding.because)
        if not finding.because:
            return message("these values are impossible together: no order of play leads to them")
        if finding.early:
            early = self.catalog.plural(
                "finding",
                "%(boxes)s was filled before its turn",
                "%(boxes)s were filled before their turn",
                len(finding.because),
                boxes=boxes,
            )
            return ". ".join((early, *self._rules_of_columns(finding.because)))
        why = " ".join(dict.fromkeys(self._broken_rules(finding.because))).rstrip(".")
        return self.catalog.said_of(message("%(boxes)s are impossible together", boxes=boxes), why)

    def _rules_of_columns(self, boxes: Iterable[str]) -> Iterator[str]:
        """Yield the rules of the columns of these boxes, each in a sentence without its end."""
        columns = dict.fromkeys(self.ruleset.boxes[box].column for box in boxes)
        for column in columns:
            for rule in self.wording.column_rules(column):
                yield rule.rstrip(".")

    def _broken_rules(self, because: Iterable[str]) -> Iterator[str]:
        """Yield the rules that two boxes break together.

        One must stay below the other, or needs it.
        """
        categories = [self.ruleset.boxes[box].category for box in because]
        bounds = (self.wording.bounds(category.id) for category in categories)
        for one, other in combinations(bounds, 2):
            yield from (rule for rule in one if rule in other)
        for category in categories:
            if category.needs:
                yield next(self.wording.category_rules(category))

    def _wrote(self, finding: Finding) -> str:
        """Return what is written, and what should be."""
        message, written = self.catalog.message, shortened(str(finding.written))
        if finding.kind == "not_a_number":
            return message("wrote '%(written)s'; should be a whole number", written=written)
        if finding.kind == "unsure":
            return message(
                "cannot be read for sure; perhaps %(values)s", values=written.removesuffix("?")
            )
        if finding.written is None:
            values = self.catalog.choices(finding.expected)
            return message("nothing is written; should be %(expected)s", expected=values)
        if finding.between:
            least, most = map(str, finding.between)
            return message(
                "wrote %(written)s; whatever is in the open boxes, it is %(least)s to %(most)s",
                written=written,
                least=least,
                most=most,
            )
        if not finding.expected:
            made = add_up(self.ruleset.all_totals[finding.where], finding.parts)
            return message(
                "wrote %(written)s; the boxes as filled in make %(made)s",
                written=written,
                made=str(made),
            )
        expected = (
            finding.expected[:1] if finding.parts else finding.expected
        )  # of a total the others come last
        values = self._series(expected) or self.catalog.choices(expected)
        return message(
            "wrote %(written)s; should be %(expected)s", written=written, expected=values
        )

    def _series(self, values: tuple[int, ...]) -> str:
        """Return many numbers with equal distances as their ends and distance; else nothing."""
        if len(values) < _MANY_VALUES:
            return ""
        distances = {later - earlier for earlier, later in pairwise(values)}
        if len(distances) > 1 or distances == {1}:
            return ""
        return self.catalog.message(
            "%(first)s to %(last)s in steps of %(distance)s",
            first=str(values[0]),
            last=str(values[-1]),
            distance=str(distances.pop()),
        )

    def _why(self, finding: Finding) -> str:
        """Return the reason, as the end of a sentence."""
        if finding.kind == "impossible_yacht_bonus":
            return self._bonus_reason(finding)
        if finding.kind in ("impossible_value", "missing_box", "not_a_number", "unsure"):
            return self._rule_of_box(finding) + self._fitting_value(finding)
        if not finding.parts:
            return ""
        reason = self._arithmetic(finding) + self._slip(finding.slip)
        others = finding.expected[1:]  # they would be right if more further Yachts were written
        if others:
            reason += self.catalog.message(
                "; with more Yachts it would be %(totals)s", totals=self.catalog.choices(others)
            )
        return reason

    def _rule_of_box(self, finding: Finding) -> str:
        """Return what a box asks for, in brackets; empty for an entry that cannot be read."""
        if not finding.expected or finding.kind not in ("impossible_value", "missing_box"):
            return ""
        box = self.ruleset.boxes[finding.where]
        rules = [self.wording.how(box.category), *self.wording.limits_of_column(box.column)]
        rule = "; ".join(filter(None, rules))
        return f" ({rule})" if rule else ""

    def _fitting_value(self, finding: Finding) -> str:
        """Return the one value with which the totals are right; empty if there is none."""
        if finding.fits is None:
            return ""
        return self.catalog.message("; with %(fits)s the totals come out", fits=finding.fits)

    def _arithmetic(self, finding: Finding) -> str:
        """Return how the right value of a total comes about."""
        total, parts = self.ruleset.all_totals[finding.where], finding.parts
        if total.kind == "sum":
            return self._equals(" + ".join(self._weighed(total, parts)).replace("+ -", "− "))
        if total.kind == "difference":
            inner, factor = (parts[:-1], str(parts[-1])) if total.times else (parts, "")
            cut = len(inner) - total.taken
            return self._equals(subtraction(map(str, inner[:cut]), map(str, inner[cut:]), factor))
        rule = self.wording.arithmetic(total)[0]
        if total.kind == "count":
            return self.catalog.plural(
                "finding",
                "; %(n)s box holds points (%(rule)s)",
                "; %(n)s boxes hold points (%(rule)s)",
                sum(map(bool, parts)),
                rule=rule,
            )
        return self.catalog.message(
            "; the sum is %(sum)s (%(rule)s)", sum=str(sum(parts)), rule=rule
        )

    def _weighed(self, total: Total, parts: tuple[int, ...]) -> list[str]:
        """Return the addends of a sum, those of columns that count several times with a factor."""
        times = self.ruleset.repeated[total.id]
        if not times:
            return [str(value) for value in parts]
        # a part that counts three times is there three times, and is said once
        values = dict(zip(self.ruleset.addends[total.id], parts, strict=True))
        addends: list[str] = []
        for part, value in values.items():
            addends.append(f"{times[part]} × {value}" if part in times else str(value))
        return addends

    def _equals(self, terms: str) -> str:
        return self.catalog.message(" = %(parts)s", parts=terms)

    def _bonus_reason(self, finding: Finding) -> str:
        message = self.catalog.message
        total = self.ruleset.all_totals[finding.where]
        written, most = finding.written, max(finding.expected)
        if isinstance(written, int) and (written < 0 or written % total.points):
            points = self.wording.points_of_yacht(total)
            return message("; each further Yacht earns %(points)s", points=points)
        if finding.because:
            boxes = self._list(finding.because)
            if all(
                self.ruleset.boxes[box].category.id == total.category for box in finding.because
            ):
                return message("; no bonus comes after a 0 in %(boxes)s", boxes=boxes)
            return message("; only a further Yacht can have given %(boxes)s", boxes=boxes)
        if isinstance(written, int) and written > most:
            if total.by_column:
                return message("; this card has room for %(points)s at most", points=most)
            return self.catalog.plural(
                "finding",
                "; this card has room for %(n)s further Yacht at most",
                "; this card has room for %(n)s further Yachts at most",
                most // total.points,
            )
        return message("; no order of play earns it")

    def _slip(self, slip: Slip | None) -> str:
        if slip is None:
            return ""
        either = self.catalog.either(map(self.row_name, slip.places))
        places = self._list(slip.places) if slip.kind == "follows" else either
        return self.catalog.message(_SLIPS[slip.kind], places=places)

    def _unknown_row(self, finding: Finding) -> str:
        from difflib import get_close_matches  # noqa: PLC0415 - 3 ms that few cards need

        if self.ruleset.dice.saved or self.ruleset.dice.spare:
            further_rolls, _ = self.wording.further_rolls()
            if finding.where.casefold() == further_rolls.casefold():
                return self.catalog.message("rolls that are left earn nothing; leave this row out")
        names = {name.casefold(): name for name in self._rows.values()}
        near = get_close_matches(finding.where.casefold(), names, 1, LIKENESS)
        if not near:
            return self.catalog.message("the game has no such row")
        return self.catalog.message(
            "the game has no such row; did you mean '%(near)s'?", near=names[near[0]]
        )

    def _list(self, places: Iterable[str]) -> str:
        return self._together(map(self.row_name, places))

    def _together(self, items: Iterable[Written]) -> str:
        return self.catalog.both(shortened(str(item)) for item in items)


def shortened(text: str) -> str:
    """Return a text from a card, safe to print and not too long."""
    return escaped(text) if len(text) <= _LONGEST else escaped(text[:_LONGEST]) + "…"
