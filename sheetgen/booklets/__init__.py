"""Rules booklets. The engine scores every roll in them as it is written."""

from sheetgen.booklets.facts import Expected as Expected, Facts as Facts
from sheetgen.booklets.rules_text import (
    Kind as Kind,
    locate as locate,
    template_names as template_names,
    write_appendix as write_appendix,
    write_markup as write_markup,
    write_page as write_page,
    write_story as write_story,
)
