"""Reads the closed part of HTML that can be set as pages; anything else is an error."""

import re
from collections.abc import Container
from xml.etree import ElementTree

from sheetgen.errors import Message, SheetgenError
from sheetgen.layout.primitives import Shown

Element = ElementTree.Element
"""Element of the text, as the standard library reads it."""

INLINE = frozenset(["b", "i", "small", "dice", "br"])
_INSIDE = {
    "root": frozenset(["header", "section", "article", "h1", "h2", "h3", "h4", "p", "ul", "ol", "table"]),
    "header": frozenset(["h1", "p"]),
    "section": frozenset(["section", "article", "h2", "h3", "h4", "p", "ul", "ol", "table"]),
    "article": frozenset(["h2", "h3", "h4", "p", "ul", "ol", "table"]),
    **dict.fromkeys(("ul", "ol"), frozenset(["li"])),
    "table": frozenset(["thead", "tbody"]),
    **dict.fromkeys(("thead", "tbody"), frozenset(["tr"])),
    "tr": frozenset(["th", "td"]),
    **dict.fromkeys(("dice", "br"), frozenset()),
    **dict.fromkeys(("h1", "h2", "h3", "h4", "p", "li", "th", "td", "b", "i", "small"), INLINE),
}
"""Elements that each element may contain; those of the whole text are in ``root``."""
_HOLDS_TEXT = frozenset(["h1", "h2", "h3", "h4", "p", "li", "th", "td", "b", "i", "small", "dice"])
_MOST_LETTERS, _DEEPEST = 2_000_000, 12
"""Maximum length of a text, far above that of a booklet, and maximum depth of its elements."""


def parse(html: str) -> Element:
    """Return the elements of the text below one root. Raises SheetgenError for other elements than these."""
    if len(html) > _MOST_LETTERS:
        raise SheetgenError("the text is too long for a booklet; shorten it", near="")
    try:
        root = ElementTree.fromstring(f"<root>{html}</root>")  # noqa: S314 - nothing before it can declare entities
    except ElementTree.ParseError as error:
        line = html.splitlines()[error.position[0] - 1 :][:1]
        raise SheetgenError(
            "this is not well-formed: %(reason)s, at '%(near)s'", reason=str(error).split(":")[0],
            near="".join(line).strip()[:80],
        ) from error  # fmt: skip
    _check(root, 0)
    if not any(text.strip() for text in root.itertext()):
        raise SheetgenError("there is no text; write some", near="")
    return root


def _check(element: Element, depth: int) -> None:
    if depth > _DEEPEST:
        raise SheetgenError("elements stand too deep in each other; take some away", near="")
    known = _INSIDE[element.tag]
    for child in element:
        if child.tag not in known:
            parent = Message("the text itself") if element.tag == "root" else f"<{element.tag}>"
            raise SheetgenError(
                "<%(tag)s> cannot stand in %(parent)s; there can be %(known)s", tag=str(child.tag), parent=parent,
                known=tuple(f"<{tag}>" for tag in sorted(known)) or ("-",), near=f"<{child.tag}",
            )  # fmt: skip
        _check(child, depth + 1)
    rows = [*element.iter("tr")]
    if element.tag == "table" and not (rows and all(len(row) for row in rows)):
        raise SheetgenError("a table has no rows, or one without cells; give it some", near="<table")
    texts = () if element.tag in _HOLDS_TEXT else (element.text, *(child.tail for child in element))
    if loose := "\n".join(filter(None, texts)).strip():
        raise SheetgenError("'%(near)s' stands loose; put it in a <p>", near=loose.splitlines()[0][:60])


def faces(element: Element) -> tuple[Shown, ...]:
    """Return the dice of a ``<dice>``, numbers and symbols; 0 is a die with any face."""
    written = (element.text or "").split()
    if not written or not all(re.fullmatch("[A-Za-z0-9]{1,2}", die) for die in written) or len(written) > 20:
        raise _no_dice(written)
    return tuple(int(die) if die.isdigit() else die for die in written)


def check_symbols(html: str, known: Container[str]) -> None:
    """Raise SheetgenError for a ``<dice>`` with what is neither a number nor a symbol of the game."""
    for dice in map(str.split, re.findall("<dice>([^<]*)</dice>", html)):
        if not all(die.isdigit() or die in known for die in dice):
            raise _no_dice(dice)


def _no_dice(written: list[str]) -> SheetgenError:
    return SheetgenError("wrote '%(near)s'; should be dice such as 6 6 6 3 3", near=" ".join(written)[:80])


def css_class(element: Element) -> str:
    """Return the class of an element, empty if it has none."""
    return element.get("class", "")
