"""A finished card as somebody wrote it, right or wrong, whatever it was read from."""

from msgspec import Struct

Written = int | str
"""What stands in a box: a whole number, or a text that is none."""


class Unsure(Struct, frozen=True):
    """What may stand in a box, where a reader of handwriting cannot tell. Sources that are typed have none of these."""

    values: tuple[tuple[Written, float], ...]
    """The likeliest first, each with its probability from 0 to 1; they add up to less than 1 if it may be another."""

    def __str__(self) -> str:
        return " / ".join(str(value) for value, _ in self.values) + "?"


class WrittenCard(Struct, frozen=True):
    """One player's card."""

    entries: tuple[tuple[str, Written | Unsure], ...]
    """Where something is written, and what, in the order of the paper: the id of a box or a total, or a label that
    the game does not have. A place that was left blank is not here; one that was filled twice is here twice."""
    name: str = ""
    """Whose card it is."""
