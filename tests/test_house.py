"""The house stays small and plain: how many rooms, lines and steps it has, and what an installation holds."""

import ast
import subprocess
import sys
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from statistics import median, quantiles

from test_architecture import MODULES, PACKAGE

ROOT = PACKAGE.parent
SHEET = (
    "import sys; from sheetgen.cli import main\ntry: main(sys.argv[1:])\nfinally: print(*sys.modules, file=sys.stderr)"
)


@cache
def tree(path: Path) -> ast.Module:
    """A module, parsed."""
    return ast.parse(path.read_text("utf-8"))


def functions(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function of a module: methods, and functions in functions, too."""
    return [node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def called_once(path: Path) -> list[str]:
    """The private functions that their module names in one place only."""
    nodes = list(ast.walk(tree(path)))
    names = [node.id for node in nodes if isinstance(node, ast.Name)]
    uses = Counter([*names, *(node.attr for node in nodes if isinstance(node, ast.Attribute))])
    private = (each.name for each in functions(path) if each.name.startswith("_") and not each.name.startswith("__"))
    return [name for name in private if uses[name] == 1]


def test_there_are_few_rooms() -> None:
    """At most sixteen: modules and packages at the top of the program, folders of data aside."""
    rooms = {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in MODULES}
    assert len(rooms - {"__init__", "__main__"}) <= 16


def test_the_program_is_short() -> None:
    """At most 35,580 lines, docstrings and all; who raises it says why, or finds what can go.

    It was 18,000 until whatever a mistake or a stranger could do was met (19,000); drawn booklets, the structure for
    screen readers, labels, holes and gaps, and the look of the sheet on screens brought 5,000, reading photos
    4,800 (the last four hundred for hands whose ones look like sevens or that write dashes, for ink on a line, cut off
    by it or of a neighbour, lines that curl, boxes that are not as wide as those of a map, blurred dice, sheets
    without any, and games that have only begun), odds 3,100, columns and new words of rulesets 2,000, and a page that
    keeps its games the rest.
    """
    assert sum(len(path.read_text("utf-8").splitlines()) for path in MODULES) <= 35_580


def test_functions_are_short() -> None:
    """Half of them have at most eight lines, nine of ten at most 22, and none more than sixty."""
    lines = [(each.end_lineno or 0) - each.lineno + 1 for path in MODULES for each in functions(path)]
    assert median(lines) <= 8
    assert quantiles(lines, n=10)[-1] <= 22
    assert max(lines) <= 60


def test_a_step_is_a_function_where_its_name_is_worth_knowing() -> None:
    """At most a fifth of all functions are private helpers with one caller: code is read in the order it runs in.

    How a picture is read is one step after the other, each with a name of its own: `scan` is counted apart.
    """
    modules = [path for path in MODULES if path.parent.name != "scan"]
    once = [f"{path.relative_to(PACKAGE)}: {name}" for path in modules for name in called_once(path)]
    every = sum(len(functions(path)) for path in modules)
    assert len(once) <= 0.2 * every, f"{len(once)} of {every}"


def test_a_sheet_enters_few_modules(tmp_path: Path) -> None:
    """At most 46 of ours are read to print one sheet: packages count, and so does what a function imports.

    It was 45 until the code of a sheet had a module of its own, which readers of photos share.
    """
    sheet = ["pdf", "--ruleset", "dice-play", "--lang", "nl", "--paper", "a4", "--profile", "none", "-o", "x.pdf"]
    command = [sys.executable, "-c", SHEET, *sheet]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True, text=True)
    entered = [name for name in done.stderr.split() if name.partition(".")[0] == "sheetgen"]
    assert "sheetgen.cli" in entered
    assert len(entered) <= 46, sorted(entered)


def test_the_program_has_its_types_with_it() -> None:
    """Type checks of those who build on sheetgen find its types."""
    assert (PACKAGE / "py.typed").exists()


def test_extras_bring_what_they_are_for() -> None:
    """What only an extra brings is imported inside functions alone, and `all` brings what every other extra does."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras: dict[str, list[str]] = project.get("optional-dependencies", {})
    assert {"preview", "all"} <= {*extras}
    assert any(each.startswith("pypdfium2") for each in extras["preview"])
    brought = {each for name, extra in extras.items() if name != "all" for each in extra}
    inside = {name for each in extras["all"] for name in each.partition("[")[2].partition("]")[0].split(",") if name}
    assert {*extras["all"], *(each for name in inside for each in extras[name])} >= brought
    for path in MODULES:
        top = [node for node in tree(path).body if isinstance(node, ast.Import | ast.ImportFrom)]
        names = {alias.name for node in top for alias in node.names} | {getattr(node, "module", "") for node in top}
        assert not [name for name in names if name and name.partition(".")[0] == "pypdfium2"], path
