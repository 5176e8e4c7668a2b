"""Catalogs of translators (.po).

Made from the template, updated, checked and compiled, by Babel.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from itertools import chain
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
_CLOSED = re.compile(rb'^[^"]*"(?:[^"\\]|\\.)*"$')
_SEAM = re.compile(rb'"[ \t\r]*\n[ \t]*"')
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


class _Aside(dict[Any, "Entry"]):
    """Entries that became comments. Entries with the same English are all kept."""

    def __setitem__(self, key: Any, entry: "Entry") -> None:
        super().__setitem__((key, len(self)), entry)


class _Translation(Messages):
    """Catalog that keeps what Babel drops.

    Unknown headers, second entries for a message, comments at the end.
    """

    def __init__(self, *parts: Any, **options: Any) -> None:
        super().__init__(*parts, **options)
        self.headers: list[str] = []
        """Lines of the header of the file."""
        self.obsolete: dict[Any, Entry] = _Aside()
        self.last_comments: list[str] = []

    def __setitem__(self, id: Any, message: "Entry") -> None:  # noqa: A002 - so Babel calls it
        first = self.get(id, message.context) if id else None
        if not id:
            self.headers += str(message.string).splitlines()
        elif first is not None and first.string != message.string:
            self.obsolete[id] = (
                first.clone() if message.pluralizable and not first.pluralizable else message
            )
        super().__setitem__(id, message)

    def __iter__(self) -> Iterator["Entry"]:
        header, *entries = super().__iter__()
        usual = {
            _name(line): line
            for line in str(header.string).splitlines()
            if _name(line) not in _NOT_WRITTEN
        }
        own = [
            usual[_name(line)] if _name(line) == "content-type" else line for line in self.headers
        ]
        named = set(map(_name, own))
        header.string = "".join(
            f"{line}\n" for line in [*own, *(usual[name] for name in usual if name not in named)]
        )
        return iter([header, *entries])


def _name(header: str) -> str:
    return header.partition(":")[0].strip().lower()


def compile_po(path: Path, language: str) -> bytes:
    """Return the compiled catalog (.mo).

    Raise SheetgenError with the file and line if it is not a catalog.
    """
    messages, buffer = _read(path, language), BytesIO()
    messages.headers.clear()  # gettext needs them as Babel writes them
    for entry in messages:
        if entry.id:  # escape control characters, and drop forms that cannot be filled
            is_filled = "%(" in str(entry.id)  # else "100 %" needs no doubled sign
            forms = [
                _shown(form) if _can_be_filled(form) or not is_filled else ""
                for form in _forms(entry)
            ]
            entry.string = tuple(forms) if isinstance(entry.string, (tuple, list)) else forms[0]
    write_mo(buffer, messages)
    return buffer.getvalue()


def _shown(form: str) -> str:
    return "\n".join(map(escaped, form.split("\n")))


def new_po(language: str, known: Path | None = None) -> bytes:
    """Return an empty catalog from the template, with the translations of the catalog `known` as comments.

    Raise SheetgenError if no language has this code.
    """
    if not has_locale(language):
        raise SheetgenError(
            "'%(written)s' is not the code of a language; use two or three small letters, such as de",
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
        for entry in (
            read_mo(BytesIO(known.read_bytes()))
            if known.suffix == ".mo"
            else _read(known, language)
        ):
            context = (
                entry.context.decode() if isinstance(entry.context, bytes) else entry.context
            )  # so in a .mo
            if entry.id and (own := messages.get(entry.id, context)) is not None:
                own.user_comments = [f"sheetgen says: {form}" for form in _forms(entry)]
    return _written(messages)


def updated_po(path: Path, language: str) -> bytes:
    """Return a catalog with the messages of the template added that are missing.

    Translations without a message stay as comments: of removed messages, second entries, surplus
    plural forms.
    """
    messages = _read(path, language)
    template, before = _template(), [entry for entry in messages if entry.id]
    messages.update(
        template, no_fuzzy_matching=len(messages) > 2 * len(template)
    )  # guessing takes all pairs
    kept = {form for entry in (*messages, *messages.obsolete.values()) for form in _forms(entry)}
    for entry in before:
        if not kept.issuperset(_forms(entry)):
            messages.obsolete[entry.id] = entry
    return _written(messages)


def check_po(path: Path, language: str) -> Progress:
    """Check a catalog, and return its faults in the order of the file, missing entries last."""
    messages, template = _read(path, language), _template()
    each = [tuple(_complaints(entry, messages, template)) for entry in messages if entry.id]
    wrong = sum(1 for complaints in each if complaints and complaints[0].kind != "left over")
    absent = [
        entry for entry in template if entry.id and messages.get(entry.id, entry.context) is None
    ]
    lacking = Message("has no entry here; sheetgen language update adds it")
    found = [
        *chain(*each),
        *(_complaint("missing", entry, lacking, here=False) for entry in absent),
    ]
    total = sum(1 for entry in template if entry.id)
    found.sort(key=lambda each: (each.kind == "missing", each.line or 10**9))
    return Progress(total - wrong - len(absent), total, tuple(found))


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
        yield from _broken(entry, messages)


def _broken(entry: "Entry", messages: Messages) -> Iterator[Complaint]:
    """Yield the faults of a translation.

    Other places than the English, control characters, too few plural forms.
    """
    counted = isinstance(entry.id, (tuple, list))
    if counted and len(_forms(entry)) != messages.num_plurals:
        wrong = Message("has %(has)s forms; this language has %(needs)s")
        yield _complaint("broken", entry, wrong, has=len(_forms(entry)), needs=messages.num_plurals)
    for form in _forms(entry):
        free = {"%(n)s"} if counted else set()  # "one box" needs no number
        wanted, found = (set(_PLACE.findall(text)) - free for text in (str(entry.id), form))
        if form != _shown(form):
            yield _complaint(
                "broken", entry, Message("has control characters in it; take them out")
            )
        if wanted != found or (wanted and not _can_be_filled(form)):
            has, needs = (" ".join(sorted(places)) or "–" for places in (found, wanted))
            wrong = Message("has %(has)s; should have the places %(needs)s")
            yield _complaint("broken", entry, wrong, has=has, needs=needs)


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
    return (
        tuple(map(str, entry.string))
        if isinstance(entry.string, (tuple, list))
        else (str(entry.string),)
    )


def _template() -> Messages:
    with (folders.locales() / "sheetgen.pot").open("rb") as file:
        return read_po(file)


def _read(path: Path, language: str) -> _Translation:
    content = read_file(path, MOST_BYTES)
    try:
        _check_lines(path, content)
        messages = _Translation(language)
        parser = PoFileParser(messages, abort_invalid=True)
        parser.parse(BytesIO(content))
        messages.last_comments = parser.user_comments
        return messages
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


def _check_lines(path: Path, content: bytes) -> None:
    """Raise SheetgenError for faults that Babel does not report.

    Open quotes, texts without quotes, endless headers.
    """
    for number, line in enumerate(content.splitlines(), 1):
        text = line.strip()
        if b'"' in text and not text.startswith(b"#") and not _CLOSED.search(text):
            raise SheetgenError("a quote is not closed; close it", file=f"{path}:{number}")
        if text and b'"' not in text and not text.startswith(b"#"):
            raise SheetgenError(
                'a text without quotes; write it between straight quotes, such as msgstr "…"',
                file=f"{path}:{number}",
            )
    whole = _SEAM.sub(b"", content)
    if any(
        len(found.lstrip(b"0")) > 1 and int(found[-20:]) > _MOST_FORMS
        for found in _PLURALS.findall(whole)
    ):
        raise SheetgenError(
            "more than %(limit)s plural forms; see those of another catalog",
            file=str(path),
            limit=_MOST_FORMS,
        )
    for charset in _CHARSET.findall(whole):
        if not _PLAIN_CHARSET.fullmatch(charset):
            raise SheetgenError(
                "its charset is %(charset)s; save it as UTF-8, and write charset=UTF-8 in its header",
                file=str(path),
                charset=charset.decode(),
            )


def _written(messages: _Translation) -> bytes:
    buffer = BytesIO()
    messages.charset = "utf-8"
    write_po(buffer, messages, width=0)
    return (
        buffer.getvalue() + "".join(f"# {comment}\n" for comment in messages.last_comments).encode()
    )
