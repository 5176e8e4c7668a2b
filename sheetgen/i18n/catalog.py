"""Languages, the choice of one, and its catalog: messages, plurals, numbers and lists.

English is the language of the messages themselves and has no catalog. Babel is imported inside
functions, because its import takes 40 ms and most sheets need no list, large number or name of a
language.
"""

import gettext
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Literal

from sheetgen.errors import Message, SheetgenError, escaped, unknown
from sheetgen.files import folders
from sheetgen.files.disk import STANDARD_INPUT, fold

DOMAIN = "sheetgen"
ENGLISH = "en"
_HUGE = 10**24
"""Maximum number that Babel groups in thousands: `decimal` rounds at 28 digits."""
_COUNTED = 200
"""Integers below this are in every plural category that a language has for integers. (CLDR: 100
repeats in all.)"""
ALIAS_SEPARATOR = "; "
"""Separator in the message that holds all aliases of a category, so that a language can have more
or fewer of them."""


class _English(gettext.NullTranslations):
    """English, the fallback of every language. It remembers whether it was needed."""

    was_asked = False

    def gettext(self, message: str) -> str:
        self.was_asked = True
        return message

    def pgettext(self, context: str, message: str) -> str:
        self.was_asked = True
        return message

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        self.was_asked = True
        return msgid1 if n == 1 else msgid2


