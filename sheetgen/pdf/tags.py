"""The logical structure of a document (ISO 32000-1, 14.7 and 14.8).

What is read aloud, as what, and in which order.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from sheetgen.layout.primitives import Element, Item, Rect, Text
from sheetgen.pdf.engine import Array, Canvas, Dictionary, Name, stream, text_string

_NEVER_EMPTY = "TD", "TH"
"""Roles of elements that are kept without content: an empty cell is a cell."""
_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">\
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
</rdf:Description>{more}</rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""
"""Metadata of a document for programs that do not know PDF."""
_PART = """
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<pdfuaid:part>1</pdfuaid:part></rdf:Description>"""
"""Claim to be PDF/UA-1 (ISO 14289-1)."""


class Run(Struct):
    """Items that are drawn one after the other and are in one element, or in none."""

    items: list[Item]
    role: str = ""
    """Role with which they are marked; empty if they are not marked."""
    mark: int | None = None
    """Number of their mark on the page; None for an artifact."""
    element: Element | None = None
    place: int = 0
    """Number of the first item on the page."""


class Owners:
    """Elements of a page, and the items that are in each of them."""

    def __init__(self, elements: Sequence[Element]) -> None:
        self.elements = elements  # held, so that their id stays their own
        every = list(_each(elements))
        runs = (
            (element, kid) for element in every for kid in element.kids if isinstance(kid, tuple)
        )
        self._named = {place: element for element, run in runs for place in range(*run)}
        places = [(element.rect, element) for element in every if element.rect]
        # cells, of which there are many, are at the end
        self._places = sorted(places, key=lambda place: place[1].role == "TD")

    def runs(self, items: Sequence[Item], first: int = 0) -> list[Run]:
        """Return all items in runs of one element; the first item has the number `first`.

        Texts are read aloud, and all items of a figure; a text that no element names is in the one
        at its place.
        """
        runs: list[Run] = []
        for place, item in enumerate(items, first):
            owner = self._named.get(place)
            if isinstance(item, Text):
                owner = owner or self.at(item.x, item.y)
            elif owner and owner.role != "Figure":
                owner = None
            if not runs or runs[-1].element is not owner:
                runs.append(Run([], owner.role if owner else "Artifact", None, owner, place))
            runs[-1].items.append(item)
        return runs

    def at(self, x: float, y: float) -> Element | None:
        """Return the element whose rectangle contains the point (x, y)."""
        found = (e for at, e in self._places if at.x <= x <= at.right and at.y <= y <= at.bottom)
        return next(found, None)


def _each(elements: Iterable[Element]) -> Iterator[Element]:
    """Yield all elements that are read, in their order."""
    for element in elements:
        if element.role != "Artifact":
            yield element
            yield from _each(kid for kid in element.kids if isinstance(kid, Element))


class Structure:
    """Builder of the tree of elements of a document while its pages are drawn."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.whole = True
        """Flag: all pages until now have all of their elements in the tree, or an alternative
        text."""
        self._kids: list[tuple[int, Any]] = []
        """The outermost elements, and when they are read."""
        self._parents: list[Any] = []
        """Elements of the marks of a page, or of a field, by their keys."""
        self._heads = {scope: canvas.refer(_attributes(scope)) for scope in ("Row", "Column")}
        self._marked: list[Any] = []
        """The elements of the marks of this page."""
        self._fields: list[tuple[Rect, Any, int]] = []
        """The fields of this page: where they are, references to them and their keys."""

    @property
    def marks(self) -> int:
        """The number of marks of this page."""
        return len(self._marked)

    def number(self, runs: Iterable[Run]) -> None:
        """Give the next marks of this page to runs that are in an element."""
        for run in runs:
            if run.role != "Artifact":
                run.mark = len(self._marked)
                self._marked.append(None)

    def field(self, rect: Rect, widget: Any) -> int:
        """Add a field of this page, and return the key of its place in the tree."""
        self._parents.append(None)
        self._fields.append((rect, widget, len(self._parents) - 1))
        return len(self._parents) - 1

    def add_paragraph(self, runs: Iterable[Run], order: int, alt: str = "") -> None:
        """Put runs into a paragraph of their own.

        A page whose elements are not in the tree is read as one.
        """
        self._kids.append((order, self._node("P", [run.mark for run in runs], alt)))
        self.whole = self.whole and bool(alt)

    def add(self, owners: Owners, runs: Iterable[Run], order: int) -> None:
        """Put the elements of a page into the tree, with their runs in the order of the items."""
        mine: dict[int, list[Run]] = {}
        for run in runs:
            mine.setdefault(id(run.element), []).append(run)
        fields: dict[int, list[Any]] = {}
        for rect, widget, key in self._fields:
            where = owners.at(*rect.middle)
            field = self._node("Form", (), kid=Dictionary({"Type": Name("OBJR"), "Obj": widget}))
            self._parents[key] = self.canvas.refer(field)
            fields.setdefault(id(where) if where else 0, []).append(field)
        found = [self._element(element, mine, fields) for element in owners.elements]
        if alone := fields.get(0):  # they stand in no element
            found.append(self._node("P", alone))
        self._fields = []
        self._kids += [(order, each) for each in found if each]

    def _element(
        self, element: Element, mine: Mapping[int, list[Run]], fields: Mapping[int, Sequence[Any]]
    ) -> Any:
        """Add an element and all in it, and return it; None if it has no content."""
        kids, runs = list[Any](), mine.get(id(element), [])
        for kid in element.kids:
            if isinstance(kid, Element):
                inner = self._element(kid, mine, fields) if kid.role != "Artifact" else None
                kids += [inner] if inner else []
            while isinstance(kid, tuple) and runs and runs[0].place < kid[1]:
                kids.append(runs.pop(0).mark)
        kids += [*(run.mark for run in runs), *fields.get(id(element), ())]
        if not kids and not element.rect and element.role not in _NEVER_EMPTY:
            return None
        node = self._node(element.role, kids, element.alt)
        if element.span > 1:
            node["A"] = _attributes(element.scope, element.span)
        elif element.scope:
            node["A"] = self._heads[element.scope]
        return node

    def _node(self, role: str, kids: Sequence[Any], alt: str = "", kid: Any = None) -> Any:
        """Add an element of this page.

        Its kids are marks and elements, or one kid of another kind.
        """
        node = Dictionary({"S": Name(role)})
        reference, inner = self.canvas.refer(node), []
        for each in kids:
            if isinstance(each, int):
                self._marked[each] = reference
                inner.append(each)
            else:
                each["P"] = reference
                inner.append(self.canvas.refer(each))
        if inner or kid:
            node["K"], node["Pg"] = kid or Array(inner), self.canvas.document.thisPageRef()
        if alt:
            node["Alt"] = text_string(alt)
        return node

    def end(self) -> dict[str, Any]:
        """End the page, and return the entries of the page about its marks."""
        if not self._marked:
            return {}
        self._parents.append(Array(self._marked))
        self._marked = []
        return {"StructParents": len(self._parents) - 1}

    def finish(self, title: str, language: str) -> dict[str, Any]:
        """End the tree, and return the entries of the catalog about it."""
        refer = self.canvas.refer
        document = self._node(
            "Document", [kid for _, kid in sorted(self._kids, key=lambda kid: kid[0])]
        )
        document.dict.pop("Pg", None)
        tree = refer(
            Dictionary({"Nums": Array(part for pair in enumerate(self._parents) for part in pair)})
        )
        about = {"Type": Name("StructTreeRoot"), "K": refer(document), "ParentTree": tree}
        document["P"] = root = refer(Dictionary({**about, "ParentTreeNextKey": len(self._parents)}))
        escaped = title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        xmp = _XMP.format(title=escaped, language=language, more=_PART if self.whole else "")
        kind = {"Type": Name("Metadata"), "Subtype": Name("XML")}
        metadata = stream(xmp.encode("utf-8", "replace"), kind)
        about = {
            "MarkInfo": Dictionary({"Marked": "true"}),
            "StructTreeRoot": root,
            "Metadata": metadata,
        }
        return about | {"Lang": text_string(language)}


def _attributes(scope: str = "", span: int = 1) -> Any:
    """Return the attributes of a cell of a table."""
    found = (
        {"O": Name("Table")}
        | ({"Scope": Name(scope)} if scope else {})
        | ({"ColSpan": span} if span > 1 else {})
    )
    return Dictionary(found)
