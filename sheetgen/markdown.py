"""HTML to Markdown: the only place that knows the library for it."""

import re

from markdownify import markdownify


def to_markdown(html: str) -> str:
    """The same text as Markdown, a paragraph a line."""
    flat = re.sub(r"\s+", " ", html)
    text: str = markdownify(flat, heading_style="ATX", bullets="-")
    return re.sub(r"[ \t]+\n", "\n", text).strip() + "\n"
