"""Rulesets by their names; a file as it was read, with the game that it extends; and where in it a key stands.

A name means the shipped game, whatever lies in the user's folder; a file there that has its name is found by its path.
"""

import os
import re
import tomllib
import unicodedata
from collections import deque
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path as FilePath
from typing import Any

from msgspec import Struct, field

from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.files import folders
from sheetgen.files.reading import parse_toml, read_text
from sheetgen.files.tables import Path
from sheetgen.i18n.catalog import load_catalog, shipped_languages

SUFFIX = ".toml"
MAX_BYTES = 200_000
"""A ruleset file larger than this is not read."""
MAX_ITEMS = 300
"""Longer lists and tables are none of a ruleset; what puts them together takes the square of their length."""
MAX_CHAIN = 5
"""The largest number of files that extend each other."""
HUGE = 10**9
"""Larger than any number that means something in a ruleset."""


def ruleset_ids() -> list[str]:
    """The ids of the rulesets that come with sheetgen."""
    return _names_in(folders.rulesets)


def own_ids() -> list[str]:
    """The ids of the rulesets in the user's folder that can be found by name."""
    shipped = ruleset_ids()
    return [name for name in _names_in(folders.own_rulesets) if name not in shipped]


def known_ids() -> list[str]:
    """The ids of all rulesets that can be found by name."""
    return sorted([*ruleset_ids(), *own_ids()])


def known_id(name: str) -> str:
    """The id of the ruleset that a name means, in capitals or not; the name itself if there is none."""
    known = known_ids()
    return name if name in known else next((each for each in known if each.casefold() == name.casefold()), name)


def is_shipped(name: str) -> bool:
    """Whether a ruleset of this name comes with sheetgen."""
    return name in ruleset_ids()


def shipped_word(ruleset_id: str, key: str = "name") -> str:
    """A text of a game that comes with sheetgen, as its file has it on a line: nothing else is read."""
    text = (folders.rulesets() / f"{ruleset_id}{SUFFIX}").read_text("utf-8")
    found = re.search(f'^{key} = "(.*)"$', text, re.MULTILINE)
    return found[1] if found else ""


def is_path(name: str) -> bool:
    """Whether this names a file instead of a ruleset."""
    return name.lower().endswith(SUFFIX)


def ruleset_path(name: str) -> FilePath:
    """The file of the ruleset `name`, or `name` itself if it ends in ``.toml``; SheetgenError for an unknown name."""
    if is_path(name):
        return FilePath(name)
    found = known_id(name)
    if found in known_ids():
        return (folders.rulesets() if is_shipped(found) else folders.own_rulesets()) / f"{found}{SUFFIX}"
    if os.path.isfile(f"{name}{SUFFIX}"):  # noqa: PTH113 - a Path raises if the name is too long
        raise SheetgenError("unknown ruleset '%(name)s'; for the file here write ./%(name)s.toml", name=name)
    raise unknown_ruleset(name, "*.toml")


_YACHT = ("yahtzee", "kniffel")
"""What people type who look for Yacht: names of others, so that nothing is called so here."""


def unknown_ruleset(name: str, *others: str) -> SheetgenError:
    """The fault that there is no game of this name, with those that may be meant, or with all and `others`."""
    from difflib import get_close_matches  # noqa: PLC0415 - few runs end in an error

    words: dict[str, set[str]] = {each: {each} for each in known_ids()}
    for each in ruleset_ids():
        english = shipped_word(each)
        names = {load_catalog(code).text("ruleset", english) for code in shipped_languages()}
        for word in (english, *names, *(_YACHT if english == "Yacht" else ())):
            words.setdefault(word.casefold(), set()).add(each)
    found = {each for word in get_close_matches(name.casefold(), words, cutoff=0.75) for each in words[word]}
    if len(found) < 2:
        return unknown(Message("ruleset"), name, [*known_ids(), *others])
    return SheetgenError(
        "unknown ruleset '%(name)s'; choose %(known)s; sheetgen rulesets says what sets them apart", name=name,
        known=tuple(sorted(found)),
    )  # fmt: skip


def no_ruleset(example: str) -> SheetgenError:
    """Return the fault that no game was named, with the command line of an example."""
    count = len(known_ids())
    return SheetgenError(
        'Which game? For example: %(example)s. "sheetgen rulesets" lists all %(count)s.', example=example, count=count
    )


def _names_in(folder: Callable[[], FilePath]) -> list[str]:
    names = folders.names_in(folder, SUFFIX)
    return [name for name in names if name and name.isprintable() and not is_path(name)]


