"""Which language, and its words, plurals, numbers and lists.

English is the language of the messages themselves, so it needs no catalog. Babel is imported where a list, a large
number or a language's name is wanted, for most sheets need none of them and its import takes longer than the rest.
"""

import gettext
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Literal

from sheetgen import files
from sheetgen.errors import Message, SheetgenError, escaped, unknown
from sheetgen.files.reading import fold

DOMAIN = "sheetgen"
ENGLISH = "en"
_HUGE = 10**24
"""Larger than what Babel parts in thousands."""
_COUNTED = 200
"""Integers below this are in every plural category that a language has for integers. (CLDR: 100 repeats in all.)"""
ALIAS_SEPARATOR = "; "
"""All aliases of a category are one message, so that a language can have more or fewer of them."""


class _English(gettext.NullTranslations):
    """The messages themselves, for what a language lacks; remembers that somebody asked."""

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
    """The words of one language."""

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
        """Whether English stood in for words so far that this language does not have, or has with wrong places."""
        return self.language != ENGLISH and self._english.was_asked

    def has(self, context: str, english: str) -> bool:
        """Whether there is a translation of `english` in its `context`."""
        before, self._english.was_asked = self._english.was_asked, False
        self._messages.pgettext(context, english)
        found = self.language == ENGLISH or not self._english.was_asked
        self._english.was_asked = before
        return found

    def wrapped(self, wrap: Callable[[str], str]) -> "Catalog":
        """The same words, each text put through `wrap` before its places are filled: to escape it for HTML, say."""
        return Catalog(self.language, self._messages, wrap, self._english)

    def text(self, context: str, english: str, **values: object) -> str:
        """The translation of `english` in its `context`, with its ``%(name)s`` places filled."""
        return self._fill(self._messages.pgettext(context, english), english, values)

    def plural(self, context: str, singular: str, plural: str, n: int, **values: object) -> str:
        """The form for `n` of a text that counts something; `n` is also one of its places."""
        return self._fill(self._form(context, singular, plural, n), singular if n == 1 else plural, {"n": n, **values})

    def forms(self, context: str, singular: str, plural: str) -> dict[str, str]:
        """Return the forms of a text that counts something, unfilled, by Unicode's plural categories of integers."""
        from babel import Locale  # noqa: PLC0415 - see the module's docstring

        category = Locale.parse(self.language).plural_form
        found: dict[str, str] = {}
        for n in range(_COUNTED):
            found.setdefault(category(n), self._form(context, singular, plural, n))
        return found

    def _form(self, context: str, singular: str, plural: str, n: int) -> str:
        try:
            return self._messages.npgettext(context, singular, plural, n)
        except ArithmeticError:  # a user's own plural forms can divide by what becomes 0
            return singular if n == 1 else plural

    def message(self, english: str, **values: object) -> str:
        """The translation of a message to the user, without context."""
        return self._fill(self._messages.gettext(english), english, values)

    def said_of(self, place: str, what: str) -> str:
        """`what`, after what it is said of, with the colon of this language; alone if that is empty."""
        return self.message("%(place)s: %(what)s", place=place, what=what) if place else what

    def error(self, error: SheetgenError) -> str:
        """What went wrong, in words, after the file and the key path."""
        place = "".join(f"{escaped(part)}: " for part in (error.file, error.key) if part)
        return place + self.message(error.message, **error.values)

    def number(self, number: int) -> str:
        """The number as people write it here."""
        if abs(number) < 1000 or abs(number) > _HUGE:
            return str(number)
        from babel.numbers import format_decimal  # noqa: PLC0415 - see the module's docstring

        return format_decimal(number, locale=self.language)

    def decimal(self, number: float, places: int) -> str:
        """A number with so many digits behind the sign that parts them here."""
        from babel.numbers import format_decimal  # noqa: PLC0415 - see the module's docstring

        return format_decimal(number, f"#,##0.{'0' * places}", locale=self.language)

    @property
    def cell_separator(self) -> str:
        """What parts the cells of a CSV here: a semicolon where the comma stands in decimals."""
        from babel.numbers import get_decimal_symbol  # noqa: PLC0415 - see the module's docstring

        return ";" if get_decimal_symbol(self.language) == "," else ","

    def either(self, items: Iterable[str]) -> str:
        """The items as a list of choices: a, b or c."""
        return self._listed(items, "or")

    def both(self, items: Iterable[str]) -> str:
        """The items as a list of things that belong together: a, b and c."""
        return self._listed(items, "standard")

    @lru_cache(maxsize=4096)  # noqa: B019 - there is one catalog for each language, and it stays
    def choices(self, numbers: tuple[int, ...]) -> str:
        """Ascending numbers as a list of choices, with runs of them taken together: 0, 5 to 30."""
        return self.either(
            str(first) if first == last else self.message("%(first)s to %(last)s", first=str(first), last=str(last))
            for first, last in runs_of(numbers)
        )

    def dice(self, dice: Iterable[tuple[int | str, str]]) -> str:
        """Dice in words, for those who do not see them: ``6 6 6, open: 2``; each with its face, 0 for any, and kind."""
        full, open_ = (
            [str(face) for face, kind in dice if face and (kind == "open") is each] for each in (False, True)
        )
        blank = sum(not face for face, _ in dice)
        return ", ".join(
            filter(
                None,
                (
                    " ".join(full),
                    self.text("dice", "open: %(faces)s", faces=" ".join(open_)) if open_ else "",
                    self.plural("dice", "any die", "any %(n)s dice", blank) if blank else "",
                ),
            )
        )

    def _listed(self, items: Iterable[str], style: Literal["or", "standard"]) -> str:
        listed = list(items)
        if len(listed) < 2:
            return "".join(listed)
        from babel.lists import format_list  # noqa: PLC0415 - see the module's docstring

        return format_list(listed, style=style, locale=self.language)

    def _fill(self, text: str, english: str, values: Mapping[str, object]) -> str:
        """Fill the places; a translation whose places are wrong gives way to English."""
        shown = {name: self._shown(value) for name, value in values.items()}
        try:
            return self._wrap(text) % shown if shown else self._wrap(text)
        except (KeyError, ValueError, TypeError, OverflowError, MemoryError):
            self._english.was_asked = True
            return self._wrap(english) % shown

    def _shown(self, value: object) -> object:
        if type(value) is str:
            return escaped(value)
        if hasattr(value, "__html__"):
            return value
        if isinstance(value, SheetgenError):
            return self.error(value)
        if isinstance(value, Message):
            return self.message(value)
        if isinstance(value, tuple):
            return self.choices(value) if all(type(each) is int for each in value) else self.either(value)
        return self.number(value) if isinstance(value, int) else escaped(str(value))


