"""Reads the structure of a finished PDF back.

Its elements with their words, and that it leads everywhere and back.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from itertools import pairwise
from typing import Any

import pikepdf

PAINTS = {"Tj", "TJ", "'", '"', "f", "F", "f*", "S", "s", "B", "B*", "b", "b*", "Do", "sh"}
"""The operators that leave ink."""


@dataclass
class Node:
    """An element of the structure."""

    role: str
    page: int
    alt: str
    scope: str
    text: str
    """Its own words, without those of its kids."""
    fields: list[str]
    """The names of the fields in it."""
    kids: list["Node"] = field(default_factory=list)
    span: int = 1
    """Number of columns of a table that a cell takes."""

    def each(self, *roles: str) -> Iterator["Node"]:
        """Yield this element and all below it, in reading order; with roles, only those."""
        if not roles or self.role in roles:
            yield self
        for kid in self.kids:
            yield from kid.each(*roles)

    @property
    def said(self) -> str:
        """All its words, those of its kids too; figures by what they show."""
        return " ".join(
            filter(None, (self.alt or self.text, *(kid.said for kid in self.kids if not self.alt)))
        )


@dataclass
class Page:
    """Content of a drawn page."""

    texts: dict[int, list[str]] = field(default_factory=dict)
    """The texts of each mark, by its number."""
    unread: list[str] = field(default_factory=list)
    """The texts of artifacts."""
    abroad: list[tuple[str, str]] = field(default_factory=list)
    """The words in other languages than that of the document, with the codes of these."""


@dataclass
class _Drawing:
    """Content of a page that was read so far."""

    fonts: dict[str, dict[int, str]]
    drawn: Page = field(default_factory=Page)
    marks: list[int | None] = field(default_factory=list)
    """The number of the open mark, None for an artifact; nothing outside of both."""
    font: dict[int, str] = field(default_factory=dict)
    language: str = ""
    """The language of the words, if it is not that of the document."""
    begun: bool = False
    """Flag: a part of this text was read."""

    def read(self, name: str, operands: Any) -> None:
        """Read an operator."""
        if name in ("BMC", "BDC"):
            self._begin(name, operands)
        elif name == "EMC" and self.language:
            self.language = ""
        elif name == "EMC":
            self.marks.pop()
        elif name == "BT":
            self.begun = False
        elif name == "Tf":
            self.font = self.fonts[str(operands[0])]
        elif name in PAINTS:
            assert self.marks, "all that is drawn is marked"
            if name == "Tj":
                self._add("".join(self.font[code] for code in bytes(operands[0])))

    def _begin(self, name: str, operands: Any) -> None:
        if str(operands[0]) == "/Span":
            assert self.marks, "words of another language are in a mark"
            assert not self.language
            self.language = str(operands[1].Lang)
            return
        number = int(operands[1].MCID) if name == "BDC" else None
        assert number is not None or str(operands[0]) == "/Artifact"
        assert not self.marks, "marks are not in each other"
        self.marks.append(number)
        if number is not None:
            assert number not in self.drawn.texts, "a mark is there once"
            self.drawn.texts[number] = []

    def _add(self, text: str) -> None:
        """Add a text, or the next part of one."""
        mark = self.marks[-1]
        texts = self.drawn.unread if mark is None else self.drawn.texts[mark]
        texts.append(texts.pop() + text if self.begun else text)
        self.begun = True
        if self.language:
            self.drawn.abroad.append((self.language, text))


class Tags:
    """The structure of a document; every way through it is checked when it is read."""

    def __init__(self, content: bytes) -> None:
        self.pdf = pikepdf.open(BytesIO(content))
        assert not self.pdf.check_pdf_syntax()
        root = self.pdf.Root
        self.says_so = b"pdfuaid:part>1<" in root.Metadata.read_bytes()
        assert bool(root.MarkInfo.Marked)
        assert str(root.Lang)
        assert bool(root.ViewerPreferences.DisplayDocTitle)
        self._numbers = {page.obj.objgen: number for number, page in enumerate(self.pdf.pages)}
        self.pages: list[Page] = [self._drawn(page) for page in self.pdf.pages]
        self._parents = dict(_entries(root.StructTreeRoot.ParentTree))
        assert all(0 <= key < int(root.StructTreeRoot.ParentTreeNextKey) for key in self._parents)
        self._found: set[tuple[int, int]] = set()
        self._widgets: set[tuple[int, int]] = set()
        self.root: Node = self._node(root.StructTreeRoot.K, root.StructTreeRoot, None)
        self._check_pages()

    def _drawn(self, page: pikepdf.Page) -> Page:
        """Return the drawing of a page by its marks; all ink is in a mark or an artifact."""
        fonts = {name: _letters(font) for name, font in page.resources.get("/Font", {}).items()}
        drawing = _Drawing(fonts)
        for instruction in pikepdf.parse_content_stream(page):
            drawing.read(str(instruction.operator), instruction.operands)
        assert not drawing.marks
        return drawing.drawn

    def _node(self, element: Any, parent: Any, page: Any) -> Node:
        assert element.P.objgen == parent.objgen
        page = element.get("/Pg", page)
        number = self._numbers[page.objgen] if page is not None else -1
        node = Node(
            str(element.S)[1:], number, str(element.get("/Alt", "")), _scope(element), "", []
        )
        if "/A" in element:
            node.span = int(element.A.get("/ColSpan", 1))
        texts = []
        for kid in _kids(element):
            if isinstance(kid, int):
                assert (number, kid) not in self._found, "a mark is in one element"
                self._found.add((number, kid))
                texts += self.pages[number].texts[kid]
                marks = self._parents[int(self.pdf.pages[number].obj.StructParents)]
                assert marks[kid].objgen == element.objgen
            elif "/Obj" in kid:
                self._widgets.add(kid.Obj.objgen)
                assert self._parents[int(kid.Obj.StructParent)].objgen == element.objgen
                node.fields.append(str(kid.Obj.get("/T") or kid.Obj.Parent.T))
            else:
                node.kids.append(self._node(kid, element, page))
        node.text = " ".join(texts)
        return node

    def _check_pages(self) -> None:
        """Check that every mark and field is in the tree, which counts the marks of each page."""
        for number, (page, drawn) in enumerate(zip(self.pdf.pages, self.pages, strict=True)):
            assert {(number, mark) for mark in drawn.texts} == {
                each for each in self._found if each[0] == number
            }
            assert sorted(drawn.texts) == list(range(len(drawn.texts)))
            if drawn.texts:
                assert len(self._parents[int(page.obj.StructParents)]) == len(drawn.texts)
            widgets: list[Any] = list(page.obj.get("/Annots", []))
            assert {each.objgen for each in widgets} <= self._widgets
            assert not widgets or str(page.obj.Tabs) == "/S"
        assert len(self._widgets) == sum(
            len(page.obj.get("/Annots", [])) for page in self.pdf.pages
        )

    def check(self) -> None:
        """Check the promises of every document.

        Regular tables, headings in order, figures in words.
        """
        assert self.root.role == "Document"
        levels = [int(node.role[1]) for node in self.root.each("H1", "H2", "H3", "H4")]
        assert levels[:1] in ([], [1])
        assert all(below <= above + 1 for above, below in pairwise(levels))
        for table in self.root.each("Table"):
            rows = [row.kids for row in table.kids]
            assert {row.role for row in table.kids} == {"TR"}
            assert len({sum(cell.span for cell in row) for row in rows}) == 1, [
                [cell.said for cell in row] for row in rows
            ]
            assert {cell.role for row in rows for cell in row} <= {"TH", "TD"}
            assert all(cell.scope for row in rows for cell in row if cell.role == "TH")
            for corner, *cells in rows[1:]:  # a second row of heads has an empty corner
                is_head = not corner.said and {cell.role for cell in cells if cell.said} == {"TH"}
                assert corner.role == "TH" or is_head, [cell.said for cell in cells]
        for listed in self.root.each("L"):
            assert {item.role for item in listed.kids} == {"LI"}
            assert all(
                {part.role for part in item.kids} <= {"Lbl", "LBody"} for item in listed.kids
            )
        assert all(figure.alt for figure in self.root.each("Figure"))
        empty = [
            node
            for node in self.root.each()
            if not node.said and not node.fields and node.role != "TD"
        ]
        assert all(node.role in ("TH", "TR", "P", "Form", "Table", "Document") for node in empty)

    @property
    def words(self) -> list[str]:
        """All words that are read, in reading order, without those of figures."""
        return [
            word for node in self.root.each() for word in node.text.split() if node.role != "Figure"
        ]

    @property
    def drawn_words(self) -> list[str]:
        """Words drawn outside of figures, also in artifacts, in the order of drawing."""
        figures = {(node.page, node.text) for node in self.root.each("Figure")}
        texts = [
            " ".join(text)
            for number, page in enumerate(self.pages)
            for text in (*page.texts.values(), page.unread)
            if (number, " ".join(text)) not in figures
        ]
        return [word for text in texts for word in text.split()]


def _kids(element: Any) -> list[Any]:
    kids = element.get("/K")
    return [] if kids is None else list(kids) if isinstance(kids, pikepdf.Array) else [kids]


def _scope(element: Any) -> str:
    return str(element.A.get("/Scope", "/"))[1:] if "/A" in element else ""


def _entries(node: Any) -> Iterator[tuple[int, Any]]:
    """Yield the entries of a number tree in order. A node has the limits of its numbers."""
    last = -1
    for kid in node.get("/Kids", []):
        entries = list(_entries(kid))
        assert [int(limit) for limit in kid.Limits] == [entries[0][0], entries[-1][0]]
        yield from entries
    numbers = list(node.get("/Nums", []))
    for key, value in zip(numbers[::2], numbers[1::2], strict=True):
        assert int(key) > last
        last = int(key)
        yield last, value


def _letters(font: Any) -> dict[int, str]:
    """Return the letters of a font by their codes, of a byte each."""
    table = font.ToUnicode.read_bytes().partition(b"beginbfchar")[2]
    pairs = re.findall(rb"<([0-9A-F]{2})> <([0-9A-F]+)>", table)
    return {int(code, 16): bytes.fromhex(text.decode()).decode("utf-16-be") for code, text in pairs}
