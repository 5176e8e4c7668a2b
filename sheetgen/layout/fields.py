"""What the cells of a page become where the page is filled in on a screen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Event = Literal["keystroke", "validate", "calculate"]


@dataclass(frozen=True)
class Field:
    """One thing to fill in or to press. All cells with its name show it."""

    name: str
    label: str
    """What it is, for people who do not see the page around it."""
    kind: Literal["text", "choice", "button"] = "text"
    value: str = ""
    """What it holds; of a choice, one of `choices`; what stands on a button."""
    choices: tuple[tuple[str, str], ...] = ()
    """What a choice can hold, and how each is shown."""
    size: float = 10.0
    """The size of its letters in points; a longer value makes it smaller."""
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


@dataclass(frozen=True)
class Form:
    """The fields of some pages."""

    fields: tuple[Field, ...]
    """In the order in which a person goes through them."""
    opening: str = ""
    """JavaScript that runs when the document is opened."""
