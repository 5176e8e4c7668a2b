"""The documentation is true: its commands are run, its pictures and files exist."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from check_pins import faults

from sheetgen.cli.commands import whole_program
from sheetgen.i18n.catalog import load_catalog
from tests import viewers
from tests.conftest import Run, help_parts
from tests.games import NINE

SLOW, WHERE_THERE_IS_A_BROWSER = viewers.needed()
ROOT = Path(__file__).parent.parent
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    ROOT / ".github" / "CONTRIBUTING.md",
]
README = PAGES[0].read_text("utf-8")
GENERATED = {
    "cards.md": "cards",
    "commands.md": "commands",
    "limits.md": "limits",
    "ruleset-files.md": "",
    "cards.schema.json": "cards --schema",
    "odds.schema.json": "odds --schema",
    "ruleset.schema.json": "--schema",
}
"""Files, each with the words after `sheetgen reference` that print it."""
_BLOCK = re.compile(
    r"(?:<!-- (?:file: (?P<file>\S+)|not run: (?P<reason>[^\n]+)) -->\n)?"
    r"```(?P<language>\w*)\n(?P<text>.*?)```",
    re.DOTALL,
)
"""Block of a page. A comment above it may say that it is a file, or why its commands are not
run."""
_COMMAND = re.compile(r"^(?:\$ |sheetgen |make |pipx? )", re.MULTILINE)
HOME = "/home/you"
"""The home of a reader in the pages."""
_EXAMPLE = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
FINDING = ("sheetgen check", "sheetgen validate", "sheetgen language check")
"""Commands whose exit code tells that something was found."""


def examples(text: str) -> list[tuple[str, str]]:
    """Return the commands in the console blocks of a page, with their output."""
    return [
        pair
        for block in _BLOCK.finditer(text)
        if block["language"] == "console"
        for pair in _EXAMPLE.findall(block["text"])
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_of_a_page_is_run(page: Path) -> None:
    """All of a block with commands is run, or a comment above it has the reason against."""
    for block in _BLOCK.finditer(page.read_text("utf-8")):
        text = block["text"]
        if block["language"] == "console":
            assert not block["reason"]
            commands = [f"$ {command}\n{shown}" for command, shown in _EXAMPLE.findall(text)]
            assert "".join(commands) == text, "it begins with a command"
        elif page.name != "how-it-is-built.md":
            assert block["reason"] or not _COMMAND.search(text), text


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if examples(page.read_text("utf-8"))],
    ids=lambda page: page.name,
)
@pytest.mark.few(2)
def test_every_command_does_what_the_page_shows(
    page: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commands of a page are run in order, and print what the page shows.

    Each page begins in an empty folder, with the files that it shows, and in an empty home. A shell
    runs lines that need one.
    """
    folder, home = tmp_path / "folder", tmp_path / "home"
    folder.mkdir()
    home.mkdir()
    monkeypatch.chdir(folder)
    for name in [name for name in os.environ if name.startswith(("SHEETGEN_", "XDG_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("LC_ALL", "nl_NL.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")
    for block in _BLOCK.finditer(page.read_text("utf-8")):
        if block["file"]:
            file = folder / block["file"]
            file.parent.mkdir(exist_ok=True)
            file.write_text(block["text"], "utf-8")
        for command, shown in (
            _EXAMPLE.findall(block["text"]) if block["language"] == "console" else ()
        ):
            if command.startswith("sheetgen ") and not re.search(r"[|<>&;$*`]", command):
                load_catalog.cache_clear()
                code, out, err = run(*shlex.split(command)[1:])
            else:
                done = subprocess.run(
                    ["sh", "-c", command], cwd=folder, capture_output=True, text=True, check=False
                )
                code, out, err = done.returncode, done.stdout, done.stderr
            assert out + err == shown.replace(HOME, str(home)), command
            assert code in ((0, 1) if any(word in command for word in FINDING) else (0,)), command


def test_every_command_has_an_example() -> None:
    command: Any = whole_program()
    run = "\n".join(words for page in PAGES for words, _ in examples(page.read_text("utf-8")))
    groups = [
        (name, inner) for name, inner in command.commands.items() if hasattr(inner, "commands")
    ]
    names = [name for name in command.commands if name not in dict(groups)]
    names += [f"{name} {inner}" for name, group in groups for inner in group.commands]
    assert len(names) > 15
    for name in names:
        assert f"sheetgen {name} " in run, name
    reference = (ROOT / "docs" / "commands.md").read_text("utf-8")
    for part in help_parts(command):
        options = {option for option in getattr(part, "opts", []) if option.startswith("--")}
        for option in options - {"--help", "--show-completion", "--install-completion"}:
            assert f"`{option}`" in reference, option


@pytest.mark.parametrize(("name", "words"), GENERATED.items())
def test_references_are_what_the_program_prints(name: str, words: str, run: Run) -> None:
    code, out, err = run(f"reference {words} --lang en")
    assert (code, err) == (0, "")
    assert (ROOT / "docs" / name).read_text("utf-8") == out


def test_the_readme_is_one_screen() -> None:
    assert len(README.splitlines()) < 90
    for page in (ROOT / "docs").glob("*.md"):
        assert f"docs/{page.name}" in README


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for dependency in project["dependencies"]:
        name = re.match(r"[\w-]+", dependency)
        assert name
        table = (ROOT / "docs" / "how-it-is-built.md").read_text("utf-8")
        for page in (README, table):
            assert f"[{name[0].lower()}]" in page.lower()


LINKS = [
    (page, link)
    for page in PAGES
    for link in re.findall(r"(?:src=\"|\]\()(?!https?:)([^\")#]+)", page.read_text("utf-8"))
]


@pytest.mark.parametrize(("page", "link"), LINKS, ids=lambda value: getattr(value, "name", value))
def test_links_lead_somewhere(page: Path, link: str) -> None:
    assert (page.parent / link).exists()


@SLOW
@WHERE_THERE_IS_A_BROWSER
def test_pictures_are_drawn_by_the_program(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "tools" / "draw_pictures.py"), str(tmp_path)]
    subprocess.run(command, check=True)
    drawn = {path.relative_to(tmp_path): path.read_bytes()[:24] for path in tmp_path.rglob("*.png")}
    docs = ROOT / "docs"
    assert drawn == {path.relative_to(docs): path.read_bytes()[:24] for path in docs.rglob("*.png")}


def test_pictures_are_small_and_each_has_its_command() -> None:
    """They have 150 kB at most.

    Every game is in the gallery, and each of its pictures is next to its command.
    """
    pictures = list((ROOT / "docs").rglob("*.png"))
    assert max(path.stat().st_size for path in pictures) <= 150_000
    assert sum(path.stat().st_size for path in pictures) <= 1_500_000
    page = (ROOT / "docs" / "gallery.md").read_text("utf-8")
    shown = dict(re.findall(r"\]\(gallery/([\w-]+)\.png\)<br>`(sheetgen [^`]+)`", page))
    assert shown.keys() == {path.stem for path in pictures if path.parent.name == "gallery"}
    assert all(
        any(f"pdf --ruleset {game} " in command for command in shown.values()) for game in NINE
    )


def test_the_gallery_says_which_known_game_is_which() -> None:
    """The gallery's table has every game that ships once, and the names that people look for."""
    from sheetgen.i18n.catalog import load_catalog
    from sheetgen.rulesets.other_names import known_as_table
    from sheetgen.rulesets.source import ruleset_ids

    table = (
        (ROOT / "docs" / "gallery.md")
        .read_text("utf-8")
        .partition("## Which game is yours?")[2]
        .partition("\n## ")[0]
    )
    assert sorted(re.findall(r"`([\w-]+)`", table.partition("`sheetgen")[0])) == sorted(
        ruleset_ids()
    )
    for name in ("Yahtzee", "Kniffel", "Yam's", "Kismet", "Yatzy", "Generala", "Yamb", "Escalero"):
        assert name in table
        assert name in README
    assert not {"yahtzee", "kniffel", "kismet"} & {*ruleset_ids()}
    assert known_as_table(load_catalog("en")) in table


def test_the_version_is_in_the_changelog() -> None:
    from sheetgen import __version__

    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_pins_name_no_address() -> None:
    for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines():
        assert re.fullmatch(r"[\w.-]+==[\w.]+", line), line


def test_pins_meet_what_is_declared() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    pins = (ROOT / "constraints.txt").read_text("utf-8")
    assert not faults(project, pins)
    (line,) = faults(project, re.sub(r"(?m)^ruff==.*$", "ruff==0.10.9", pins))
    assert line.startswith("ruff==0.10.9 does not meet")
    (line,) = faults(project, re.sub(r"(?m)^tomli_w==.*\n", "", pins))
    assert line.startswith("tomli-w has no pin")


def test_the_examples_of_cards_are_read() -> None:
    from io import BytesIO

    from sheetgen.cards.card_files import read_cards

    page = (ROOT / "docs" / "cards.md").read_text("utf-8")
    for kind in ("csv", "toml"):
        example, *others = re.findall(rf"```{kind}\n(.*?)```", page, re.DOTALL)
        paper = read_cards(BytesIO(example.encode()), f".{kind}", "example")
        assert (paper.ruleset, paper.players) == ("dice-play", ("An", "Bram"))
        assert [values for _, values in paper.rows] == [(3, 4), (6, 2)]
        for columns in others:
            paper = read_cards(BytesIO(columns.encode()), f".{kind}", "example")
            rows = [("", ("down", "up", "free")), ("ones", (3, 4, 2)), ("total", (None, None, 21))]
            assert [*paper.rows] == rows


def test_the_description_of_the_package_needs_no_repository() -> None:
    sys.path.insert(0, str(ROOT))
    from hatch_readme import description

    shown = description(README, "https://example.org/sheetgen")
    addresses = re.findall(r'(?:src="|\]\()([^")]+)', shown)
    assert len(addresses) == len(re.findall(r'(?:src="|\]\()([^")]+)', README)) > 15
    assert all(address.startswith("https://") for address in addresses)
    assert 'src="https://example.org/sheetgen/raw/HEAD/docs/page.png"' in shown
    assert "(https://example.org/sheetgen/blob/HEAD/docs/library.md)" in shown
    plain = description(README, "")
    assert "Game night" in plain
    assert all(
        address.startswith("https://") for address in re.findall(r'(?:src="|\]\()([^")]+)', plain)
    )
