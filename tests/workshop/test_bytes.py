"""A document of the page has the bytes of the command that the page shows.

In node, Python for browsers makes the documents of all games in all languages, and of drawn sets of
options; the command line makes them again from the words that the page shows.
"""

import json
import os
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest
from workshop import desk
from workshop.runtime import PYODIDE, build_wheel, runtime_files

from sheetgen.documents.making import make
from tests.conftest import SEED, WHOLE, Run
from tests.workshop.drawn import GAMES, LANGUAGES, drawn_set

KINDS: list[tuple[str, dict[str, Any]]] = [
    ("kit", {}),
    ("rules", {"form": "pages"}),
    ("rules", {"form": "zine"}),
    ("rules", {"format": "html"}),
    ("rules", {"format": "md"}),
]
"""All kinds of documents: sheet, card, booklet, form and page are in the kit."""
OWN = 'format = 1\nextends = "yatzy"\nname = "Oma"\nremove = ["chance"]\n'
"""House rules of a reader."""
LEFT_OUT = not PYODIDE.is_dir() and not os.environ.get("CI")
DRAWN = 80 if WHOLE else 40
"""Number of drawn sets of options in a part, of which some are refused."""
DRAWN_LANGUAGES = Random(os.environ[SEED]).sample(LANGUAGES, 2)  # noqa: S311 - no secret
"""Languages of both halves of the games, of which half are drawn, unless all of them are tried in
all languages."""
PARTS = [
    pytest.param(language, half, marks=pytest.mark.xdist_group(f"workshop bytes {half}"))
    for half, drawn_language in enumerate(DRAWN_LANGUAGES)
    for language in (LANGUAGES if WHOLE else [drawn_language])
]
"""Languages, each with a half of the games: two halves are for two processes."""
IN_NODE = [
    pytest.mark.slow("workshop"),
    pytest.mark.skipif(LEFT_OUT, reason="left out: Pyodide is not there: run make workshop"),
    pytest.mark.parametrize(("language", "half"), PARTS),
]
Call = Mapping[str, Any]
"""What the page asks of the desk: command, game, own rules, language and values."""
Shown = tuple[str, str, str]
"""Command that is shown, name of its file, and the hash of what is in it."""


def call(command: str, game: str, language: str, values: Mapping[str, Any], own: str = "") -> Call:
    """Return the call for a document."""
    given = {"command": command, "game": game, "own": own, "language": language}
    return {**given, "values": dict(values)}


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide the folder of Python for browsers."""
    folder = tmp_path_factory.mktemp("python")
    for name, content in runtime_files(build_wheel(tmp_path_factory.mktemp("wheel"))).items():
        (folder / name).write_bytes(content)
    return folder


def in_node(calls: Sequence[Call], python: Path, folder: Path) -> Iterator[Shown]:
    """Yield what Python for browsers answers, without the wishes that it refuses."""
    if not shutil.which("node"):
        pytest.skip("node is not here")
    wishes = folder / "calls.json"
    wishes.write_text(json.dumps([("make", given) for given in calls]), "utf-8")
    done = subprocess.run(
        ["node", str(Path(__file__).with_name("desk.mjs")), str(python), str(wishes)],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYODIDE": str(PYODIDE), "PLAIN": "1"},
    )
    for line in done.stdout.splitlines():
        if line.startswith("{"):
            answer = json.loads(line)
            yield from shown(answer["said"], answer["hashes"])


def here(calls: Sequence[Call]) -> Iterator[Shown]:
    """Yield what the desk answers in this process."""
    for given in calls:
        said, files = desk.answer("make", json.dumps(given))
        yield from shown(json.loads(said), [sha256(content).hexdigest() for content in files])


def shown(said: Mapping[str, Any], hashes: Sequence[str]) -> Iterator[Shown]:
    """Yield the command, name and hash of a document, or of each document of a kit."""
    if "wrong" in said:
        return
    value, place = said["value"], 1
    if not value["parts"]:
        yield value["command"], value["name"], hashes[0]
    for part in value["parts"]:
        yield part["command"], "", hashes[place]
        place += 1 + (len(hashes) - 1 > len(value["parts"])) * part["pages"]


def check_commands(documents: Sequence[Shown], run: Run) -> None:
    """Check that each command makes a file with the same name and the same bytes."""
    for command, name, made in documents:
        about = f"{SEED}={os.environ[SEED]}: {command}"
        shutil.rmtree("out", ignore_errors=True)
        program, *words = shlex.split(command)
        assert program == "sheetgen", about
        assert run(*words)[0] == 0, about
        (file,) = Path("out").iterdir()
        assert name in ("", file.name), about
        assert sha256(file.read_bytes()).hexdigest() == made, about


def drawn(part: object, count: int, language: str) -> list[Call]:
    """Return drawn wishes of a reader."""
    lot = Random(f"{os.environ[SEED]} {part}")  # noqa: S311 - the choice of cases is no secret
    calls: list[Call] = []
    for _ in range(count):
        command, game, _, values = drawn_set(lot, wrong=False)
        calls.append(call(command, game, language, values))
    return calls


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.few(2)
def test_the_command_that_the_page_shows_makes_the_same(language: str, run: Run) -> None:
    """Whatever was chosen; some of it is refused."""
    documents = [*here(drawn(language, 6, language))]
    assert documents
    check_commands(documents, run)


class TestInNode:
    """Python for browsers makes what the command line makes."""

    pytestmark: ClassVar = IN_NODE

    def test_all_documents_of_all_games(
        self, language: str, half: int, python: Path, run: Run, tmp_path: Path
    ) -> None:
        games = GAMES[half::2]
        if not WHOLE:
            lot = Random(f"{os.environ[SEED]} {half}")  # noqa: S311 - no secret
            games = lot.sample(games, len(games) // 2)
        calls = [
            call(command, game, language, values) for game in games for command, values in KINDS
        ]
        documents = [*in_node(calls, python, tmp_path)]
        assert len(documents) == len(games) * (len(KINDS) + 4)
        check_commands(documents, run)

    def test_drawn_options(
        self, language: str, half: int, python: Path, run: Run, tmp_path: Path
    ) -> None:
        documents = [*in_node(drawn((language, half), DRAWN, language), python, tmp_path)]
        assert len(documents) >= DRAWN // 2
        check_commands(documents, run)

    def test_files_of_the_reader(
        self, language: str, half: int, python: Path, run: Run, tmp_path: Path
    ) -> None:
        """House rules and a list of tables, in files of the names that the command has."""
        names = "An,Bram\nCleo,Daan"
        values = ({"names_file": names, "fields": "table,round"}, {"back": "rules"})[half]
        (document,) = in_node([call("pdf", "yatzy", language, values, OWN)], python, tmp_path)
        Path("oma.toml").write_text(OWN, "utf-8")
        Path("names.csv").write_text(names, "utf-8")
        assert make("pdf", "oma.toml", {}).name
        check_commands([document], run)