class Catalog:
    """Messages of one language."""

    def __init__(
        self,
        language: str,
        messages: gettext.NullTranslations | None = None,
        wrap: Callable[[str], str] = str,
        english: _English | None = None,
    ) -> None:
        self.language = language
        self._english = english or _English()
        self._messages = messages or self._english
        self._wrap = wrap

    @property
    def has_gaps(self) -> bool:
        """Flag.

        A message was missing in this language, or had wrong places, and was shown in English.
        """
        return self.language != ENGLISH and self._english.was_asked

    def has_text(self, context: str, english: str) -> bool:
        """Check whether there is a translation of `english` in its `context`."""
        before = self._english.was_asked
        self._english.was_asked = False
        self._messages.pgettext(context, english)
        is_translated = self.language == ENGLISH or not self._english.was_asked
        self._english.was_asked = before
        return is_translated

    def wrapped(self, wrap: Callable[[str], str]) -> "Catalog":
        """Return a catalog that passes each text to `wrap` before its places are filled.

        For example, to escape HTML.
        """
        return Catalog(self.language, self._messages, wrap, self._english)

    def text(self, context: str, english: str, **values: object) -> str:
        """Return the translation of `english` in its `context`, with its places filled.

        Places are written ``%(name)s``.
        """
        return self._fill(self._messages.pgettext(context, english), english, values)

    def plural(self, context: str, singular: str, plural: str, n: int, **values: object) -> str:
        """Return the form for `n` of a text that counts something.

        `n` is also one of its places.
        """
        return self._fill(
            self._form(context, singular, plural, n),
            singular if n == 1 else plural,
            {"n": n, **values},
        )

    def forms(self, context: str, singular: str, plural: str) -> dict[str, str]:
        """Return the forms of a text that counts something, by Unicode's plural categories.

        They are those for integers, and their places are not filled.
        """
        from babel import Locale  # noqa: PLC0415 - as the module says

        category = Locale.parse(self.language).plural_form
        forms: dict[str, str] = {}
        for n in range(_COUNTED):
            forms.setdefault(category(n), self._form(context, singular, plural, n))
        return forms

    def _form(self, context: str, singular: str, plural: str, n: int) -> str:
        try:
            return self._messages.npgettext(context, singular, plural, n)
        except ArithmeticError:  # a user's own plural forms can divide by what becomes 0
            return singular if n == 1 else plural

    def message(self, english: str, **values: object) -> str:
        """Return the translation of a message to the user, which has no context."""
        return self._fill(self._messages.gettext(english), english, values)

    def said_of(self, place: str, what: str) -> str:
        """Return `what` after `place` and the colon of this language; alone if `place` is empty."""
        return self.message("%(place)s: %(what)s", place=place, what=what) if place else what

    def clauses(self, parts: Sequence[str]) -> str:
        """Return parts of a sentence with semicolons between them; empty without parts."""
        said = ""
        for part in parts:
            said = self.message("%(first)s; %(second)s", first=said, second=part) if said else part
        return said

    def error(self, error: SheetgenError) -> str:
        """Return the file, the key path and the message of an error."""
        file = self.message("standard input") if error.file == STANDARD_INPUT else error.file
        place = "".join(f"{escaped(part)}: " for part in (file, error.key) if part)
        return place + self.message(error.message, **error.values)

    def headline(self, error: SheetgenError) -> tuple[str, str]:
        """Return the message of an error in two parts: what is wrong, and why or what to do.

        The second part is what follows the first colon or semicolon of the sentence, before its
        places are filled.
        """
        sentence = self._messages.gettext(error.message)
        parts = re.match(r"(.*?[^\s])\s*[:;]\s+(.*)", sentence, re.DOTALL)
        if parts is None:
            return self.message(error.message, **error.values), ""
        head, rest = parts[1], parts[2]
        return (
            self._fill(head, error.message, error.values),
            self._fill(rest, error.message, error.values),
        )

    def number(self, number: int) -> str:
        """Return a number with the thousands separator of this language."""
        if abs(number) < 1000 or abs(number) > _HUGE:
            return str(number)
        from babel.numbers import format_decimal  # noqa: PLC0415 - as the module says

        return format_decimal(number, locale=self.language)

    def decimal(self, number: float, places: int) -> str:
        """Return a number with this many decimal places."""
        from babel.numbers import format_decimal  # noqa: PLC0415 - as the module says

        return format_decimal(number, f"#,##0.{'0' * places}", locale=self.language)

    @property
    def cell_separator(self) -> str:
        """Separator of CSV cells: a semicolon in languages with a decimal comma."""
        from babel.numbers import get_decimal_symbol  # noqa: PLC0415 - as the module says

        return ";" if get_decimal_symbol(self.language) == "," else ","

    def either(self, items: Iterable[str]) -> str:
        """Return a list of choices: a, b or c."""
        return self._listed(items, "or")

    def both(self, items: Iterable[str]) -> str:
        """Return a list of things that belong together: a, b and c."""
        return self._listed(items, "standard")

    @lru_cache(maxsize=4096)  # noqa: B019 - one catalog for each language stays loaded
    def choices(self, numbers: tuple[int, ...]) -> str:
        """Return ascending numbers as a list of choices, with runs shortened: 0, 5 to 30."""
        choices = []
        for first, last in runs_of(numbers):
            if first == last:
                choices.append(str(first))
            else:
                choices.append(
                    self.message("%(first)s to %(last)s", first=str(first), last=str(last))
                )
        return self.either(choices)

    def dice(self, dice: Iterable[tuple[int | str, str]]) -> str:
        """Return dice, each a face (0 for any) and a kind, as words for screen readers.

        ``6 6 6, open: 2``.
        """
        full: list[str] = []
        open_faces: list[str] = []
        blank = 0
        for face, kind in dice:
            if not face:
                blank += 1
            elif kind == "open":
                open_faces.append(str(face))
            else:
                full.append(str(face))
        parts = []
        if full:
            parts.append(" ".join(full))
        if open_faces:
            parts.append(self.text("dice", "open: %(faces)s", faces=" ".join(open_faces)))
        if blank:
            parts.append(self.plural("dice", "any die", "any %(n)s dice", blank))
        return ", ".join(parts)

    def _listed(self, items: Iterable[str], style: Literal["or", "standard"]) -> str:
        listed = list(items)
        if len(listed) < 2:
            return "".join(listed)
        from babel.lists import format_list  # noqa: PLC0415 - as the module says

        return format_list(listed, style=style, locale=self.language)

    def _fill(self, text: str, english: str, values: Mapping[str, object]) -> str:
        """Fill the places, or those of the English text if the translation has wrong places."""
        words = {name: self._value_in_words(value) for name, value in values.items()}
        try:
            return self._wrap(text) % words if words else self._wrap(text)
        except (KeyError, ValueError, TypeError, OverflowError, MemoryError):
            self._english.was_asked = True
            return self._wrap(english) % words

    def _value_in_words(self, value: object) -> object:
        """Return the value of a place as it is shown in this language."""
        if type(value) is str:
            return escaped(value)
        if hasattr(value, "__html__"):
            return value
        if isinstance(value, SheetgenError):
            return self.error(value)
        if isinstance(value, Message):
            return self.message(value)
        if isinstance(value, tuple):
            are_numbers = all(type(item) is int for item in value)
            return self.choices(value) if are_numbers else self.either(value)
        return self.number(value) if isinstance(value, int) else escaped(str(value))


