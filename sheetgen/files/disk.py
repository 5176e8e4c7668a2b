"""Reading and writing of files.

Files of strangers are read within bounds; of a run all files are written, or none.

A file is written as a draft in a temporary folder next to its target. When all files of a run are
finished, they are moved to their targets. A run that is killed may leave a folder ``.sheetgen-…``
behind, which a later run removes.
"""

import errno
import filecmp
import os
import re
import shutil
import signal
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from itertools import islice
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from time import time
from typing import Any, BinaryIO

from sheetgen.errors import Message, SheetgenError, escaped, reason

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".tif", ".tiff", ".webp", ".heic", ".heif"})
"""File name extensions of pictures. A PDF can be a picture, too."""
NEEDED = Message("is needed for something else in the same run; choose another name")
"""Fault of writing a file that the same run reads, or writes twice, even with --force."""
INPUTS: ContextVar[set[tuple[int, int]] | None] = ContextVar("INPUTS", default=None)
"""Files that this run has read and must not overwrite; None in a program that keeps no such
list."""


def note_input(file: int, name: str) -> None:
    """Record an open file of this name as read.

    Raises SheetgenError if standard output goes to the same file.
    """
    files = INPUTS.get()
    if files is None:
        return
    status = os.fstat(file)
    with suppress(OSError):  # standard output is closed
        if S_ISREG(status.st_mode) and os.path.samestat(status, os.fstat(1)):
            raise SheetgenError(NEEDED, file=name)
    files.add((status.st_dev, status.st_ino))


def forget_input(path: Path) -> None:
    """Allow writing to a file that was read for that purpose."""
    (INPUTS.get() or set()).discard((path.stat().st_dev, path.stat().st_ino))


def is_input(path: Path) -> bool:
    """Check whether this run has read the file."""
    return path.exists() and (path.stat().st_dev, path.stat().st_ino) in (INPUTS.get() or ())


def read_file(
    path: Path,
    most: int,
    too_large: SheetgenError | None = None,
    no_file: SheetgenError | None = None,
) -> bytes:
    """Return the content of a file of at most `most` bytes.

    Raises SheetgenError with the file's name if it cannot be read: `too_large` if it has more
    bytes, `no_file` if it is not a file.
    """
    name = str(path)
    try:
        if path.exists() and not path.is_file():
            raise (no_file or SheetgenError("this is no file; name a file")).placed(name)
        with path.open("rb") as file:
            content = file.read(most + 1)
            note_input(file.fileno(), name)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise not_read(name, error) from error
    if len(content) > most:
        raise (too_large or _larger_than(most)).placed(name)
    return content


def not_read(name: str, error: OSError | ValueError) -> SheetgenError:
    """Return the error for a file that the system does not let us read."""
    why = reason(error) if isinstance(error, OSError) else str(error)
    return SheetgenError("cannot read this file: %(reason)s", file=name, reason=why)


STANDARD_INPUT = "-"
"""File name that stands for standard input."""


def standard_input() -> BinaryIO:
    """Return standard input as a stream of bytes. Raise SheetgenError if it is closed."""
    if sys.stdin is None:
        raise SheetgenError("standard input is closed; name a file instead")
    with suppress(OSError):  # it has no file number
        note_input(sys.stdin.fileno(), STANDARD_INPUT)
    return sys.stdin.buffer


def read_input(path: Path, most: int) -> bytes:
    """Return the content of a file, or of standard input for ``-``. Raises as `read_file` does."""
    if str(path) != STANDARD_INPUT:
        return read_file(path, most)
    content = standard_input().read(most + 1)
    if len(content) > most:
        raise _larger_than(most).placed(STANDARD_INPUT)
    return content


