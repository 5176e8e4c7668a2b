"""Names of rulesets, and their files.

Text, tables, the game that a file extends, and the lines of its keys. A name means the shipped
game, whatever is in the user's folder; a file there with the same name is found by its path.
"""

import os
import re
import tomllib
import unicodedata
from collections import deque
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from pathlib import Path as FilePath
from typing import Any

from msgspec import Struct, field

from sheetgen.errors import Cure, Message, SheetgenError, Span, unknown
from sheetgen.files import folders
from sheetgen.files.disk import parse_toml, read_text, read_toml
from sheetgen.files.tables import Path
from sheetgen.i18n.catalog import load_catalog, shipped_languages
from sheetgen.rulesets.building import extended, without

# Names

SUFFIX = ".toml"
_KEYS_OF_GAMES = frozenset({"format", "extends", "dice", "sections"})
"""Keys of ruleset files that card files, which are TOML as well, do not have."""
_KEYS_OF_CARDS = frozenset({"ruleset", "players", "boxes", "won"})
"""Keys of card files that ruleset files do not have."""


def ruleset_ids() -> list[str]:
    """Return the ids of the rulesets that come with sheetgen."""
    return _names_in(folders.rulesets)


def own_ids() -> list[str]:
    """Return the ids of the rulesets in the user's folder that can be found by name."""
    shipped = ruleset_ids()
    return [name for name in _names_in(folders.own_rulesets) if name not in shipped]


def known_ids() -> list[str]:
    """Return the ids of all rulesets that can be found by name."""
    return sorted([*ruleset_ids(), *own_ids()])


def known_id(name: str) -> str:
    """Return the id of the ruleset of this name, whatever its capitals.

    The name itself if there is none.
    """
    known = known_ids()
    if name in known:
        return name
    for ruleset_id in known:
        if ruleset_id.casefold() == name.casefold():
            return ruleset_id
    return name


def is_shipped(name: str) -> bool:
    """Check whether a ruleset of this name comes with sheetgen."""
    return name in ruleset_ids()


def shipped_word(ruleset_id: str, key: str = "name") -> str:
    """Return a text of a shipped game from its line in the file, without parsing the file.

    Empty if there is none.
    """
    text = (folders.rulesets() / f"{ruleset_id}{SUFFIX}").read_text("utf-8")
    line = re.search(f'^{key} = "(.*)"$', text, re.MULTILINE)
    return line[1] if line else ""


def is_path(name: str) -> bool:
    """Check whether a name is that of a file."""
    return name.lower().endswith(SUFFIX)


def is_ruleset_file(name: str, *, default: bool) -> bool:
    """Check whether a TOML file is a ruleset file, and no card: only one of them has its keys.

    `default` for a file that cannot be read, and for one that has keys of neither.
    """
    try:
        tables = read_toml(FilePath(name))
    except SheetgenError:
        return default
    if not _KEYS_OF_GAMES.isdisjoint(tables):
        return True
    return default and _KEYS_OF_CARDS.isdisjoint(tables)


def ruleset_path(name: str) -> FilePath:
    """Return the file of a ruleset, or the name itself if it ends in ``.toml``.

    Raises SheetgenError for an unknown name.
    """
    if is_path(name):
        return FilePath(name)
    ruleset_id = known_id(name)
    if ruleset_id in known_ids():
        folder = folders.rulesets() if is_shipped(ruleset_id) else folders.own_rulesets()
        return folder / f"{ruleset_id}{SUFFIX}"
    if os.path.isfile(f"{name}{SUFFIX}"):  # noqa: PTH113 - a Path raises if the name is too long
        raise SheetgenError(
            "unknown ruleset '%(name)s'; for the file here write ./%(name)s.toml", name=name
        )
    raise unknown_ruleset(name, "*.toml")


_YACHT = ("yahtzee", "kniffel")
"""Trade names of Yacht that people may type. Nothing in sheetgen has these names."""


