"""Values: small records that do not change once they are made, and compare by what they hold.

They are msgspec's, since a start makes some ninety such classes: that takes it two milliseconds, and dataclasses fifty.
A class with cached properties says ``dict=True``.
"""

from msgspec import Struct, field
from msgspec.structs import replace

__all__ = ["Record", "Value", "field", "replace"]


class Value(Struct, frozen=True):
    """A record that does not change."""


class Record(Struct):
    """A record that is filled while something is worked out."""
