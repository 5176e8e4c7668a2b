"""Rules booklets, and kits of all that a table needs for a game night."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.booklets.facts import Expected
from sheetgen.booklets.rules_text import Kind, locate, parse, to_markdown, write_page, write_story
from sheetgen.booklets.sentences import Sentences
from sheetgen.documents.calculators import FormOptions, form, page
from sheetgen.documents.sheets import MOST_IN_PAD, sheet
from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout import options as shared
from sheetgen.layout.paper import MM, Paper, find_paper, half
from sheetgen.layout.themes import DEFAULT, Look, load_look
from sheetgen.pdf.document import Metadata
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.loading import namesakes

if TYPE_CHECKING:
    from sheetgen.booklets.book import Imposition

# Imported where they are needed: drawn pages (40 ms), running text (65 ms), Markdown (75 ms) and processes (25 ms).


# rules booklets, in several forms, as HTML and as Markdown

APPENDICES = ("words", "differences", "odds")
"""Appendices: names of the boxes in other languages; differences from games of the same name; what to expect."""
_THICKEST = 1.0
"""Maximum thickness of paper, in millimetres; cardboard does not fold."""


class BookletOptions(Struct, frozen=True, kw_only=True):
    """Options of a rules booklet, in the order of the command in its foot."""

    lang: shared.Lang = None
    form: Annotated[
        Literal["pages", "booklet", "zine", "quick"],
        shared.Option(
            flags={
                "booklet": Message("Print two pages beside each other, on both sides, to fold."),
                "zine": Message("Print eight small pages on one side of a sheet, to fold and cut once."),
                "quick": Message("Print the rules in short, on one page."),
            },
        ),
    ] = "pages"
    paper: shared.PaperName = None
    """Name or size of what is printed on. None is A4."""
    format: Annotated[
        Literal["pdf", "html", "md"], shared.Option(Message("Format: pdf, html for a page in any browser, or md."))
    ] = "pdf"
    templates: Annotated[
        Path | None, shared.Option(Message("Folder with templates of your own."), Message("FOLDER"))
    ] = None
    """Folder with templates of the user's, which run in a process with limited memory and time where that exists."""
    creep: Annotated[
        float | None, shared.Option(Message("With --booklet: thickness of the paper, such as 0.1."), "MM")
    ] = None
    flip: Annotated[
        Literal["short", "long"] | None,
        shared.Option(Message("With --booklet: edge over which the printer turns sheets."), usual="short"),
    ] = None
    appendix: Annotated[
        Sequence[str],
        shared.Option(
            Message("Add at the end: words, differences, or both with a comma between them."), Message("LIST"),
            parse=lambda text: tuple(filter(None, (each.strip() for each in text.split(",")))),
        ),
    ] = ()  # fmt: skip
    """Appendices, of `APPENDICES`."""
    odds: Annotated[bool, shared.Option(Message("Add a page on what to expect of each box, and of a card."))] = False
    theme: shared.Theme = None
    large_print: shared.LargePrint = False
    """Flag: set all of it as running text in which no letter is smaller than 16 points."""
    command: str = ""
    """Command that made the document."""

    @property
    def kind(self) -> Kind:
        """Kind of the text."""
        return "rules" if self.form == "pages" or self.form == "booklet" else self.form  # noqa: PLR1714 - narrows

    @property
    def appendices(self) -> tuple[str, ...]:
        """All appendices, each once."""
        return tuple(dict.fromkeys((*self.appendix, *(["odds"] if self.odds else []))))


