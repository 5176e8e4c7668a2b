"""The logical structure of a document (ISO 32000-1, 14.7 and 14.8): what is read aloud, as what, and in which order."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.layout import Item, Rect, Text
from sheetgen.layout.primitives import Element
from sheetgen.pdf.file import PdfFile, references, text_string

_GROUP = 100
"""The maximum number of entries in one node of the parent tree."""
_NEVER_EMPTY = "TD", "TH"
"""What says something without anything in it: there is a cell."""

_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
</rdf:Description>{more}</rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""
"""What a document says of itself for programs that know no PDF."""
_PART = """
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<pdfuaid:part>1</pdfuaid:part></rdf:Description>"""
"""That it is PDF/UA-1 (ISO 14289-1)."""

Run = tuple[Element | None, int, int]
"""Items that are drawn in a row and are in one element, or in none: the first, and the one after the last."""


class Owners(Struct, frozen=True):
    """Which element the items of a page are in."""

    elements: Sequence[Element]
    """Held, so that their id stays their own."""
    named: dict[int, Element]
    """By the numbers of the items that elements name."""
    places: tuple[tuple[Rect, Element], ...]
    """Where there is something to write: those with many of a kind, the cells, come last."""

    def runs(self, items: Sequence[Item], first: int = 0) -> list[Run]:
        """All items in runs, the first of which has the number `first`.

        What is read is texts, and all that is in a figure; texts that no element names are in one that they stand in.
        """
        runs: list[Run] = []
        for place, item in enumerate(items, first):
            owner = self.named.get(place)
            if isinstance(item, Text):
                owner = owner or self.at(item.x, item.y)
            elif owner and owner.role != "Figure":
                owner = None
            if runs and runs[-1][0] is owner:
                runs[-1] = owner, runs[-1][1], place + 1
            else:
                runs.append((owner, place, place + 1))
        return runs

    def at(self, x: float, y: float) -> Element | None:
        """The element in whose place this is."""
        found = (e for at, e in self.places if at.x <= x <= at.x + at.width and at.y <= y <= at.y + at.height)
        return next(found, None)


def owners_of(elements: Sequence[Element]) -> Owners:
    """Which element the items of a page with these elements are in."""
    every = list(_each(elements))
    runs = ((element, kid) for element in every for kid in element.kids if isinstance(kid, tuple))
    named = {place: element for element, run in runs for place in range(*run)}
    places = [(element.rect, element) for element in every if element.rect]
    return Owners(elements, named, tuple(sorted(places, key=lambda place: place[1].role == "TD")))


def _each(elements: Iterable[Element]) -> Iterator[Element]:
    """All elements that are read, in their order."""
    for element in elements:
        if element.role != "Artifact":
            yield element
            yield from _each(kid for kid in element.kids if isinstance(kid, Element))


Mark = tuple[Element, int, int]
"""A marked run: the element that it is in, its first item, and the number of the mark on its page."""


class Made(Struct, frozen=True):
    """An element that was written."""

    number: int
    parent: int
    kids: tuple[bytes, ...]


class Prepared(Struct, frozen=True):
    """What is written already of a page that documents have in common."""

    page: int
    """The number of its object."""
    marked: tuple[int, ...]
    kids: tuple[tuple[int, int], ...]
    made: dict[int, Made]


class Structure:
    """Writes the tree of elements of a document while its pages are written."""

    def __init__(self, file: PdfFile) -> None:
        self.file = file
        self.whole = True
        """Whether all pages that were told are in the tree with all of their elements."""
        self._document = file.new()
        self._kids: list[tuple[int, int]] = []
        """The outermost elements: when they are read, and their numbers."""
        self._parents: list[bytes] = []
        """What the marks of a page, or a field, are in, by their keys."""
        self._heads = {scope: file.add(b"<</O/Table/Scope/%b>>" % scope.encode()) for scope in ("Row", "Column")}
        self._page, self._marked = 0, list[int]()
        self._made: dict[int, Made] = {}
        self._fields: list[tuple[Rect, int, int]] = []
        """The fields of the next page: where they are, their numbers and their keys."""

    def copy(self, file: PdfFile) -> "Structure":
        """The same for another file, which has all that was written."""
        twin = copy(self)
        twin.file, twin._kids, twin._parents = file, list(self._kids), list(self._parents)
        return twin

    def begin(self, page: int, marks: int) -> None:
        """Begin the page of this number, on which so many marks are given away."""
        self._page, self._marked, self._made = page, [0] * marks, {}

    def prepared(self) -> Prepared:
        """What was written of this page, for documents that have it in common; it is taken out of this one."""
        found = Prepared(self._page, tuple(self._marked), tuple(self._kids), self._made)
        self._kids = []
        return found

    def resume(self, prepared: Prepared) -> None:
        """Go on with a page of which all but its own marks is written."""
        self._page, self._marked, self._made = prepared.page, list(prepared.marked), dict(prepared.made)
        self._kids += prepared.kids

    def mark(self) -> int:
        """The next mark that is not given away."""
        self._marked.append(0)
        return len(self._marked) - 1

    def field(self, rect: Rect, number: int) -> bytes:
        """Tell of a field on the next page; gives what it says of its place in the tree."""
        key = self._key()
        self._fields.append((rect, number, key))
        return b"/StructParent %d" % key

    def add_paragraph(self, marks: Sequence[int], order: int) -> None:
        """Put marks into a paragraph of their own, as a page is read that does not have its elements in the tree."""
        number = self.file.new()
        numbers = b" ".join([b"%d" % mark for mark in marks])
        self.file.put(number, b"<</S/P/P %d 0 R/Pg %d 0 R/K[%b]>>" % (self._document, self._page, numbers))
        for mark in marks:
            self._marked[mark] = number
        self._kids.append((order, number))
        self.whole = False

    def add(self, owners: Owners, marks: Iterable[Mark], order: int) -> None:
        """Put the elements of a page into the tree, with these marks of theirs, in the order of the items."""
        mine: dict[int, list[tuple[int, int]]] = {}
        for element, place, mark in marks:
            mine.setdefault(id(element), []).append((place, mark))
        fields: dict[int, list[tuple[int, int]]] = {}
        for rect, *field in self._fields:
            where = owners.at(rect.x + rect.width / 2, rect.y + rect.height / 2)
            fields.setdefault(id(where) if where else 0, []).append((field[0], field[1]))
        numbers = [self._element(element, self._document, mine, fields) for element in owners.elements]
        if alone := fields.get(0):  # they stand in no element
            numbers.append(self.file.new())
            kids = [b"%d 0 R" % self._form(each, numbers[-1]) for each in alone]
            self._put(Element("P"), Made(numbers[-1], self._document, tuple(kids)))
        self._fields = []
        self._kids += [(order, number) for number in numbers if number]

    def add_marks(self, marks: Iterable[Mark]) -> None:
        """Put marks into elements that are written already, after all that is in these, and write them again."""
        changed = {}
        for element, _, mark in marks:
            made = self._made[id(element)]
            self._marked[mark] = made.number
            changed[id(element)] = element
            self._made[id(element)] = replace(made, kids=(*made.kids, b"%d" % mark))
        for key, element in changed.items():
            self._put(element, self._made[key])

    def _element(
        self, element: Element, parent: int, mine: Mapping[int, list[tuple[int, int]]],
        fields: Mapping[int, Sequence[tuple[int, int]]],
    ) -> int:  # fmt: skip
        """Write an element and all in it; gives its number, 0 if it says nothing."""
        number, kids, marks = self.file.new(), list[bytes](), mine.get(id(element), [])
        for kid in element.kids:
            if isinstance(kid, Element):
                inner = self._element(kid, number, mine, fields) if kid.role != "Artifact" else 0
                kids += [b"%d 0 R" % inner] if inner else []
            while isinstance(kid, tuple) and marks and marks[0][0] < kid[1]:
                kids.append(self._marked_in(marks.pop(0)[1], number))
        kids += [self._marked_in(mark, number) for _, mark in marks]
        kids += [b"%d 0 R" % self._form(each, number) for each in fields.get(id(element), ())]
        if not kids and not element.rect and element.role not in _NEVER_EMPTY:
            return 0
        self._made[id(element)] = Made(number, parent, tuple(kids))
        self._put(element, self._made[id(element)])
        return number

    def _put(self, element: Element, made: Made) -> None:
        """Write an element."""
        more = b"/Pg %d 0 R" % self._page if made.kids else b""
        if element.span > 1:
            scope = b"/Scope/%b" % element.scope.encode() if element.scope else b""
            more += b"/A<</O/Table%b/ColSpan %d>>" % (scope, element.span)
        elif element.scope:
            more += b"/A %d 0 R" % self._heads[element.scope]
        if element.alt:
            more += b"/Alt%b" % text_string(element.alt)
        if made.kids:
            more += b"/K[%b]" % b" ".join(made.kids)
        self.file.put(made.number, b"<</S/%b/P %d 0 R%b>>" % (element.role.encode(), made.parent, more))

    def _marked_in(self, mark: int, number: int) -> bytes:
        self._marked[mark] = number
        return b"%d" % mark

    def _form(self, field: tuple[int, int], parent: int) -> int:
        """Write the element of a field, and give its number."""
        widget, key = field
        what = b"<</Type/OBJR/Obj %d 0 R>>" % widget
        number = self.file.add(b"<</S/Form/P %d 0 R/Pg %d 0 R/K %b>>" % (parent, self._page, what))
        self._parents[key] = b"%d 0 R" % number
        return number

    def _key(self) -> int:
        self._parents.append(b"")
        return len(self._parents) - 1

    def end(self) -> bytes:
        """End the page, and give what it says of its marks."""
        if not self._marked:
            return b""
        key = self._key()
        self._parents[key] = b"[%b]" % references(self._marked)
        return b"/StructParents %d" % key

    def finish(self, title: str, language: str, *, mixed: bool) -> bytes:
        """Write what belongs to the whole document, and give what its catalog says of it."""
        root, about = self.file.new(), self.file.new()
        kids = references(number for _, number in sorted(self._kids, key=lambda kid: kid[0]))
        self.file.put(self._document, b"<</S/Document/P %d 0 R/K[%b]>>" % (root, kids))
        nodes = []
        for first in range(0, len(self._parents), _GROUP):
            some = self._parents[first : first + _GROUP]
            numbers = b" ".join([b"%d %b" % each for each in enumerate(some, first)])
            nodes.append(self.file.add(b"<</Limits[%d %d]/Nums[%b]>>" % (first, first + len(some) - 1, numbers)))
        tree = self.file.add(b"<</Kids[%b]>>" % references(nodes) if nodes else b"<</Nums[]>>")
        self.file.put(root, b"<</Type/StructTreeRoot/K %d 0 R/ParentTree %d 0 R/ParentTreeNextKey %d>>"
                      % (self._document, tree, len(self._parents)))  # fmt: skip
        escaped = title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        xmp = _XMP.format(title=escaped, language=language, more=_PART if self.whole and not mixed else "")
        self.file.put_plain(about, xmp.encode(), b"/Type/Metadata/Subtype/XML")
        return b"/MarkInfo<</Marked true>>/StructTreeRoot %d 0 R/Metadata %d 0 R" % (root, about)
