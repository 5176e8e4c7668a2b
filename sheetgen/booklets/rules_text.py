"""Text of a booklet.

Templates/booklet, filled in with the facts of a game, and read again for print.
"""

import re
from collections.abc import Callable, Sequence
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from sheetgen.booklets.chapters import Chapters
from sheetgen.booklets.sentences import Sentences
from sheetgen.errors import Message, SheetgenError
from sheetgen.files import folders
from sheetgen.layout.primitives import PIPS, DieKind
from sheetgen.layout.rows import Pip
from sheetgen.layout.themes import Look, screen_style

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

Kind = Literal["rules", "quick", "zine"]
"""The whole booklet, a card with the rules in short, or eight small pages."""
_FOLDER = "booklet"
"""Folder of the templates."""


def write_story(
    facts: Sentences,
    kind: Kind | Literal["appendix", "page"],
    command: str = "",
    templates: Path | None = None,
    appendix: Sequence[str] = (),
    **more: object,
) -> str:
    """Return the text for print: HTML in the closed form of `parse`.

    Dice are ``<dice>6 6 6 (3) (3)</dice>``, outlined ones in brackets. With ``target="text"`` it is
    plain HTML with dice as digits, from which other formats are made. A template in the folder
    `templates` replaces the one of that name; `more` values are for the templates. Raises
    SheetgenError with file and line for a template with a fault.
    """
    from sheetgen.i18n.templating import render  # noqa: PLC0415 - pages that are drawn do without

    if templates:
        _user_templates(templates)
    wording, catalog = facts.wording, facts.wording.catalog
    filters: dict[str, Callable[..., object]] = {
        "number": facts.table.figures,
        "both": catalog.both,
        "shown": wording.dice.sign_of,
    }
    values = {
        "chapters": Chapters(facts),
        "tale": facts,
        "facts": facts,
        "game": facts.ruleset,
        "wording": facts.whole,
        "command": command,
        "appendix": appendix,
        "pips": PIPS,
        "target": "print",
    }
    filled = render(f"{kind}.html.j2", catalog, filters, _FOLDER, templates, **values | more)
    symbols = {face.symbol for face in (*facts.ruleset.dice.faces, *wording.dice.faces)}
    for dice in map(str.split, re.findall("<dice>([^<]*)</dice>", filled)):
        signs = [_sign_of(die) for die in dice]
        if not all(sign.isdigit() or sign in symbols for sign in signs):
            raise _no_dice(dice)
    return filled


def write_page(
    facts: Sentences,
    kind: Kind,
    command: str = "",
    templates: Path | None = None,
    appendix: Sequence[str] = (),
) -> str:
    """Return the text as one HTML page with everything in it, dice as drawings."""
    from sheetgen.i18n.templating import fingerprint  # noqa: PLC0415 - see `write_story`

    own = (folders.templates() / _FOLDER / "page.css").read_text("utf-8")
    style = screen_style(Look().with_accent(facts.ruleset.accent)) + own
    body = write_story(facts, kind, command, templates, appendix, target="page")
    parts = re.findall(r'<section id="([^"]+)">\s*(?:<article>\s*)?<h2>(.*?)</h2>', body)
    more = {"body": body, "parts": parts, "style": style, "style_hash": fingerprint(style)}
    return write_story(facts, "page", command, templates, target="page", **more)


def locate(error: SheetgenError, templates: Path) -> SheetgenError:
    """Return the fault with the user's template that caused it, and its line, if they are found.

    A letter that no font has is looked for in the templates; where they do not have it, the fault
    is returned as it is.
    """
    letter = str(error.values.get("letter", ""))
    near = str(error.values.get("near", letter))
    for path in _user_templates(templates):
        for number, line in enumerate(path.read_bytes().decode("utf-8", "replace").splitlines(), 1):
            if near and (near in line or near in unescape(line)):
                return SheetgenError(
                    "line %(line)s: %(reason)s", file=str(path), line=number, reason=error
                )
    return error if letter else error.placed(str(templates))


def _user_templates(templates: Path) -> list[Path]:
    """Return the templates in a user's folder that replace ours.

    Raises SheetgenError if there are none.
    """
    if not templates.exists():
        raise SheetgenError("there is no such folder; make it first", file=str(templates))
    if not templates.is_dir():
        raise SheetgenError("this is no folder; name a folder", file=str(templates))
    known = tuple(sorted(path.name for path in (folders.templates() / _FOLDER).glob("*.j2")))
    own = [templates / name for name in known if (templates / name).is_file()]
    if not own:
        raise SheetgenError(
            "no template is there; it can hold %(known)s", file=str(templates), known=known
        )
    return own


# the closed part of HTML that can be set as pages

