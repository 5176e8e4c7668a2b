"""The built wheel works where there is no checkout."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest
from photos import photo
from PIL import Image

from sheetgen import SheetOptions
from sheetgen.rulesets.source import ruleset_ids
from tests.calculator.test_page_look import unpacked
from tests.readback import Sheet

pytestmark = [pytest.mark.slow("wheel"), pytest.mark.xdist_group("wheel")]
ROOT = Path(__file__).parent.parent
PIP = ["-m", "pip", "--quiet", "--disable-pip-version-check"]
UNWANTED = shutil.ignore_patterns(
    *[".git", ".venv*", "node_modules", ".*_cache", ".hypothesis", "__pycache__", "*.mo", "*.pdf"]
)


def built(folder: Path, **more: str) -> Path:
    """Return the wheel, built in a folder from a copy of the checkout.

    `more` is added to the environment.
    """
    shutil.copytree(ROOT, folder / "source", ignore=UNWANTED)
    options = ["--no-deps", "--no-build-isolation", "--wheel-dir", str(folder)]
    command = [sys.executable, *PIP, "wheel", *options, str(folder / "source")]
    subprocess.run(command, check=True, env={**os.environ, **more})
    shutil.rmtree(folder / "source")
    return next(folder.glob("sheetgen_dice-*.whl"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide a wheel that does not depend on the day it is built."""
    return built(
        tmp_path_factory.mktemp("built"),
        SOURCE_DATE_EPOCH="1700000000",
        PYTHONHASHSEED="1",
        TZ="UTC",
    )


