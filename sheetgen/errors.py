"""What can go wrong, as values: a message, where it happened, and the words the user wrote.

Knows nothing of languages or screens. The English sentence is the message id; `catalog` finds its translation and
`cli` prints it.
"""

import errno
from collections.abc import Callable, Iterable, Sequence
from functools import partial


class Message(str):
    """An English sentence or word that is to be translated when it is printed."""

    __slots__ = ()


class SheetgenError(Exception):
    """One fault that the person at the keyboard can mend.

    `message` is an English sentence with ``%(name)s`` places, `values` fills them; a tuple among the values is
    printed as a list, a `Message` is translated. `file` and `key` say where: a path, and a key path or option.
    """

    def __init__(self, message: str, *, file: str = "", key: str = "", **values: object) -> None:
        self.message = message
        self.file = file
        self.key = key
        self.values = values
        super().__init__(message)

    def placed(self, file: str) -> "SheetgenError":
        """The same fault, in this file."""
        return SheetgenError(self.message, file=file, key=self.key, **self.values)

    def at(self, key: str) -> "SheetgenError":
        """The same fault, at this key path or option."""
        return SheetgenError(self.message, file=self.file, key=key, **self.values)

    def __reduce__(self) -> tuple[Callable[..., "SheetgenError"], tuple[()]]:
        """What it is made of, for another process."""
        return partial(SheetgenError, self.message, file=self.file, key=self.key, **self.values), ()

    def __str__(self) -> str:
        shown = {key: ", ".join(map(str, it)) if isinstance(it, tuple) else it for key, it in self.values.items()}
        return "".join(f"{part}: " for part in (self.file, self.key) if part) + self.message % shown


class FileError(SheetgenError):
    """Every fault of one file at once."""

    def __init__(self, faults: Sequence[SheetgenError]) -> None:
        self.faults = tuple(faults)
        super().__init__("several faults")

    def __str__(self) -> str:
        return "\n".join(map(str, self.faults))


class LeftOut(SheetgenError, UserWarning):  # noqa: N818 - it is a warning
    """What a document could not have, though it was made: a warning to programs, a line on the terminal."""


LIKENESS = 0.65
"""How like each other two words are, from 0 to 1, of which one may be meant by the other: bonus is no Fours."""


def unknown(what: Message, written: str, known: Iterable[str]) -> SheetgenError:
    """A word that means nothing here, answered with the nearest one that does, or with all of them."""
    from difflib import get_close_matches  # noqa: PLC0415 - few runs end in an error

    words = tuple(known)
    folded = {word.casefold(): word for word in words}
    near = [folded[word] for word in get_close_matches(written.casefold(), folded, 1, LIKENESS)]
    if near:
        return SheetgenError(
            "unknown %(what)s '%(written)s'; did you mean '%(near)s'?", what=what, written=written, near=near[0]
        )
    if not words:
        return SheetgenError("unknown %(what)s '%(written)s'; there is none to choose", what=what, written=written)
    return SheetgenError("unknown %(what)s '%(written)s'; choose %(known)s", what=what, written=written, known=words)


_SAFE = "\u00a0\u202f\u200c\u200d"
"""Signs that are not printable and do no harm: spaces at which no line breaks, and joiners in Persian and in emoji."""


def escaped(text: str) -> str:
    """The text with line breaks, control characters and the like as escapes, safe to print on a terminal."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter in _SAFE else ascii(letter)[1:-1] for letter in text)


_REASONS = {
    errno.ENOENT: Message("there is no such file or folder; look at its name"),
    errno.EACCES: Message("you may not do that there; choose another place"),
    errno.EPERM: Message("you may not do that there; choose another place"),
    errno.EROFS: Message("that place can only be read; choose another one"),
    errno.ENOSPC: Message("the disk is full; make room on it, or choose another one"),
    errno.EISDIR: Message("that is a folder; name a file in it"),
    errno.ENOTDIR: Message("a part of that path is not a folder; look at the path"),
    errno.ENAMETOOLONG: Message("that name is too long; shorten it"),
    errno.EFBIG: Message("files that large may not be written; choose another disk"),
    errno.EEXIST: Message("something else has that name; choose another one"),
}


def reason(error: OSError) -> str:
    """Why the system refused, in words that can be translated where the reason is a common one."""
    return _REASONS.get(error.errno or 0, str(error.strerror or error))
