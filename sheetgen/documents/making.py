"""Documents from the words of their options: content, name of the file, and how to print it.

The commands make theirs here, and so does a page that has a control for each option.
"""

import re
import warnings
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.documents.declared import Usual, command_line, finished, typed_line
from sheetgen.documents.kits import (
    BookletOptions,
    FormOptions,
    KitOptions,
    What,
    page,
    write_booklet,
    write_filled,
    write_kit,
)
from sheetgen.documents.written import (
    BOTH_SIDES,
    FOLDED,
    PLAIN,
    DocumentFiles,
    FileKind,
    numbered_names,
)
from sheetgen.errors import LeftOut, Message, unknown
from sheetgen.i18n.catalog import Catalog, choose_language, load_catalog
from sheetgen.layout.options import (
    SheetOptions,
    check_names,
    find_paper,
    half,
)
from sheetgen.layout.values import options_of
from sheetgen.rulesets.loading import base_of, load_ruleset
from sheetgen.rulesets.source import known_id

# Imported where they are needed: sheets, with the layout and the PDF (160 ms).

Options = TypeVar("Options", bound=Struct)


class Made(Struct, frozen=True):
    """Document that is ready to be printed or saved."""

    content: bytes
    """What is in its file; empty if it consists of several files, its parts."""
    name: str
    """Name of its file, or of the folder for its parts."""
    kind: str
    """Ending of the name, without a dot; empty for a folder."""
    pages: int = 0
    """Number of its pages; 0 for a text that has none."""
    sides: int = 0
    """1 if one side of the paper is printed, 2 if both are; 0 for what is not printed."""
    paper: str = ""
    duplex: str = ""
    """Setting of the printer, as in the PDF, such as ``DuplexFlipLongEdge``."""
    how: Message = PLAIN
    """Advice on printing or using it: an English sentence to be translated."""
    command: str = ""
    """Command line that makes it again."""
    warnings: tuple[LeftOut, ...] = ()
    """What it was made without, though it was asked for."""
    parts: tuple["Made", ...] = ()
    """Documents of a kit, or pictures of several pages."""
    previews: tuple[bytes, ...] = ()
    """SVG of each page, if it was asked for."""
    box: tuple[float, float] | None = None
    """Width and height in mm of the smallest box of a sheet."""


def make(
    command: str,
    ruleset: str,
    values: Mapping[str, Any] | Struct,
    *,
    kind: str = "",
    usual: Usual | None = None,
    typefaces: bool = True,
    previews: bool = False,
) -> Made:
    """Return the document that a command makes of a game.

    `ruleset` is the name of a game, or a file. The values are options of the document: a mapping by
    the names of their fields, whose texts are read as on the command line, or a value of their
    class. The kind of file is the usual one, or ``svg`` or ``png``; ``html`` makes the page of
    a form. Without `typefaces`, an SVG has no fonts in it. With `previews`, a PDF comes with an SVG
    of each page. Raises SheetgenError for what is not possible.
    """
    makers: Mapping[str, Callable[..., Made]] = {
        "pdf": _make_sheets,
        "rules": _make_rules,
        "form": _make_form,
        "kit": _make_kit,
    }
    if command not in makers:
        raise unknown(Message("command"), command, makers)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", LeftOut)
        made = makers[command](
            ruleset, values, FileKind(kind or "pdf", typefaces, previews), usual or Usual()
        )
    left_out = [each.message for each in caught if isinstance(each.message, LeftOut)]
    return replace(made, warnings=tuple(left_out))


def _read(kind: type[Options], values: Any) -> Options:
    """Return options of a class from their values."""
    if isinstance(values, Mapping):
        return options_of(kind, None, values)
    checked: Options = options_of(kind, values, {})
    return checked


def _made(written: DocumentFiles, name: str, kind: str, **about: Any) -> Made:
    """Return a document of one file, or of a picture for each page."""
    sides = 2 if "Flip" in written.duplex else 1
    made = Made(
        written.files[0],
        f"{name}.{kind}",
        kind,
        written.pages,
        sides if written.pages else 0,
        duplex=written.duplex,
        previews=written.previews,
        box=written.box,
        **about,
    )
    if len(written.files) == 1:
        return made
    parts: list[Made] = []
    names = numbered_names(f"{name}.{kind}", len(written.files))
    for part, content in zip(names, written.files, strict=True):
        parts.append(Made(content, part, kind, 1, made.sides, made.paper))
    return replace(made, content=b"", name=name, kind="", parts=tuple(parts))


# score sheets