def unknown_ruleset(name: str, *others: str) -> SheetgenError:
    """Return the fault of an unknown name.

    It has similar names or, if there are none, all names and `others`.
    """
    from difflib import get_close_matches  # noqa: PLC0415 - few runs end in an error

    games: dict[str, set[str]] = {game: {game} for game in known_ids()}
    """Games that each word may mean."""
    for game in ruleset_ids():
        english = shipped_word(game)
        words = {
            english,
            *(load_catalog(code).text("ruleset", english) for code in shipped_languages()),
        }
        if english == "Yacht":
            words.update(_YACHT)
        for word in words:
            games.setdefault(word.casefold(), set()).add(game)
    similar: set[str] = set()
    for word in get_close_matches(name.casefold(), games, cutoff=0.75):
        similar |= games[word]
    if not similar:
        from sheetgen.rulesets.other_names import games_known_as  # noqa: PLC0415 - as above

        similar |= {*games_known_as(name)}
        if len(similar) == 1:
            (near,) = similar
            return SheetgenError(
                "unknown %(what)s '%(written)s'; did you mean '%(near)s'?",
                what=Message("ruleset"),
                written=name,
                near=near,
            ).cured(Cure("ruleset", near))
    if len(similar) < 2:
        return unknown(Message("ruleset"), name, [*known_ids(), *others], "ruleset")
    return SheetgenError(
        "unknown ruleset '%(name)s'; choose %(known)s; sheetgen rulesets shows their differences",
        name=name,
        known=tuple(sorted(similar)),
    )


def no_ruleset(example: str) -> SheetgenError:
    """Return the fault that no game was named, with the command line of an example."""
    count = len(known_ids())
    return SheetgenError(
        'Which game? For example: %(example)s. "sheetgen rulesets" lists all %(count)s.',
        example=example,
        count=count,
    )


def _names_in(folder: Callable[[], FilePath]) -> list[str]:
    names = folders.names_in(folder, SUFFIX)
    return [name for name in names if name and name.isprintable() and not is_path(name)]


# Files

MAX_BYTES = 200_000
"""Maximum size of a ruleset file; the largest that ships has 12,000."""
MAX_ITEMS = 300
"""Maximum length of a list or table. No ruleset needs more, and merging takes the square of it."""
MAX_CHAIN = 5
"""Maximum number of files that extend each other."""
_HUGE = 10**9
"""Limit of numbers with a point, so that those without a fraction become integers: larger than any
in a game."""
_UNPRINTABLE = 10**4_000
"""Limit of integers: Python prints none of more than 4,300 digits."""


