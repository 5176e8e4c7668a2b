"""The documentation tells the truth: its commands are run, its pictures and files are there."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from sheetgen.cli import app, help_parts

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    """The fenced blocks of the README in a language."""
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_every_command_does_what_the_readme_shows(tmp_path: Path) -> None:
    """Each command of the README is run in an empty folder, and prints what the README says."""
    (tmp_path / "quick.toml").write_text(blocks("toml")[0], "utf-8")
    commands = Path(sys.executable).parent
    path = f"{commands}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "LC_ALL": "nl_NL.UTF-8"}
    ran = 0
    for example in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", "".join(blocks("console")), re.MULTILINE):
        command, shown = example
        done = subprocess.run(
            ["sh", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert (done.stdout, done.stderr) == (shown, ""), command
        assert done.returncode == (1 if "sheetgen check" in command else 0), command
        ran += 1
    assert ran == len(re.findall(r"^\$ ", README, re.MULTILINE)) >= 8


def test_every_command_has_an_example() -> None:
    """Each command is run in the README, and no option is missing from it."""
    import typer

    command: Any = typer.main.get_command(app)
    for name in command.commands:
        assert f"$ sheetgen {name} " in README
    for part in help_parts(command):
        names = [option for option in getattr(part, "opts", []) if option.startswith("--")] or [part.name]
        for name in set(names) - {None, "--help", "--show-completion", "--output"}:
            assert name in README, name


def test_the_example_ruleset_is_toml() -> None:
    """The ruleset in the README can be copied into a file."""
    assert tomllib.loads(blocks("toml")[0])["name"] == "Quick Yacht"


def test_every_dependency_has_its_reason() -> None:
    """Each dependency stands in the README's table."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for dependency in project["dependencies"]:
        name = re.match(r"[\w-]+", dependency)
        assert name
        assert f"[{name[0].lower()}]" in README.lower()


@pytest.mark.parametrize("link", re.findall(r"(?:src=\"|\]\()(?!https?:)([^\")#]+)", README))
def test_links_lead_somewhere(link: str) -> None:
    """Each picture and page that the README names is in the repository."""
    assert (ROOT / link).exists()


def test_pictures_are_drawn_by_the_program(tmp_path: Path) -> None:
    """`make pictures` draws each picture that the README shows, at the size it has there."""
    command = [sys.executable, str(ROOT / "tools" / "draw_pictures.py"), str(tmp_path)]
    subprocess.run(command, check=True)
    drawn = {path.name: path.read_bytes()[:24] for path in tmp_path.glob("*.png")}
    assert drawn == {path.name: path.read_bytes()[:24] for path in (ROOT / "docs").glob("*.png")}


def test_the_version_is_in_the_changelog() -> None:
    """The changelog speaks of this version."""
    from sheetgen import __version__

    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_pins_name_no_address() -> None:
    """Every pin is a plain name==version line."""
    for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines():
        assert re.fullmatch(r"[\w.-]+==[\w.]+", line), line


def test_the_reference_of_cards_is_what_the_program_goes_by() -> None:
    """docs/cards.md and its schema are generated, and every kind of finding and slip has its meaning there."""
    from sheetgen.catalog import load_catalog
    from sheetgen.checker import KINDS, SLIPS
    from sheetgen.exchange import cards_schema
    from sheetgen.reference import card_page

    page = (ROOT / "docs" / "cards.md").read_text("utf-8")
    assert page == card_page(load_catalog("en"))
    assert (ROOT / "docs" / "cards.schema.json").read_text("utf-8") == cards_schema()
    for kind, meaning in (KINDS | SLIPS).items():
        assert f"| `{kind}` | {meaning} |" in page


def test_the_examples_of_cards_are_read() -> None:
    """The card files in the reference are card files, and its lines keep to the schema's keys."""
    from io import BytesIO

    from sheetgen.card_file import read_cards

    page = (ROOT / "docs" / "cards.md").read_text("utf-8")
    for kind in ("csv", "toml"):
        (example,) = re.findall(rf"```{kind}\n(.*?)```", page, re.DOTALL)
        paper = read_cards(BytesIO(example.encode()), f".{kind}", "example")
        assert (paper.ruleset, paper.players) == ("dice-play", ("An", "Bram"))
        assert [values for _, values in paper.rows] == [(3, 4), (6, 2)]
