"""HTML to Markdown: the only place that knows the library for it."""

import re
from typing import Any

from markdownify import MarkdownConverter


def to_markdown(html: str) -> str:
    """The same text as Markdown, a paragraph a line; marks of Markdown in it are shown, not obeyed."""
    text: str = _Converter(heading_style="ATX", bullets="-").convert(re.sub(r"\s+", " ", html))
    return re.sub(r"[ \t]+\n", "\n", text).strip() + "\n"


class _Converter(MarkdownConverter):
    def escape(self, text: str, parent_tags: Any) -> str:
        """Escape what the library leaves: bars of tables, links, HTML, code."""
        marked: str = super().escape(  # type: ignore[misc]  # the library's types leave it out
            re.sub(r"([\\|<\[`]|&(?=#?\w+;))", r"\\\1", text), parent_tags
        )
        return marked
