"""Documents for a game night beside the sheets.

Score calculators, rules booklets, and kits of all of them.
"""

import unicodedata
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.documents.written import PDF, DocumentFiles, FileKind, write_drawn
from sheetgen.errors import Cure, Message, SheetgenError, unknown
from sheetgen.files.tables import A_GAME, WRONG, check_kind, refused
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout import options as shared
from sheetgen.layout.options import length_of
from sheetgen.layout.themes import DEFAULT, Look, load_look
from sheetgen.layout.together import Clash, Need, check_clashes, check_needs, is_set
from sheetgen.layout.values import options_of
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.loading import namesakes

if TYPE_CHECKING:
    from sheetgen.booklets.rules_text import Kind
    from sheetgen.booklets.sentences import Sentences
    from sheetgen.layout.primitives import Page
    from sheetgen.pdf.document import Drawn

# Imported where they are needed: forms, with the layout and the PDF (160 ms), pages for the browser
# (170 ms), and rules booklets (40 to 180 ms, by their form).


# calculators: the sheet as a PDF form that adds itself up, and as a page for the browser

_MOST_GAMES = 20
"""Maximum number of games of a form."""
_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Control characters that change the direction of all text behind them."""


class FormOptions(Struct, frozen=True, kw_only=True):
    """Options of a calculator, in the order of the command in a form.

    A page has no paper and no large print.
    """

    lang: shared.Lang = None
    """Language of a form, and the one in which a page opens; English if it is None."""
    paper: shared.PaperName = None
    players: shared.Players = None
    names: shared.Names = ()
    games: Annotated[
        int | str | None,
        shared.Option(
            Message(
                "Number of games of a form; with --format html the games of the page: all, or "
                "names with commas."
            ),
            "N",
            label=Message("Games"),
        ),
    ] = None
    """Number of games of a form: of columns where the columns are games, else of pages."""
    theme: shared.Theme = None
    large_print: shared.LargePrint = False
    command: str = ""
    """Command that made the document."""


_AS_PDF = (Cure("format", "pdf"),)
PAGE_NEEDS = (Need("paper", _AS_PDF, ("pdf",)), Need("large_print", _AS_PDF, ("pdf",)))
"""Options of forms that pages do not have."""


def form(game: Ruleset, options: FormOptions | None = None, **given: Any) -> bytes:
    """Return a sheet as a PDF form whose totals add themselves up. Same input, same bytes.

    Options are a value, or are passed by their names. Raises SheetgenError for what is not
    possible.
    """
    return write_filled(game, options_of(FormOptions, options, given)).files[0]


def write_filled(game: Ruleset, asked: FormOptions, kind: FileKind = PDF) -> DocumentFiles:
    """Return a form as a PDF, or as a picture of each page. Raises as `form` does."""
    from sheetgen.calculator.form import make_form
    from sheetgen.layout.sheet import lay_out_form
    from sheetgen.pdf.document import Metadata, Output
    from sheetgen.pdf.fields import draw_form
    from sheetgen.pdf.fonts import measure
    from sheetgen.pdf.reading import form_tag

    check_kind(game, Ruleset, "game", A_GAME)
    people, count = _people(asked)
    wording = Wording(game, shared.catalog_of(asked.lang))
    sheet = shared.find_paper(asked.paper or "a4")
    look = shared.look_of(game, asked.theme, ["large_print"] if asked.large_print else [])
    games = asked.games
    if isinstance(games, str) and not (games.isascii() and games.isdigit() and len(games) < 10):
        right = Message("a number")
        raise SheetgenError(
            "wrote %(written)s; should be %(right)s", key="--games", written=games, right=right
        )
    games = shared.check_count("--games", None if games is None else int(games), _MOST_GAMES)
    layout = shared.LayoutOptions(
        sheet, players=count, games=games, command=asked.command, look=look
    )
    pages = lay_out_form(game, wording.catalog, layout, measure)
    about = Metadata(wording.title, wording.catalog.language, asked.command, form_tag(game.id))
    output = Output(look.colours, dice=look.dice)
    form = make_form(wording, pages, people)
    return write_drawn(draw_form(pages, about, form, output), kind)


def page(
    game: Ruleset | Sequence[Ruleset], options: FormOptions | None = None, **given: Any
) -> bytes:
    """Return a page for any browser that keeps the score of a table: one HTML file, in UTF-8.

    It has everything in it, with the shipped languages and a choice of several games. Raises
    SheetgenError for wrong players or themes.
    """
    return _made(game, options_of(FormOptions, options, given))[0].encode()


def table_page(
    game: Ruleset, table: str, options: FormOptions | None = None, **given: Any
) -> bytes:
    """Return the `page` of a table, whose id tells it from other tables of the same address."""
    return _made(game, options_of(FormOptions, options, given), table=table)[0].encode()


def screen_page(
    game: Ruleset, table: str, options: FormOptions | None = None, **given: Any
) -> bytes:
    """Return the page of the big screen of a table, which shows the cards of all players."""
    asked = options_of(FormOptions, options, given)
    return _made(game, asked, table=table, screen=True)[0].encode()


def app(
    game: Ruleset | Sequence[Ruleset], options: FormOptions | None = None, **given: Any
) -> dict[str, bytes]:
    """Return the `page` as a folder for a web space, from which phones install it.

    Contents of files by their names.
    """
    from sheetgen.calculator.app import app_files

    html, wordings, look = _made(game, options_of(FormOptions, options, given), app=True)
    return app_files(html, wordings, look)


def _made(
    game: Ruleset | Sequence[Ruleset],
    asked: FormOptions,
    *,
    app: bool = False,
    table: str = "",
    screen: bool = False,
) -> tuple[str, list[Wording], Look]:
    """Return the page, its games in its language, and its look."""
    from sheetgen.calculator.page import Origin, make_page, most_players

    _check_page(asked)
    shared.require("--format pdf", asked, "games")  # the games of a page are an argument
    people, count = _people(asked)
    games = _games(game)
    count = count or max(2, *(ruleset.players.min for ruleset in games))
    for ruleset in games:
        limits, most = ruleset.players, most_players(ruleset)
        if not limits.min <= count <= most:
            raise SheetgenError(
                "%(count)s players; %(ruleset)s is for %(least)s to %(most)s on a page",
                count=count,
                ruleset=ruleset.id,
                least=limits.min,
                most=most,
            )
    wordings = [Wording(ruleset, shared.catalog_of(asked.lang)) for ruleset in games]
    look = shared.look_of(games[0], asked.theme)
    odds = {}
    with suppress(ImportError, FileNotFoundError):  # without the folder of odds, or its tables
        from sheetgen.odds.best_play import page_tables

        odds = {ruleset.id: tables for ruleset in games if (tables := page_tables(ruleset))}
    return (
        make_page(
            wordings,
            [*people, *[""] * (count - len(people))],
            look,
            origin=Origin(app, table, screen),
            odds=odds,
        ),
        wordings,
        look,
    )


def _check_page(options: FormOptions) -> None:
    """Raise SheetgenError for an option that a page does not have."""
    for need in PAGE_NEEDS:
        if is_set(options, need.option):
            raise need.error(FormOptions, getattr(options, need.option))


def _games(game: Ruleset | Sequence[Ruleset]) -> list[Ruleset]:
    """Return the games of a page. Raises SheetgenError if there are none."""
    games = [game] if isinstance(game, Ruleset) else game
    if not isinstance(games, list | tuple) or not games:
        raise refused(WRONG, games, right=A_GAME).at("game")
    for ruleset in games:
        check_kind(ruleset, Ruleset, "game", A_GAME)
    return list(games)


def _people(asked: FormOptions) -> tuple[tuple[str, ...], int | None]:
    """Return the names, in letters that viewers show, and the number of players, if it is set."""
    people = shared.check_names(asked.names, asked.players)
    for name in people:
        for letter in name:
            if unicodedata.category(letter) in ("Cc", "Cs") or letter in _TURNING:
                raise SheetgenError(
                    "the name '%(name)s' has a control character in it (U+%(code)s); leave it out",
                    key="--names",
                    name=name,
                    code=f"{ord(letter):04X}",
                )
    return people, shared.check_count("--players", asked.players) or len(people) or None


# rules booklets, in several forms, as HTML and as Markdown

APPENDICES = ("words", "differences", "odds")
"""Appendices: names of the boxes in other languages; differences from games of the same name; what
to expect."""


class BookletOptions(Struct, frozen=True, kw_only=True):
    """Options of a rules booklet, in the order of the command in its foot."""

    lang: shared.Lang = None
    form: Annotated[
        shared.BookletForm,
        shared.Option(
            flags={
                "booklet": Message("Print two pages beside each other, on both sides, to fold."),
                "zine": Message(
                    "Print eight small pages on one side of a sheet, to fold and cut once."
                ),
                "quick": Message("Print the rules in short, on one page."),
            },
            label=Message("Form"),
            words={
                "pages": Message("pages"),
                "booklet": Message("booklet"),
                "zine": Message("pocket booklet"),
                "quick": Message("card"),
            },
        ),
    ] = "pages"
    paper: shared.PaperName = None
    """Name or size of what is printed on. None is A4."""
    format: Annotated[
        Literal["pdf", "html", "md"],
        shared.Option(
            Message("Format: pdf, html for a page in any browser, or md."),
            label=Message("Format"),
            words={"html": Message("web page"), "md": Message("Markdown")},
        ),
    ] = "pdf"
    templates: Annotated[
        Path | None,
        shared.Option(
            Message("Folder with templates of your own."),
            Message("FOLDER"),
        ),
    ] = None
    """Folder with templates of the user's, which run in a process with limited memory and time
    where that exists."""
    creep: Annotated[
        float | None,
        shared.Option(
            Message("With --booklet: thickness of the paper, such as 0.1."),
            "MM",
            label=Message("Paper thickness"),
            bounds=(0, 1),
        ),
    ] = None
    flip: Annotated[
        Literal["short", "long"] | None,
        shared.Option(
            Message("With --booklet: edge over which the printer turns sheets."),
            usual="short",
            label=Message("Turning over"),
            words={"short": Message("short edge"), "long": Message("long edge")},
        ),
    ] = None
    appendix: Annotated[
        Sequence[str],
        shared.Option(
            Message("Add at the end: words, differences, or both with a comma between them."),
            Message("LIST"),
            parse=lambda text: tuple(filter(None, (each.strip() for each in text.split(",")))),
            label=Message("Appendices"),
            words={"words": Message("words"), "differences": Message("differences")},
        ),
    ] = ()
    """Appendices, of `APPENDICES`."""
    odds: Annotated[
        bool,
        shared.Option(
            Message("Add a page on what to expect of each box, and of a card."),
            label=Message("What to expect"),
        ),
    ] = False
    theme: shared.Theme = None
    large_print: shared.LargePrint = False
    """Flag: set all of it as running text in which no letter is smaller than 16 points."""
    command: str = ""
    """Command that made the document."""

    @property
    def kind(self) -> "Kind":
        """Kind of the text."""
        match self.form:
            case "pages" | "booklet":
                return "rules"
            case form:
                return form

    @property
    def appendices(self) -> tuple[str, ...]:
        """All appendices, each once."""
        return tuple(dict.fromkeys((*self.appendix, *(["odds"] if self.odds else []))))


_AS_BOOKLET = (Cure("form", "booklet"),)
BOOKLET_NEEDS = (
    Need("form", _AS_PDF, ("pdf",), ("booklet", "zine")),
    Need("paper", _AS_PDF, ("pdf",)),
    Need("theme", _AS_PDF, ("pdf",)),
    Need("large_print", _AS_PDF, ("pdf",)),
    Need("creep", _AS_BOOKLET, ("booklet",)),
    Need("flip", _AS_BOOKLET, ("booklet",)),
)
"""Options of booklets that need others."""
_NO_ROOM = Message("there is no room for an appendix")
BOOKLET_CLASHES = (
    Clash("appendix", "form", _NO_ROOM, ("zine", "quick")),
    Clash("odds", "form", _NO_ROOM, ("zine", "quick")),
)
"""Options of booklets that exclude each other."""


def booklet(
    game: Ruleset,
    options: BookletOptions | None = None,
    *,
    base: Ruleset | None = None,
    **given: Any,
) -> bytes:
    """Return all rules of a game with examples that the engine scores.

    They are a PDF, or HTML or Markdown in UTF-8. Options are a value, or are passed by their names.
    `base` is the game that this one changes, for the differences.
    Raises SheetgenError for what is not possible.
    """
    return write_booklet(game, options_of(BookletOptions, options, given), base=base).files[0]


def write_booklet(
    game: Ruleset,
    asked: BookletOptions,
    kind: FileKind = PDF,
    *,
    base: Ruleset | None = None,
) -> DocumentFiles:
    """Return the rules as a PDF, or as a picture of each page; as a text if they are one.

    Raises as `booklet` does.
    """
    check_kind(game, Ruleset, "game", A_GAME)
    check_kind(base, Ruleset | None, "base", A_GAME)
    check_needs(asked, BOOKLET_NEEDS)
    appendix, creep = (
        asked.appendices,
        length_of(asked.creep, "--creep", 0, 1) or 0.0,
    )  # cardboard does not fold
    wrong = next((name for name in appendix if name not in APPENDICES), None)
    if wrong is not None:
        raise unknown(Message("appendix"), wrong, APPENDICES).at("--appendix")
    check_clashes(asked, BOOKLET_CLASHES)
    lang, sheet = asked.lang or "en", shared.find_paper(asked.paper or "a4")
    look = load_look(asked.theme or DEFAULT, ("large-print",) * asked.large_print).with_accent(
        game.accent
    )

    def make() -> DocumentFiles:
        from sheetgen.booklets.facts import Expected
        from sheetgen.booklets.sentences import Sentences

        catalog = shared.catalog_of(lang)
        others = namesakes(game) if "differences" in appendix and base is None else ()
        abroad = [other for other in languages() if other != lang] if "words" in appendix else []
        facts = Sentences(
            Wording(game, catalog),
            [Wording(other, catalog) for other in others],
            [Wording(game, load_catalog(other)) for other in abroad],
            Wording(base, catalog) if base else None,
        )
        if "odds" in appendix:
            from sheetgen.odds.library import expectations

            facts.expected = Expected(*expectations(facts.whole))
        with _placed(facts, asked.templates):
            if asked.format != "pdf":
                return DocumentFiles((_text(facts, asked).encode(),))
            drawn = _printed(facts, asked, sheet, look, creep)
            return write_drawn(drawn, kind)

    if asked.templates is None:
        return make()
    from sheetgen.documents.apart import apart

    return apart(make, str(asked.templates))


def _printed(
    facts: "Sentences", asked: BookletOptions, sheet: shared.Paper, look: Look, creep: float
) -> "Drawn":
    """Return drawn pages, or running text for large print, own templates, and very long rules."""
    from sheetgen.booklets import rules_text
    from sheetgen.booklets.book import Imposition
    from sheetgen.booklets.chapters import sentences_in_all
    from sheetgen.pdf.document import Metadata

    about = Metadata(facts.wording.title, facts.wording.catalog.language, asked.command)
    imposition = Imposition(about, look, asked.flip or "short", creep)
    pages = None
    if not (asked.templates or asked.large_print):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            pages = _drawn(facts, asked, sheet, look)
    if pages is not None:
        for warning in caught:  # running text has what drawn pages have no room for
            warnings.warn(warning.message, stacklevel=2)
        return imposition.impose(asked.form, pages, None, sheet)
    from sheetgen.booklets.running_text import write_text

    given = asked.kind, asked.command, asked.templates, asked.appendices
    html, others = rules_text.write_story(facts, *given), []
    if not asked.templates:  # those of a user are for one language
        _, *in_others = sentences_in_all(facts)
        others = [rules_text.write_story(sentences, *given) for sentences in in_others]
    drawn = write_text(asked.form, html, sheet, imposition, others)
    if asked.form == "zine" and not asked.templates:
        from sheetgen.booklets.panels import warn_of_text

        warn_of_text(facts)
    return drawn


def _drawn(
    facts: "Sentences", asked: BookletOptions, sheet: shared.Paper, look: Look
) -> "list[Page] | None":
    """Return the drawn pages; None for a game whose rules have room as running text only."""
    from sheetgen.booklets import rules_text
    from sheetgen.booklets.book import page_size
    from sheetgen.booklets.pages import book_pages
    from sheetgen.booklets.panels import card_pages, panels

    given = facts, page_size(asked.form, sheet), look, asked.command
    if asked.form == "zine":
        return panels(*given)
    if asked.form == "quick":
        return card_pages(*given)
    html = (
        rules_text.write_story(facts, "appendix", appendix=asked.appendices)
        if asked.appendices
        else ""
    )
    return book_pages(*given, html)


def _text(facts: "Sentences", asked: BookletOptions) -> str:
    """Return the rules as HTML or Markdown."""
    from sheetgen.booklets.rules_text import parse, to_markdown, write_page, write_story

    given = facts, asked.kind, asked.command, asked.templates, asked.appendix
    if asked.templates:
        parse(write_story(*given))
    if asked.format == "html":
        return write_page(*given)
    return to_markdown(write_story(*given, target="text"))


@contextmanager
def _placed(facts: "Sentences", templates: Path | None) -> Iterator[None]:
    """Add to a fault in the text the template of the user's that it is in, or the ruleset."""
    try:
        yield
    except SheetgenError as error:
        if error.file or error.key:
            raise
        if templates and not error.values.keys().isdisjoint(("near", "letter")):
            from sheetgen.booklets.rules_text import locate

            located = locate(error, templates)
            if located.file:
                raise located from error
        raise error.placed(facts.ruleset.id) from error


