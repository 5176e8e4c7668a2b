"""Text of a new ruleset file: a small game, or the differences from another one, with comments."""

import json
import re
import unicodedata
from functools import partial
from pathlib import Path
from typing import Any

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import ENGLISH, Catalog
from sheetgen.i18n.templating import render
from sheetgen.i18n.wording import Wording
from sheetgen.rulesets.ids import is_path, is_shipped, known_id
from sheetgen.rulesets.loading import load_ruleset, ruleset_text
from sheetgen.rulesets.source import lines_of

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_DEVICES = re.compile("con|prn|aux|nul|com[0-9]|lpt[0-9]")
"""Names that Windows does not allow for files, whatever their ending."""
_OWN_KEYS = ("format", "extends", "name", "summary", "variant", "source", "remove")
"""Keys that a file extending another has of its own."""


def check_name(name: str) -> None:
    """Raise SheetgenError if a ruleset, and its file, cannot have this name."""
    if not _NAME.fullmatch(name) or _DEVICES.fullmatch(name):
        raise SheetgenError(
            "'%(written)s' cannot be its name: take small letters, digits, - and _, such as %(right)s", written=name,
            right=_plain(name),
        )  # fmt: skip
    if is_shipped(name):
        raise SheetgenError(
            "a game that comes with sheetgen is called %(name)s; choose another name, such as my-%(name)s", name=name
        )


def _plain(name: str) -> str:
    """Return the nearest possible name."""
    apart = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^a-z0-9_]+", "-", apart).strip("-_")[:40] or "my-rules"
    return f"my-{plain}" if is_shipped(plain) or _DEVICES.fullmatch(plain) else plain


def new_ruleset(name: str, base: str | None, catalog: Catalog) -> str:
    """Return a ruleset file with comments in the catalog's language: whole, or the differences from `base`.

    Raises SheetgenError for an impossible name, and for a base that is absent or faulty.
    """
    check_name(name)
    words: dict[str, Any] = {"title": re.sub("[-_]+", " ", name).strip().capitalize(), "file": f"{name}.toml"}
    filters = {"toml": partial(json.dumps, ensure_ascii=False)}  # TOML writes a text as JSON does
    if base is None:
        words["language"] = catalog.language if catalog.language != ENGLISH else "nl"
        return render("whole.toml.j2", catalog, filters, "starter", **words) + "\n"
    ruleset = load_ruleset(base)
    extended = Path(base).name if is_path(base) else known_id(base)  # a game, or a file in the same folder
    text = render(
        "changes.toml.j2", catalog, filters, "starter", base=extended, lines=_lines(ruleset_text(base)),
        base_title=Wording(ruleset, catalog).title, last=list(ruleset.categories)[-1], **words,
    )  # fmt: skip
    return text.rstrip("\n") + "\n"


def _lines(text: str) -> list[str]:
    """Return the lines of a ruleset file without its first comment and without `_OWN_KEYS`."""
    lines = [line.rstrip("\r") for line in text.split("\n")]
    owners = {line: str(path[0]) for path, line in lines_of(text).items()}
    kept: list[str] = []
    owner = _OWN_KEYS[0]  # what stands before the first key goes
    for number, line in enumerate(lines, 1):
        if number in owners:
            owner = owners[number]
        elif owners and number > min(owners) and line.lstrip()[:1] in ("", "#"):
            owner = ""
        if owner not in _OWN_KEYS:
            kept.append(line)
    return "\n".join(kept).strip("\n").split("\n")
