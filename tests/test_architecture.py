"""The house keeps its shape: each library in its room, one direction of flow, one place that prints."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "sheetgen"
MODULES = sorted(PACKAGE.rglob("*.py"))

LIBRARIES = {
    "pdf_file": {"pypdf"},
    "catalog": {"babel"},
    "po_file": {"babel"},
    "exchange": {"msgspec"},
    "templating": {"jinja2", "markupsafe"},
    "markdown": {"markdownify"},
    "ruleset_file": {"jsonschema_rs"},
    "pdf": {"reportlab", "font_source_sans_pro"},
    "flow": {"reportlab"},
    "preview": {"pypdfium2"},
    "cli": {"typer", "rich", "tomli_w"},
}
"""Which room may import what beside the standard library."""

RECORDS = {"msgspec", "msgspec.structs"}
"""What records are made with, in every room."""

BELOW = {
    "errors": set(),
    "rules": set(),
    "paper": {"errors"},
    "assets": set(),
    "files": {"errors"},
    "po_file": {"assets", "errors", "files"},
    "catalog": {"assets", "errors", "po_file"},
    "ruleset_file": {"assets", "catalog", "errors", "plain_data", "po_file", "rules"},
    "starter": {"catalog", "errors", "ruleset_file", "templating", "wording"},
    "wording": {"catalog", "rules"},
    "plain_data": {"errors"},
    "form_tag": set(),
    "checker": {"errors", "rules"},
    "report": {"checker", "errors", "rules", "wording"},
    "table_talk": {"catalog", "errors", "rules", "wording"},
    "interview": {"report", "rules", "table_talk"},
    "card_file": {"errors", "form_tag", "pdf_file", "plain_data", "rules", "table_talk", "wording"},
    "exchange": {"catalog", "checker", "errors", "plain_data", "report", "rules", "table_talk", "wording"},
    "calculator": {"assets", "catalog", "form_tag", "layout", "rules", "templating", "wording"},
    "layout": {"catalog", "checker", "errors", "form_tag", "lazy", "paper", "rules", "wording"},
    "lazy": set(),
    "imposition": set(),
    "press": {"errors", "imposition", "layout", "lazy", "paper"},
    "theme_file": {"assets", "errors", "files", "layout", "plain_data"},
    "names_file": {"catalog", "errors", "files", "layout", "lazy", "plain_data"},
    "preview": {"errors", "files", "pdf_file"},
    "pdf_file": {"errors"},
    "pdf": {"errors", "files", "layout"},
    "booklet": {"assets", "catalog", "errors", "layout", "rules", "templating", "wording"},
    "flow": {"errors", "imposition", "layout", "paper", "pdf"},
    "markdown": set(),
    "templating": {"assets", "catalog", "errors"},
    "reference": {"catalog", "checker", "exchange", "ruleset_file", "templating"},
    "cli": {"__init__", "assets", "booklet", "calculator", "card_file", "catalog", "checker", "errors", "exchange",
            "files", "flow", "form_tag", "imposition", "interview", "layout",
            "markdown", "names_file", "paper", "pdf", "plain_data", "po_file", "press", "preview", "reference",
            "report", "rules", "ruleset_file", "starter", "table_talk", "theme_file", "wording"},
    "__init__": set(),
    "__main__": {"cli"},
}  # fmt: skip
"""Which rooms a room may use: the arrows of the house."""


def room(path: Path) -> str:
    """The room that a module belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    """Everything that a module imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            yield from (
                f"{node.module}.{alias.name}" if node.module == "sheetgen" else str(node.module) for alias in node.names
            )


def calls(path: Path) -> set[str]:
    """The names of the functions that a module calls."""
    nodes = (node.func for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))
    return {node.id if isinstance(node, ast.Name) else getattr(node, "attr", "") for node in nodes}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_follow_the_arrows(path: Path) -> None:
    """A module imports its own libraries and the rooms below it, and nothing else."""
    for name in imports(path):
        top, _, rest = name.partition(".")
        if name in RECORDS:
            continue
        if top != "sheetgen":
            assert top in sys.stdlib_module_names | LIBRARIES.get(room(path), set()), name
            continue
        used = rest.split(".")[0]
        used = used if used in BELOW else "__init__"
        assert used == room(path) or used in BELOW[room(path)], name


def test_there_are_no_cycles() -> None:
    """From no room do the arrows lead back to it."""
    above: dict[str, set[str]] = {}
    while len(above) < len(BELOW):
        ready = {name for name in BELOW if name not in above and BELOW[name] <= set(above)}
        assert ready, "the arrows run in a circle"
        above |= {name: BELOW[name] for name in ready}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_one_place_prints_and_nothing_is_executed(path: Path) -> None:
    """Only cli prints and exits; no module evaluates text as code."""
    assert not calls(path) & {"eval", "exec", "__import__", "system", "popen"}
    if room(path) != "cli":
        assert "print" not in calls(path)
        assert "exit" not in calls(path)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_modules_are_small_and_say_what_they_know(path: Path) -> None:
    """A module has a docstring and at most 350 lines."""
    text = path.read_text("utf-8")
    assert ast.get_docstring(ast.parse(text))
    assert len(text.splitlines()) <= 350


def test_scripts_are_small_and_say_what_they_know() -> None:
    """A script begins with what it is for, and has at most 350 lines."""
    for path in (PACKAGE.parent / "templates" / "calculator").glob("*.js"):
        text = path.read_text("utf-8")
        assert text.startswith("/* ")
        assert len(text.splitlines()) <= 350


def test_the_core_opens_no_file() -> None:
    """Rules, checker, wording and layout are pure: they open, read and write nothing."""
    for path in MODULES:
        if room(path) in ("rules", "checker", "wording", "report", "interview", "layout", "imposition", "press"):
            assert not calls(path) & {"open", "read_text", "read_bytes", "write_text", "write_bytes", "mkdir"}
            assert not {name.partition(".")[0] for name in imports(path)} & {"os", "pathlib", "io", "time", "random"}
