"""The printed command installs missing parts, and no command fetches somebody else's package."""

import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from sheetgen.errors import SheetgenError
from sheetgen.files import folders
from sheetgen.files.folders import DISTRIBUTION, check_extra, install_command, requirements
from tests.conftest import Run

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
FETCHES = re.compile(
    r"""(?:\b(?:pip3?|uv)[\s\\"',]+(?:\S+\s+)*?(?:install|add)|"""
    r"""\bpipx\s+(?:install|run|upgrade)|\buvx|\buv\s+tool\s+\w+)\b"""
    r"""(?:[^\n;|&#]*?[\s"',`])??sheetgen(?:-dice)?(?:\[[^]\n]*])?(?=[\s"',`\\=<>)]|$)"""
)
"""A command that gets sheetgen by its name from the package index, in text or code."""
WRITTEN = (
    "md",
    "py",
    "toml",
    "po",
    "pot",
    "j2",
    "js",
    "css",
    "html",
    "txt",
    "yml",
    "yaml",
    "cfg",
    "",
)


def texts() -> Iterator[tuple[str, str]]:
    """Yield each file of the checkout that people write, with its name.

    Code, catalogs, documents.
    """
    folders = (
        "sheetgen",
        "locales",
        "templates",
        "docs",
        "tools",
        "benchmarks",
        "fuzz",
        ".ci",
        ".github",
        "fonts",
    )
    files = [path for folder in folders for path in (ROOT / folder).rglob("*")]
    for path in [*files, *ROOT.glob("*")]:
        if path.is_file() and path.suffix[1:] in WRITTEN and path.name[0] != ".":
            yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8", "replace")


