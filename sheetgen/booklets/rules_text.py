"""The text of a booklet: the templates in templates/booklet, filled in with the facts of a game."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from sheetgen.booklets.facts import Facts
from sheetgen.booklets.sentences import Sentences
from sheetgen.errors import SheetgenError
from sheetgen.files import folders
from sheetgen.layout.primitives import PIPS
from sheetgen.layout.themes import Look, screen_style

Kind = Literal["rules", "quick", "zine"]
"""The whole booklet, a card with the rules in short, or eight small pages."""
FOLDER = "booklet"
"""Folder of the templates."""


def write_story(
    facts: Facts, kind: Kind, command: str = "", templates: Path | None = None, appendix: Sequence[str] = ()
) -> str:
    """Return the text for print: HTML in the closed form of `markup`, with dice as ``<dice>6 6 6 3 3</dice>``.

    A template in the folder `templates` replaces the one of that name. Raises SheetgenError with file and line for a
    template with a fault.
    """
    return _fill(f"{kind}.html.j2", facts, "print", command, templates, appendix=appendix)


def write_appendix(facts: Facts, appendix: Sequence[str]) -> str:
    """Return the appendices for print, empty if none was asked for."""
    return _fill("appendix.html.j2", facts, "print", "", None, appendix=appendix) if appendix else ""


def write_page(
    facts: Facts, kind: Kind, command: str = "", templates: Path | None = None, appendix: Sequence[str] = ()
) -> str:
    """Return the text as one HTML page with everything in it, dice as drawings."""
    from sheetgen.i18n.templating import fingerprint  # noqa: PLC0415 - see `_fill`

    own = (folders.templates() / FOLDER / "page.css").read_text("utf-8")
    style = screen_style(Look().with_accent(facts.ruleset.accent)) + own
    body = _fill(f"{kind}.html.j2", facts, "page", command, templates, appendix=appendix)
    parts = re.findall(r'<section id="([^"]+)">\s*(?:<article>\s*)?<h2>(.*?)</h2>', body)
    more = {"body": body, "parts": parts, "style": style, "style_hash": fingerprint(style)}
    return _fill("page.html.j2", facts, "page", command, templates, **more)


def write_markup(
    facts: Facts, kind: Kind, command: str = "", templates: Path | None = None, appendix: Sequence[str] = ()
) -> str:
    """Return the text as plain HTML, dice as digits, from which other formats are made."""
    return _fill(f"{kind}.html.j2", facts, "text", command, templates, appendix=appendix)


def template_names() -> list[str]:
    """Return the names of the templates that a user can replace."""
    return sorted(path.name for path in (folders.templates() / FOLDER).glob("*.j2"))


def locate(error: SheetgenError, templates: Path) -> SheetgenError:
    """Return the fault with the user's template that caused it, and its line, as far as that can be found."""
    near = str(error.values.get("near", ""))
    for path in _own(templates):
        for number, line in enumerate(path.read_bytes().decode("utf-8", "replace").splitlines(), 1):
            if near and near in line:
                return SheetgenError("line %(line)s: %(reason)s", file=str(path), line=number, reason=error)
    return error.placed(str(templates))


def _own(templates: Path) -> list[Path]:
    """Return the templates in a user's folder that replace ours. Raises SheetgenError if there are none."""
    if not templates.exists():
        raise SheetgenError("there is no such folder; make it first", file=str(templates))
    if not templates.is_dir():
        raise SheetgenError("this is no folder; name a folder", file=str(templates))
    found = [templates / name for name in template_names() if (templates / name).is_file()]
    if not found:
        known = tuple(template_names())
        raise SheetgenError("no template is there; it can hold %(known)s", file=str(templates), known=known)
    return found


def _fill(name: str, facts: Facts, target: str, command: str, templates: Path | None, **more: object) -> str:
    from sheetgen.booklets.markup import check_symbols  # noqa: PLC0415 - pages that are drawn do without
    from sheetgen.i18n.templating import render  # noqa: PLC0415 - pages that are drawn do without

    if templates:
        _own(templates)
    catalog = facts.wording.catalog
    shown = facts.wording.dice.shown
    filters: dict[str, Callable[..., object]] = {"number": catalog.number, "both": catalog.both, "shown": shown}
    values = {"tale": Sentences(facts), "facts": facts, "game": facts.ruleset, "wording": facts.whole, "target": target}
    filled = render(name, catalog, filters, FOLDER, templates, **values, command=command, pips=PIPS, **more)
    check_symbols(filled, {face.symbol for face in (*facts.ruleset.dice.faces, *facts.wording.dice.faces)})
    return filled