@pytest.fixture(scope="module")
def bin_folder(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    """Provide an empty environment with nothing but the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    venv.create(folder / "venv", with_pip=True)
    scripts = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    options = ["--constraint", str(ROOT / "constraints.txt")]
    subprocess.run([scripts / "python", *PIP, "install", *options, wheel], check=True)
    return scripts


def sheetgen(scripts: Path, folder: Path, line: str) -> str:
    """Run the installed program in an empty folder; gives what it printed."""
    command = [str(scripts / "sheetgen"), *line.split()]
    environment = {**os.environ, "LC_ALL": "nl_NL.UTF-8"}
    done = subprocess.run(
        command, cwd=folder, capture_output=True, check=True, text=True, env=environment
    )
    assert not done.stderr
    return done.stdout


def test_the_main_command_runs_from_the_wheel(bin_folder: Path, tmp_path: Path) -> None:
    assert sheetgen(bin_folder, tmp_path, "pdf dice-play --lang nl") == (
        "geschreven: out/dice-play-nl-a4.pdf\n"
    )
    sheet = Sheet((tmp_path / "out" / "dice-play-nl-a4.pdf").read_bytes())
    assert {embedded for _, embedded in sheet.fonts()} == {True}


def test_a_wheel_is_the_same_whenever_it_is_built(wheel: Path, tmp_path: Path) -> None:
    """With SOURCE_DATE_EPOCH the bytes do not depend on the time or the order of a set."""
    other = built(tmp_path, SOURCE_DATE_EPOCH="1700000000", PYTHONHASHSEED="2", TZ="Asia/Tokyo")
    assert wheel.name == other.name
    assert wheel.read_bytes() == other.read_bytes()
    with ZipFile(wheel) as content:
        catalogs = [name for name in content.namelist() if name.endswith(".mo")]
        assert catalogs
        assert not [
            name for name in catalogs if b"-Date:" in content.read(name)
        ]  # both may be of one minute


def test_types_and_faces_are_in_the_wheel(bin_folder: Path) -> None:
    """Type checks find the types; the faces and the weights of the reader of digits are there.

    Their licences are next to ours.
    """
    (package,) = bin_folder.parent.rglob("site-packages/sheetgen")
    assert (package / "py.typed").exists()
    assert len([*(package / "fonts").glob("*.ttf")]) == 3
    assert 50_000 < (package / "scan" / "digits.npz").stat().st_size <= 1_000_000
    (about,) = package.parent.glob("sheetgen_dice-*.dist-info")
    assert "License-Expression: MIT AND OFL-1.1" in (about / "METADATA").read_text("utf-8")
    licences = {
        "LICENSE": "MIT License",
        "NOTICE": "MNIST",
        "fonts/OFL.txt": "SIL Open Font License, Version 1.1",
    }
    for licence, words in licences.items():
        assert words in (about / "licenses" / licence).read_text("utf-8")
    assert not [
        *package.parent.glob("cv2"),
        *package.parent.glob("fontTools"),
    ]  # extras, and what tests alone need


def test_the_source_holds_the_faces(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as source:
        names = {Path(*Path(name).parts[1:]).as_posix() for name in source.getnames()}
    faces = {path.name for path in (ROOT / "fonts").iterdir()}
    assert {"OFL.txt", "README.md", "SofiaSansSemiCondensed-Black.ttf"} < faces
    assert {f"fonts/{face}" for face in faces} <= names
    assert "tools/fetch_fonts.py" in names


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not here")
def test_make_sheet_installs_the_program_alone(tmp_path: Path) -> None:
    """A copy of the checkout gets an environment with the program and its libraries.

    Pip prints nothing.
    """
    shutil.copytree(ROOT, tmp_path / "source", ignore=UNWANTED)
    command = ["make", "--silent", "sheet", f"PYTHON={sys.executable}"]
    done = subprocess.run(
        command, cwd=tmp_path / "source", capture_output=True, check=True, text=True
    )
    assert (done.stdout, done.stderr) == ("geschreven: out/dice-play-nl-a4.pdf\n", "")
    assert (tmp_path / "source" / "out" / "dice-play-nl-a4.pdf").exists()
    installed = {
        path.name.partition("-")[0] for path in tmp_path.rglob("site-packages/*.dist-info")
    }
    assert {"sheetgen_dice", "typer", "msgspec"} < installed
    assert not installed & {"pytest", "numpy", "ruff", "mypy", "hatchling"}


def test_templates_are_in_the_wheel(bin_folder: Path, tmp_path: Path) -> None:
    page = sheetgen(bin_folder, tmp_path, "reference --lang nl")
    assert page.startswith("# Spelbestanden")


def test_rulesets_are_in_the_wheel(bin_folder: Path) -> None:
    assert {path.stem for path in bin_folder.parent.rglob("rulesets/*.toml")} == set(ruleset_ids())


def test_house_rules_and_languages_are_in_the_wheel(
    bin_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHEETGEN_HOME", str(tmp_path / "home"))
    sheetgen(bin_folder, tmp_path, "new ours --from yatzy --lang en")
    assert sheetgen(bin_folder, tmp_path, "pdf --ruleset ./ours.toml --lang fr --paper a4")
    for code in ("it", "nl"):
        sheetgen(bin_folder, tmp_path, f"language new {code}")
    assert "# sheetgen says: Enen" in (tmp_path / "home" / "languages" / "nl.po").read_text("utf-8")


def test_calculators_are_in_the_wheel(bin_folder: Path, tmp_path: Path) -> None:
    for format_, name in (("pdf", "dice-play-nl-a4-form.pdf"), ("html", "dice-play-nl.html")):
        printed = sheetgen(bin_folder, tmp_path, f"form dice-play --lang nl --format {format_}")
        assert printed == f"geschreven: out/{name}\n"
    _, data, script = unpacked((tmp_path / "out" / "dice-play-nl.html").read_text("utf-8"))
    assert (data["language"], data["translations"]["page"]["Undo"][0]) == ("nl", "Ongedaan maken")
    assert script


def test_booklets_are_in_the_wheel(bin_folder: Path, tmp_path: Path) -> None:
    for format_ in ("pdf", "html", "md"):
        printed = sheetgen(bin_folder, tmp_path, f"rules dice-play --lang nl --format {format_}")
        assert printed.startswith("geschreven: out/dice-play-nl-")
    assert "# Jacht" in (tmp_path / "out" / "dice-play-nl-rules.md").read_text("utf-8")


def test_catalogs_are_compiled_in_the_wheel(bin_folder: Path, tmp_path: Path) -> None:
    assert sheetgen(bin_folder, tmp_path, "languages --lang nl") == (
        "de  Duits\nen  Engels\nfr  Frans\nnl  Nederlands\n"
    )
    code = (
        "import sys; from sheetgen.i18n.catalog import *\n"
        "print(load_catalog('nl').text('category', 'Ones'), *sys.modules)"
    )
    command = [str(bin_folder / "python"), "-c", code]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, check=True, text=True
    ).stdout.split()
    assert done[0] == "Enen"
    assert "babel" not in done


# The lowest versions that pyproject.toml allows

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = ("preview", "scan", "odds")


def lowest(*lists: list[str]) -> list[str]:
    """Return each requirement of some lists with its lowest version alone."""
    return sorted(
        {
            re.sub(r">=([\w.]+).*", r"==\1", requirement)
            for requirements in lists
            for requirement in requirements
        }
    )


def install(folder: Path, *packages: str) -> Path:
    """Install packages that need no building in an environment that may have others.

    Return its programs.
    """
    if not folder.exists():
        venv.create(folder, with_pip=True)
    scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
    options = ["--only-binary", ":all:"]
    subprocess.run([scripts / "python", *PIP, "install", *options, *packages], check=True)
    return scripts


def checked(scripts: Path, folder: Path, *words: str) -> str:
    """Return the first finding on a card that is not right."""
    command = [str(scripts / "sheetgen"), "check", *words, "--lang", "en"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False, text=True)
    assert (done.returncode, done.stderr) == (1, "")
    return next(
        line.removeprefix("- ") for line in done.stdout.splitlines() if line.startswith("- ")
    )


@pytest.fixture(scope="module")
def lowest_environment(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    """Provide an environment with the wheel and the lowest versions of its libraries."""
    folder = tmp_path_factory.mktemp("lowest") / "venv"
    install(folder, str(wheel), *lowest(PROJECT["dependencies"]))
    return folder


def test_every_requirement_has_a_lowest_version() -> None:
    """No library has two, so each extra can be installed, and all of them together."""
    pins = lowest(
        PROJECT["dependencies"], *(PROJECT["optional-dependencies"][extra] for extra in EXTRAS)
    )
    assert all(re.fullmatch(r"[\w-]+==[\d.]+", pin) for pin in pins)
    assert len({pin.partition("==")[0] for pin in pins}) == len(pins)


def test_the_lowest_versions_work(lowest_environment: Path, tmp_path: Path) -> None:
    """Documents of each kind are written, and a form is checked."""
    scripts = lowest_environment / ("Scripts" if sys.platform == "win32" else "bin")
    assert "--lang" in sheetgen(scripts, tmp_path, "pdf --help")
    for command in (
        "pdf",
        "rules",
        "rules --format md",
        "rules --format html",
        "form --format html",
        "kit",
        "pdf --names An,Bo --save-profile two.toml -o two.pdf",
        "form -o form.pdf",
        "check 3 6 9 12 15 18 12 22 18 24 15 20 28 30 50 --total 332",
    ):
        sheetgen(scripts, tmp_path, f"{command} --ruleset yatzy --lang en")
    assert checked(scripts, tmp_path, "form.pdf") == "nothing is written on this card"
    code = (
        "from segno import make; import sys; "
        "make('http://192.0.2.7:8123/').terminal(sys.stdout, compact=True)"
    )
    subprocess.run([str(scripts / "python"), "-c", code], check=True, capture_output=True)


@pytest.mark.skipif(
    sys.version_info >= (3, 13), reason="the lowest version of numpy has no wheel for this Python"
)
def test_the_lowest_versions_of_the_extras_work(lowest_environment: Path, tmp_path: Path) -> None:
    """A picture is written, a photo and a scanned PDF are read, and an own game has odds."""
    extras = [PROJECT["optional-dependencies"][extra] for extra in EXTRAS]
    scripts = install(lowest_environment, *lowest(PROJECT["dependencies"], *extras))
    sheetgen(scripts, tmp_path, "pdf yatzy --lang en -o sheet.png")
    assert (tmp_path / "sheet.png").read_bytes().startswith(b"\x89PNG")
    command = "sheetgen pdf --ruleset dice-play --lang en --paper a4 --players 2"
    options = SheetOptions(lang="en", paper="a4", players=2, command=command)
    pixels, truth = photo("dice-play", "scan", 4, sources=("drawn",), options=options)
    for name in ("scan.png", "scan.pdf"):
        Image.fromarray(pixels[..., ::-1]).save(tmp_path / name, resolution=300)
        words = f"check {name} --lang en --no-ask --format json".split()
        done = subprocess.run(
            [scripts / "sheetgen", *words], cwd=tmp_path, capture_output=True, check=False
        )
        assert done.returncode < 2, done.stderr
        cards = json.loads(done.stdout)["cards"]
        for cell in truth.cells:
            player, place = cell.id[1:].split(".")
            if cell.kind == "box":
                assert cards[int(player) - 1]["read"][place]["value"] in (cell.value, None)
    (tmp_path / "small.toml").write_text(
        'format = 1\nextends = "generala"\nname = "Small"\n'
        'remove = ["ones", "twos", "threes", "fours", "fives"]\n',
        "utf-8",
    )
    assert "these shares are exact" in sheetgen(scripts, tmp_path, "odds small.toml --lang en")


def preview(scripts: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Ask for a sheet with its picture."""
    command = [str(scripts / "sheetgen"), *["pdf", "dice-play", "--lang", "en", "--preview"]]
    return subprocess.run(command, cwd=folder, capture_output=True, check=False, text=True)


def test_what_an_extra_brings_is_asked_for(bin_folder: Path, tmp_path: Path) -> None:
    """Without it one line names the command that installs it.

    A shell runs that command, and the option works. It is the last test with this environment.
    """
    assert not list(bin_folder.parent.rglob("site-packages/pypdfium2*"))
    done = preview(bin_folder, tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    _, _, command = line.partition("install its libraries with: ")
    assert command.startswith(f"{bin_folder}{os.sep}python")
    quiet = {**os.environ, "PIP_QUIET": "2"}
    # a user pastes the command into a shell
    subprocess.run(command, shell=True, cwd=tmp_path, check=True, env=quiet)  # noqa: S602
    assert not list(tmp_path.iterdir())  # no shell took a bound for the name of a file
    assert preview(bin_folder, tmp_path).returncode == 0
    assert (tmp_path / "out" / "dice-play-en-a4.png").exists()
