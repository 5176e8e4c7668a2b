"""The names that ReportLab takes from Pillow when it is imported."""

from typing import Any, Never


class Image:
    """A picture, of which there are none here."""


def open(*_: Any, **__: Any) -> Never:  # noqa: A001 - Pillow's name
    """Raise ImportError: a picture was to be read."""
    raise ImportError("pictures are not read in a browser")
