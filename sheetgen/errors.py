"""Faults as values: an English message, the place, and the words that the user wrote.

Nothing here knows languages or screens: the English sentence is the message id, `i18n` translates
it, `cli` prints it.
"""

import errno
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Literal

from msgspec import Struct


class Message(str):
    """English sentence or word that is translated when it is printed."""

    __slots__ = ()


class Cure(Struct, frozen=True):
    """Change of one option that helps against a fault."""

    option: str
    """Field of the option, such as ``label_margin``; empty for the word at the key of the fault."""
    value: Any = None
    """Its new value; None to leave the option out."""


class Figures(Struct, frozen=True):
    """Arithmetic behind a fault: what is needed, and what there is."""

    need: float
    have: float
    unit: Literal["mm", "pages"] = "mm"


class Span(Struct, frozen=True):
    """Place of a value in a file."""

    line: int
    column: int
    length: int
    """Number of its letters in that line. Lines and columns begin at 1."""


class SheetgenError(Exception):
    """Fault that the user can correct.

    `message` is an English sentence with ``%(name)s`` places that are filled from `values`; of
    these a tuple is printed as a list, and a `Message` is translated. `file` is a path, `key` a key
    path or option.
    """

    cures: tuple[Cure, ...] = ()
    """Changes of options that help, the best first."""
    figures: Figures | None = None
    span: Span | None = None
    """Place in the file, if it is known more precisely than by its line."""
    option: str = ""
    """Field of the option that it is about, if its sentence names that and its key does not."""

    def __init__(self, message: str, *, file: str = "", key: str = "", **values: object) -> None:
        self.message = message
        self.file = file
        self.key = key
        self.values = values
        super().__init__(message)

    def cured(self, *cures: Cure, figures: Figures | None = None) -> "SheetgenError":
        """Return this fault, which now has these cures and figures."""
        self.cures = cures
        self.figures = figures
        return self

    def placed(self, file: str) -> "SheetgenError":
        """Return the same fault, in this file."""
        error = SheetgenError(self.message, file=file, key=self.key, **self.values)
        error.span = self.span
        error.option = self.option
        return error.cured(*self.cures, figures=self.figures)

    def at(self, key: str) -> "SheetgenError":
        """Return the same fault, at this key path or option."""
        error = SheetgenError(self.message, file=self.file, key=key, **self.values)
        error.span = self.span
        error.option = self.option
        cures = [Cure(cure.option or field_of(key), cure.value) for cure in self.cures]
        return error.cured(*cures, figures=self.figures)

    def __reduce__(self) -> tuple[Callable[..., "SheetgenError"], tuple[()], dict[str, Any]]:
        """Return how the fault is made again in another process."""
        make = partial(SheetgenError, self.message, file=self.file, key=self.key, **self.values)
        return make, (), self.__dict__.copy()

    def __str__(self) -> str:
        shown = {
            key: ", ".join(map(str, it)) if isinstance(it, tuple) else it
            for key, it in self.values.items()
        }
        return "".join(f"{part}: " for part in (self.file, self.key) if part) + self.message % shown


class FileError(SheetgenError):
    """All faults of one file."""

    def __init__(self, faults: Sequence[SheetgenError]) -> None:
        self.faults = tuple(faults)
        super().__init__("several faults")

    def __str__(self) -> str:
        return "\n".join(map(str, self.faults))


class LeftOut(SheetgenError, UserWarning):  # noqa: N818 - it is a warning
    """Warning that a document was made without something that was asked for."""


LIKENESS = 0.65
"""Minimum likeness, from 0 to 1, of a misspelt word and the word that is suggested. At 0.6 "bonus"
suggests "Fours"."""


def field_of(option: str) -> str:
    """Return the field of an option, ``label_margin`` of ``--label-margin``.

    An empty text for a key path, whose word is in a file.
    """
    return option[2:].replace("-", "_") if option.startswith("--") else ""


def unknown(what: Message, written: str, known: Iterable[str], option: str = "") -> SheetgenError:
    """Return the fault for an unknown word, with the nearest known word, or with all of them.

    `option` is the field of the option that has the word.
    """
    from difflib import get_close_matches  # noqa: PLC0415 - 3 ms that few runs need

    words = tuple(known)
    folded = {word.casefold(): word for word in words}
    near = [folded[word] for word in get_close_matches(written.casefold(), folded, 1, LIKENESS)]
    if near:
        error = SheetgenError(
            "unknown %(what)s '%(written)s'; did you mean '%(near)s'?",
            what=what,
            written=written,
            near=near[0],
        ).cured(Cure(option, near[0]))
    elif words:
        error = SheetgenError(
            "unknown %(what)s '%(written)s'; choose %(known)s",
            what=what,
            written=written,
            known=words,
        )
    else:
        error = SheetgenError(
            "unknown %(what)s '%(written)s'; there is none to choose", what=what, written=written
        )
    error.option = option
    return error


_SAFE = "\u00a0\u202f\u200c\u200d"
"""Letters that Python calls not printable and terminals show: no-break spaces, and joiners of
Persian and of emoji."""


def escaped(text: str) -> str:
    """Return a text that is safe to print on a terminal.

    Line breaks, control characters and the like as escapes.
    """
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() or letter in _SAFE else ascii(letter)[1:-1]
        for letter in text
    )


_REASONS = {
    errno.ENOENT: Message("no such file or folder; check the name"),
    errno.EACCES: Message("not allowed there; choose another place"),
    errno.EPERM: Message("not allowed there; choose another place"),
    errno.EROFS: Message("this place is read-only; choose another one"),
    errno.ENOSPC: Message("the disk is full; free some space, or choose another disk"),
    errno.EISDIR: Message("this is a folder; name a file in it"),
    errno.ENOTDIR: Message("a part of this path is not a folder; check the path"),
    errno.ENAMETOOLONG: Message("the name is too long; shorten it"),
    errno.EFBIG: Message("the file is too large for this disk; choose another disk"),
    errno.EEXIST: Message("another file or folder has this name; choose another name"),
}


def reason(error: OSError) -> str:
    """Return why the system refused: a message that can be translated for common reasons."""
    return _REASONS.get(error.errno or 0, str(error.strerror or error))
