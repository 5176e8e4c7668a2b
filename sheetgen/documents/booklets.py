"""The rules of a game: a booklet to learn it from, as pages, folded, on one card, for the browser or as Markdown."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Literal

from msgspec import Struct

from sheetgen.booklets import Facts, Kind, locate, write_appendix, write_markup, write_page, write_story
from sheetgen.documents.asked import catalog_of
from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout import Look
from sheetgen.layout.options import MM, Paper, find_paper
from sheetgen.layout.themes import load_look
from sheetgen.pdf import Metadata
from sheetgen.rules import Ruleset
from sheetgen.rulesets import namesakes

Form = Literal["pages", "booklet", "zine", "quick"]
"""Pages in order; two beside each other, to fold; eight small ones on one side of a sheet; the rules in short."""
APPENDICES = ("words", "differences", "odds")
"""Other words for the boxes, in all languages; what differs from the other games of the name; what to expect."""
_THICKEST = 1.0
"""Paper in mm; cardboard does not fold."""


def booklet(
    game: Ruleset,
    *,
    form: Form = "pages",
    format: Literal["pdf", "html", "md"] = "pdf",  # noqa: A002 - what the command line calls it, too
    lang: str = "en",
    paper: str = "a4",
    creep: float = 0.0,
    flip: Literal["short", "long"] = "short",
    appendix: Sequence[str] = (),
    theme: str = "ink",
    large_print: bool = False,
    base: Ruleset | None = None,
    templates: Path | None = None,
    command: str = "",
) -> bytes:
    """All rules of a game with examples that the engine scores, as a PDF, or as HTML or Markdown in UTF-8.

    `paper` is what is printed on. `creep` is the thickness of the paper in mm, for a booklet of several sheets, and
    `flip` the edge over which they turn.
    `appendix` names what is printed beside the rules, of `APPENDICES`. `theme` is one by its name, or a file that ends
    in ``.toml``; with `large_print` all of it is running text in which no letter is smaller than 16 points. `base`
    is the game that this one changes, for the differences. In the folder `templates` there are templates of one's own,
    for which all is made in a process that has bounds of memory and time, where the system has such; `command` is what
    the document says of how it was made. Raises SheetgenError for what cannot be.
    """
    if not 0 <= creep <= _THICKEST:
        raise SheetgenError(
            "wrote %(written)s; should be from 0 to %(limit)s mm", key="--creep", written=f"{creep:g}",
            limit=f"{_THICKEST:g}",
        )  # fmt: skip
    _check_appendix(appendix, form)
    asked = _Asked(form, format, find_paper(paper), creep, flip, tuple(appendix), templates, command)
    look = load_look(theme, ("large-print",) * large_print).with_accent(game.accent)

    def make() -> bytes:
        catalog = catalog_of(lang)
        others = namesakes(game) if "differences" in appendix and base is None else ()
        abroad = [other for other in languages() if other != lang] if "words" in appendix else []
        facts = Facts(
            Wording(game, catalog), [Wording(other, catalog) for other in others],
            [Wording(game, load_catalog(other)) for other in abroad], Wording(base, catalog) if base else None,
        )  # fmt: skip
        if "odds" in appendix:
            from sheetgen.documents.expectations import expectations  # noqa: PLC0415 - few ask for them

            facts.expected = expectations(facts.whole)
        if format != "pdf":
            return _text(facts, asked).encode()
        with _placed(facts, templates):
            drawn = None if templates or large_print else _drawn(facts, asked, look)
            return _set(facts, asked, look) if drawn is None else drawn

    if templates is None:
        return make()
    from sheetgen.documents.apart import apart  # noqa: PLC0415 - few have templates of their own

    return apart(make, str(templates))


class _Asked(Struct, frozen=True):
    """What was asked for."""

    form: Form
    format: Literal["pdf", "html", "md"]
    sheet: Paper
    creep: float
    flip: Literal["short", "long"]
    appendix: tuple[str, ...]
    templates: Path | None
    command: str

    @property
    def kind(self) -> Kind:
        """Which text it is."""
        return "rules" if self.form == "pages" or self.form == "booklet" else self.form  # noqa: PLR1714 - narrows


def _check_appendix(appendix: Sequence[str], form: Form) -> None:
    """Refuse what no appendix is called, and one where there is no room for it."""
    wrong = next((each for each in appendix if each not in APPENDICES), None)
    if wrong is not None:
        raise unknown(Message("appendix"), wrong, APPENDICES)
    if appendix and form not in ("pages", "booklet"):
        raise SheetgenError("goes without --%(other)s; choose one", key="--appendix", other=form)


def _about(facts: Facts, asked: _Asked) -> Metadata:
    """What the document says of itself; the appendix of words has those of other languages."""
    mixed = "words" in asked.appendix
    return Metadata(facts.wording.title, facts.wording.catalog.language, asked.command, mixed=mixed)


def _drawn(facts: Facts, asked: _Asked, look: Look) -> bytes | None:
    """The pages drawn for this game; None where only running text has room for it."""
    from sheetgen.booklets.book import HIGH, WIDE, like  # noqa: PLC0415 - pages for the browser do without
    from sheetgen.booklets.imposition import Imposition  # noqa: PLC0415 - as above
    from sheetgen.booklets.sentences import Sentences  # noqa: PLC0415 - as above
    from sheetgen.pdf import measure  # noqa: PLC0415 - as above

    sheet, command, sentences = asked.sheet, asked.command, Sentences(facts)
    imposition = Imposition(_about(facts, asked), look, asked.flip)
    if asked.form == "zine":
        from sheetgen.booklets.panels import panels  # noqa: PLC0415 - as above

        small = panels(sentences, (sheet.height / 4, sheet.width / 2), measure, look, command)
        return imposition.zine(small, sheet) if small else None
    if asked.form == "quick":
        from sheetgen.booklets.quick_card import card_pages  # noqa: PLC0415 - as above

        return imposition.in_order(card_pages(sentences, (sheet.width, sheet.height), measure, look, command))
    from sheetgen.booklets.page_order import book_pages  # noqa: PLC0415 - as above

    size = (sheet.height / 2, sheet.width) if asked.form == "booklet" else (sheet.width, sheet.height)
    more = None
    if asked.appendix:
        from sheetgen.booklets.appendix import append  # noqa: PLC0415 - few ask for one

        html = write_appendix(facts, asked.appendix)
        more = partial(append, html=html) if html.strip() else None  # a game may differ from no other one
    pages = book_pages(sentences, like(size, (WIDE, HIGH), look, facts.wording), measure, command, more)
    return imposition.folded(pages, sheet, asked.creep * MM) if asked.form == "booklet" else imposition.in_order(pages)


def _set(facts: Facts, asked: _Asked, look: Look) -> bytes:
    """The text of the templates, set as running text."""
    from sheetgen.booklets import running_pages  # noqa: PLC0415 - few have templates of their own, or large print
    from sheetgen.booklets.imposition import Imposition  # noqa: PLC0415 - as above

    html = write_story(facts, asked.kind, asked.command, asked.templates, asked.appendix)
    imposition = Imposition(_about(facts, asked), look, asked.flip)
    if asked.form == "booklet":
        return running_pages.write_booklet(html, asked.sheet, asked.creep * MM, imposition)
    write = {"pages": running_pages.write_pages, "zine": running_pages.write_zine, "quick": running_pages.write_card}[
        asked.form
    ]
    return write(html, asked.sheet, imposition)


def _text(facts: Facts, asked: _Asked) -> str:
    given = facts, asked.kind, asked.command, asked.templates, asked.appendix
    if asked.templates:
        from sheetgen.booklets.markup import parse  # noqa: PLC0415 - as above

        with _placed(facts, asked.templates):
            parse(write_story(*given))
    if asked.format == "html":
        return write_page(*given)
    from sheetgen.booklets.markdown import to_markdown  # noqa: PLC0415 - for Markdown alone

    return to_markdown(write_markup(*given))


@contextmanager
def _placed(facts: Facts, templates: Path | None) -> Iterator[None]:
    """Say of what cannot be set in which template of the user's it stands, or in which ruleset."""
    try:
        yield
    except SheetgenError as error:
        if error.file or error.key:
            raise
        if templates and "near" in error.values:
            raise locate(error, templates) from error
        raise error.placed(facts.ruleset.id) from error
