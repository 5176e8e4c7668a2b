"""Catalogs of translators (.po).

Made from the template, updated, checked and compiled, by Babel.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog as Messages
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import PoFileError, PoFileParser, read_po, write_po
from msgspec import Struct

from sheetgen.errors import Message, SheetgenError, escaped
from sheetgen.files import folders
from sheetgen.files.disk import read_file

if TYPE_CHECKING:
    from babel.messages.catalog import Message as Entry

MOST_BYTES = 2_000_000
"""Maximum size of a catalog, six times that of a complete one."""
_PLACE = re.compile(r"%\(\w+\)s")
_CLOSED_QUOTES = re.compile(rb'^[^"]*"(?:[^"\\]|\\.)*"$')
_BREAK = re.compile(rb'"[ \t\r]*\n[ \t]*"')
"""Break of a text between two lines."""
_PLURALS = re.compile(rb"nplurals\s*=\s*(\d+)")
_CHARSET = re.compile(rb"charset=([\w-]*)")
_PLAIN_CHARSET = re.compile(
    rb"(?i)utf-?8|(us-)?ascii|iso-?8859-\d+|latin-?1|(windows-|cp)125\d|CHARSET"
)
"""Encodings that Python decodes in linear time; others, such as punycode, are quadratic."""
_MOST_FORMS = 10
"""Maximum number of plural forms; Arabic has the most, six."""
_NOT_WRITTEN = ("pot-creation-date", "po-revision-date", "generated-by", "report-msgid-bugs-to")
"""Headers that Babel adds; a catalog has them only if its translator wrote them."""
_HEADER = (
    "# %s\n# Words of sheetgen. Each msgid is English; write yours into the msgstr below it.\n"
)


class Complaint(Struct, frozen=True):
    """Fault of one entry of a catalog."""

    kind: str
    """Kind of the fault: missing, fuzzy, broken or left over."""
    line: int
    english: str
    error: SheetgenError


class Progress(Struct, frozen=True):
    """Number of messages that are translated, and the faults of the others."""

    done: int
    total: int
    complaints: tuple[Complaint, ...]


def compile_po(path: Path, language: str) -> bytes:
    """Return the compiled catalog (.mo).

    Raise SheetgenError with the file and line if it is not a catalog.
    """
    messages = _read_translation(path, language)
    messages.headers.clear()  # gettext needs them as Babel writes them
    for entry in messages:
        if not entry.id:
            continue
        forms = [_safe_form(entry, form) for form in _forms(entry)]
        entry.string = tuple(forms) if isinstance(entry.string, (tuple, list)) else forms[0]
    buffer = BytesIO()
    write_mo(buffer, messages)
    return buffer.getvalue()


def _safe_form(entry: "Entry", form: str) -> str:
    """Return a form with its control characters escaped; empty if its places cannot be filled."""
    has_places = "%(" in str(entry.id)  # else "100 %" needs no doubled sign
    return "" if has_places and not _can_be_filled(form) else _escaped_lines(form)


def _escaped_lines(form: str) -> str:
    return "\n".join(escaped(line) for line in form.split("\n"))


def new_po(language: str, known: Path | None = None) -> bytes:
    """Return an empty catalog from the template, with translations of `known` as comments.

    Raise SheetgenError if no language has this code.
    """
    if not has_locale(language):
        raise SheetgenError(
            "'%(written)s' is not the code of a language;"
            " use two or three small letters, such as de",
            written=language,
        )
    name = Locale(language).english_name or language
    messages = _Translation(
        language, project="sheetgen", version="1", header_comment=_HEADER % name, fuzzy=False
    )
    for entry in _template():
        if entry.id:
            messages.add(
                entry.id,
                locations=[(place, 0) for place, _ in entry.locations],
                flags=entry.flags,
                auto_comments=entry.auto_comments,
                context=entry.context,
            )
    if known is not None:
        _add_comments(messages, known, language)
    return _compiled(messages)


def _add_comments(messages: Messages, known: Path, language: str) -> None:
    """Add the translations of the catalog `known`, a .po or .mo file, as comments."""
    if known.suffix == ".mo":
        translated: Messages = read_mo(BytesIO(known.read_bytes()))
    else:
        translated = _read_translation(known, language)
    for entry in translated:
        context = entry.context
        if isinstance(context, bytes):  # as read from a .mo file
            context = context.decode()
        own = messages.get(entry.id, context) if entry.id else None
        if own is not None:
            own.user_comments = [f"sheetgen says: {form}" for form in _forms(entry)]


def updated_po(path: Path, language: str) -> bytes:
    """Return a catalog with the messages of the template added that are missing.

    Translations without a message stay as comments: of removed messages, second entries, surplus
    plural forms.
    """
    messages, template = _read_translation(path, language), _template()
    entries_before = [entry for entry in messages if entry.id]
    is_large = len(messages) > 2 * len(template)  # a guess compares all pairs of messages
    messages.update(template, no_fuzzy_matching=is_large)
    kept: set[str] = set()
    for entry in (*messages, *messages.obsolete.values()):
        kept.update(_forms(entry))
    for entry in entries_before:
        if not kept.issuperset(_forms(entry)):
            messages.obsolete[entry.id] = entry
    return _compiled(messages)


def check_po(path: Path, language: str) -> Progress:
    """Check a catalog, and return its faults in the order of the file, missing entries last."""
    messages, template = _read_translation(path, language), _template()
    present: list[Complaint] = []
    wrong = 0
    for entry in messages:
        if not entry.id:
            continue
        complaints = list(_complaints(entry, messages, template))
        present += complaints
        if complaints and complaints[0].kind != "left over":
            wrong += 1
    lacking = Message("has no entry here; sheetgen language update adds it")
    absent: list[Complaint] = []
    total = 0
    for entry in template:
        if not entry.id:
            continue
        total += 1
        if messages.get(entry.id, entry.context) is None:
            absent.append(_complaint("missing", entry, lacking, here=False))
    complaints = present + absent
    complaints.sort(key=lambda fault: (fault.kind == "missing", fault.line or 10**9))
    return Progress(total - wrong - len(absent), total, tuple(complaints))


def has_locale(language: str) -> bool:
    """Check whether this is the code of a language."""
    try:
        return bool(re.fullmatch("[a-z]{2,3}", language)) and Locale(language) is not None
    except UnknownLocaleError:
        return False


def _complaints(entry: "Entry", messages: Messages, template: Messages) -> Iterator[Complaint]:
    if template.get(entry.id, entry.context) is None:
        left_over = Message("is not a message of sheetgen; restore its msgid, or remove the entry")
        yield _complaint("left over", entry, left_over)
    elif entry.fuzzy:
        yield _complaint(
            "fuzzy",
            entry,
            Message("is marked as a guess (fuzzy) and not used; correct it and remove the mark"),
        )
    elif not all(_forms(entry)):
        yield _complaint("missing", entry, Message("has no translation; write one"))
    else:
        yield from _faults_of_translation(entry, messages)


def _faults_of_translation(entry: "Entry", messages: Messages) -> Iterator[Complaint]:
    """Yield the faults of a translation.

    Other places than the English, control characters, too few plural forms.
    """
    forms = _forms(entry)
    is_counted = isinstance(entry.id, (tuple, list))
    if is_counted and len(forms) != messages.num_plurals:
        wrong = Message("has %(has)s forms; this language has %(needs)s")
        yield _complaint("broken", entry, wrong, has=len(forms), needs=messages.num_plurals)
    optional = {"%(n)s"} if is_counted else set()  # "one box" needs no number
    needed = set(_PLACE.findall(str(entry.id))) - optional
    for form in forms:
        if form != _escaped_lines(form):
            yield _complaint(
                "broken", entry, Message("has control characters in it; take them out")
            )
        used = set(_PLACE.findall(form)) - optional
        if used != needed or (needed and not _can_be_filled(form)):
            wrong = Message("has %(has)s; should have the places %(needs)s")
            yield _complaint(
                "broken",
                entry,
                wrong,
                has=" ".join(sorted(used)) or "–",
                needs=" ".join(sorted(needed)) or "–",
            )


def _can_be_filled(form: str) -> bool:
    """Check whether every % in a text belongs to a place or is doubled."""
    return "%" not in _PLACE.sub("", form).replace("%%", "")


def _complaint(
    kind: str, entry: "Entry", message: Message, *, here: bool = True, **values: object
) -> Complaint:
    english = entry.id[0] if isinstance(entry.id, (tuple, list)) else str(entry.id)
    fault = SheetgenError(message, **values)  # type: ignore[arg-type]
    return Complaint(kind, (entry.lineno or 0) if here else 0, english, fault)


def _forms(entry: "Entry") -> tuple[str, ...]:
    """Return the translation of an entry as its plural forms; a single one if it counts nothing."""
    string = entry.string
    return tuple(map(str, string)) if isinstance(string, (tuple, list)) else (str(string),)


# Reading and writing


class _Translation(Messages):
    """Catalog that keeps what Babel drops.

    Unknown headers, second entries for a message, comments at the end.
    """

    def __init__(self, *parts: Any, **options: Any) -> None:
        super().__init__(*parts, **options)
        self.headers: list[str] = []
        """Lines of the header of the file."""
        self.obsolete: dict[Any, Entry] = _Obsolete()
        self.last_comments: list[str] = []

    def __setitem__(self, id: Any, message: "Entry") -> None:  # noqa: A002 - so Babel calls it
        first = self.get(id, message.context) if id else None
        if not id:
            self.headers += str(message.string).splitlines()
        elif first is not None and first.string != message.string:
            # Babel turns an entry without plural into one with, if both are in the file.
            gains_plural = message.pluralizable and not first.pluralizable
            self.obsolete[id] = first.clone() if gains_plural else message
        super().__setitem__(id, message)

    def __iter__(self) -> Iterator["Entry"]:
        """Yield the header, with the lines of the file before those of Babel, and all entries."""
        header, *entries = super().__iter__()
        of_babel = {_header_name(line): line for line in str(header.string).splitlines()}
        lines = []
        for line in self.headers:
            name = _header_name(line)
            lines.append(of_babel.get(name, line) if name == "content-type" else line)
        names = {_header_name(line) for line in lines}
        for name, line in of_babel.items():
            if name not in names and name not in _NOT_WRITTEN:
                lines.append(line)
        header.string = "".join(f"{line}\n" for line in lines)
        return iter([header, *entries])


class _Obsolete(dict[Any, "Entry"]):
    """Entries that became comments. Entries with the same English are all kept."""

    def __setitem__(self, key: Any, entry: "Entry") -> None:
        super().__setitem__((key, len(self)), entry)


def _header_name(line: str) -> str:
    return line.partition(":")[0].strip().lower()


def _template() -> Messages:
    with (folders.locales() / "sheetgen.pot").open("rb") as file:
        return read_po(file)


def _read_translation(path: Path, language: str) -> _Translation:
    content = read_file(path, MOST_BYTES)
    _check_quotes(path, content)
    _check_header(path, content)
    messages = _Translation(language)
    parser = PoFileParser(messages, abort_invalid=True)
    try:
        parser.parse(BytesIO(content))
    except PoFileError as error:
        raise SheetgenError(
            "not a catalog: %(reason)s",
            file=f"{path}:{error.lineno + 1}",
            reason=str(error).partition(" on ")[0],
        ) from error
    except UnicodeDecodeError as error:
        raise SheetgenError("not UTF-8 text; save it as UTF-8", file=str(path)) from error
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError) as error:
        raise SheetgenError(
            "not a catalog: %(reason)s", file=str(path), reason=str(error)
        ) from error
    messages.last_comments = parser.user_comments
    return messages


def _check_quotes(path: Path, content: bytes) -> None:
    """Raise SheetgenError for an open quote or a text without quotes; Babel would cut the text."""
    for number, line in enumerate(content.splitlines(), 1):
        text = line.strip()
        if not text or text.startswith(b"#"):
            continue
        place = f"{path}:{number}"
        if b'"' in text and not _CLOSED_QUOTES.search(text):
            raise SheetgenError("a quote is not closed; close it", file=place)
        if b'"' not in text:
            raise SheetgenError(
                'a text without quotes; write it between straight quotes, such as msgstr "…"',
                file=place,
            )


def _check_header(path: Path, content: bytes) -> None:
    """Raise SheetgenError for a header with which Babel would take forever.

    Too many plural forms, or an encoding of quadratic time.
    """
    joined = _BREAK.sub(b"", content)
    for digits in _PLURALS.findall(joined):
        if int(digits[-20:]) > _MOST_FORMS and len(digits.lstrip(b"0")) > 1:
            raise SheetgenError(
                "more than %(limit)s plural forms; see those of another catalog",
                file=str(path),
                limit=_MOST_FORMS,
            )
    for charset in _CHARSET.findall(joined):
        if not _PLAIN_CHARSET.fullmatch(charset):
            raise SheetgenError(
                "its charset is %(charset)s;"
                " save it as UTF-8, and write charset=UTF-8 in its header",
                file=str(path),
                charset=charset.decode(),
            )


def _compiled(messages: _Translation) -> bytes:
    buffer = BytesIO()
    messages.charset = "utf-8"
    write_po(buffer, messages, width=0)
    comments = "".join(f"# {comment}\n" for comment in messages.last_comments)
    return buffer.getvalue() + comments.encode()