def booklet(
    game: Ruleset, options: BookletOptions | None = None, *, base: Ruleset | None = None, **given: Any
) -> bytes:
    """Return all rules of a game with examples that the engine scores, as a PDF, or as HTML or Markdown in UTF-8.

    Options are a value, or are passed by their names. `base` is the game that this one changes, for the differences.
    Raises SheetgenError for what is not possible.
    """
    asked = options or BookletOptions(**given)
    creep, appendix = asked.creep or 0.0, asked.appendices
    if not 0 <= creep <= _THICKEST:
        raise SheetgenError(
            "wrote %(written)s; should be from 0 to %(limit)s mm", key="--creep", written=f"{creep:g}",
            limit=f"{_THICKEST:g}",
        )  # fmt: skip
    wrong = next((each for each in appendix if each not in APPENDICES), None)
    if wrong is not None:
        raise unknown(Message("appendix"), wrong, APPENDICES)
    if appendix and asked.form not in ("pages", "booklet"):
        raise SheetgenError("--%(one)s and --%(other)s exclude each other.", one="appendix", other=asked.form)
    lang, sheet = asked.lang or "en", find_paper(asked.paper or "a4")
    look = load_look(asked.theme or DEFAULT, ("large-print",) * asked.large_print).with_accent(game.accent)

    def make() -> bytes:
        catalog = shared.catalog_of(lang)
        others = namesakes(game) if "differences" in appendix and base is None else ()
        abroad = [other for other in languages() if other != lang] if "words" in appendix else []
        facts = Sentences(
            Wording(game, catalog), [Wording(other, catalog) for other in others],
            [Wording(game, load_catalog(other)) for other in abroad], Wording(base, catalog) if base else None,
        )  # fmt: skip
        if "odds" in appendix:
            from sheetgen.odds.library import expectations

            facts.expected = Expected(*expectations(facts.whole))
        if asked.format != "pdf":
            return _text(facts, asked).encode()
        with _placed(facts, asked.templates):
            drawn = None if asked.templates or asked.large_print else _drawn(facts, asked, sheet, look)
            return _set(facts, asked, sheet, look) if drawn is None else drawn

    if asked.templates is None:
        return make()
    from sheetgen.documents.apart import apart

    return apart(make, str(asked.templates))


def _imposition(facts: Sentences, asked: BookletOptions, look: Look) -> "Imposition":
    """Return the writer of the pages, with the metadata; the appendix of words is in several languages."""
    from sheetgen.booklets.book import Imposition

    mixed = "words" in asked.appendix
    about = Metadata(facts.wording.title, facts.wording.catalog.language, asked.command, mixed=mixed)
    return Imposition(about, look, asked.flip or "short", (asked.creep or 0.0) * MM)


def _drawn(facts: Sentences, asked: BookletOptions, sheet: Paper, look: Look) -> bytes | None:
    """Return the drawn pages; None for a game whose rules have room as running text only."""
    from sheetgen.booklets.book import page_size
    from sheetgen.booklets.pages import book_pages
    from sheetgen.booklets.panels import card_pages, panels

    given = facts, page_size(asked.form, sheet), look, asked.command
    if asked.form == "zine":
        pages = panels(*given)
    elif asked.form == "quick":
        pages = card_pages(*given)
    else:
        html = write_story(facts, "appendix", appendix=asked.appendices) if asked.appendices else ""
        pages = book_pages(*given, html)
    return _imposition(facts, asked, look).write(asked.form, pages, None, sheet) if pages else None


def _set(facts: Sentences, asked: BookletOptions, sheet: Paper, look: Look) -> bytes:
    """Return the text of the templates as running text."""
    from sheetgen.booklets.running_text import write_text

    html = write_story(facts, asked.kind, asked.command, asked.templates, asked.appendices)
    return write_text(asked.form, html, sheet, _imposition(facts, asked, look))


def _text(facts: Sentences, asked: BookletOptions) -> str:
    """Return the rules as HTML or Markdown."""
    given = facts, asked.kind, asked.command, asked.templates, asked.appendix
    if asked.templates:
        with _placed(facts, asked.templates):
            parse(write_story(*given))
    if asked.format == "html":
        return write_page(*given)
    return to_markdown(write_story(*given, target="text"))