_INLINE = frozenset(["b", "i", "small", "span", "dice", "br"])
_INSIDE = {
    "root": frozenset(
        ["header", "section", "article", "h1", "h2", "h3", "h4", "p", "ul", "ol", "table"]
    ),
    "header": frozenset(["h1", "p"]),
    "section": frozenset(["section", "article", "h2", "h3", "h4", "p", "ul", "ol", "table"]),
    "article": frozenset(["h2", "h3", "h4", "p", "ul", "ol", "table"]),
    **dict.fromkeys(("ul", "ol"), frozenset(["li"])),
    "table": frozenset(["thead", "tbody"]),
    **dict.fromkeys(("thead", "tbody"), frozenset(["tr"])),
    "tr": frozenset(["th", "td"]),
    **dict.fromkeys(("dice", "br"), frozenset()),
    **dict.fromkeys(
        ("h1", "h2", "h3", "h4", "p", "li", "th", "td", "b", "i", "small", "span"), _INLINE
    ),
}
"""Elements that each element may contain; those of the whole text are in ``root``."""
_HOLDS_TEXT = frozenset(
    ["h1", "h2", "h3", "h4", "p", "li", "th", "td", "b", "i", "small", "span", "dice"]
)
_MOST_LETTERS, _DEEPEST = 2_000_000, 12
"""Maximum length of a text, far above that of a booklet, and maximum depth of its elements."""


def parse(html: str) -> "Element":
    """Return the elements of the text below one root.

    Raises SheetgenError for other elements than these.
    """
    from xml.etree import ElementTree  # noqa: PLC0415 - takes 8 ms; drawn pages do without

    if len(html) > _MOST_LETTERS:
        raise SheetgenError("the text is too long for a booklet; shorten it", near="")
    try:
        # nothing before the text can declare entities
        root = ElementTree.fromstring(f"<root>{html}</root>")  # noqa: S314
    except ElementTree.ParseError as error:
        line = html.splitlines()[error.position[0] - 1 :][:1]
        raise SheetgenError(
            "this is not well-formed: %(reason)s, at '%(near)s'",
            reason=str(error).split(":")[0],
            near="".join(line).strip()[:80],
        ) from error
    _check_element(root, 0)
    if not any(text.strip() for text in root.itertext()):
        raise SheetgenError("there is no text; write some", near="")
    return root


def _check_element(element: "Element", depth: int) -> None:
    if depth > _DEEPEST:
        raise SheetgenError("elements are nested too deeply; take some away", near="")
    known = _INSIDE[element.tag]
    for child in element:
        if child.tag not in known:
            parent = Message("the text itself") if element.tag == "root" else f"<{element.tag}>"
            raise SheetgenError(
                "<%(tag)s> cannot be in %(parent)s; use %(known)s there",
                tag=str(child.tag),
                parent=parent,
                known=tuple(f"<{tag}>" for tag in sorted(known)) or ("-",),
                near=f"<{child.tag}",
            )
        _check_element(child, depth + 1)
    rows = [*element.iter("tr")]
    if element.tag == "table" and not (rows and all(len(row) for row in rows)):
        raise SheetgenError(
            "a table has no rows, or one without cells; give it some", near="<table"
        )
    texts = () if element.tag in _HOLDS_TEXT else (element.text, *(child.tail for child in element))
    if loose := "\n".join(filter(None, texts)).strip():
        raise SheetgenError(
            "'%(near)s' is in no paragraph; put it in a <p>", near=loose.splitlines()[0][:60]
        )


_DIE = re.compile(r"[A-Za-z0-9]{1,2}|\([A-Za-z0-9]{1,2}\)")
"""Number or symbol of a die; that of an outlined die is in brackets."""
_MOST_DICE = 20
"""Maximum number of dice in a row."""


def _sign_of(die: str) -> str:
    """Return the number or symbol of a die, without the brackets of an outlined one."""
    return die.strip("()")


def dice_of(element: "Element") -> tuple[Pip, ...]:
    """Return the dice of a ``<dice>``, numbers and symbols; 0 is a die with any face."""
    written = (element.text or "").split()
    if not written or not all(map(_DIE.fullmatch, written)) or len(written) > _MOST_DICE:
        raise _no_dice(written)
    dice: list[Pip] = []
    for die in written:
        sign = _sign_of(die)
        face = int(sign) if sign.isdigit() else sign
        kind: DieKind = "open" if sign != die else "solid"
        dice.append((face, kind if face else "blank"))
    return tuple(dice)


def _no_dice(written: list[str]) -> SheetgenError:
    return SheetgenError(
        "wrote '%(near)s'; should be dice such as 6 6 6 3 3", near=" ".join(written)[:80]
    )


# Markdown

_MARKS = re.compile(r"([\\|<\[\]`~]|&(?=#?\w+;))")
"""Marks of Markdown that the library leaves: bars of tables, links, HTML, code."""
_STARTS = re.compile(r"^(\s*)([#>+=-])"), re.compile(r"^(\s*\d+)([.)])")
"""Beginnings of a paragraph that Markdown takes for a list, a heading or a quotation."""


def to_markdown(html: str) -> str:
    """Return HTML as Markdown, one line for each paragraph.

    Marks of Markdown in the text are escaped.
    """
    from markdownify import MarkdownConverter  # noqa: PLC0415 - its import takes 75 ms

    class Converter(MarkdownConverter):
        def escape(self, text: str, parent_tags: Any) -> str:
            """Escape every mark of Markdown."""
            marked = _MARKS.sub(r"\\\1", text)
            plain: str = super().escape(marked, parent_tags)  # type: ignore[misc]
            for start in _STARTS:
                plain = start.sub(r"\1\\\2", plain)
            return plain

    converter = Converter(heading_style="ATX", bullets="-", newline_style="backslash")
    text: str = converter.convert(re.sub(r"\s+", " ", html))
    return re.sub(r"[ \t]+\n", "\n", text).strip() + "\n"
