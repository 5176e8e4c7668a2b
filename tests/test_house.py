"""The program keeps its shape.

Short functions, names that mean one thing, documents that name what exists.
"""

import ast
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median, quantiles

import pytest

from tests.test_architecture import MODULES, PACKAGE, room

ROOT = PACKAGE.parent
DOCUMENTS = [
    *(ROOT / "docs").glob("*.md"),
    ROOT / "README.md",
    ROOT / ".github" / "CONTRIBUTING.md",
]


@cache
def tree(path: Path) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(path.read_text("utf-8"))


def test_functions_are_short() -> None:
    """Half of them have at most seven statements, nine of ten at most 18, and none more than 48.

    Lines do not count: they would reward packing.
    """
    functions = [
        node
        for path in MODULES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    statements = [
        sum(isinstance(part, ast.stmt) for part in ast.walk(function)) - 1 for function in functions
    ]
    assert median(statements) <= 7
    assert quantiles(statements, n=10)[-1] <= 18
    assert max(statements) <= 48


def test_a_file_name_occurs_once() -> None:
    """A newcomer who looks for `sheet.py` finds one file."""
    stems = Counter(path.stem for path in MODULES if not path.stem.startswith("__"))
    assert [stem for stem, times in stems.items() if times > 1] == []


def test_a_class_name_means_one_thing() -> None:
    """No public class has the name of another one."""
    classes = Counter(
        node.name
        for path in MODULES
        for node in tree(path).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, times in classes.items() if times > 1] == []


def names_in_documents() -> Iterator[tuple[Path, str]]:
    """Yield each module that a document names in backticks, with its room before it."""
    rooms = "|".join(sorted({room(path) for path in MODULES if path.parent != PACKAGE}))
    for page in DOCUMENTS:
        for name in re.findall(
            rf"`(?:sheetgen/)?((?:{rooms})/[\w/]+)(?:\.py)?`", page.read_text("utf-8")
        ):
            yield page, name
        for name in re.findall(
            rf"\bsheetgen\.((?:{rooms})(?:\.[a-z_]+)*)\b", page.read_text("utf-8")
        ):
            yield page, name.rstrip(".").replace(".", "/")


@pytest.mark.parametrize(
    ("page", "name"),
    sorted(set(names_in_documents())),
    ids=lambda value: getattr(value, "name", value),
)
def test_documents_name_modules_that_exist(page: Path, name: str) -> None:
    """A document names no module that was renamed or removed."""
    assert (PACKAGE / f"{name}.py").exists() or (PACKAGE / name).exists()


BOOKS = (ROOT / "docs" / "how-it-is-built.md", ROOT / ".github" / "CONTRIBUTING.md")
"""Documents for those who change the program."""
TYPES = ROOT / "templates" / "calculator" / "types.d.ts"
"""Types of the scripts."""


def test_documents_name_classes_that_exist() -> None:
    """A class or type in backticks in how-it-is-built or CONTRIBUTING exists."""
    known = {
        node.name
        for path in MODULES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ClassDef)
    }
    known |= {*re.findall(r"^(?:interface|type) (\w+)", TYPES.read_text("utf-8"), re.MULTILINE)}
    for page in BOOKS:
        named = re.findall(r"`([A-Z][a-z]+(?:[A-Z][a-z]+)*)`", page.read_text("utf-8"))
        assert {*named} <= known, page


SOURCES = sorted(
    path
    for folder in ("sheetgen", "tests", "tools", "benchmarks", "fuzz", "templates/calculator")
    for path in (ROOT / folder).rglob("*.*")
    if path.suffix in (".py", ".js") and "node_modules" not in path.parts
)
"""Python files and scripts of the repository."""
NAMES_OF_FILE = re.compile(
    r"((?:`\w+`(?:,\s|\sor\s|\sand\s)?)+)\s(?:of\s|in\s|\()`([\w/.]+\.(?:py|js|ts))`"
)
"""Names in backticks, and the file in which a document says that they are."""


