"""HTML to Markdown: the only place that knows the library for it."""

import re
from typing import Any

from markdownify import MarkdownConverter

_MARKS = re.compile(r"([\\|<\[\]`~]|&(?=#?\w+;))")
"""Marks of Markdown that the library leaves: bars of tables, links, HTML, code."""
_STARTS = re.compile(r"^(\s*)([#>+=-])"), re.compile(r"^(\s*\d+)([.)])")
"""Beginnings of a paragraph that Markdown takes for a list, a heading or a quotation."""


def to_markdown(html: str) -> str:
    """Return HTML as Markdown, one line for each paragraph; marks of Markdown in the text are escaped."""
    text: str = _Converter(heading_style="ATX", bullets="-", newline_style="backslash").convert(
        re.sub(r"\s+", " ", html)
    )
    return re.sub(r"[ \t]+\n", "\n", text).strip() + "\n"


class _Converter(MarkdownConverter):
    def escape(self, text: str, parent_tags: Any) -> str:
        """Escape every mark of Markdown."""
        plain: str = super().escape(_MARKS.sub(r"\\\1", text), parent_tags)  # type: ignore[misc]
        for start in _STARTS:
            plain = start.sub(r"\1\\\2", plain)
        return plain