class Source(Struct, frozen=True, dict=True):
    """A ruleset file, and the game that it stands for."""

    path: FilePath
    text: str
    own: Mapping[str, Any]
    """What the file itself says, as TOML has it."""
    data: Mapping[str, Any]
    """The whole game, as TOML has it: with what the file takes from the game that it extends."""
    base: "Source | None" = None

    @cached_property
    def plain(self) -> dict[str, Any]:
        """The whole game in values that JSON has too."""
        return _plain(self.data)  # type: ignore[no-any-return]

    @property
    def bases(self) -> tuple["Source", ...]:
        """The game that it extends, the one that this extends, and so on."""
        return (self.base, *self.base.bases) if self.base else ()

    def place(self, path: Path) -> str:
        """The file and the line of a key of the game: of the nearest table around it, if another file has the key."""
        own = self._own_path(path)
        line = next((self._lines[own[:end]] for end in range(len(own), 0, -1) if own[:end] in self._lines), 0)
        line = line or self._lines.get(("extends",), 0)
        return f"{self.path}:{line}" if line else str(self.path)

    def has(self, path: Path) -> bool:
        """Whether the file itself says what stands at a path of the game."""
        return len(self._own_path(path)) == len(path)

    @cached_property
    def _lines(self) -> dict[Path, int]:
        return lines_of(self.text)

    def _own_path(self, path: Path) -> Path:
        """The path in this file to what stands at a path of the game, as far as the file says it."""
        own: Any = self.own
        game: Any = self.data
        found: Path = ()
        for step in path:
            game = _step(game, step)
            place = _same_item(own, step, game)
            if place is None:
                break
            found, own = (*found, place), own[place]
        return found


def _step(value: Any, step: str | int) -> Any:
    if isinstance(step, int):
        return value[step] if isinstance(value, list) and step < len(value) else None
    return value.get(step) if isinstance(value, dict) else None


def _same_item(own: Any, step: str | int, game: Any) -> str | int | None:
    """Where the file has the item of the game that `step` leads to: by its id, or by its place."""
    if isinstance(step, str):
        return step if isinstance(own, dict) and step in own else None
    if not isinstance(own, list):
        return None
    if isinstance(game, dict) and "id" in game:
        return next((at for at, item in enumerate(own) if _step(item, "id") == game["id"]), None)
    return step if step < len(own) else None


