"""What the cells of a page become where the page is filled in on a screen.

It stands here because `calculator` makes fields and `pdf` writes them, and both know the layout.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

Event = Literal["keystroke", "validate", "calculate"]
Moment = Literal["opening", "before_saving", "after_saving"]


class Field(Struct, frozen=True):
    """One thing to fill in or to press. All cells with its name show it."""

    name: str
    label: str
    """What it is, for people who do not see the page around it."""
    kind: Literal["text", "button"] = "text"
    value: str = ""
    """What it holds, or what stands on a button."""
    widest: str = ""
    """The widest that it will hold."""
    size: float = 10.0
    """The size of its letters in points; what does not fit makes it smaller."""
    centred: bool = True
    longest: int = 0
    """The most letters that it takes; 0 for no limit."""
    read_only: bool = False
    printed: bool = True
    """Whether it stands on paper too, when the page is printed."""
    scripts: Mapping[Event, str] = field(default_factory=dict)
    """JavaScript for what happens to it."""
    click: str = ""
    """JavaScript for a button."""


class Form(Struct, frozen=True):
    """The fields of some pages."""

    fields: tuple[Field, ...]
    """In the order in which a person goes through them."""
    scripts: Mapping[Moment, str] = field(default_factory=dict)
    """JavaScript for what happens to the document."""