class Source(Struct, frozen=True, dict=True):
    """A ruleset file, and the file that it extends. Its tables may be faulty."""

    path: FilePath
    text: str
    own: Mapping[str, Any]
    """Tables of the file itself."""
    base: "Source | None" = None
    """File that it extends."""
    fitting: Mapping[str, Any] | None = None
    """Tables of the whole game without outdated explanations of its base; None if these were not
    removed yet."""

    @cached_property
    def data(self) -> Mapping[str, Any]:
        """Tables of the whole game, with what it inherits.

        The file and its base must have the right shape.
        """
        if self.fitting is not None or self.base is None:
            return self.fitting or _in_place(self.own)
        return _in_place(extended(self.base.data, self.own))  # type: ignore[no-any-return]

    @property
    def bases(self) -> tuple["Source", ...]:
        """Files that it builds on, the nearest first."""
        return (self.base, *self.base.bases) if self.base else ()

    def word(self, key: str) -> str:
        """Return the name of the game or another text that identifies it, in small letters.

        Empty if there is none.
        """
        files = [self]
        if key == "name":  # the other words are not inherited
            files += self.bases
        for file in files:
            if key in file.own:
                return str(file.own[key]).casefold()
        return ""

    def file_and_line(self, path: Path) -> str:
        """Return the file and line of a key of the game.

        Of the table around it, if another file has the key.
        """
        return self.file_and_line_of_own(self.own_path(path))

    def file_and_line_of_own(self, path: Path) -> str:
        """Return the file and line of a key of the file, or of the nearest table around it."""
        for end in range(len(path), 0, -1):
            line = self._lines.get(path[:end])
            if line is not None:
                return f"{self.path}:{line}"
        line = self._lines.get(("extends",))
        return f"{self.path}:{line}" if line else str(self.path)

    def has_own(self, path: Path) -> bool:
        """Check whether the file itself has the value at a path of the game."""
        return len(self.own_path(path)) == len(path)

    def span_of_own(self, path: Path, *, key: bool = False) -> Span | None:
        """Return the place of the value at a path of the file, or of the key itself.

        None if it is not there.
        """
        return places_of(self.text).span(path, key=key)

    @cached_property
    def _lines(self) -> dict[Path, int]:
        return lines_of(self.text)

    def own_path(self, path: Path) -> Path:
        """Return the part of a path of the game that the file has, as a path of the file."""
        own: Any = self.own
        game: Any = self.data
        own_path: Path = ()
        for step in path:
            game = game[step] if isinstance(step, int) else game.get(step, {})
            place: str | int | None = step
            if isinstance(step, str):
                place = step if step in own else None
            elif isinstance(game, dict) and "id" in game:  # else it is found by its position
                place = next(
                    (at for at, other in enumerate(own) if other.get("id") == game["id"]), None
                )
            elif step >= len(own):
                place = None
            if place is None:
                break
            own_path = (*own_path, place)
            own = own[place]
        return own_path


def read_source(path: FilePath, above: tuple[FilePath, ...] = ()) -> Source:
    """Return a file and the file that it extends; `above` are the files that extend it.

    Raises SheetgenError for a file that cannot be read or is not TOML.
    """
    return source_of(path, source_text(path), above)


