"""Totals in a language: what they add up, and what earns a bonus."""

from collections.abc import Iterable

from sheetgen import rules
from sheetgen.i18n.naming import Names, signed

_MANY = 4
"""Minimum number of bonuses that are called "all points" together, because their names are too long for a row."""


class TotalWords(Names):
    """Words for the totals of a ruleset."""

    def arithmetic(self, total: rules.Total) -> tuple[str, ...]:
        """Return what a total comes from, from the longest wording to the shortest."""
        if total.kind == "extra_yachts":
            return self._further_yachts(total)
        if total.kind == "difference":
            return (self.difference(total), "")
        if total.across and len(self.ruleset.columns) > 1:
            columns = ((f"{each.factor} × " if each.factor > 1 else "") + self.column_name(each)
                       for each in self.ruleset.columns)  # fmt: skip
            return (" + ".join(columns), " + ".join(map(self.part, total.of)), "")
        return self._steps(total) if total.steps else self._sum_of_parts(total)

    def points_from(self, total: rules.Total) -> str:
        """Return what earns the points for the boxes of one row, or for one sum: 2 points from 52."""
        text, steps = self.catalog.text, total.steps
        boxes = sum(category.boxes for category in self.ruleset.categories.values() if (category.id,) == total.of)
        if len(steps) == 1 and total.kind == "threshold":
            return text("sheet", "%(points)s points from %(sum)s", points=steps[0].points, sum=steps[0].at_least)
        if len(steps) == 1 and steps[0].at_least == boxes:
            return text("sheet", "%(points)s points if all %(count)s score", points=steps[0].points, count=boxes)
        each = steps[0].points
        if total.kind == "count" and all(s.points == each * n and s.at_least == n for n, s in enumerate(steps, 1)):
            name = self.bare_name(self.ruleset.categories[total.of[0]])
            return text("sheet", "%(points)s points for each %(name)s", points=each, name=name)
        return signed_steps(f"{step.at_least}: {step.points}" for step in steps)

    def bonus(self, total: rules.Total) -> tuple[str, str]:
        """Return the condition of a bonus of one step, and its name together with that."""
        step, text = total.steps[0], self.catalog.text
        if total.kind == "count":
            hint = self.catalog.plural("sheet", "if %(n)s box scores", "if %(n)s boxes score", step.at_least)
            return hint, self.name(total)
        hint = text("sheet", "if %(sum)s or more", sum=step.at_least)
        return hint, text("sheet", "%(bonus)s from %(sum)s", bonus=self.name(total), sum=step.at_least)

    def each(self, total: rules.Total) -> tuple[str, ...]:
        """Return what earns the bonus for further Yachts."""
        yacht, value = self._yacht(total)
        further = self.catalog.text("sheet", "each further %(yacht)s", yacht=yacht)
        after = self.catalog.text("sheet", "each %(yacht)s after the %(value)s", yacht=yacht, value=value)
        return (after, further) if value else (further,)

    def difference(self, total: rules.Total) -> str:
        """Return the parts of a difference: (Max − Min) × Ones."""
        times = self.part(total.times) if total.times else ""
        parts = subtraction(map(self.part, total.of), map(self.part, total.minus), times)
        least = self.catalog.text("sheet", "%(least)s at least", least=signed(total.least or 0))
        return parts if total.least is None else f"{parts}, {least}"

    def _sum_of_parts(self, total: rules.Total) -> tuple[str, ...]:
        every = len(self.ruleset.boxes)
        if self.ruleset.addends[total.id] == tuple(self.ruleset.boxes):
            return (self.catalog.plural("sheet", "%(n)s box", "all %(n)s boxes", every), "")
        totals = [self.ruleset.declared.get(part) for part in total.of]
        if len(totals) >= _MANY and all(part and part.steps for part in totals):
            return (self.catalog.text("sheet", "all points"), "")
        sections = dict.fromkeys(self.section_of(part) for part in total.of)
        short = [" + ".join(sections)] if all(sections) and len(sections) > 1 else []
        return (" + ".join(map(self.part, total.of)), *short, "")

    def _steps(self, total: rules.Total) -> tuple[str, ...]:
        text, plural = self.catalog.text, self.catalog.plural
        if total.kind == "count":
            steps = [
                plural("sheet", "%(points)s for %(n)s box with points", "%(points)s for %(n)s boxes with points",
                       step.at_least, points=step.points)
                for step in total.steps
            ]  # fmt: skip
        else:
            steps = [
                text("sheet", "%(points)s for %(sum)s or more", points=signed(step.points), sum=step.at_least)
                for step in total.steps
            ]
        short = (self.catalog.said_of(str(step.at_least), str(step.points)) for step in total.steps)
        return (", ".join(steps), signed_steps(short), "")

    def _further_yachts(self, total: rules.Total) -> tuple[str, ...]:
        yacht, value = self._yacht(total)
        words = {"points": total.points, "yacht": yacht, "value": value}
        if value:
            first = self.catalog.text("sheet", "%(points)s for each %(yacht)s after the %(value)s", **words)
        else:
            first = self.catalog.text("sheet", "%(points)s for each further %(yacht)s", **words)
        return (first, self.catalog.text("sheet", "%(points)s each", points=total.points), "")

    def _yacht(self, total: rules.Total) -> tuple[str, int]:
        """Return the name of the Yacht that a bonus is for, and its fixed value; 0 if it has none or several boxes."""
        category = self.ruleset.categories[total.category]
        plain = category.points.is_fixed and category.boxes == 1
        return self.bare_name(category), category.points.value if plain else 0


def signed_steps(steps: Iterable[str]) -> str:
    """Return the steps of a bonus as one text."""
    return ", ".join(steps).replace("-", "−")


def subtraction(added: Iterable[str], taken: Iterable[str], times: str) -> str:
    """Return a sum less what is taken away and, unless `times` is empty, multiplied by it: ``(26 − 8) × 3``."""
    terms = " − ".join((" + ".join(added), *taken))
    return f"({terms}) × {times}" if times else terms
