"""Interview that asks for a finished card row by row. It prints nothing itself."""

from sheetgen.cards.typed import place_rows, read_written
from sheetgen.files.input import fold
from sheetgen.i18n.report import Report
from sheetgen.rules.history import possible_values
from sheetgen.rules.scoring import Written, WrittenCard, totals


class Interview:
    """State of an interview: `prompt` is the next question, `answer` takes the typed text."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.wording = report.wording
        self._rows = self.wording.ruleset.rows
        self._written: dict[str, Written] = {}
        self._at = 0

    @property
    def done(self) -> bool:
        """True after the last row."""
        return self._at >= len(self._rows)

    @property
    def card(self) -> WrittenCard:
        """Card with the entries so far."""
        return WrittenCard(tuple((where, self._written[where]) for where in self._rows if where in self._written))

    @property
    def greeting(self) -> str:
        """Instructions, in a few lines."""
        return self.wording.catalog.message(
            "Type what is written in each row. Enter leaves a row as it is, < goes back, and a name goes to its row."
        )

    @property
    def prompt(self) -> str:
        """Question for the next row, with its possible values and the running total."""
        where = self._rows[self._at]
        standing = f" [{self._written[where]}]" if where in self._written else ""
        values = self.report.can_hold(where)
        numbers = {row: value for row, value in self._written.items() if isinstance(value, int)}
        extra = self.wording.ruleset.extra_yachts
        further = numbers.get(extra.id, 0) // extra.points if extra else 0
        return self.wording.catalog.message(
            "%(row)s%(values)s, total so far %(total)s:%(standing)s ",
            row=self.report.place(where),
            values=f" ({values})" if values else "",
            total=totals(self.wording.ruleset, numbers, further)["total"],
            standing=standing,
        )

    def answer(self, text: str) -> str:
        """Take a typed text, and return the reply to it; often empty."""
        text = text.strip()
        if fold(text) in (fold(self.wording.catalog.text("interview", "back")), "back") or text == "<":
            self._at = max(0, self._at - 1)
            return ""
        value = read_written(text)
        if value is None:
            self._at += 1
            return ""
        if isinstance(value, int):
            return self._write(self._rows[self._at], value)
        name, _, last = text.rpartition(" ")
        for label, number in ((text, None), (name, read_written(last))):
            (where,), near = place_rows(self.wording, [label])
            if where in self._rows and not isinstance(number, str):
                said = [*(self.report.near_name(*each) for each in near), self._jump(where, number)]
                return "\n".join(filter(None, said))
        return self.wording.catalog.message("'%(written)s' is no number and no row of this game", written=text)

    def _jump(self, where: str, number: int | None) -> str:
        """Go to a row. With a number, fill it in and return to the current row."""
        at = self._at
        self._at = self._rows.index(where)
        if number is None:
            return ""
        said = self._write(where, number)
        self._at = at if self._rows[at] != where else self._at
        return said

    def _write(self, where: str, value: int) -> str:
        """Fill in a row, go to the next one, and return a warning if the value is impossible."""
        self._written[where] = value
        self._at = self._rows.index(where) + 1
        if where in self.wording.ruleset.boxes and value not in possible_values(self.wording.ruleset, where):
            return self.wording.catalog.message(
                "%(row)s cannot hold %(written)s; if you misread it, < goes back",
                row=self.report.place(where), written=str(value),
            )  # fmt: skip
        return ""
