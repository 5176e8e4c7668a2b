"""A ruleset, in words, to the text of its rules booklet. Every roll in it is scored by the engine as it is written."""

from sheetgen.booklets.document import Kind, locate, template_names, write_markup, write_page, write_story
from sheetgen.booklets.facts import Facts

__all__ = ["Facts", "Kind", "locate", "template_names", "write_markup", "write_page", "write_story"]