def test_documents_find_names_where_they_are() -> None:
    """What is to be changed "in `name` of `file`" is in this file."""
    claims = 0
    missing = []
    for page in BOOKS:
        for names, file in NAMES_OF_FILE.findall(page.read_text("utf-8")):
            files = [
                path for path in (*SOURCES, TYPES) if f"/{path.as_posix()}".endswith(f"/{file}")
            ]
            assert len(files) == 1, (page.name, file, files)
            words = words_of(files[0].read_text("utf-8"))
            for name in re.findall(r"`(\w+)`", names):
                claims += 1
                if name not in words:
                    missing.append(f"{page.name}: {name} of {file}")
    assert not missing, "\n".join(missing)
    assert claims > 20


PROSE = {
    ".py": re.compile(r'"""(?:[^"]|"(?!""))*"""|(?<!\S)#.*'),
    ".js": re.compile(r"/\*[\s\S]*?\*/|(?<!\S)//.*"),
}
"""Docstrings and comments, by the ending of a file."""
NAMED = re.compile(r"(?<!`)`{1,2}([\w./]+)(?:\(\))?`{1,2}(?!`)|\b(\w+/\w+\.(?:py|js))\b")
"""A name in backticks, or the path of a file without them."""
FILE = re.compile(r"[\w/]+\.(?:py|js)|[a-z_]+/[a-z_]+")
"""A file of the repository: `test_house.py`, `layout/sheet.py` or `layout/sheet`."""
DOTTED = re.compile(r"[A-Za-z_]+(?:\.[A-Za-z_]+)*")
"""Identifiers with points between them. Names with digits are those of fields and other data."""


def words_of(code: str) -> set[str]:
    """Return the identifiers in a text."""
    return {*re.findall(r"[A-Za-z_]\w*", code)}


def exists(name: str, files: set[str], words: set[str], modules: dict[str, set[str]]) -> bool:
    """Check whether a file, or each identifier of a dotted name, is in the repository."""
    if FILE.fullmatch(name):
        endings = (f"/{name}", f"/{name}.py")
        return any(f"/{file}".endswith(endings) for file in files)
    if not DOTTED.fullmatch(name):
        return True
    first, *parts = name.split(".")
    if parts and first in modules:
        return parts[0] in modules[first]
    return {first, *parts} <= words


def test_docstrings_and_comments_name_what_exists() -> None:
    """A module, function, class or constant in backticks was not renamed or removed."""
    texts = {path: path.read_text("utf-8") for path in SOURCES}
    code = {path: PROSE[path.suffix].sub("", text) for path, text in texts.items()}
    words = set[str]().union(*map(words_of, code.values()))
    files = {path.relative_to(ROOT).as_posix() for path in SOURCES}
    modules: dict[str, set[str]] = defaultdict(
        set
    )  # what stands behind the name of a module or room
    for path in MODULES:
        modules[path.stem] |= words_of(code[path])
        modules[path.parent.name].add(path.stem)
    gone = []
    for path, text in texts.items():
        for prose in PROSE[path.suffix].findall(text):
            for quoted, bare in NAMED.findall(prose):
                if not exists(quoted or bare, files, words, modules):
                    gone.append(f"{path.relative_to(ROOT)}: {quoted or bare}")
    assert not gone, "\n".join(gone)


def test_extras_bring_what_they_are_for() -> None:
    """Libraries of an extra are imported inside functions alone; `all` has those of all extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras: dict[str, list[str]] = project.get("optional-dependencies", {})
    assert {"preview", "all"} <= {*extras}
    assert any(each.startswith("pypdfium2") for each in extras["preview"])
    brought = {each for name, extra in extras.items() if name != "all" for each in extra}
    inside = {
        name
        for each in extras["all"]
        for name in each.partition("[")[2].partition("]")[0].split(",")
        if name
    }
    assert {*extras["all"], *(each for name in inside for each in extras[name])} >= brought
    for path in MODULES:
        top = [node for node in tree(path).body if isinstance(node, ast.Import | ast.ImportFrom)]
        names = {alias.name for node in top for alias in node.names} | {
            getattr(node, "module", "") for node in top
        }
        assert not [name for name in names if name and name.partition(".")[0] == "pypdfium2"], path