def source_text(path: FilePath) -> str:
    """Return the text of a ruleset file. Raises SheetgenError if it cannot be read."""
    too_large = SheetgenError("larger than %(limit)s kB, so no ruleset", limit=MAX_BYTES // 1000)
    no_file = SheetgenError("this is no file; name a ruleset file, or a game by its name")
    return read_text(path, MAX_BYTES, too_large, no_file)


def source_of(path: FilePath, text: str, above: tuple[FilePath, ...] = ()) -> Source:
    """Return a file with this text, and the file that it extends. Raises as `read_source` does."""
    own = _parsed(path, text)
    base = _base(path, text, own["extends"], above) if "extends" in own else None
    return Source(path, text, own, base)


def _in_place(value: Any) -> Any:
    """Return a value with the items of its lists in order.

    Those with ``after`` follow the item of that id.
    """
    if isinstance(value, dict):
        return {key: _in_place(item) for key, item in value.items()}
    if not isinstance(value, list):
        return value
    items = [_in_place(item) for item in value]
    last: dict[str, str] = {}
    for item in [
        item for item in items if isinstance(item, dict) and isinstance(item.get("after"), str)
    ]:
        others = [other for other in items if other is not item]
        ids = [other.get("id") for other in others if isinstance(other, dict)]
        before = last.get(item["after"], item["after"])
        if before in ids:
            at = ids.index(before) + 1
            items = [*others[:at], without(item, "after"), *others[at:]]
            last[item["after"]] = item.get("id", "")
    return items


def _base(path: FilePath, text: str, name: object, above: tuple[FilePath, ...]) -> Source | None:
    """Return the file that a file extends.

    None if the key is no name, which the check of the shape reports.
    """
    if not isinstance(name, str) or not name:
        return None
    try:
        base = _file_beside(path, name) if is_path(name) else ruleset_path(name)
        if os.path.realpath(base) in map(os.path.realpath, (path, *above)):
            raise SheetgenError(
                "'%(written)s' extends this file in turn; one of them must be a complete game",
                written=name,
            )
        if len(above) >= MAX_CHAIN:
            raise SheetgenError(
                "more than %(limit)s files extend each other; write a complete one", limit=MAX_CHAIN
            )
        return read_source(base, (path, *above))
    except SheetgenError as error:
        if error.file:
            raise
        places = places_of(text)
        located = error.at("extends").placed(f"{path}:{places.lines[('extends',)]}")
        located.span = places.span(("extends",))
        raise located from error


def _file_beside(path: FilePath, name: str) -> FilePath:
    """Return a file in the same folder. Files of strangers must not lead to other folders."""
    if FilePath(name).name != name or "\\" in name or ":" in name or not name.isprintable():
        raise SheetgenError(
            "wrote '%(written)s'; should be the name of a game, or of a file in the same folder",
            written=name,
        )
    # a Path raises if the name is too long
    if not os.path.isfile(path.with_name(name)):  # noqa: PTH113
        raise SheetgenError(
            "there is no '%(written)s' in this folder; name a file that is there, or a game",
            written=name,
        )
    return path.with_name(name)


def _parsed(path: FilePath, text: str) -> dict[str, Any]:
    """Return the tables of a file in the types of JSON.

    Raises SheetgenError if it is not TOML, or too large.
    """
    try:
        return {key: _normalized(value) for key, value in parse_toml(text).items()}
    except SheetgenError as error:
        line = re.search(r"at line (\d+)", str(error))
        raise error.placed(f"{path}:{line[1]}" if line else str(path)) from error
    except ValueError as error:
        raise SheetgenError(
            "lists too deep or too long, or numbers too large, for a ruleset; see sheetgen "
            "reference",
            file=str(path),
        ) from error


def _normalized(value: Any) -> Any:
    """Return a value with composed letters, and with 2 for 2.0.

    Fonts have composed letters, and JSON Schema takes 2.0 as an integer. Raises ValueError for a
    table, list or number that is too long for a ruleset.
    """
    if isinstance(value, dict | list) and len(value) > MAX_ITEMS:
        raise ValueError
    if isinstance(value, int) and value > _UNPRINTABLE:
        raise ValueError
    if isinstance(value, dict):
        return {key: _normalized(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_normalized(item) for item in value]
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    if isinstance(value, float) and value.is_integer() and abs(value) < _HUGE:
        return int(value)
    return value


_PARTS = (
    r'(?P<text>"""(?:\\.|[^\\])*?"{3,5}|\'{3}.*?\'{3,5}|"(?:\\.|[^"\\])*"|\'[^\']*\')'
    r"|(?P<mark>[\[\]{}=,.])|(?P<end>\n)|(?:[ \t\r]+|#[^\n]*)|(?P<bare>[^\s\[\]{}=,.#\"']+)"
)


def lines_of(text: str) -> dict[Path, int]:
    """Return the line, from 1, of every key and list item by its path.

    A path has keys, and positions from 0.
    """
    return places_of(text).lines


@lru_cache(maxsize=1)
def places_of(text: str) -> "Places":
    """Return the places of all keys and values of a text."""
    line = 1
    tokens: list[Token] = []
    plain = text.removeprefix("\ufeff")
    for part in re.finditer(_PARTS, plain, re.DOTALL):
        if part.lastgroup:
            tokens.append((part[0], line, part.start()))
        line += part[0].count("\n")
    reader = _Reader(deque([*tokens, ("", line, len(plain))]))
    return Places(plain, reader.read(), reader.keys, reader.values)


class Places(Struct, frozen=True):
    """Places in a text: line of each key and list item, and extents of keys and values.

    An extent is the positions of its first letter, and of the one after its last.
    """

    text: str
    lines: dict[Path, int]
    keys: dict[Path, tuple[int, int]]
    values: dict[Path, tuple[int, int]]

    def span(self, path: Path, *, key: bool = False) -> Span | None:
        """Return the place of the value at a path, or of its key; None if it is not there."""
        extent = self.keys.get(path)
        if not key:
            extent = self.values.get(path, extent)
        if extent is None:
            return None
        start, end = extent
        begin = self.text.rfind("\n", 0, start) + 1
        shown = self.text[start:end].split("\n", 1)[0].rstrip("\r")
        return Span(self.text.count("\n", 0, start) + 1, start - begin + 1, len(shown))


Token = tuple[str, int, int]
"""Word or mark of a file, its line, and the position of its first letter."""


class _Reader(Struct):
    """Reader of the tokens of a file, which walks through them once."""

    tokens: deque[Token]
    """Tokens of the file without spaces and comments; the last one is empty."""
    lines: dict[Path, int] = field(default_factory=dict)
    """Line of each key and list item."""
    lists: dict[Path, int] = field(default_factory=dict)
    """Number of the latest table of each ``[[list]]``."""
    keys: dict[Path, tuple[int, int]] = field(default_factory=dict)
    """Extent of each key, and of each header of a table."""
    values: dict[Path, tuple[int, int]] = field(default_factory=dict)
    """Extent of each value."""
    end: int = 0
    """Position behind the last token that was read."""

    def read(self) -> dict[Path, int]:
        table: Path = ()
        while self.tokens[0][0]:
            if self._take("["):
                table = self._header()
            elif not self._take("\n"):
                self._pair(table)
        return self.lines

    def _header(self) -> Path:
        line = self.tokens[0][1]
        repeated = self._take("[")
        start = self.tokens[0][2]
        path: Path = ()
        for step in self._key():  # with the place of the last table of each list on the way
            path = (*path, self.lists[path], step) if path in self.lists else (*path, step)
        if repeated:
            self.lists[path] = self.lists.get(path, -1) + 1
            path = (*path, self.lists[path])
        self.keys[path] = start, self.end
        while self._take("]"):
            pass
        self._note(path, line)
        return path

    def _pair(self, table: Path) -> None:
        _, line, start = self.tokens[0]
        path = (*table, *self._key())
        self.keys[path] = start, self.end
        self._note(path, line)
        self._take("=")
        self._value(path)

    def _key(self) -> Path:
        """Return the keys of a dotted key such as ``a."b c".d``.

        tomllib reads quotes and escapes.
        """
        inner, path = tomllib.loads(self._until("=", "]") + " = {}"), []
        while inner:
            ((key, inner),) = inner.items()
            path.append(key)
        return tuple(path)

    def _value(self, path: Path) -> None:
        start = self.tokens[0][2]
        self._read_value(path)
        self.values[path] = start, self.end

    def _read_value(self, path: Path) -> None:
        if self._take("["):
            count = 0
            while not self._take("]"):
                if not self._take(",", "\n"):
                    self.lines[(*path, count)] = self.tokens[0][1]
                    self._value((*path, count))
                    count += 1
        elif self._take("{"):
            while not self._take("}"):
                if not self._take(",", "\n"):
                    self._pair(path)
        else:
            self._until("\n", ",", "]", "}")

    def _note(self, path: Path, line: int) -> None:
        """Record the line of a key, and of the tables around it that have no line yet."""
        for end in range(1, len(path) + 1):
            self.lines.setdefault(path[:end], line)

    def _take(self, *marks: str) -> bool:
        """Skip one of these marks if it comes next."""
        if self.tokens[0][0] not in marks:
            return False
        self._next()
        return True

    def _next(self) -> str:
        """Skip a token, and return its text."""
        text, _, start = self.tokens.popleft()
        self.end = start + len(text)
        return text

    def _until(self, *marks: str) -> str:
        """Skip the words before the next of these marks, and return them."""
        words = []
        while self.tokens[0][0] not in (*marks, ""):
            words.append(self._next())
        return "".join(words)