def _make_sheets(ruleset: str, values: Any, kind: FileKind, usual: Usual) -> Made:
    from sheetgen.documents.sheets import printed_options, sheet_name, write_sheet

    game = load_ruleset(known_id(ruleset))
    options = printed_options(ruleset, _read(SheetOptions, values), usual)
    written = write_sheet(game, options, kind)
    return _made(
        written,
        sheet_name(game.id, options),
        kind.ending,
        paper=str(options.paper),
        how=BOTH_SIDES.get(written.duplex, PLAIN),
        command=typed_line("pdf", ruleset, options),
    )


# rules

_WITH_BASE = ("pages", "booklet")
"""Forms of the rules that tell the differences from the game that this one changes."""


def _make_rules(ruleset: str, values: Any, kind: FileKind, usual: Usual) -> Made:
    asked = _read(BookletOptions, values)
    form = asked.form
    is_pdf = asked.format == "pdf"
    language = _language(asked.lang, usual)
    game = load_ruleset(ruleset)
    paper = find_paper(asked.paper or usual.paper)
    if asked.paper is None and form not in FOLDED:
        paper = half(paper)  # to read
    size = paper.name if is_pdf else ""
    options = finished("rules", ruleset, asked, lang=language, paper=size or asked.paper)
    base = base_of(ruleset) if form in _WITH_BASE else None
    ending = kind.ending if is_pdf else asked.format
    written = write_booklet(game, options, kind, base=base)
    is_text = form == "booklet" and not is_pdf
    word = "rules" if form == "pages" or is_text else form
    how = FOLDED.get("long" if asked.flip == "long" else form, PLAIN)
    name = "-".join(filter(None, (game.id, language, size, word)))
    line = typed_line("rules", ruleset, options)
    return _made(written, name, ending, paper=size, how=how, command=line)


def _language(lang: str | None, usual: Usual) -> str:
    return usual.language if lang is None else choose_language(lang, {})


# calculators

_AS_PAGE = " --format html"
"""Words of a command that makes the page of a form: the page itself has no such option."""


def _make_form(ruleset: str, values: Any, kind: FileKind, usual: Usual) -> Made:
    asked = _read(FormOptions, values)
    language = _language(asked.lang, usual)
    game = load_ruleset(known_id(ruleset))
    if kind.ending == "html":
        options = replace(asked, lang=language)
        line = f"{typed_line('form', ruleset, options)}{_AS_PAGE}"
        use = Message("open it in the browser of a phone; it needs no network")
        content = DocumentFiles((page(game, options),))
        return _made(content, f"{game.id}-{language}", kind.ending, how=use, command=line)
    options = finished(
        "form",
        ruleset,
        asked,
        lang=language,
        paper=find_paper(asked.paper or usual.paper).name,
        names=check_names(asked.names, asked.players),
    )
    written = write_filled(game, options, kind)
    name = f"{game.id}-{language}-{options.paper}-form"
    line = typed_line("form", ruleset, options)
    return _made(written, name, kind.ending, paper=str(options.paper), command=line)


# kits

_COMMANDS = {SheetOptions: "pdf", BookletOptions: "rules", FormOptions: "form"}
"""Command that makes a document alone, by the class of its options."""


def _make_kit(ruleset: str, values: Any, kind: FileKind, usual: Usual) -> Made:
    asked = _read(KitOptions, values)
    language = _language(asked.lang, usual)
    paper = find_paper(asked.paper or usual.paper).name
    game = load_ruleset(ruleset)
    options = replace(asked, lang=language, paper=paper)
    documents = write_kit(
        game,
        options,
        base_of(ruleset),
        lambda each: command_line(_COMMANDS[type(each)], ruleset, each),
        kind,
    )
    names = _file_names(load_catalog(language))
    parts: list[Made] = []
    for place, document in enumerate(documents, 1):
        name = f"{place}-{names[document.what]}"
        line = typed_line(_COMMANDS[type(document.options)], ruleset, document.options)
        ending = "pdf"
        if document.what == "calculator-for-phones":
            line, ending = f"{line}{_AS_PAGE}", "html"
        about = {"paper": document.paper, "how": document.use, "command": line}
        parts.append(_made(document.written, name, ending, **about))
    pages = sum(part.pages for part in parts)
    name = f"{game.id}-{language}-{paper}-kit"
    line = typed_line("kit", ruleset, options)
    return Made(b"", name, "", pages, paper=paper, command=line, parts=tuple(parts))


def _file_names(catalog: Catalog) -> dict[What, str]:
    """Return the names of the files without their endings, of letters that are safe in names.

    A word of a catalog may be a stranger's.
    """
    text = catalog.text
    names: dict[What, str] = {
        "sheets": text("file name", "sheets"),
        "rules-in-short": text("file name", "rules-in-short"),
        "rules-booklet": text("file name", "rules-booklet"),
        "calculator": text("file name", "calculator"),
        "calculator-for-phones": text("file name", "calculator-for-phones"),
    }
    return {what: re.sub(r"[^\w-]+", "-", name)[:40] for what, name in names.items()}