# kits, made from one set of options

What = Literal["sheets", "rules-in-short", "rules-booklet", "calculator", "calculator-for-phones"]
Options = shared.SheetOptions | BookletOptions | FormOptions


class KitOptions(FormOptions, frozen=True, kw_only=True):
    """Options of a kit.

    The page is for a table: it has the names of two players or more, and no large print.
    """

    games: shared.Games = None
    sheets: Annotated[
        int | None,
        shared.Option(
            Message("Number of score sheets."),
            "N",
            usual="1",
            label=Message("Score sheets"),
            bounds=(1, shared.MOST_IN_PAD),
        ),
    ] = None


class KitDocument(Struct, frozen=True):
    """Document of a kit as it was written, and its options."""

    what: What
    written: DocumentFiles
    options: Options
    """With the command that makes it alone."""
    use: Message

    @property
    def paper(self) -> str:
        """The paper that it is printed on; empty for the page."""
        return "" if self.what == "calculator-for-phones" else str(self.options.paper)


class Part(Struct, frozen=True):
    """Document of a kit."""

    what: What
    content: bytes
    """PDF, or the HTML of the page."""
    use: Message
    """Advice on printing or using it: an English sentence to be translated."""
    paper: str = ""
    """Paper that it is printed on; empty for the page."""
    pages: int = 0
    """Number of its pages; 0 for the page for phones."""
    duplex: str = ""
    """Setting of the printer for both sides, as in the PDF."""
    command: str = ""
    """Command that makes it alone."""