@contextmanager
def _placed(facts: Sentences, templates: Path | None) -> Iterator[None]:
    """Add to a fault in the text the template of the user's that it is in, or the ruleset."""
    try:
        yield
    except SheetgenError as error:
        if error.file or error.key:
            raise
        if templates and "near" in error.values:
            raise locate(error, templates) from error
        raise error.placed(facts.ruleset.id) from error


# kits, made from one set of options

What = Literal["sheets", "rules-in-short", "rules-booklet", "calculator", "calculator-for-phones"]
Options = shared.SheetOptions | BookletOptions | FormOptions


class KitOptions(Struct, frozen=True, kw_only=True):
    """Options of a kit. The page is for a table: it has the names of two players or more, and no large print."""

    lang: shared.Lang = None
    paper: shared.PaperName = None
    players: shared.Players = None
    names: shared.Names = ()
    games: shared.Games = None
    theme: shared.Theme = None
    large_print: shared.LargePrint = False
    sheets: Annotated[int | None, shared.Option(Message("Number of score sheets."), "N", usual="1")] = None


class Part(Struct, frozen=True):
    """Document of a kit."""

    what: What
    content: bytes
    """PDF, or the HTML of the page."""
    use: Message
    """Advice on printing or using it: an English sentence to be translated."""
    paper: str = ""
    """Paper that it is printed on; empty for the page."""


_PARTS: Mapping[What, tuple[Callable[..., bytes], Message]] = {
    "sheets": (sheet, Message("print at 100 %, on one side")),
    "rules-in-short": (booklet, Message("print at 100 %, one for each player")),
    "rules-booklet": (
        booklet,
        Message("print on both sides at 100 %, turning over the short edge; lay the sheets in each other and fold"),
    ),
    "calculator": (form, Message("fill it in on a screen; it adds itself up")),
    "calculator-for-phones": (page, Message("open it in the browser of a phone; it needs no network")),
}
"""Function that makes each document of a kit, and advice on printing or using it."""


def kit(
    game: Ruleset, options: KitOptions | None = None, *, base: Ruleset | None = None,
    command_of: Callable[[Options], str] = lambda options: "", **given: Any,
) -> tuple[Part, ...]:  # fmt: skip
    """Return score sheets, the rules in short, the booklet and both calculators.

    Options are a value, or are passed by their names. `base` is the game that this one changes, for the booklet.
    `command_of` returns the command that makes a document from its options. Raises SheetgenError for what is not
    possible; then nothing is made.
    """
    asked = options or KitOptions(**given)
    shared.check_count("--sheets", asked.sheets, MOST_IN_PAD)
    lang, paper = asked.lang or "en", asked.paper or "a4"
    people: dict[str, Any] = {"players": asked.players, "names": shared.check_names(asked.names, asked.players)}
    look: dict[str, Any] = {"theme": asked.theme, "large_print": asked.large_print}
    pad: dict[str, Any] = {"pad": asked.sheets, "glue": "0", "backing": False} if asked.sheets else {}
    by_players, small = game.sheet.columns == "players", half(find_paper(paper)).name
    form_options = FormOptions(lang=lang, paper=paper, games=asked.games, **people, **look)
    is_table = max(asked.players or 0, len(asked.names)) > 1
    documents: dict[What, Options] = {
        "sheets": shared.SheetOptions(
            lang=lang, paper=paper, games=None if by_players else asked.games, **people, **pad, **look
        ),
        "rules-in-short": BookletOptions(lang=lang, form="quick", paper=paper if asked.large_print else small, **look),
        "rules-booklet": BookletOptions(lang=lang, form="booklet", paper=paper, **look),
        "calculator": form_options,
        "calculator-for-phones": form_options if is_table else replace(form_options, players=None, names=()),
    }
    parts = []
    for what, each in documents.items():
        more = {"base": base} if what == "rules-booklet" else {}
        make, use = _PARTS[what]
        content = make(game, replace(each, command=command_of(each)), **more)
        parts.append(Part(what, content, use, "" if what == "calculator-for-phones" else str(each.paper)))
    return tuple(parts)