def read_source(path: FilePath, above: tuple[FilePath, ...] = ()) -> Source:
    """The file, and what it extends; `above` are the files that extend it.

    Raises SheetgenError for a file that cannot be read or is no TOML, here or where it extends one.
    """
    too_large = SheetgenError("larger than %(limit)s kB, so no ruleset", limit=MAX_BYTES // 1000)
    no_file = SheetgenError("this is no file; name a ruleset file, or a game by its name")
    text = read_text(path, MAX_BYTES, too_large, no_file)
    own = _parsed(path, text)
    base = _base(path, text, own["extends"], above) if "extends" in own else None
    if base is None:
        return Source(path, text, own, _in_place(own))
    from sheetgen.rulesets.draft import extended  # noqa: PLC0415 - few files extend a game

    return Source(path, text, own, _in_place(extended(base.data, own)), base)


def _in_place(value: Any) -> Any:
    """The items of every list in order: one that says ``after`` stands behind the item of that id."""
    if isinstance(value, dict):
        return {key: _in_place(item) for key, item in value.items()}
    if not isinstance(value, list):
        return value
    items = [_in_place(item) for item in value]
    last: dict[str, Any] = {}
    for item in [item for item in items if isinstance(item, dict) and isinstance(item.get("after"), str)]:
        others = [other for other in items if other is not item]
        behind = last.get(item["after"], item["after"])
        place = next((at for at, other in enumerate(others, 1) if (_step(other, "id") or "") == (behind or "")), None)
        if place is not None:
            items = [*others[:place], {key: word for key, word in item.items() if key != "after"}, *others[place:]]
            last[item["after"]] = item.get("id")
    return items


def _base(path: FilePath, text: str, name: object, above: tuple[FilePath, ...]) -> Source | None:
    """The game that a file extends; None if what stands there is no name at all, which the schema will say."""
    if not isinstance(name, str) or not name:
        return None
    try:
        found = _beside(path, name) if is_path(name) else ruleset_path(name)
        if os.path.realpath(found) in map(os.path.realpath, (path, *above)):
            raise SheetgenError("'%(written)s' extends this file in turn; one of them has to be whole", written=name)
        if len(above) >= MAX_CHAIN:
            raise SheetgenError("more than %(limit)s files extend each other; write a whole one", limit=MAX_CHAIN)
        return read_source(found, (path, *above))
    except SheetgenError as error:
        if error.file:
            raise
        raise error.at("extends").placed(f"{path}:{lines_of(text)[('extends',)]}") from error


def _beside(path: FilePath, name: str) -> FilePath:
    """A file beside this one: a file from a stranger leads nowhere else."""
    if FilePath(name).name != name or "\\" in name or ":" in name or not name.isprintable():
        raise SheetgenError("wrote '%(written)s'; should be the name of a game, or of a file in the same folder",
                            written=name)  # fmt: skip
    if not os.path.isfile(path.with_name(name)):  # noqa: PTH113 - a Path raises if the name is too long
        raise SheetgenError(
            "there is no '%(written)s' in this folder; name a file that is there, or a game", written=name
        )
    return path.with_name(name)


def _parsed(path: FilePath, text: str) -> dict[str, Any]:
    try:
        own = parse_toml(text)
        _plain(own)
        return own
    except SheetgenError as error:
        raise error.placed(str(path)) from error
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        place = f"{path}:{found[1]}" if found else str(path)
        raise SheetgenError("not a TOML file: %(reason)s; mend it there", file=place, reason=str(error)) from error
    except ValueError as error:
        raise SheetgenError(
            "lists too deep or too long, or numbers too large, for a ruleset; see sheetgen reference", file=str(path)
        ) from error


def _plain(value: Any) -> Any:
    """TOML's values as JSON's, which the schema speaks of; texts composed, for that is what fonts have.

    Raises ValueError for tables and lists too long to be a ruleset.
    """
    if isinstance(value, (dict, list)) and len(value) > MAX_ITEMS:
        raise ValueError
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < HUGE else None
    if isinstance(value, int) and not isinstance(value, bool):
        return max(-HUGE, min(HUGE, value))
    return value if isinstance(value, bool) else None


_PARTS = (
    r'(?P<text>"""(?:\\.|[^\\])*?"{3,5}|\'{3}.*?\'{3,5}|"(?:\\.|[^"\\])*"|\'[^\']*\')'
    r"|(?P<mark>[\[\]{}=,.])|(?P<end>\n)|(?:[ \t\r]+|#[^\n]*)|(?P<bare>[^\s\[\]{}=,.#\"']+)"
)


def lines_of(text: str) -> dict[Path, int]:
    """The line, from 1, of every key and list item, by its path: keys, and places from 0."""
    line, tokens = 1, []
    for found in re.finditer(_PARTS, text.removeprefix("\ufeff"), re.DOTALL):
        if found.lastgroup:
            tokens.append((found[0], line))
        line += found[0].count("\n")
    return _Reader(deque([*tokens, ("", line)])).read()


class _Reader(Struct):
    """Walks through the tokens once."""

    tokens: deque[tuple[str, int]]
    """What the file is made of, without spaces and comments, each with its line; the last one is empty."""
    found: dict[Path, int] = field(default_factory=dict)
    lists: dict[Path, int] = field(default_factory=dict)
    """How many tables each ``[[list]]`` has so far."""

    def read(self) -> dict[Path, int]:
        table: Path = ()
        while self.tokens[0][0]:
            if self._take("["):
                table = self._header()
            elif not self._take("\n"):
                self._pair(table)
        return self.found

    def _header(self) -> Path:
        line, repeated = self.tokens[0][1], self._take("[")
        path: Path = ()
        for step in self._key():  # with the place of the last table of each list on the way
            path = (*path, self.lists[path], step) if path in self.lists else (*path, step)
        if repeated:
            self.lists[path] = self.lists.get(path, -1) + 1
            path = (*path, self.lists[path])
        while self._take("]"):
            pass
        self._note(path, line)
        return path

    def _pair(self, table: Path) -> None:
        line = self.tokens[0][1]
        path = (*table, *self._key())
        self._note(path, line)
        self._take("=")
        self._value(path)

    def _key(self) -> Path:
        """The keys of ``a."b c".d``; tomllib reads them, for it knows what quotes and escapes mean."""
        inner, path = tomllib.loads(self._until("=", "]") + " = {}"), []
        while inner:
            ((key, inner),) = inner.items()
            path.append(key)
        return tuple(path)

    def _value(self, path: Path) -> None:
        if self._take("["):
            count = 0
            while not self._take("]"):
                if not self._take(",", "\n"):
                    self.found[(*path, count)] = self.tokens[0][1]
                    self._value((*path, count))
                    count += 1
        elif self._take("{"):
            while not self._take("}"):
                if not self._take(",", "\n"):
                    self._pair(path)
        else:
            self._until("\n", ",", "]", "}")

    def _note(self, path: Path, line: int) -> None:
        """A key stands in this line, and so do the tables around it that have no line yet."""
        for end in range(1, len(path) + 1):
            self.found.setdefault(path[:end], line)

    def _take(self, *marks: str) -> bool:
        """Step over one of these marks if it comes next."""
        if self.tokens[0][0] not in marks:
            return False
        self.tokens.popleft()
        return True

    def _until(self, *marks: str) -> str:
        """Step over what stands before the next of these marks, and give it."""
        words = []
        while self.tokens[0][0] not in (*marks, ""):
            words.append(self.tokens.popleft()[0])
        return "".join(words)
