"""In which line of a TOML file its keys stand, which tomllib does not tell. Reads files that tomllib has read."""

import re
import tomllib
from collections.abc import Iterator

from msgspec import Struct, field

from sheetgen.rulesets.draft import Path

_TOKEN = re.compile(
    r'(?P<text>"""(?:\\.|[^\\])*?"{3,5}|\'{3}.*?\'{3,5}|"(?:\\.|[^"\\])*"|\'[^\']*\')'
    r"|(?P<mark>[\[\]{}=,.])|(?P<end>\n)|(?:[ \t\r]+|#[^\n]*)|(?P<bare>[^\s\[\]{}=,.#\"']+)",
    re.DOTALL,
)


def lines_of(text: str) -> dict[Path, int]:
    """The line, from 1, of every key and list item, by its path: keys, and places from 0."""
    return _Reader(list(_tokens(text))).read()


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """What the file is made of, without spaces and comments: the kind, the text, and the line."""
    line = 1
    for found in _TOKEN.finditer(text.removeprefix("\ufeff")):
        if found.lastgroup:
            yield found.lastgroup, found[0], line
        line += found[0].count("\n")


class _Reader(Struct):
    """Walks through the tokens once."""

    tokens: list[tuple[str, str, int]]
    place: int = 0
    found: dict[Path, int] = field(default_factory=dict)
    lists: dict[Path, int] = field(default_factory=dict)
    """How many tables each ``[[list]]`` has so far."""

    def read(self) -> dict[Path, int]:
        table: Path = ()
        while self.place < len(self.tokens):
            if self._take("\n"):
                continue
            if self._take("["):
                table = self._header()
            else:
                self._pair(table)
        return self.found

    def _header(self) -> Path:
        line, repeated = self._line, self._take("[")
        path = self._inside_lists(self._key())
        if repeated:
            self.lists[path] = self.lists.get(path, -1) + 1
            path = (*path, self.lists[path])
        while self._take("]"):
            pass
        self._note(path, line)
        return path

    def _inside_lists(self, key: Path) -> Path:
        """The path of a header, with the place of the last table of each list on the way."""
        path: Path = ()
        for step in key:
            path = (*path, self.lists[path], step) if path in self.lists else (*path, step)
        return path

    def _pair(self, table: Path) -> None:
        line = self._line
        path = (*table, *self._key())
        self._note(path, line)
        self._take("=")
        self._value(path)

    def _key(self) -> Path:
        """The keys of ``a."b c".d``; tomllib reads them, for it knows what quotes and escapes mean."""
        words = []
        while self.place < len(self.tokens) and self.tokens[self.place][1] not in ("=", "]"):
            words.append(self.tokens[self.place][1])
            self.place += 1
        inner, path = tomllib.loads("".join(words) + " = {}"), []
        while inner:
            ((key, inner),) = inner.items()
            path.append(key)
        return tuple(path)

    def _value(self, path: Path) -> None:
        if self._take("["):
            self._items(path)
        elif self._take("{"):
            while not self._take("}"):
                if not self._take(",") and not self._take("\n"):
                    self._pair(path)
        else:
            while self.place < len(self.tokens) and self.tokens[self.place][1] not in ("\n", ",", "]", "}"):
                self.place += 1

    def _items(self, path: Path) -> None:
        count = 0
        while not self._take("]"):
            if self._take(",") or self._take("\n"):
                continue
            self.found[(*path, count)] = self._line
            self._value((*path, count))
            count += 1

    def _note(self, path: Path, line: int) -> None:
        """A key stands in this line, and so do the tables around it that have no line yet."""
        for end in range(1, len(path) + 1):
            self.found.setdefault(path[:end], line)

    @property
    def _line(self) -> int:
        return self.tokens[min(self.place, len(self.tokens) - 1)][2]

    def _take(self, mark: str) -> bool:
        """Step over a mark if it comes next."""
        if self.place < len(self.tokens) and self.tokens[self.place][1] == mark:
            self.place += 1
            return True
        return False