def _larger_than(most: int) -> SheetgenError:
    return SheetgenError("larger than %(limit)s MB; take a smaller one", limit=most // 1_000_000)


def read_text(
    path: Path,
    most: int,
    too_large: SheetgenError | None = None,
    no_file: SheetgenError | None = None,
) -> str:
    """Return the text of a file in UTF-8, with or without a byte order mark.

    Raises as `read_file` does.
    """
    try:
        return read_file(path, most, too_large, no_file).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SheetgenError("not UTF-8 text; save it as UTF-8", file=str(path)) from error


# Writing

TAKEN = Message("a different file is there; replace it with --force, or choose another name")
"""Message of the SheetgenError for an existing file."""
ENDING = [each for each in signal.Signals if each.name in ("SIGINT", "SIGTERM", "SIGHUP")]
"""Signals that end the program. Windows has no SIGHUP."""
_DRAFTS: set[Path] = set()
"""Folders with drafts that exist now."""
_CLEANED: set[Path] = set()
"""Folders in which this run has looked for drafts of killed runs."""
_DRAFTS_NAME = r"\.sheetgen-[0-9a-f]{16}"
"""Name of a folder with drafts."""
DRAFT = "draft"
"""Name of a draft; of many in one folder each has a number after it, as in ``draft-1``."""
_KILLED = 24 * 60 * 60
"""Minimum age in seconds of drafts that are taken for those of a killed run: none takes a day."""
_FOLDERS: list[Path] = []
"""Folders that this run has made, inner ones first."""

Content = bytes | Callable[[BinaryIO], object]
"""Content of a file, or a function that writes it."""


def write_all(files: Iterable[tuple[Path, Content]], replace: bool) -> None:
    """Write files one after the other, all or none of them; their folders must exist.

    An existing file with other content is kept unless `replace` is set. Raise SheetgenError for
    such a file, for a place where nothing can be written, and for a file that this run has read.
    Devices and pipes are written at once.
    """
    with ExitStack() as stack:
        drafts = []
        for path, content in files:
            with placed(path):
                draft, target = path, Path(os.path.realpath(path))
                if target.is_file() or not path.exists():
                    draft = stack.enter_context(draft_folder(target.parent)) / DRAFT
                    drafts.append((draft, target, path))
                with draft.open("wb") as file:
                    file.write(content) if isinstance(content, bytes) else content(file)
        put(drafts, replace)


def check_place(path: Path, replace: bool) -> None:
    """Raise SheetgenError if `write_all` would refuse this path.

    It has no folder, or a file that is kept.
    """
    with placed(path):
        path.parent.stat()
    if path.is_file() and not replace:
        raise SheetgenError(TAKEN, file=str(path))


@contextmanager
def placed(path: Path) -> Iterator[None]:
    """Turn an OSError into a SheetgenError that names this file."""
    try:
        yield
    except OSError as error:
        why: object = reason(error)
        if isinstance(error, FileNotFoundError) and not path.parent.exists():
            why = SheetgenError(
                "there is no folder '%(name)s'; make it, or choose another one",
                name=str(path.parent),
            )
        raise SheetgenError(
            "cannot write this file: %(reason)s", file=str(path), reason=why
        ) from error


@contextmanager
def draft_folder(folder: Path) -> Iterator[Path]:
    """Make a temporary folder for drafts inside a folder, and remove it at the end."""
    if folder not in _CLEANED:
        _CLEANED.add(folder)
        remove_old_drafts(folder)
    drafts = folder / f".sheetgen-{os.urandom(8).hex()}"
    _DRAFTS.add(drafts)
    try:
        drafts.mkdir()
        yield drafts
    finally:
        shutil.rmtree(drafts, ignore_errors=True)
        _DRAFTS.discard(drafts)


def remove_old_drafts(folder: Path) -> None:
    """Remove what killed runs of this user have left in a folder.

    Folders of our name with nothing but drafts.
    """
    with suppress(OSError):
        for name in os.listdir(folder):  # noqa: PTH208 - ten times as fast as Path.iterdir
            if re.fullmatch(_DRAFTS_NAME, name):
                with suppress(OSError):  # such as a folder that has something else in it
                    _remove_old(folder / name)


def _remove_old(drafts: Path) -> None:
    """Remove a folder with drafts if it is a real one, of this user and old.

    Raise OSError if it has other files.
    """
    about = drafts.lstat()
    is_ours = not hasattr(os, "getuid") or about.st_uid == os.getuid()
    if S_ISDIR(about.st_mode) and is_ours and time() - about.st_mtime > _KILLED:
        names = os.listdir(drafts)  # noqa: PTH208 - as above
        if all(re.fullmatch(rf"{DRAFT}(-\d+)?", name) for name in names):
            for name in names:
                (drafts / name).unlink()
        drafts.rmdir()


def make_folder(folder: Path) -> None:
    """Make a folder and its parents.

    `clean_up` removes those that are still empty when the run ends.
    """
    _FOLDERS[:0] = [each for each in (folder, *folder.parents) if not os.path.lexists(each)]
    folder.mkdir(parents=True, exist_ok=True)


def clean_up() -> None:
    """Remove unfinished drafts, and folders of this run that are still empty."""
    for drafts in list(_DRAFTS):
        shutil.rmtree(drafts, ignore_errors=True)
    while _FOLDERS:
        with suppress(OSError, ValueError):  # ValueError: a NUL in the name
            _FOLDERS.pop(0).rmdir()


def put(drafts: Sequence[tuple[Path, Path, Path]], replace: bool) -> None:
    """Move drafts to their targets, once all are on the disk and all may be moved.

    Each item is the draft, its target, and the path as the user wrote it. Raise SheetgenError as
    `write_all` does.
    """
    moves, targets = [], set()
    for draft, target, path in drafts:
        with placed(path):
            with draft.open("rb+") as file:  # a full disk may refuse only now
                os.fsync(file.fileno())
            if target in targets:
                raise SheetgenError(NEEDED, file=str(path))
            targets.add(target)
            if not _is_there(draft, target, path, replace):
                moves.append((draft, target, path))
    with _undisturbed():
        for draft, target, path in moves:
            with placed(path):
                _move(draft, target, path, replace)


def _is_there(draft: Path, target: Path, path: Path, replace: bool) -> bool:
    """Check whether the target has the draft's content.

    Raise SheetgenError if it has another one that is kept.
    """
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, "")
    if not os.path.lexists(target):
        return False
    if target.exists() and filecmp.cmp(draft, target, shallow=False):
        return True
    if not replace or is_input(target):
        raise SheetgenError(NEEDED if replace else TAKEN, file=str(path))
    return False


