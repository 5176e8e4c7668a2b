"""A finished card as somebody wrote it, right or wrong."""

from msgspec import Struct

Written = int | str
"""What stands in a box: a whole number, or a text that is none."""


class Card(Struct, frozen=True):
    """One player's card."""

    entries: tuple[tuple[str, Written], ...]
    """Where something is written, and what, in the order of the paper: the id of a box or a total, or a label that
    the game does not have. A place that was left blank is not here; one that was filled twice is here twice."""
    name: str = ""
    """Whose card it is."""
