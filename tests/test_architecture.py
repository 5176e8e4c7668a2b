"""The house keeps its shape.

Each library in its room, one direction of flow, one place that prints.
"""

import ast
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "sheetgen"
MODULES = sorted(PACKAGE.rglob("*.py"))

LIBRARIES = {
    "i18n": {"babel", "jinja2", "markupsafe"},
    "pdf": {"pypdf", "pypdfium2", "reportlab"},
    "booklets": {"markdownify"},
    "cards": {"msgspec"},
    "odds": {"msgspec", "numpy"},
    "live": {"msgspec", "starlette", "uvicorn"},
    "scan": {"cv2", "numpy", "PIL", "pillow_heif", "pypdfium2", "threadpoolctl"},
    "cli": {"typer", "rich", "tomli_w", "segno"},
}
"""Libraries that each room may import beyond the standard library."""

RECORDS = {"msgspec", "msgspec.structs"}
"""Modules for records, which every room may import."""

BELOW: dict[str, set[str]] = {
    "errors": set(),
    "rules": set(),
    "files": {"errors"},
    "checker": {"errors", "rules"},
    "i18n": {"checker", "errors", "files", "rules"},
    "rulesets": {"errors", "files", "i18n", "rules"},
    "layout": {"checker", "errors", "files", "i18n", "rules"},
    "printing": {"errors", "layout"},
    "pdf": {"errors", "files", "layout"},
    "cards": {"checker", "errors", "files", "i18n", "layout", "pdf", "rules"},
    "odds": {"cards", "errors", "files", "i18n", "rules"},
    "calculator": {"files", "i18n", "layout", "rules"},
    "booklets": {"errors", "files", "i18n", "layout", "pdf", "printing", "rules"},
}
BELOW["documents"] = {*BELOW}
BELOW["scan"] = {*BELOW} - {"booklets", "cards", "odds", "printing"}
BELOW["live"] = {"cards", "errors", "files", "i18n", "rules"}
BELOW["cli"] = {*BELOW, "__init__"}
BELOW |= {"__init__": set(), "__main__": {"cli"}}
"""Which rooms a room may use: the arrows of the house."""


def room(path: Path) -> str:
    """Return the room that a module belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def nodes_of(tree: ast.AST) -> Iterator[ast.AST]:
    """All that runs: what stands under TYPE_CHECKING is for type checks alone."""
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield node
            yield from nodes_of(node)


def imports(path: Path) -> Iterator[str]:
    """Everything that a module imports, wherever in it."""
    for node in nodes_of(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            yield from (
                f"{node.module}.{alias.name}" if node.module == "sheetgen" else str(node.module)
                for alias in node.names
            )


def calls(path: Path) -> set[str]:
    """Return the names of the functions that a module calls."""
    nodes = (
        node.func
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
    )
    return {node.id if isinstance(node, ast.Name) else getattr(node, "attr", "") for node in nodes}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_follow_the_arrows(path: Path) -> None:
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


def reached(tree: ast.Module) -> set[str]:
    """Return every module of ours that a module names in any form of import.

    At the top, inside functions, under TYPE_CHECKING, and by `import_module`.
    """
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            found |= {str(each.value) for each in node.args if isinstance(each, ast.Constant)}
    return found


def test_there_are_no_cycles() -> None:
    names = {
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path for path in MODULES
    }
    trees = {
        name: ast.parse(path.read_text("utf-8"))
        for name, path in names.items()
        if path.stem != "__init__"
    }
    arrows = {name: (reached(tree) & trees.keys()) - {name} for name, tree in trees.items()}
    assert len(list(TopologicalSorter(arrows).static_order())) == len(
        trees
    )  # CycleError names the modules


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_one_place_prints_and_nothing_is_executed(path: Path) -> None:
    assert not calls(path) & {"eval", "exec", "__import__", "system", "popen"}
    if room(path) != "cli":
        assert "print" not in calls(path)
        assert "exit" not in calls(path)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_modules_say_what_they_know(path: Path) -> None:
    """A module has a docstring, unless it is the empty `__init__` of a package."""
    text = path.read_text("utf-8")
    assert ast.get_docstring(ast.parse(text)) or not text


def test_scripts_say_what_they_are_for() -> None:
    for path in (PACKAGE.parent / "templates" / "calculator").glob("*.js"):
        text = path.read_text("utf-8")
        assert text.startswith("/* ")


def test_the_core_opens_no_file() -> None:
    for path in MODULES:
        if room(path) in ("rules", "checker", "printing") or path.stem in (
            "wording",
            "report",
            "interview",
        ):
            assert not calls(path) & {
                "open",
                "read_text",
                "read_bytes",
                "write_text",
                "write_bytes",
                "mkdir",
            }
            assert not {name.partition(".")[0] for name in imports(path)} & {
                "os",
                "pathlib",
                "io",
                "time",
                "random",
            }
