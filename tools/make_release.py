"""Make a folder for people without Python.

The documents of all games in all languages, and pages with their pictures. Nothing in it needs a
script or a network but the calculators, which have theirs inside. The same source gives the same
bytes.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path
from time import perf_counter
from typing import Any

from PIL import Image

from sheetgen.documents.apart import spread
from sheetgen.documents.kits import kit
from sheetgen.i18n.catalog import Catalog, language_name, load_catalog, shipped_languages
from sheetgen.i18n.templating import render
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import find_paper
from sheetgen.pdf.reading import picture_of
from sheetgen.rulesets.loading import base_of, load_ruleset
from sheetgen.rulesets.source import is_shipped, known_ids

WIDTH = 320
"""Width of a picture in pixels: twice that on the page, for sharp screens."""
COLOURS = 16
"""Number of colours of a picture, which has one accent and greys: a third of the size of all
colours."""
LANGUAGES = ("en", *shipped_languages())
"""Languages of the documents; those of the user are no part of it."""
Files = dict[str, bytes]
"""Contents of files by their paths in the folder."""


def small_picture(sheet: bytes) -> tuple[bytes, tuple[int, int]]:
    """Return the first page of a PDF as a small PNG, and its size in pixels."""
    with Image.open(BytesIO(picture_of(sheet))) as page:
        size = WIDTH, round(page.height * WIDTH / page.width)
        small = page.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    target = BytesIO()
    small.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
        target, "PNG", optimize=True
    )
    return target.getvalue(), size


def make_game(game: tuple[str, str], paper: str) -> tuple[Files, dict[str, Any]]:
    """Return the documents of a game in a language, and the facts for its entry on the page."""
    name, language = game
    ruleset = load_ruleset(name)
    wording = Wording(ruleset, load_catalog(language))
    parts = kit(ruleset, lang=language, paper=paper, base=base_of(name))
    endings = {part.what: "pdf" if part.paper else "html" for part in parts}
    places = {what: f"{language}/{name}-{what}.{ending}" for what, ending in endings.items()}
    files = {places[part.what]: part.content for part in parts}
    picture = f"{language}/{name}.png"
    files[picture], size = small_picture(parts[0].content)
    entry = {
        "title": wording.title,
        "variant": wording.variant,
        "files": places,
        "picture": picture,
        "size": size,
    }
    return files, entry


def make_page(
    catalog: Catalog, entries: list[dict[str, Any]], languages: Sequence[str], paper: str
) -> bytes:
    """Return the page of a language, which names the others.

    Its games are in the order of their titles.
    """
    names = {code: language_name(code, load_catalog(code)) for code in languages}
    games = sorted(entries, key=lambda entry: (entry["title"], entry["variant"]))
    return render(
        "release.html.j2", catalog, language=catalog.language, names=names, games=games, paper=paper
    ).encode()


def release(
    languages: Sequence[str], games: Sequence[str], paper: str
) -> Iterator[tuple[str, bytes]]:
    """Yield all files of the folder, each with its path in it."""
    todo = [(game, language) for language in languages for game in games]
    entries: dict[str, list[dict[str, Any]]] = {language: [] for language in languages}
    for (_, language), (files, entry) in zip(
        todo, spread(partial(make_game, paper=paper), todo), strict=True
    ):
        entries[language].append(entry)
        yield from files.items()
    for language in languages:
        page = make_page(
            load_catalog(language),
            entries[language],
            languages,
            find_paper(paper).name.capitalize(),
        )
        yield f"{language}.html", page
        if language == "en":
            yield "index.html", page


def main() -> None:
    """Write the folder, which must be new or empty, and report its size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("out/release"))
    parser.add_argument("--paper", default="a4")
    asked = parser.parse_args()
    if asked.folder.exists() and any(asked.folder.iterdir()):
        sys.exit(f"{asked.folder} is not empty; remove it, or name another folder")
    begun, count, size = perf_counter(), 0, 0
    games = [name for name in known_ids() if is_shipped(name)]
    for place, content in release(LANGUAGES, games, asked.paper):
        target = asked.folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        count, size = count + 1, size + len(content)
    print(f"{asked.folder}: {count} files, {size / 1e6:.1f} MB, in {perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
