"""Sequences whose items are made when they are asked for, so that a thousand take no more memory than one."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeVar, overload

Item = TypeVar("Item")


class Lazy(Sequence[Item]):
    """A sequence that makes its items; subclasses say how many there are and what each is."""

    @abstractmethod
    def item(self, place: int) -> Item:
        """The item at a place, which is there, from 0."""

    def __iter__(self) -> Iterator[Item]:
        return map(self.item, range(len(self)))

    @overload
    def __getitem__(self, place: int) -> Item: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Item]: ...
    def __getitem__(self, place: int | slice) -> Item | Sequence[Item]:
        if isinstance(place, slice):
            return [self.item(each) for each in range(*place.indices(len(self)))]
        count = len(self)
        if not -count <= place < count:
            raise IndexError(place)
        return self.item(place % count)