def kit(
    game: Ruleset,
    options: KitOptions | None = None,
    *,
    base: Ruleset | None = None,
    command_of: Callable[[Options], str] = lambda options: "",
    **given: Any,
) -> tuple[Part, ...]:
    """Return score sheets, the rules in short, the booklet and both calculators.

    Options are a value, or are passed by their names. `base` is the game that this one changes, for
    the booklet. `command_of` returns the command that makes a document from its options. Raises
    SheetgenError for what is not possible; then nothing is made.
    """
    check_kind(game, Ruleset, "game", A_GAME)
    check_kind(base, Ruleset | None, "base", A_GAME)
    asked = options_of(KitOptions, options, given)
    parts: list[Part] = []
    for document in write_kit(game, asked, base, command_of):
        written = document.written
        parts.append(
            Part(
                document.what,
                written.files[0],
                document.use,
                document.paper,
                written.pages,
                written.duplex,
                document.options.command,
            )
        )
    return tuple(parts)


def write_kit(
    game: Ruleset,
    asked: KitOptions,
    base: Ruleset | None,
    command_of: Callable[[Options], str],
    kind: FileKind = PDF,
) -> Iterator[KitDocument]:
    """Yield the documents of a kit, each with its options. Raises as `kit` does."""
    from sheetgen.documents.sheets import write_sheet

    shared.check_count("--sheets", asked.sheets, shared.MOST_IN_PAD)
    people: dict[str, Any] = {
        "players": asked.players,
        "names": shared.check_names(asked.names, asked.players),
    }
    paper = asked.paper or "a4"
    same: dict[str, Any] = {
        "lang": asked.lang or "en",
        "paper": paper,
        "theme": asked.theme,
        "large_print": asked.large_print,
    }
    pad: dict[str, Any] = (
        {"pad": asked.sheets, "glue": "0", "backing": False} if asked.sheets else {}
    )
    games = None if game.sheet.columns == "players" else asked.games
    small = paper if asked.large_print else shared.half(shared.find_paper(paper)).name
    calculator = FormOptions(games=asked.games, **people, **same)
    is_table = max(asked.players or 0, len(asked.names)) > 1
    on_phones = replace(calculator, paper=None, large_print=False, games=None)
    on_phones = on_phones if is_table else replace(on_phones, players=None, names=())
    one_side, each_player = (
        Message("print at 100 %, on one side"),
        Message("print at 100 %, one for each player"),
    )
    folded = Message(
        "print on both sides at 100 %, turning over the short edge; lay the sheets in each other "
        "and fold"
    )
    documents: list[tuple[What, Callable[..., DocumentFiles], Options, Message]] = [
        (
            "sheets",
            write_sheet,
            shared.SheetOptions(games=games, **people, **pad, **same),
            one_side,
        ),
        (
            "rules-in-short",
            write_booklet,
            BookletOptions(form="quick", **same | {"paper": small}),
            each_player,
        ),
        (
            "rules-booklet",
            partial(write_booklet, base=base),
            BookletOptions(form="booklet", **same),
            folded,
        ),
        (
            "calculator",
            write_filled,
            calculator,
            Message("fill it in on a screen; it adds itself up"),
        ),
        (
            "calculator-for-phones",
            _write_page,
            on_phones,
            Message("open it in the browser of a phone; it needs no network"),
        ),
    ]
    for what, write, plain, use in documents:
        chosen = replace(plain, command=command_of(plain))
        yield KitDocument(what, write(game, chosen, kind), chosen, use)


def _write_page(game: Ruleset, asked: FormOptions, _kind: FileKind) -> DocumentFiles:
    """Return the page of a game, which has no pictures."""
    return DocumentFiles((page(game, asked),))
