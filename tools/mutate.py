"""Changes the rules and the checker in small ways to see that the tests notice each change.

mutmut makes the changes, in a copy of the checkout under build/. It leaves decorated functions
alone, and nearly all that matters here is cached, so the copy has ``name = decorator(name)`` below
a function instead of a decorator above it.
"""

import ast
import os
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

from mutmut.mutation.diff_apply import get_diff_for_mutant

ROOT = Path(__file__).parent.parent
COPY = ROOT / "build" / "mutants"
ROOMS = ("sheetgen/rules", "sheetgen/checker")
LOADER = "sheetgen/rulesets/loading.py"
"""Module that reads a file of a user anew each time. With a cache, the tests of all changes
share the results for a game."""
KNOWN = ROOT / "tests" / "mutants.toml"
MUTMUT = str(Path(sys.executable).parent / "mutmut")
LEAST = 0.96
"""The share of changes that the tests must notice."""
UNSEEN = ("survived", "no tests", "skipped", "not checked")
"""Outcomes of changes that no test noticed, in the words of mutmut."""


def make_copy() -> None:
    """Make a fresh copy of the files that the tests need, with its decorators moved."""
    shutil.rmtree(COPY, ignore_errors=True)
    for folder in ("sheetgen", "templates", "locales", "fonts", "tests"):
        shutil.copytree(
            ROOT / folder,
            COPY / folder,
            ignore=shutil.ignore_patterns("node_modules", "__pycache__"),
        )
    shutil.copy(ROOT / "pyproject.toml", COPY)
    for room in ROOMS:
        for path in (COPY / room).glob("*.py"):
            path.write_text(move_decorators(path.read_text("utf-8")), "utf-8")
    with (COPY / LOADER).open("a", encoding="utf-8") as loader:
        loader.write("\n\nload_ruleset = __import__('functools').cache(load_ruleset)\n")


def move_decorators(source: str) -> str:
    """Return the program with each decorator of a function as a call below it."""
    lines = source.splitlines()
    classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    nodes = [
        node for body in (ast.parse(source).body, *(each.body for each in classes)) for node in body
    ]
    functions = [
        node for node in nodes if isinstance(node, ast.FunctionDef) and node.decorator_list
    ]
    for node in sorted(functions, key=lambda node: -node.lineno):
        calls = [
            f"{node.name} = {ast.unparse(each)}({node.name})"
            for each in reversed(node.decorator_list)
        ]
        lines[node.end_lineno : node.end_lineno] = [" " * node.col_offset + call for call in calls]
        del lines[node.decorator_list[0].lineno - 1 : node.lineno - 1]
    return "\n".join(lines) + "\n"


def outcomes() -> dict[str, str]:
    """Return the outcome of each change, by its name."""
    done = subprocess.run(
        [MUTMUT, "results", "--all", "true"], check=True, capture_output=True, text=True
    )
    found = [line.strip().partition(": ") for line in done.stdout.splitlines()]
    return {name: outcome for name, _, outcome in found if outcome}


def described(name: str) -> str:
    """Return a change as the list of survivors has it: its place, the old and the new text."""
    room, _, rest = name.partition("__mutmut_")[0].rpartition(".")
    diff = get_diff_for_mutant(name, path=f"{room.replace('.', '/')}.py").splitlines()
    lines = [line for line in diff if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    was, now = (" ".join(line[1:].strip() for line in lines if line[0] == sign) for sign in "-+")
    place = rest.removeprefix("x_").removeprefix("xǁ").replace("ǁ", ".")
    return f"{room.removeprefix('sheetgen.')}.{place}: {was} -> {now}"


def judge(found: dict[str, str]) -> int:
    """Print how many changes were noticed, and which were not.

    Return 1 if these are too many, or not on the list.
    """
    for room in ROOMS:
        counts = Counter(
            outcome for name, outcome in found.items() if name.startswith(room.replace("/", "."))
        )
        print(room, dict(counts))
    unseen = {described(name): name for name, outcome in found.items() if outcome in UNSEEN}
    groups: list[dict[str, Any]] = (
        tomllib.loads(KNOWN.read_text("utf-8"))["group"] if KNOWN.exists() else []
    )
    known = {change for group in groups for change in group["changes"]}
    share = 1 - len([outcome for outcome in found.values() if outcome in UNSEEN]) / len(found)
    print(f"{len(found)} changes, {share:.1%} noticed")
    for change in sorted(unseen.keys() - known):
        print(f"not on the list ({unseen[change]}):\n  {change}")
    for change in sorted(known - unseen.keys()):
        print(f"on the list, but noticed or gone:\n  {change}")
    return int(share < LEAST or bool(unseen.keys() - known))


if __name__ == "__main__":
    make_copy()
    os.chdir(COPY)
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "tools"),
        "CI": "1",
        "PYTHONHASHSEED": "0",
    }
    subprocess.run(
        [MUTMUT, "run", "--max-children", "2", *sys.argv[1:]], env=environment, check=True
    )
    sys.exit(judge(outcomes()))
