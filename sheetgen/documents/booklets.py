"""The rules of a game: a booklet to learn it from, as pages, folded, on one card, for the browser or as Markdown."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from sheetgen.booklets import Facts, Kind, locate, write_markup, write_page, write_story
from sheetgen.documents.asked import catalog_of
from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import MM, Look, Paper, find_paper
from sheetgen.pdf import Metadata
from sheetgen.rules import Ruleset
from sheetgen.rulesets import namesakes

Form = Literal["pages", "booklet", "zine", "quick"]
"""Pages in order; two beside each other, to fold; eight small ones on one side of a sheet; the rules in short."""
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
    base: Ruleset | None = None,
    templates: Path | None = None,
    command: str = "",
) -> bytes:
    """All rules of a game with examples that the engine scores, as a PDF, or as HTML or Markdown in UTF-8.

    `paper` is what is printed on. `creep` is the thickness of the paper in mm, for a booklet of several sheets. `base`
    is the game that this one changes, if the booklet is to say what differs from it. In the folder `templates` there
    are templates of one's own, for which all is made in a process that has bounds of memory and time, where the system
    has such; `command` is what the document says of how it was made. Raises SheetgenError for what cannot be.
    """
    if not 0 <= creep <= _THICKEST:
        raise SheetgenError(
            "wrote %(written)s; should be from 0 to %(limit)s mm", key="--creep", written=f"{creep:g}",
            limit=f"{_THICKEST:g}",
        )  # fmt: skip

    def make() -> bytes:
        kind: Kind = "rules" if form == "pages" or form == "booklet" else form  # noqa: PLR1714 - which narrows its type
        catalog = catalog_of(lang)
        facts = Facts(Wording(game, catalog))
        if kind == "rules":  # the short forms do not speak of other games and languages
            others = () if base else [Wording(other, catalog) for other in namesakes(game)]
            abroad = [Wording(game, load_catalog(other)) for other in languages() if other != lang]
            facts = Facts(facts.wording, others, abroad, Wording(base, catalog) if base else None)
        if format != "pdf":
            return _text(facts, kind, format, command, templates).encode()
        drawn = None if templates else _drawn(facts, form, find_paper(paper), creep, command)
        if drawn is not None:
            return drawn
        from sheetgen.booklets import typeset  # noqa: PLC0415 - pages for the browser do without

        html, sheet = write_story(facts, kind, command, templates), find_paper(paper)
        about = Metadata(facts.wording.title, lang, command)
        colours = Look().with_accent(game.accent).colours
        with _placed(facts, templates):
            if form == "booklet":
                return typeset.write_booklet(html, sheet, creep * MM, about, colours)
            return {"pages": typeset.write_pages, "zine": typeset.write_zine, "quick": typeset.write_card}[form](
                html, sheet, about, colours
            )

    if templates is None:
        return make()
    from sheetgen.documents.apart import apart  # noqa: PLC0415 - few have templates of their own

    return apart(make, str(templates))


def _drawn(facts: Facts, form: Form, sheet: Paper, creep: float, command: str) -> bytes | None:
    """The pages drawn for this game; None where only running text has room for it."""
    from sheetgen.booklets.drawn import book_pages  # noqa: PLC0415 - pages for the browser do without
    from sheetgen.booklets.press import write_folded, write_in_order, write_zine  # noqa: PLC0415 - as above
    from sheetgen.pdf import measure  # noqa: PLC0415 - as above

    about = Metadata(facts.wording.title, facts.wording.catalog.language, command)
    colours = Look().with_accent(facts.ruleset.accent).colours
    size = (sheet.height / 2, sheet.width) if form == "booklet" else (sheet.width, sheet.height)
    if form == "zine":
        from sheetgen.booklets.panels import panels  # noqa: PLC0415 - as above

        small = panels(facts, (sheet.height / 4, sheet.width / 2), measure, command)
        return write_zine(small, sheet, about, colours) if small else None
    if form == "quick":
        from sheetgen.booklets.card import card_pages  # noqa: PLC0415 - as above

        return write_in_order(card_pages(facts, size, measure, command), about, colours)
    pages = book_pages(facts, size, measure, command)
    if form == "booklet":
        return write_folded(pages, sheet, creep * MM, about, colours)
    return write_in_order(pages, about, colours)


def _text(facts: Facts, kind: Kind, format_: str, command: str, templates: Path | None) -> str:
    if templates:
        from sheetgen.booklets.markup import parse  # noqa: PLC0415 - as above

        with _placed(facts, templates):
            parse(write_story(facts, kind, command, templates))
    if format_ == "html":
        return write_page(facts, kind, command, templates)
    from sheetgen.booklets.markdown import to_markdown  # noqa: PLC0415 - for Markdown alone

    return to_markdown(write_markup(facts, kind, command, templates))


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