def runs_of(numbers: tuple[int, ...]) -> list[tuple[int, int]]:
    """The numbers as first and last of each run; two neighbours alone are no run."""
    runs: list[tuple[int, int]] = []
    for _, each in groupby(enumerate(numbers), lambda each: each[1] - each[0]):
        run = [number for _, number in each]
        runs += [(run[0], run[-1])] if len(run) != 2 else [(number, number) for number in run]
    return runs


def languages() -> list[str]:
    """The codes of the languages there are, English among them."""
    return sorted({ENGLISH, *shipped_languages(), *own_languages()})


def own_languages() -> list[str]:
    """The codes of the languages in the user's folder; their words come before those that ship."""
    found = files.names_in(files.own_languages, ".po")
    if found:
        from sheetgen.i18n.po_file import has_locale  # noqa: PLC0415 - only who has one waits for Babel

        found = [code for code in found if has_locale(code)]
    return found


def shipped_languages() -> dict[str, Path]:
    """The codes of the languages that come with sheetgen, and their catalogs, as text where that ships."""
    folders = (files.locales() / name / "LC_MESSAGES" for name in files.names_in(files.locales, ""))
    found = [path for each in folders for path in (each / f"{DOMAIN}.mo", each / f"{DOMAIN}.po") if path.is_file()]
    return {path.parent.parent.name: path for path in found}


def language_name(code: str, catalog: Catalog) -> str:
    """What the language `code` is called in the language of `catalog`, or in itself."""
    from babel import Locale  # noqa: PLC0415 - see the module's docstring

    return Locale(code).get_display_name(catalog.language) or code


def choose_language(wanted: str | None, environ: Mapping[str, str]) -> str:
    """The language code to use.

    `wanted` is what the user asked for (``nl``, ``nl-BE``, ``nl_NL.UTF-8``, ``Dutch``, ``Nederlands``), and
    SHEETGEN_LANG asks the same: a language that is not there raises SheetgenError. Without them the environment
    decides, as far as it can: a language of the system that sheetgen lacks means English.
    """
    asked = wanted if wanted is not None else environ.get("SHEETGEN_LANG") or None
    if asked is None:
        return system_language(environ)[0]
    if found := _known(asked) or _named(asked):
        return found
    raise unknown(Message("language"), asked, languages())


def system_language(environ: Mapping[str, str]) -> tuple[str, str]:
    """The language of the system, as far as sheetgen has it, and the variable that decides; none if none is set."""
    deciding = next((key for key in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG") if environ.get(key)), "")
    codes = environ.get(deciding, "").split(":")
    return next((found for code in codes if (found := _known(code))), ENGLISH), deciding


def _known(code: str) -> str | None:
    """The catalog for a code in any spelling; a territory shares the catalog of its language."""
    match = re.fullmatch(r"([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]+)*(?:\.[\w-]+)?(?:@\w+)?", code.strip())
    language = match[1].lower() if match else ""
    return language if language in languages() else None


def _named(name: str) -> str | None:
    """Return the code of the language with this name, in any language there is, with or without its accents."""
    known = languages()
    names = {fold(language_name(code, Catalog(each))): code for code in known for each in known}
    return names.get(fold(name))


@cache
def load_catalog(language: str) -> Catalog:
    """The catalog of a language code from `choose_language`: the user's own words first, then ours, then English.

    Raises SheetgenError for a file of the user's that is no catalog.
    """
    english = _English()
    messages = _messages(files.locales() / language / "LC_MESSAGES" / f"{DOMAIN}.po")
    messages.add_fallback(english)
    if language in own_languages():
        own = _compiled(files.own_languages() / f"{language}.po", language)
        own.add_fallback(messages)
        messages = own
    return Catalog(language, messages, english=english)


def _messages(source: Path) -> gettext.NullTranslations:
    """The compiled catalog, or its `source` compiled here if that is newer; none where there is neither."""
    compiled = source.with_suffix(".mo")
    if not source.exists() and not compiled.exists():
        return gettext.NullTranslations()
    if not source.exists() or (compiled.exists() and compiled.stat().st_mtime >= source.stat().st_mtime):
        with compiled.open("rb") as file:
            return gettext.GNUTranslations(file)
    return _compiled(source, source.parent.parent.name)


def _compiled(source: Path, language: str) -> gettext.NullTranslations:
    from sheetgen.i18n.po_file import compile_po  # noqa: PLC0415 - only where nothing was compiled

    try:
        found = gettext.GNUTranslations(BytesIO(compile_po(source, language)))
        found.gettext(DOMAIN)  # works the plural forms out once
        return found
    except (ValueError, LookupError, ArithmeticError) as error:  # plural forms that are no expression, for one
        raise SheetgenError("not a catalog: %(reason)s", file=str(source), reason=str(error)) from error
