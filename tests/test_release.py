"""`make release`: a folder for people without Python, whose pages lead to every document in it."""

import re
from functools import cache
from io import BytesIO
from pathlib import PurePosixPath

import pytest
from make_release import LANGUAGES, make_page, release
from PIL import Image

from sheetgen.i18n.catalog import load_catalog
from tests.readback import Markup

pytestmark = pytest.mark.slow("documents")
GAMES = ("dice-play", "yamb")
DOCUMENTS = {
    "calculator-for-phones.html",
    "calculator.pdf",
    "rules-booklet.pdf",
    "rules-in-short.pdf",
    "sheets.pdf",
}


@cache
def files() -> dict[str, bytes]:
    """Return a folder with two of the games in two languages."""
    return dict(release(("en", "nl"), GAMES, "a4"))


def test_the_folder_has_every_document() -> None:
    """Each game has five documents and a picture in each language.

    Each language has a page, and there is one to begin with.
    """
    documents = {
        f"{lang}/{game}-{name}" for lang in ("en", "nl") for game in GAMES for name in DOCUMENTS
    }
    pictures = {f"{lang}/{game}.png" for lang in ("en", "nl") for game in GAMES}
    assert {*files()} == documents | pictures | {"en.html", "nl.html", "index.html"}
    assert files()["index.html"] == files()["en.html"]
    for name, content in files().items():
        assert content.startswith(
            {".pdf": b"%PDF", ".png": b"\x89PNG"}.get(PurePosixPath(name).suffix, b"<!")
        )


def test_names_are_safe_everywhere() -> None:
    """Small letters, digits and hyphens, whatever the language.

    No two differ in their capitals alone.
    """
    assert all(re.fullmatch(r"([a-z]{2}/)?[a-z0-9-]+\.(pdf|html|png)", name) for name in files())


@pytest.mark.parametrize("language", ["en", "nl"])
def test_a_page_leads_to_all_documents_of_its_language(language: str) -> None:
    """The page works from a disk: every link leads into the folder, and it has no script."""
    tags = Markup(files()[f"{language}.html"].decode()).tags
    places = {each[name] for _, each in tags for name in ("href", "src") if name in each}
    others = {f"{code}.html" for code in ("en", "nl") if code != language}
    assert places == {name for name in files() if name.startswith(f"{language}/")} | others
    languages = [each["lang"] for _, each in tags if "lang" in each]
    assert (languages[0], {*languages}) == (language, {"en", "nl"})
    assert not {tag for tag, _ in tags} & {"script", "iframe", "object", "link"}


def test_all_languages_have_their_pages() -> None:
    """Each page is in its own language, and none of its words is English."""
    pages = {
        code: make_page(load_catalog(code), [], LANGUAGES, "A4").decode() for code in LANGUAGES
    }
    for words in ("<h1>(.*)</h1>", "<p>(.*)</p>"):
        assert len({re.findall(words, page)[0] for page in pages.values()}) == len(LANGUAGES) == 4


def test_pictures_are_small_and_as_large_as_the_page_says() -> None:
    """A browser knows their size before they come."""
    sizes = re.findall(
        r'src="(\S+)" width="(\d+)" height="(\d+)" alt="[^"]{10,}"', files()["en.html"].decode()
    )
    assert len(sizes) == len(GAMES)
    for name, width, height in sizes:
        with Image.open(BytesIO(files()[name])) as picture:
            assert picture.size == (int(width), int(height))
        assert len(files()[name]) < 20_000


def test_the_same_source_gives_the_same_folder() -> None:
    """Whatever else is in it, and in whichever process it was made."""
    again = {
        name: content
        for name, content in release(("nl",), GAMES[:1], "a4")
        if name.startswith("nl/")
    }
    assert len(again) == len(DOCUMENTS) + 1
    assert again.items() <= files().items()


def test_another_paper() -> None:
    """The page says which paper its documents are for."""
    letter = dict(release(("en",), GAMES[:1], "letter"))
    assert "on Letter" in letter["en.html"].decode()
    assert letter["en/dice-play-sheets.pdf"] != files()["en/dice-play-sheets.pdf"]