def runs_of(numbers: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the first and last number of each run; two neighbours alone are two runs."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    ends: list[tuple[int, int]] = []
    for run in runs:
        if len(run) == 2:
            ends += [(number, number) for number in run]
        else:
            ends.append((run[0], run[-1]))
    return ends


def languages() -> list[str]:
    """Return the codes of all languages, English among them."""
    return sorted({ENGLISH, *shipped_languages(), *own_languages()})


def own_languages() -> list[str]:
    """Return the codes of the languages in the user's folder.

    Their messages override those that ship.
    """
    codes = folders.names_in(folders.own_languages, ".po")
    if not codes:
        return []
    from sheetgen.i18n.po_file import has_locale  # noqa: PLC0415 - as the module says

    return [code for code in codes if has_locale(code)]


@cache
def shipped_languages() -> Mapping[str, Path]:
    """Return the languages that come with sheetgen and their catalogs.

    The .po file, or the .mo file of a wheel. They do not change while the program runs; a search
    for the sheet on a picture asks thousands of times.
    """
    catalogs: dict[str, Path] = {}
    for code in folders.names_in(folders.locales, ""):
        for suffix in (".mo", ".po"):
            path = folders.locales() / code / "LC_MESSAGES" / f"{DOMAIN}{suffix}"
            if path.is_file():
                catalogs[code] = path
    return catalogs


def language_name(code: str, catalog: Catalog) -> str:
    """Return the name of the language `code` in the language of `catalog`.

    The code if it has none.
    """
    from babel import Locale  # noqa: PLC0415 - as the module says

    return Locale(code).get_display_name(catalog.language) or code


def choose_language(wanted: str | None, environ: Mapping[str, str]) -> str:
    """Return the code of the language to use.

    The code or name (``nl``, ``nl-BE``, ``Dutch``) is `wanted`, else SHEETGEN_LANG, else that of
    the system. Raise SheetgenError if it is not the system's and unknown.
    """
    asked = wanted if wanted is not None else environ.get("SHEETGEN_LANG") or None
    if asked is None:
        return system_language(environ)[0]
    language = _known(asked) or _language_named(asked)
    if language is None:
        raise unknown(Message("language"), asked, languages(), "lang")
    return language


def _language_named(name: str) -> str | None:
    """Return the language with this name in any language: Dutch, nederlands, francais."""
    codes = languages()
    catalogs = [Catalog(code) for code in codes]
    names: dict[str, str] = {}
    for code in codes:
        for catalog in catalogs:
            names[fold(language_name(code, catalog))] = code
    return names.get(fold(name))


def system_language(environ: Mapping[str, str]) -> tuple[str, str]:
    """Return the language of the system, else English, and the environment variable that sets it.

    Empty for none.
    """
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(variable):
            known = filter(None, map(_known, environ[variable].split(":")))
            return next(known, ENGLISH), variable
    return ENGLISH, ""


def _known(code: str) -> str | None:
    """Return the language of a code in any spelling, without its territory.

    None if it is missing here.
    """
    match = re.fullmatch(
        r"([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]+)*(?:\.[\w-]+)?(?:@\w+)?", code.strip()
    )
    language = match[1].lower() if match else ""
    return language if language in languages() else None


@cache
def load_catalog(language: str) -> Catalog:
    """Return the catalog of a language.

    The user's own messages come first, then those that ship, then English. Raise SheetgenError if
    the user's file is not a catalog.
    """
    english = _English()
    messages = _messages(folders.locales() / language / "LC_MESSAGES" / f"{DOMAIN}.po")
    messages.add_fallback(english)
    if language in own_languages():
        own = _compiled(folders.own_languages() / f"{language}.po", language)
        own.add_fallback(messages)
        messages = own
    return Catalog(language, messages, english=english)


def _messages(source: Path) -> gettext.NullTranslations:
    """Return the compiled catalog, or its `source` compiled now if that is newer.

    An empty one if there is neither.
    """
    compiled = source.with_suffix(".mo")
    if not source.exists() and not compiled.exists():
        return gettext.NullTranslations()
    if not source.exists() or (
        compiled.exists() and compiled.stat().st_mtime >= source.stat().st_mtime
    ):
        with compiled.open("rb") as file:
            return gettext.GNUTranslations(file)
    return _compiled(source, source.parent.parent.name)


def _compiled(source: Path, language: str) -> gettext.NullTranslations:
    from sheetgen.i18n.po_file import compile_po  # noqa: PLC0415 - as the module says

    try:
        messages = gettext.GNUTranslations(BytesIO(compile_po(source, language)))
        messages.gettext(DOMAIN)  # works the plural forms out once
    except (ValueError, LookupError, ArithmeticError) as error:  # such as faulty plural forms
        raise SheetgenError(
            "not a catalog: %(reason)s", file=str(source), reason=str(error)
        ) from error
    return messages