def _move(draft: Path, target: Path, path: Path, replace: bool) -> None:
    """Move a draft to its target.

    Without `replace`, keep a file that was made there in the meantime.
    """
    if replace:
        with suppress(FileNotFoundError):
            shutil.copymode(target, draft)
        draft.replace(target)
        return
    try:
        os.link(draft, target)
    except FileExistsError:
        if not _is_there(draft, target, path, replace):
            raise
    except OSError:  # a disk without links, such as FAT
        draft.replace(target)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Hold back the signals that end the program."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# Texts in the formats TOML, JSON and CSV, and names

MOST_TOML = 1_000_000
"""Maximum size of a TOML file in bytes."""
MAX_DEPTH = 12
"""Maximum depth of lists and tables in each other, and of parts of a dotted key."""
_LONGEST_KEY = 500
"""Maximum length of a part of a key, as it is written."""
_FORMULA = r"""["'\s]*[=+\-@\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20]"""
"""Start of a text that a spreadsheet may take for a formula, with signs of any width, after spaces
and quotes."""
_FIRST_LINES = 20
"""Number of lines at the head of a CSV by which its separator is found."""
_DEEPEST_JSON = 200
"""Maximum depth of lists in JSON; a table counts twice. Ids of cards can be any value, but not
deeper."""
_TOO_DEEP = Message("lists are nested too deeply; write them flatter")
_KEY = r"""(?:[\w-]++|"(?:\\.|[^"\\\n])*+"|'[^'\n]*+')[ \t]*+"""
_TOML = (
    rf"(?sm)(?P<deep>(?:{_KEY}\.[ \t]*+){{{MAX_DEPTH}}})"
    rf"|(?P<key>{_KEY}[.=]|^[ \t]*+\[\[?[ \t]*+{_KEY}\])"
    r'|"""(?>\\.?|[^\\])*?(?:"{3,5}|\Z)'
    r"|'{3}.*?(?:'{3,5}|\Z)"
    r"""|"(?:\\.?|[^"\\\n])*+"?|'[^'\n]*+'?|\#[^\n]*+|[\w-]++"""
)
"""Keys of TOML, and keys with too many parts; then texts, comments and words, which contain no
keys."""
_CURLY = (*"“”„‟‘’‚‛«»‹›",)
"""Quotes of languages, which editors put for straight ones."""
_SWITCHES = frozenset(
    {"true", "false", "yes", "no", "on", "off", "ja", "nee", "nein", "oui", "non", "vrai", "faux"}
)
"""Words that people write for true and false."""
_ARCHIVES = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""First bytes of spreadsheets: .xlsx and .ods, which are archives, and .xls."""
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
MOST_LETTERS = 80
"""Maximum length of a name, or of another text for a sheet."""
_SPACES = "\n\xa0\u202f"
"""Invisible characters that texts have in an answer: line ends, and the spaces that languages put
before signs."""


def read_toml(path: Path) -> dict[str, Any]:
    """Return the tables of a TOML file of at most 1 MB.

    Raises SheetgenError with its name if it is not one.
    """
    text = read_text(path, MOST_TOML)
    try:
        return parse_toml(text)
    except SheetgenError as error:
        raise error.placed(str(path)) from error


def parse_toml(text: str, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """Return the tables of a TOML text.

    Raises SheetgenError if it is not TOML, and for keys and lists beyond the bounds. Keys are
    checked first, because tomllib takes the square of their parts.
    """
    import tomllib  # noqa: PLC0415 - few commands read one

    if len(text) > MOST_TOML:
        raise SheetgenError(
            "larger than %(limit)s MB; take a smaller one", limit=MOST_TOML // 1_000_000
        )
    if any(
        len(line) > _LONGEST_KEY or line.count(".") >= MAX_DEPTH for line in text.split("\n")
    ):  # few have such
        for found in re.finditer(_TOML, text):  # compiled when it is needed
            if found["deep"]:
                raise SheetgenError(_TOO_DEEP)
            if found["key"] and len(found["key"]) > _LONGEST_KEY:
                raise SheetgenError(
                    "a key has more than %(limit)s letters; shorten it", limit=_LONGEST_KEY
                )
    try:
        tables = tomllib.loads(text, parse_float=parse_float)
        _check_depth(tables, MAX_DEPTH)
        return tables
    except RecursionError as error:
        raise SheetgenError(_TOO_DEEP) from error
    except ValueError as error:
        digits = Message("a number in it has thousands of digits")
        why = digits if type(error) is ValueError else _why_no_toml(text, str(error))
        raise SheetgenError("not a TOML file: %(reason)s; mend it there", reason=why) from error


def _why_no_toml(text: str, error: str) -> str | SheetgenError:
    """Return the reason why a text is not TOML, in plain words.

    It has an answer to what people write instead of a value.
    """
    place = re.fullmatch(r"Invalid (?:value|statement) \(at line (\d+), column (\d+)\)", error)
    if not place:
        return error
    line, column = int(place[1]), int(place[2])
    written = text.split("\n")[line - 1][column - 1 :]
    if written[:1] in _CURLY:
        return SheetgenError(
            'curly quotes at line %(line)s, column %(column)s; write straight ones, as in "text"',
            line=line,
            column=column,
        )
    word = re.match(r"[^\W\d]+", written)
    if not word or "value" not in error:
        return error
    if word[0].lower() in _SWITCHES:
        return SheetgenError(
            "'%(word)s' at line %(line)s, column %(column)s; write true or false",
            word=word[0],
            line=line,
            column=column,
        )
    return SheetgenError(
        "'%(word)s' at line %(line)s, column %(column)s; write texts in quotes, as in \"text\"",
        word=word[0],
        line=line,
        column=column,
    )


def _check_depth(value: Any, most: int) -> None:
    """Raise RecursionError if tables and lists are nested deeper than `most`."""
    inner = (
        value.values()
        if isinstance(value, dict)
        else value
        if isinstance(value, (list, tuple))
        else ()
    )
    if inner and not most:
        raise RecursionError
    for item in inner:
        _check_depth(item, most - 1)


def check_no_spreadsheet(start: bytes, name: str = "") -> None:
    """Raise SheetgenError if a file is one of a spreadsheet program, by its name or its head."""
    if start.startswith(_ARCHIVES):
        raise SheetgenError(
            "a file of a spreadsheet program; save it there as CSV UTF-8", file=name
        )


def decode(content: bytes) -> str:
    """Return the text of a file in UTF-8, or in UTF-16 with a byte order mark, as of Excel."""
    check_no_spreadsheet(content)
    try:
        text = content.decode("utf-16" if content.startswith(_UTF_16) else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise SheetgenError("not UTF-8 text; in a spreadsheet save it as CSV UTF-8") from error
    if "\0" in text:
        raise SheetgenError("not text: it has NUL bytes in it; save it as text")
    if not text.strip():
        raise SheetgenError("nothing is written in it; fill it in first")
    return text


class Pairs(list[tuple[str, Any]]):
    """A JSON object as pairs, so that repeated keys are seen."""


def unique(pairs: Any) -> dict[str, Any]:
    """Return a JSON object as a dictionary.

    Raise SheetgenError for any other value, and for a repeated key.
    """
    if not isinstance(pairs, Pairs):
        raise SheetgenError("should be a JSON object in { }")
    by_name = dict(pairs)
    if len(by_name) < len(pairs):
        ((name, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise SheetgenError("the key '%(name)s' is there twice; keep one", name=name)
    return by_name


def parse_json(text: str) -> Any:
    """Return parsed JSON: objects as `Pairs`, fractions and infinite numbers as texts.

    Raises SheetgenError if it is not JSON.
    """
    import json  # noqa: PLC0415 - a sheet does without

    try:
        parsed = json.loads(
            text,
            object_pairs_hook=Pairs if text.isascii() and "\\u" not in text else _pairs,
            parse_float=str,
            parse_constant=_no_number,
            parse_int=lambda digits: (
                int(digits) if len(digits) <= 4_000 else digits
            ),  # of more, Python makes no number
        )
        # else it cannot be deep: a line of a batch
        if text.count("[") + text.count("{") > _DEEPEST_JSON:
            _check_depth(parsed, _DEEPEST_JSON)
        return parsed
    except RecursionError as error:
        raise SheetgenError(_TOO_DEEP) from error
    except ValueError as error:
        raise SheetgenError("not JSON: %(reason)s; mend it there", reason=str(error)) from error


def _pairs(pairs: list[tuple[str, Any]]) -> Pairs:
    return Pairs((_whole(key), _whole(value)) for key, value in pairs)


def _no_number(name: str) -> None:
    raise ValueError(name)


def _whole(value: Any) -> Any:
    """Return a value with its lone surrogates as escapes.

    JSON can contain them, but nothing can print them.
    """
    if isinstance(value, str) and not value.isascii():
        return value.encode("utf-8", "backslashreplace").decode()
    return [_whole(item) for item in value] if type(value) is list else value


def plain(value: Any) -> Any:
    """Return a result of `parse_json` with dictionaries for its objects."""
    if isinstance(value, Pairs):
        return {key: plain(inner) for key, inner in value}
    return [plain(item) for item in value] if isinstance(value, list) else value


def parse_csv(lines: Sequence[str], delimiter: str, *, spaced: bool = False) -> list[list[str]]:
    """Return the rows of a CSV, `spaced` if quotes may follow a space; SheetgenError if it is none.

    A cell in quotes goes on in the next of the `lines`, if these have their ends.
    """
    return [row for _, row in numbered_rows(lines, delimiter, spaced=spaced)]


def numbered_rows(
    lines: Sequence[str], delimiter: str, *, spaced: bool = False
) -> list[tuple[int, list[str]]]:
    """Return the rows of a CSV as `parse_csv` does, each with its first line, from 1."""
    import csv  # noqa: PLC0415 - a sheet does without

    try:
        reader, rows, start = (
            csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=spaced),
            [],
            1,
        )
        for row in reader:
            rows.append((start, row))
            start = reader.line_num + 1
        return rows
    except csv.Error as error:
        why = Message(
            "a cell that begins with a quote has to end with one in the same line, and a quote "
            "in it is two"
        )
        if "limit" in str(error):
            why = Message("a cell in it is too long")
        raise SheetgenError("not CSV: %(reason)s; mend it there", reason=why) from error


def find_delimiter(lines: Iterable[str]) -> str:
    """Return the separator of a CSV: comma, semicolon or tab.

    It is the most frequent one outside quotes in the first lines.
    """
    bare = re.sub('"[^"]*"', "", "\n".join(islice(lines, _FIRST_LINES)))
    return max(",;\t", key=bare.count)


def neutralised(text: str) -> str:
    """Return the text of a cell that no spreadsheet takes for a formula.

    There is a ' before each part of it that may be one. Parts are the cells of a spreadsheet that
    splits lines at another separator than ours. A number below 0 between two separators is not
    changed; at the end of the text it is, because the quote after it makes it no number.
    """
    not_a_number = r"(?!\s*-\d+\s*[,;\t])"
    return re.sub(rf"^(?={_FORMULA})|([,;\t])(?={_FORMULA}){not_a_number}", r"\1'", text)


def bare_text(cell: str, *, inside: bool = True) -> str:
    """Return the text of a cell without each ' that `neutralised` put in.

    Only at its start if not `inside`.
    """
    start = r"(^|[,;\t])" if inside else "(^)"
    return re.sub(rf"{start}'(?={_FORMULA})", r"\1", cell) if "'" in cell else cell


def fold(name: str) -> str:
    """Return a name without what people leave out.

    Capitals, accents, spaces, hyphens and other signs but +.
    """
    apart = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in apart if letter.isalnum() or letter == "+")


def clean_name(name: str) -> str:
    """Return a name as it is printed: composed letters, single spaces."""
    return unicodedata.normalize("NFC", " ".join(name.split()))


def json_answer(content: bytes) -> bytes:
    """Return equivalent JSON with control characters and other invisible ones as escapes."""
    if content.isascii() and b"\x7f" not in content:
        return content
    import json  # noqa: PLC0415 - a sheet does without

    text = content.decode()
    odd = [letter for letter in {*text} if not letter.isprintable() and letter not in _SPACES]
    return text.translate({ord(letter): json.dumps(letter)[1:-1] for letter in odd}).encode()


def csv_lines(rows: Iterable[Iterable[object]], delimiter: str = ",") -> str:
    """Return lines of CSV that are safe in a spreadsheet, whichever separator it assumes.

    Texts are `neutralised`, and quoted if they contain any separator. Control characters are
    escaped.
    """
    return "".join(delimiter.join(map(_csv_cell, row)) + "\n" for row in rows)


def _csv_cell(value: object) -> str:
    """Return a value as a cell of CSV."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str) or not value or value.isalnum():  # most cells
        return "" if value is None else str(value)
    text = neutralised(escaped(value))
    return '"' + text.replace('"', '""') + '"' if re.search('[,;\t"]', text) else text
