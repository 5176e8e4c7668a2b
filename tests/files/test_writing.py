"""What can go wrong around the program loses nothing.

Killed runs, full and read-only disks, settings of others.
"""

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import cycle, product
from pathlib import Path
from typing import BinaryIO

import pypdfium2
import pytest

from sheetgen.errors import SheetgenError
from sheetgen.files.disk import write_all
from tests.conftest import Run
from tests.running import PROGRAM, ROOT, content, environment, program, python, shell, start

SHEET = "pdf --ruleset dice-play --lang en --paper a4"


class TestKilled:
    """A run that is killed."""

    @pytest.mark.parametrize("step", ["os.fsync", "filecmp.cmp", "shutil.copymode", "Path.replace"])
    def test_at_each_step(self, step: str, tmp_path: Path) -> None:
        """If writing ends at any step, the old file stays, and the next run is not hindered."""
        target = tmp_path / "x"
        write_all([(target, b"old")], replace=False)
        script = (
            f"import os\nfrom pathlib import Path\nfrom sheetgen.files import disk as files\n"
            f"files.{step} = lambda *_, **__: os._exit(9)\n"
            f"files.write_all([(Path({str(target)!r}), b'new')], True)\n"
        )
        assert python("-c", script).returncode == 9
        assert target.read_bytes() == b"old"
        assert len(list(tmp_path.iterdir())) == 2
        write_all([(target, b"newer")], replace=True)
        assert target.read_bytes() == b"newer"

    def test_draft_of_a_living_run_stays(self, tmp_path: Path) -> None:
        """Runs that write the same file at once do not disturb each other.

        Both end, and the last one counts.
        """
        target = tmp_path / "x"

        def write(file: BinaryIO) -> None:
            write_all([(target, b"within")], replace=True)
            assert len(list(tmp_path.iterdir())) == 2
            file.write(b"around")

        write_all([(target, write)], replace=True)
        assert target.read_bytes() == b"around"
        assert list(tmp_path.iterdir()) == [target]

    def test_old_drafts_are_removed(self, tmp_path: Path) -> None:
        """Drafts of killed runs are removed after a day.

        Drafts that are younger, have another name or kind, or have files in them stay.
        """
        script = (
            "import os\nfrom pathlib import Path\nfrom sheetgen.files import disk\n"
            "disk.os.fsync = lambda *_: os._exit(9)\n"
            "disk.write_all([(Path('x'), b'new')], True)\n"
        )
        for _ in range(3):
            assert python("-c", script, folder=tmp_path).returncode == 9
        old, young, full = sorted(tmp_path.iterdir())
        (full / "mine").touch()
        for number in (1, 2):
            (old / f"draft-{number}").touch()  # those of many sheets
        other = tmp_path / ".sheetgen-mine"
        other.mkdir()
        link = tmp_path / ".sheetgen-0123456789abcdef"
        link.symlink_to(other)
        file = tmp_path / ".sheetgen-fedcba9876543210"
        file.touch()
        for path, hours in (
            (old, 25),
            (young, 23),
            (full, 25),
            (other, 25),
            (link, 25),
            (file, 25),
        ):
            then = time.time() - 3600 * hours
            os.utime(path, (then, then), follow_symlinks=False)
        write_all([(tmp_path / "x", b"new")], replace=False)
        assert {*tmp_path.iterdir()} == {young, full, other, link, file, tmp_path / "x"}
        assert sorted(path.name for path in full.iterdir()) == ["draft", "mine"]

    @pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system has no owners")
    def test_drafts_of_others_stay(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        drafts = tmp_path / ".sheetgen-0123456789abcdef"
        drafts.mkdir()
        os.utime(drafts, (0, 0))
        owner = os.getuid()
        monkeypatch.setattr(os, "getuid", lambda: owner + 1)
        write_all([(tmp_path / "x", b"new")], replace=False)
        assert drafts.exists()

    @pytest.mark.parametrize(
        "name",
        ["[a]*?{b}", "ë" * 127, "名" * 85, "x" * 255, "-", "a b'\"$(c)", "\udcff", "CON.pdf"],
    )
    def test_strange_names(self, name: str, tmp_path: Path) -> None:
        try:
            (tmp_path / name).touch()
        except (OSError, UnicodeError):
            pytest.skip("this system has no such names")
        other = tmp_path / "b"
        write_all([(other, b"other")], replace=False)
        write_all([(tmp_path / name, b"new")], replace=True)
        assert (tmp_path / name).read_bytes() == b"new"
        assert len(list(tmp_path.iterdir())) == 2


AT = """
import os, runpy, signal, sys
from pathlib import Path

def stop(*_, **__):
    signal.raise_signal(signal.{name})

class Importing:
    def find_spec(self, name, *_):
        if name == {module!r}:
            stop()

sys.meta_path.insert(0, Importing())
sys.argv = ["sheetgen", *{command!r}.split()]
{more}
runpy.run_module("sheetgen", run_name="__main__")
"""
"""The program, to which a signal comes when it imports a module, or at another step."""
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
LOADED = (
    "sheetgen.cli",
    "typer",
    "sheetgen.i18n.catalog",
    "sheetgen.cli.kit_commands",
    "sheetgen.files.disk",
    "sheetgen.booklets.pages",
    "sheetgen.booklets.book",
)
"""Modules that a kit imports, from the first to the last."""
STEPS = {
    "drawing": "import zlib; zlib.compress = stop",
    "where exceptions get lost": """
import sheetgen.documents.kits as kits, sheetgen.documents.making as making
from sheetgen.documents.written import DocumentFiles
def write_filled(*_, **__):
    try: stop()
    except BaseException: return DocumentFiles((b"",))
kits.write_filled = making.write_filled = write_filled""",
    "on the disk": "os.fsync = stop",
    "looking": "import filecmp; filecmp.cmp = stop",
    "making a draft": "import sheetgen.files.disk as at; at.os.urandom = stop",
}
MOVING = """
real, count = Path.replace, 0
def replace(draft, target):
    global count
    count += 1
    if count == 3: stop()
    return real(draft, target)
Path.replace = replace
"""
KIT = "kit --ruleset dice-play --lang en -o kit --force"
THREE = f"{KIT} --players 3"
NEW = "kit --ruleset dice-play -o new/kit"
ONE = f"{SHEET} -o y.pdf --force"


def interrupted(
    folder: Path, command: str, *, module: str = "", more: str = "", name: str = "SIGINT"
) -> tuple[int, bytes]:
    """Run the program, send it a signal, and return its exit code and output.

    The output is without the line that repeats the command.
    """
    script = AT.format(command=command, module=module, more=more, name=name)
    done = python("-c", script, folder=folder)
    return done.returncode, done.stdout + re.sub(rb"(?m)^\$ .*\n", b"", done.stderr)


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes]]:
    """Return a folder with a kit and two sheets, and the contents of one with a kit for three."""
    folders = tmp_path_factory.mktemp("for two"), tmp_path_factory.mktemp("for three")
    for folder, kit in zip(folders, (KIT, THREE), strict=True):
        for command in (kit, f"{SHEET} -o x.pdf"):
            assert program(*command.split(), folder=folder).returncode == 0
        (folder / "y.pdf").write_bytes(b"old")
    return folders[0], content(folders[1])


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX's")
class TestInterrupted:
    """Ctrl-C and signals that end a program.

    128 and the signal without a word, and every file is as it was.
    """

    @pytest.fixture
    def before(self, printed: tuple[Path, dict[str, bytes]], tmp_path: Path) -> dict[str, bytes]:
        """Return the files in the folder of the test."""
        shutil.copytree(printed[0], tmp_path, dirs_exist_ok=True)
        return content(tmp_path)

    @pytest.mark.parametrize(
        ("name", "module"),
        [*product(SIGNALS[:1], LOADED), ("SIGTERM", LOADED[0]), ("SIGHUP", LOADED[-1])],
    )
    @pytest.mark.few(1)
    def test_while_it_is_loading(
        self, name: str, module: str, before: dict[str, bytes], tmp_path: Path
    ) -> None:
        """In the first tenths of a second too, from the first line of ours on."""
        assert interrupted(tmp_path, THREE, module=module, name=name) == (
            128 + signal.Signals[name],
            b"",
        )
        assert content(tmp_path) == before

    @pytest.mark.parametrize(
        ("step", "command", "name"),
        [
            (*case, name)
            for case, name in zip(product(STEPS, (THREE, ONE, NEW)), cycle(SIGNALS), strict=False)
            if case != ("looking", NEW)  # there is nothing to look at
        ],
    )
    @pytest.mark.few(2)
    def test_at_a_step(
        self, name: str, step: str, command: str, before: dict[str, bytes], tmp_path: Path
    ) -> None:
        """A run that is interrupted at a step replaces nothing, and leaves no draft or new folder.

        This holds in a library that catches every exception, too.
        """
        if command == ONE and "lost" in step:
            command = "form --ruleset dice-play -o y.pdf --force"
        own = folders(tmp_path)
        assert interrupted(tmp_path, command, more=STEPS[step], name=name) == (
            128 + signal.Signals[name],
            b"",
        )
        assert content(tmp_path) == before
        assert folders(tmp_path) == own

    @pytest.mark.parametrize("name", SIGNALS)
    @pytest.mark.usefixtures("before")
    @pytest.mark.slow("signals")
    def test_while_files_are_moved(
        self, name: str, printed: tuple[Path, dict[str, bytes]], tmp_path: Path
    ) -> None:
        code, _ = interrupted(tmp_path, THREE, more=MOVING, name=name)
        assert code == 128 + signal.Signals[name]
        assert content(tmp_path) == printed[1] != content(printed[0])
        assert not list(tmp_path.rglob(".sheetgen-*"))

    @pytest.mark.parametrize("name", SIGNALS)
    @pytest.mark.slow("signals")
    def test_at_any_moment(
        self,
        name: str,
        before: dict[str, bytes],
        printed: tuple[Path, dict[str, bytes]],
        tmp_path: Path,
    ) -> None:
        """From outside, while a kit is made and written: the old one is whole or the new one is."""
        moments = random.Random(name)  # noqa: S311 - no secret
        for _ in range(2):
            kit = start(tmp_path, *THREE.split())
            time.sleep(moments.uniform(0.3, 0.9))
            kit.send_signal(signal.Signals[name])
            # whole, ended by its handling of the signal or, while Python starts, by the signal
            assert kit.wait() in (0, 128 + signal.Signals[name], -signal.Signals[name])
            assert content(tmp_path) in (before, printed[1])
            assert not list(tmp_path.rglob(".sheetgen-*"))

    def test_a_signal_that_is_ignored(self, tmp_path: Path) -> None:
        before = signal.signal(
            signal.SIGHUP, signal.SIG_IGN
        )  # which the child takes over from its first moment on
        child = start(tmp_path, *SHEET.split(), "-o", "x.pdf")
        signal.signal(signal.SIGHUP, before)
        while child.poll() is None:
            child.send_signal(signal.SIGHUP)
            time.sleep(0.02)
        assert (child.returncode, [path.name for path in tmp_path.iterdir()]) == (0, ["x.pdf"])

    def test_an_exception_is_heard_as_well(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        """In the process of somebody else, Ctrl-C is what they make of it."""
        for name, module in (
            ("kit", "documents.making"),
            ("rules", "documents.making"),
            ("form", "documents.making"),
            ("pdf", "cli.sheet_commands"),
        ):
            monkeypatch.setattr(f"sheetgen.{module}.load_ruleset", stopped)
            assert run(name, "--ruleset", "dice-play") == (130, "", "")


SPIN = "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}"
DIVIDED = {
    "template": "rules --ruleset dice-play --templates .",
    "photos": "check blank.pdf --ruleset dice-play",
}
"""Commands that work in processes of their own."""


def in_group(group: int) -> list[int]:
    """Return the processes of a group that have not ended."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            number, state, _, its, *_ = re.sub(
                r"\(.*\)", "", stat.read_text("utf-8", "replace")
            ).split()
        except (OSError, ValueError):  # it has gone by now
            continue
        if int(its) == group and state not in "ZX":
            found.append(int(number))
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="processes are listed in /proc")
@pytest.mark.parametrize(
    ("name", "all_of_them", "work"),
    [
        *(("SIGTERM", False, work) for work in DIVIDED),
        *(("SIGKILL", False, work) for work in DIVIDED),
        ("SIGTERM", True, "template"),
        ("SIGHUP", True, "photos"),
        ("SIGINT", True, "template"),
    ],
)
@pytest.mark.few(2)
def test_processes_end_with_the_one_that_began_them(
    name: str, all_of_them: bool, work: str, tmp_path: Path
) -> None:
    """Processes end with their parent, whether one or all of them get the signal.

    A terminal sends it to all. They also end if the parent is killed.
    """
    (tmp_path / "end.html.j2").write_text(SPIN, "utf-8")
    blank = pypdfium2.PdfDocument.new()
    for _ in range(400 if work == "photos" else 1):
        blank.new_page(595, 842)
    blank.save(tmp_path / "blank.pdf")
    child = start(
        tmp_path, *DIVIDED[work].split(), stderr=subprocess.DEVNULL, start_new_session=True
    )
    while len(in_group(child.pid)) < 2 and child.poll() is None:
        time.sleep(0.01)
    assert child.poll() is None
    (os.killpg if all_of_them else os.kill)(child.pid, signal.Signals[name])
    assert child.wait() == (-9 if name == "SIGKILL" else 128 + signal.Signals[name])
    end = time.monotonic() + 20
    while in_group(child.pid) and time.monotonic() < end:
        time.sleep(0.05)
    assert in_group(child.pid) == []
    if name != "SIGKILL":
        assert sorted(path.name for path in tmp_path.iterdir()) == ["blank.pdf", "end.html.j2"]


def stopped(*_: object) -> None:
    """Raise KeyboardInterrupt, as Ctrl-C does in Python."""
    raise KeyboardInterrupt


class TestExclusive:
    """Without --force nothing that was there is lost, since when it may have been."""

    def test_a_file_that_came_in_between(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Made after one looked and before one moved: it stays."""
        target = tmp_path / "x"

        def meanwhile(real: Callable[..., object]) -> Callable[..., object]:
            def step(*given: object) -> object:
                target.write_bytes(b"theirs")
                return real(*given)

            return step

        with monkeypatch.context() as patch:
            patch.setattr(os, "link", meanwhile(os.link))
            with pytest.raises(SheetgenError, match="a different file is there"):
                write_all([(target, b"ours")], replace=False)
            assert target.read_bytes() == b"theirs"
            target.unlink()
            write_all([(target, b"theirs")], replace=False)  # the same is no conflict
        monkeypatch.setattr(os, "link", no_link)  # a disk where files have one name
        write_all([(tmp_path / "y", b"ours")], replace=False)
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
            "x": b"theirs",
            "y": b"ours",
        }

    def test_the_content_is_on_the_disk(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        steps: list[str] = []
        for name in ("fsync", "link"):
            monkeypatch.setattr(os, name, noted(steps, name))
        write_all([(tmp_path / "x", b"new"), (tmp_path / "y", b"new")], replace=False)
        assert steps == ["fsync", "fsync", "link", "link"]
        monkeypatch.setattr(Path, "replace", noted(steps, "replace", Path))
        write_all([(tmp_path / "x", b"newer"), (tmp_path / "y", b"newer")], replace=True)
        assert steps[4:] == ["fsync", "fsync", "replace", "replace"]


def noted(steps: list[str], name: str, home: object = os) -> Callable[..., object]:
    """Return a function of the system that notes its name when it is called."""
    real = getattr(home, name)

    def step(*given: object) -> object:
        steps.append(name)
        return real(*given)

    return step


def no_link(*_: object) -> None:
    """Raise the error of a disk without hard links."""
    raise PermissionError(1, "Operation not permitted")


INPUTS = {
    "ruleset": "pdf --ruleset ./own.toml -o own.toml.pdf",
    "ruleset by a link": "pdf --ruleset ./own.toml -o link.toml.pdf",
    "names": f"{SHEET} --names-file names.csv -o names.csv.pdf",
    "theme": f"{SHEET} --theme ./theme.toml -o theme.toml.pdf",
    "profile": "pdf --profile profile.toml -o profile.toml.pdf",
    "card": "check card.csv --annotate card.csv.pdf",
    "form": "check form.pdf --annotate form.pdf",
    "rules": "rules --ruleset ./own.toml -o own.toml.pdf",
    "template": "rules --ruleset dice-play --templates . -o end.html.j2.pdf",
    "calculator": "form --ruleset ./own.toml -o own.toml.pdf",
    "card to fill in": "card --ruleset ./own.toml -o own.toml.csv",
    "kit": "kit --ruleset ./own.toml -o kit",
    "profile that is saved": f"{SHEET} --save-profile profile.toml -o profile.toml.pdf",
    "new profile": f"{SHEET} --save-profile new.toml -o new.toml.pdf",
}
"""Commands that would write over a file that they read: by a link with another ending, or twice to
one place."""


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with every kind of file that a command reads."""
    folder = tmp_path_factory.mktemp("inputs")
    for command in ("new own -o own.toml", "form --ruleset dice-play --lang en -o form.pdf"):
        assert program(*command.split(), folder=folder).returncode == 0
    for name, text in {
        "names.csv": "An,Bo\n",
        "theme.toml": (ROOT / "sheetgen/themes/wine.toml").read_text("utf-8"),
        "card.csv": "dice-play,An\nOnes,3\n",
        "end.html.j2": "<p>The end</p>",
        "profile.toml": '[pdf]\nruleset = "dice-play"\n',
    }.items():
        (folder / name).write_text(text, "utf-8")
    (folder / "link.toml").symlink_to("own.toml")
    for name in ("new.toml", *(path.name for path in folder.iterdir())):
        (folder / f"{name}.pdf").symlink_to(name)
    (folder / "own.toml.csv").symlink_to("own.toml")
    (folder / "kit").mkdir()
    (folder / "kit/1-sheets.pdf").symlink_to("../own.toml")
    return folder


@pytest.mark.parametrize("what", INPUTS)
@pytest.mark.few(2)
def test_no_output_takes_the_place_of_an_input(
    what: str, run: Run, inputs: Path, tmp_path: Path
) -> None:
    """Not with --force either: one line, and every file is as it was."""
    shutil.copytree(inputs, tmp_path, symlinks=True, dirs_exist_ok=True)
    before = content(tmp_path)
    code, _, err = run(f"{INPUTS[what]} --force")
    assert (code, err.splitlines()[-1].partition(": ")[2]) == (
        2,
        "is needed for something else in the same run; choose another name",
    )
    assert content(tmp_path) == before


@pytest.mark.skipif(os.name == "nt", reason="shells are POSIX's")
@pytest.mark.parametrize(
    "way",
    [
        "check --batch cards.csv >> cards.csv",
        "check --batch - < cards.csv >> cards.csv",
        "check cards.csv >> cards.csv",
        "check - < cards.csv >> cards.csv",
        "show ./cards.csv.toml >> cards.csv",
        "check - --annotate cards.csv.pdf --force < cards.csv",
    ],
)
@pytest.mark.few(2)
def test_answers_are_not_read_again(way: str, tmp_path: Path) -> None:
    """What would be printed to its own source is refused.

    A batch would go on for ever, and fill the disk.
    """
    batch = "ones,twos\n" + "3,6\n" * 10_000
    (tmp_path / "cards.csv").write_text(
        batch if "batch" in way else "dice-play,An\nOnes,3\n", "utf-8"
    )
    for ending in (".toml", ".pdf"):
        (tmp_path / f"cards.csv{ending}").symlink_to("cards.csv")
    before = content(tmp_path)
    done = shell(f"sheetgen {way}", tmp_path)
    assert done.returncode == 2
    assert b"is needed for something else" in done.stderr.splitlines()[-1]
    assert content(tmp_path) == before


def test_a_profile_is_brought_up_to_date(run: Run, tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text('[pdf]\nruleset = "dice-play"\npar = true\n', "utf-8")
    assert run("pdf --profile p.toml --title Club --save-profile p.toml --force")[0] == 0
    assert "Club" in (tmp_path / "p.toml").read_text("utf-8")


# disks that take nothing

MOUNT = """
set -e
cp -R . "$1"; here=$PWD; mount -t tmpfs -o size=8m none "$here"; cp -R "$1/." "$here"; cd "$here"
case $2 in full) cat /dev/zero > filler 2> /dev/null || true;; *) mount -o remount,ro "$here";; esac
after=$1; shift 2
set +e; "$@"; code=$?; set -e
rm -rf "$after"/* "$after"/.[!.]*; rm -f filler 2> /dev/null || true; cp -R . "$after"
exit $code
"""
"""Script that moves the files of this folder to a disk that is full or can only be read, in a mount
namespace of its own."""
PLACES = {
    "sheet": (f"{SHEET} -o x.pdf", "--players 3 --force"),
    "batch": (f"{SHEET} -o x.pdf --names-file names", "--blanks 500 --force"),
    "new sheet": ("rulesets", SHEET),
    "preview": (f"{SHEET} -o x.pdf --preview", "--players 3 --force"),
    "booklet": ("rules --ruleset dice-play --paper a5 -o x.pdf", "--paper a4 --force"),
    "booklet as text": ("rules --ruleset dice-play --format md -o x", "--quick --force"),
    "form": ("form --ruleset dice-play -o x.pdf", "--players 2 --force"),
    "page": ("form --ruleset dice-play --format html -o x", "--players 3 --force"),
    "kit": ("kit --ruleset dice-play -o kit", "--players 3 --force"),
    "new kit": ("rulesets", "kit --ruleset dice-play"),
    "profile": (f"{SHEET} -o y.pdf --save-profile x.toml", "--players 3 --force"),
    "card": ("card --ruleset dice-play -o x.csv", "--players 3 --force"),
    "corrected sheet": ("check card.csv --annotate x.pdf", "--paper a5 --force"),
    "ruleset": ("new mine -o x.toml", "--from dice-play --force"),
    "own ruleset": ("rulesets", "new mine --mine"),
    "new language": ("rulesets", "language new it"),
    "language": ("language new it", ""),
}
"""A command that writes what is there before, and what is added to it then, or another command."""


def can_mount() -> bool:
    """Check whether this user may mount in a namespace of their own."""
    try:
        done = subprocess.run(
            ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"],
            check=False,
            capture_output=True,
        )
    except OSError:
        return False
    return done.returncode == 0


def folders(folder: Path) -> set[str]:
    """Return every folder below a folder."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_dir()}


@pytest.fixture(scope="module")
def mount() -> None:
    """Skip tests that mount a disk if this user may not.

    In continuous integration as root they must run.
    """
    if not can_mount() and not (os.environ.get("CI") and getattr(os, "geteuid", lambda: 1)() == 0):
        pytest.skip("this user may not mount a disk")


@pytest.mark.usefixtures("mount")
@pytest.mark.parametrize(
    ("place", "disk"),
    [
        *((place, "full") for place in PLACES),
        *((place, "read-only") for place in ("sheet", "new kit")),
    ],
)
@pytest.mark.few(2)
def test_disks_that_take_nothing(
    place: str,
    disk: str,
    run: Run,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "names").write_text("An\nBo\n", "utf-8")
    (tmp_path / "card.csv").write_text("dice-play,An\nOnes,3\n", "utf-8")
    monkeypatch.setenv("SHEETGEN_HOME", str(tmp_path / "own"))
    first, then = PLACES[place]
    assert run(*first.split())[0] in (0, 1)
    if place == "language":  # so that there is something to bring up to date
        own = tmp_path / "own/languages/it.po"
        own.write_text(own.read_text("utf-8")[:3_000].rpartition("\n\n")[0] + "\n", "utf-8")
    command = then if first == "rulesets" else f"{first} {then}"
    if place == "language":
        command = "language update it"
    before, after = content(tmp_path), tmp_path_factory.mktemp("after")
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", MOUNT, "sh", after, disk, *PROGRAM, *command.split()],
        cwd=tmp_path,
        env=environment(SHEETGEN_HOME=str(tmp_path / "own")),
        capture_output=True,
        check=False,
    )
    [line] = done.stderr.decode().splitlines()
    reasons = ("the disk is full",) if disk == "full" else ("is read-only", "not allowed there")
    assert any(reason in line for reason in reasons)
    assert done.returncode == 2
    found = content(after)
    assert {name: found.get(name) for name in before} == before
    assert set(found) <= {*before, "filler"}
    assert folders(after) == folders(tmp_path)


# what lies about

VARIABLES = {
    "SOURCE_DATE_EPOCH": "yesterday",
    "TZ": "Asia/Tokyo",
    "PYTHONHASHSEED": "7",
    "LC_NUMERIC": "de_DE.UTF-8",
    "RL_pageCompression": "0",
    "RL_invariant": "0",
    "RL_useA85": "1",
    "RL_ttfAsciiReadable": "1",
    "RL_documentLang": "xx",
}
HOSTILE = (
    ".reportlab_settings",
    ".reportlab_mods",
    "reportlab_settings.py",
    "reportlab_mods.py",
)
"""Files that ReportLab would run."""
DOCUMENTS = {
    "sheet": f"{SHEET} --back rules -o",
    "corrected sheet": "check card.csv --ruleset dice-play --format csv --annotate",
    "booklet": "rules --ruleset dice-play --booklet --lang en --paper a4 -o",
    "form": "form --ruleset dice-play --lang en --paper a4 -o",
}


@pytest.mark.parametrize("document", DOCUMENTS)
@pytest.mark.few(1)
def test_where_it_runs_changes_nothing(document: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    for name in HOSTILE:
        (home / name).write_text("raise RuntimeError('this was run')\n", "utf-8")
    (tmp_path / "card.csv").write_text("dice-play,An\nOnes,3\n", "utf-8")
    strange = {"HOME": str(home), "PYTHONPATH": str(home), **VARIABLES}
    found = []
    for number, more in enumerate(({"HOME": str(ROOT / "nobody")}, strange)):
        words = f"{DOCUMENTS[document]} {number}.pdf".split()
        done = program(*words, folder=tmp_path, **more)
        assert done.returncode < 2, done.stderr.decode()
        found.append((tmp_path / f"{number}.pdf").read_bytes())
    assert found[0] == found[1]