@pytest.fixture(autouse=True)
def inactive(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that no environment is active, whatever the tests are started in."""
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that pip is installed, and no library of any extra."""
    monkeypatch.setattr(folders, "find_spec", lambda name: "there" if name == "pip" else None)


def hint(extra: str) -> str:
    """Return the command that is printed for an extra."""
    with pytest.raises(SheetgenError, match=r"the extra .* is not installed") as caught:
        check_extra(extra)
    return str(caught.value.values["command"])


def test_no_text_fetches_a_package_of_that_name() -> None:
    fetching = [
        'pip install "sheetgen[scan]"', r'pip install \"sheetgen[scan]\"', "pipx install sheetgen",
        "uvx sheetgen", "python -m pip install --upgrade sheetgen-dice", "`pip install sheetgen`",
        "uv tool install 'sheetgen>=0.1'", '"pip", "install", "sheetgen"',
        "pip --quiet install numpy sheetgen",
    ]  # fmt: skip
    for line in fetching:
        assert FETCHES.search(line), line
    for line in (
        'pipx install ".[all]"',
        'pip install "$work"/dist/sheetgen_dice-*.whl',
        "(install sheetgen again)",
    ):
        assert not FETCHES.search(line), line
    read = dict(texts())
    assert {
        "README.md",
        "Makefile",
        ".ci/run",
        "docs/odds.md",
        "locales/sheetgen.pot",
        "sheetgen/errors.py",
    } < {*read}
    assert not [(name, found[0]) for name, text in read.items() for found in FETCHES.finditer(text)]
    assert not [name for name, text in read.items() if "sheetgen[" in text]


def test_the_distribution_has_a_name_of_its_own() -> None:
    """The name in requests to metadata is that of pyproject.toml, also in the extra `all`."""
    assert PROJECT["name"] == DISTRIBUTION != "sheetgen"
    assert PROJECT["scripts"] == {"sheetgen": "sheetgen.__main__:run"}
    assert all(
        each.startswith(f"{DISTRIBUTION}[") for each in PROJECT["optional-dependencies"]["all"]
    )


@pytest.mark.parametrize("extra", ["preview", "scan", "odds"])
def test_a_hint_names_the_libraries_of_the_extra(
    missing: None, monkeypatch: pytest.MonkeyPatch, extra: str
) -> None:
    """They are those of pyproject.toml, with bounds in quotes, for the Python of this copy."""
    monkeypatch.setattr(sys, "executable", "/home/an/own env/bin/python")
    named = sorted(PROJECT["optional-dependencies"][extra])
    assert requirements(extra) == named
    words = " ".join(f"'{each}'" for each in named)
    assert hint(extra) == f"'/home/an/own env/bin/python' -m pip install {words}"


def test_what_sheetgen_itself_requires() -> None:
    assert len(requirements()) == len(PROJECT["dependencies"])
    assert {re.split(r"[<>]", each)[0] for each in requirements()} == {
        re.split(r"[<>]", each)[0] for each in PROJECT["dependencies"]
    }


@pytest.fixture
def of_pipx(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Pretend that pipx has installed this copy."""
    (tmp_path / "pipx_metadata.json").touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))


def test_pipx_installs_the_folder_anew(missing: None, of_pipx: None, run: Run) -> None:
    """The command is the one of the README, with double quotes, which every shell knows."""
    assert hint("preview") == 'pipx install --force ".[preview]"'
    assert 'pipx install --force ".[all]"' in (ROOT / "README.md").read_text("utf-8")
    said = run("pdf --ruleset yatzy --preview --lang en")[2]
    assert "in the folder of sheetgen, install it with: pipx install" in said


def test_pipx_keeps_the_extras_that_are_there(
    of_pipx: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new installation removes extras that the command does not name."""
    monkeypatch.setattr(
        folders, "find_spec", lambda name: "there" if name in ("pip", "numpy") else None
    )
    assert hint("preview") == 'pipx install --force ".[odds,preview]"'


def test_pipx_adds_a_single_library(missing: None, of_pipx: None, tmp_path: Path) -> None:
    assert install_command("pillow-heif") == f"pipx inject {tmp_path.name} pillow-heif"


def test_an_active_environment_needs_no_path(
    missing: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VIRTUAL_ENV", sys.prefix)
    assert hint("odds") == "python -m pip install 'numpy>=2.0'"
    monkeypatch.setattr(folders, "find_spec", lambda _: None)
    assert hint("odds") == "uv pip install 'numpy>=2.0'"


def test_an_environment_without_pip_is_one_of_uv(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its tool is told which Python is meant."""
    monkeypatch.setattr(folders, "find_spec", lambda _: None)
    monkeypatch.setattr(sys, "executable", "/tools/python")
    assert hint("odds") == "uv pip install --python /tools/python 'numpy>=2.0'"


def test_windows_has_quotes_that_both_of_its_shells_know(
    missing: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Double ones.

    And PowerShell does not run a program in quotes, so that a path with spaces is an option.
    """
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "executable", r"C:\own\Scripts\python.exe")
    assert hint("odds") == r'C:\own\Scripts\python.exe -m pip install "numpy>=2.0"'
    monkeypatch.setattr(sys, "executable", r"C:\Program Files\own\python.exe")
    assert (
        hint("odds") == r'py -m pip --python "C:\Program Files\own\python.exe" install "numpy>=2.0"'
    )


def test_a_checkout_that_is_not_installed_installs_itself(
    missing: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without metadata on the needs of an extra, the message names the folder of the checkout."""

    def nothing(name: str) -> list[str]:
        raise PackageNotFoundError(name)

    folder = Path(folders.__file__).parents[
        2
    ]  # in continuous integration not this checkout: a wheel is tested there
    monkeypatch.setattr("importlib.metadata.requires", nothing)
    monkeypatch.setattr(sys, "executable", "/usr/bin/python")
    assert hint("odds") == f"/usr/bin/python -m pip install '{folder}[odds]'"


def test_the_decoder_of_heic_is_asked_for_by_its_own_name() -> None:
    assert install_command("pillow-heif").endswith(" -m pip install pillow-heif")


@pytest.mark.parametrize("lang", ["en", "nl", "de", "fr"])
def test_every_command_that_lacks_an_extra_says_the_same(
    missing: None, run: Run, lang: str
) -> None:
    Path("photo.jpg").touch()
    asked = {
        "scan": ("check", "photo.jpg"),
        "preview": ("pdf", "--ruleset", "yatzy", "--preview"),
        "odds": ("advise", "1", "2", "3", "4", "5", "--ruleset", "yatzy"),
    }
    for extra, words in asked.items():
        code, out, err = run(*words, "--lang", lang)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.endswith(f" {install_command(*requirements(extra))}\n"), err
    assert install_command(*requirements("scan")) in run("doctor", "--lang", lang)[1]


@pytest.mark.usefixtures("missing")
def test_a_browser_is_told_that_it_cannot_have_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has no interpreter to install anything with."""
    monkeypatch.setattr("sys.platform", "emscripten")
    with pytest.raises(SheetgenError, match="which a browser does not have") as caught:
        check_extra("preview", "--output")
    assert sys.executable not in str(caught.value)
    assert caught.value.key == "--output"
