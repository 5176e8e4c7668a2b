"""A file for each sheet: named, whole, and the same however many processes write them."""

from pathlib import Path

import pikepdf
import pytest
from pypdfium2 import PdfDocument

from tests.conftest import Run

GAME = "pdf --ruleset dice-play --lang nl --paper a4 --profile none"
LEAGUE = f"{GAME} --names-file names.csv --separate -o liga"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("names.csv").write_text("\n".join(f"Anna {n},Bram {n}" for n in range(12)), "utf-8")


def words(path: Path) -> str:
    """Return the text on the pages of a file."""
    return "\n".join(
        page.get_textpage().get_text_range() for page in PdfDocument(path.read_bytes())
    )


def _without_command(text: str) -> str:
    """Return a page's text without the command in its foot, which names --separate."""
    return text.partition("Gooi hoogstens")[0]


def test_each_sheet_has_its_file(run: Run) -> None:
    """Numbered as the lines are, in a folder that is made.

    Each is a sound PDF that prints as one sheet would.
    """
    code, out, err = run(LEAGUE)
    assert (code, err) == (0, "")
    assert out == "12 bestanden geschreven: liga\n"
    files = sorted(Path("liga").iterdir())
    assert [file.name for file in files] == [f"liga-{n:02}.pdf" for n in range(1, 13)]
    for number, file in enumerate(files):
        with pikepdf.open(file) as pdf:
            assert not pdf.check_pdf_syntax()
            assert len(pdf.pages) == 1
        assert f"Anna {number}" in words(file)
        assert f"Anna {number + 1}" not in words(file)
    run(f"{GAME} --names-file names.csv -o all.pdf")
    pages = [
        page.get_textpage().get_text_range() for page in PdfDocument(Path("all.pdf").read_bytes())
    ]
    assert [_without_command(words(file)) for file in files] == list(map(_without_command, pages))


def test_without_a_name_the_folder_is_called_like_the_file(run: Run) -> None:
    code, out, _ = run(f"{GAME} --names-file names.csv --back rules --separate")
    assert code == 0
    folder = Path("out/dice-play-nl-a4-names-file")
    assert str(folder) in out
    with pikepdf.open(folder / f"{folder.name}-03.pdf") as pdf:
        assert len(pdf.pages) == 2
        assert not pdf.check_pdf_syntax()
    assert "worpen" in words(folder / f"{folder.name}-03.pdf")


def test_players_with_a_page_each_get_a_file_each(run: Run) -> None:
    run(f"{GAME} --columns games --names Anna,Bram,Carla --separate -o each")
    assert len(list(Path("each").iterdir())) == 3
    assert "Carla" in words(Path("each/each-3.pdf"))


@pytest.mark.parametrize("more", ["--nup 4", "--pad 3", "--ruler", "--preview", "--labels 105x148"])
def test_what_is_one_file_is_refused(run: Run, more: str) -> None:
    code, out, err = run(f"{GAME} --separate {more}")
    assert (code, out) == (2, "")
    assert err.startswith(f"--separate en {more.split(maxsplit=1)[0]} sluiten elkaar uit: ")
    assert err.count("\n") == 1


def test_standard_output_is_no_folder(run: Run) -> None:
    assert run(f"{GAME} --separate -o -")[0] == 2
    Path("taken").write_text("mine", "utf-8")
    assert run(f"{GAME} --separate -o taken")[0] == 2
    assert Path("taken").read_text("utf-8") == "mine"


def test_other_files_stay(run: Run) -> None:
    Path("liga").mkdir()
    Path("liga/liga-02.pdf").write_bytes(b"mine")
    code, _, err = run(LEAGUE)
    assert code == 2
    assert "liga-02.pdf" in err
    assert Path("liga/liga-02.pdf").read_bytes() == b"mine"
    assert run(f"{LEAGUE} --force")[0] == 0
    assert "Anna 1" in words(Path("liga/liga-02.pdf"))
    assert run(LEAGUE)[0] == 0  # the same again is fine


def test_what_cannot_be_replaced_keeps_all_others_back(run: Run) -> None:
    """A folder in the place of one of them, with --force as well; without, a link to nowhere."""
    path = Path("liga/liga-07.pdf")
    path.mkdir(parents=True)
    code, _, err = run(f"{LEAGUE} --force")
    assert (code, err.partition(":")[0], err.count("\n")) == (2, str(path), 1)
    assert "dit is een map" in err
    assert [*Path("liga").iterdir()] == [path]
    path.rmdir()
    path.symlink_to("nowhere")
    code, _, err = run(LEAGUE)
    assert (code, err.count("\n"), "liga-07.pdf: " in err) == (2, 1, True)
    assert path.readlink() == Path("nowhere")
    assert run(f"{LEAGUE} --force")[0] == 0
    assert len(list(Path("liga").iterdir())) == 12
    assert not Path("liga/nowhere").exists()
