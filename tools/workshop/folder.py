"""The files of the workshop: pages, documents that are ready to print, scripts, and Python.

Pages work without scripts. The same source gives the same bytes.
"""

import json
import re
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from importlib.metadata import distribution
from io import BytesIO
from pathlib import Path
from typing import Any

from markupsafe import Markup
from PIL import Image

from sheetgen import __version__
from sheetgen.calculator.app import hash_of, icon_of
from sheetgen.calculator.scripts import joined, modules, script_data, texts_in, translations
from sheetgen.documents.apart import spread
from sheetgen.documents.kits import kit
from sheetgen.documents.sheets import cell_maps
from sheetgen.i18n.catalog import Catalog, language_name, load_catalog, shipped_languages
from sheetgen.i18n.templating import render
from sheetgen.i18n.wording import Wording
from sheetgen.layout.content import heading_words
from sheetgen.layout.options import PAPERS, find_paper
from sheetgen.layout.primitives import MM, PIPS
from sheetgen.layout.themes import Look, accent_style, screen_style
from sheetgen.pdf.reading import picture_of
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.loading import base_of, load_ruleset
from sheetgen.rulesets.other_names import KNOWN_AS
from workshop.desk import facts_of
from workshop.runtime import COMPILED, PURE, build_wheel, runtime_files

SOURCE = "../workshop"
"""Folder of the scripts and styles of the pages, seen from that of the calculator."""
STYLES = ("common.css", f"{SOURCE}/style.css")
"""Styles of the pages: what they share with the page at the table, and their own."""
LANGUAGES = ("en", *shipped_languages())
"""Languages of pages and documents; those of the user are no part of it."""
FIRST_GAME = "numbers-hands"
"""The game of a first visit: the one that most people look for."""
PICTURE_WIDTH = 640
"""Width of a picture in pixels: twice that on the page, for sharp screens."""
THUMBNAILS = ("rules-booklet", "rules-in-short")
"""Documents of which the page has a tiny picture, beside the sheet."""
THUMBNAIL_HEIGHT = 208
"""Height of a tiny picture in pixels: twice that on the page."""
COLOURS = 16
"""Number of colours of a picture, which has one accent and greys: a third of the size of all
colours."""
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' blob: data:; font-src 'self' data:; connect-src 'self'; worker-src 'self'; "
    "frame-src 'self' blob:; base-uri 'none'; form-action 'none'"
)
"""Content security policy of the pages: nothing comes from elsewhere, and nothing goes there."""
Files = dict[str, bytes]
"""Contents of files by their paths in the folder."""


def workshop(
    languages: Sequence[str], games: Sequence[str], paper: str
) -> Iterator[tuple[str, bytes]]:
    """Yield all files of the folder, each with its path in it."""
    looks = {name: Look().with_accent(load_ruleset(name).accent) for name in games}
    app = dict(app_files(looks))
    app_folder = f"app-{fingerprint_of(app)}"
    yield from ((f"{app_folder}/{name}", content) for name, content in app.items())
    with tempfile.TemporaryDirectory() as folder:
        python = runtime_files(build_wheel(Path(folder)))
    python_folder = f"python-{fingerprint_of(python)}"
    yield from ((f"{python_folder}/{name}", content) for name, content in python.items())
    yield "licences.txt", licences().encode()
    icon = icon_of(map(load_ruleset, games), Look()).svg().encode()
    yield "icon.svg", icon
    todo = [(game, language) for language in languages for game in games]
    entries: dict[str, list[dict[str, Any]]] = {language: [] for language in languages}
    made = spread(partial(make_game, paper=paper), todo)
    for (_, language), (files, entry) in zip(todo, made, strict=True):
        entries[language].append(entry)
        yield from ((f"{language}/{place}", content) for place, content in files.items())
    scripts = [
        f"{app_folder}/{name}"
        for name in app
        if name.endswith(".js") and name != "workshop/old.js"  # which is no module
    ]
    shell = {f"{app_folder}/{name}": content for name, content in app.items()}
    shell["icon.svg"] = icon
    page = partial(
        make_page,
        languages=languages,
        paper=paper,
        folders=(app_folder, python_folder),
        scripts=scripts,
    )
    for language in languages:
        catalog = load_catalog(language)
        shell[f"{language}/index.html"] = page(catalog, entries[language], "", root="../")
        yield f"{language}/index.html", shell[f"{language}/index.html"]
        for game in games:
            yield (
                f"{language}/{game}/index.html",
                page(catalog, entries[language], game, root="../../"),
            )
    first = languages[0]
    shell["index.html"] = page(load_catalog(first), entries[first], "", root="")
    yield "index.html", shell["index.html"]
    yield "service-worker.js", service_worker(shell)


def licences() -> str:
    """Return the names, versions and licences of what the browser runs."""
    lines = ["sheetgen: MIT; its fonts: SIL Open Font License 1.1", ""]
    lines += ["Pyodide: Mozilla Public License 2.0, https://github.com/pyodide/pyodide"]
    lines += ["Python: PSF License 2, https://www.python.org", ""]
    for name in sorted((*PURE, COMPILED)):
        about = distribution(name).metadata
        terms = (about.get_all("License-Expression") or about.get_all("License") or [""])[0]
        kinds = [each.split(" :: ")[-1] for each in about.get_all("Classifier") or ()]
        named = terms.split("\n")[0] or next((each for each in kinds if "License" in each), "")
        lines.append(f"{about['Name']} {about['Version']}: {named}")
    return "\n".join([*lines, ""])


def service_worker(shell: Files) -> bytes:
    """Return the script that keeps the files of the shell on a device.

    Its version changes with every byte of them.
    """
    files = json.dumps([*shell])
    head = f'"use strict";\nconst VERSION = "{fingerprint_of(shell)}";\nconst FILES = {files};\n'
    return (head + joined([f"{SOURCE}/service-worker.js"]) + "\n").encode()


def fingerprint_of(files: Files) -> str:
    """Return a short hash of files, which names the folder that they lie in."""
    return hash_of(dict(sorted(files.items())))[:12]


def app_files(looks: dict[str, Look]) -> Iterator[tuple[str, bytes]]:
    """Yield the style and the scripts of the pages, with the accents of the games."""
    accents = "\n".join(accent_style(look, game) for game, look in looks.items())
    style = "\n".join([screen_style(Look()), accents, joined(STYLES)])
    yield "style.css", style.encode()
    for name, text in modules([f"{SOURCE}/main.js", f"{SOURCE}/worker.js"]).items():
        yield name.removeprefix("../"), text.encode()
    yield "workshop/old.js", joined([f"{SOURCE}/old.js"]).encode()


def make_game(game: tuple[str, str], paper: str) -> tuple[Files, dict[str, Any]]:
    """Return the documents of a game in a language, and the facts for its entry on the page."""
    name, language = game
    ruleset = load_ruleset(name)
    parts = kit(ruleset, lang=language, paper=paper, base=base_of(name))
    places = {part.what: f"{name}/{part.what}.{'pdf' if part.paper else 'html'}" for part in parts}
    files = {places[part.what]: part.content for part in parts}
    picture = f"{name}/sheet.png"
    files[picture], size = small_picture(parts[0].content)
    also: dict[str, dict[str, Any]] = {}
    for part in parts:
        if part.what in THUMBNAILS:
            place = f"{name}/{part.what}.png"
            files[place], width = thumbnail(part.content, is_folded=part.what == "rules-booklet")
            sheets = -(-part.pages // (2 if part.duplex else 1))
            about = {"picture": place, "width": width, "sheets": sheets, "paper": part.paper}
            also[part.what] = about
    return files, {
        "id": name,
        **facts_of(ruleset, load_catalog(language)),
        "known": known_names(name, language),
        "names": all_names(name),
        "answers": answers_of(name, load_catalog(language)),
        "files": places,
        "picture": picture,
        "size": size,
        "cells": name_cells(ruleset, language, paper),
        "also": also,
    }


def name_cells(ruleset: Ruleset, language: str, paper: str) -> list[list[float]]:
    """Return the cells for names on a blank sheet: left, top, width and height.

    They are shares of the sizes of the page.
    """
    page = cell_maps(ruleset, lang=language, paper=paper)[0]
    cells: list[list[float]] = []
    for cell in page.cells:
        if re.fullmatch(r"p\d+\.name", cell.id):
            rect = cell.rect
            left, width = rect.x / page.width, rect.width / page.width
            top, height = rect.y / page.height, rect.height / page.height
            cells.append([round(share, 4) for share in (left, top, width, height)])
    return cells


def known_names(game: str, language: str) -> list[str]:
    """Return the other names of a game, in a language and in all."""
    names: list[str] = []
    for known in KNOWN_AS:
        if game in known.games:
            names += [*known.names.get("", ()), *known.names.get(language, ())]
    return list(dict.fromkeys(names))


def all_names(game: str) -> list[str]:
    """Return all words under which a game is found: its id, and its names in all languages."""
    ruleset = load_ruleset(game)
    names = [game]
    for language in LANGUAGES:
        wording = Wording(ruleset, load_catalog(language))
        names += [wording.title, wording.variant]
    for known in KNOWN_AS:
        if game in known.games:
            names += known.all_names
    return [name for name in dict.fromkeys(names) if name]


def answers_of(game: str, catalog: Catalog) -> list[dict[str, Any]]:
    """Return the names that a game is an answer to, each with what to mind.

    The place is that in the table of the gallery: the likeliest game has the lowest.
    """
    answers: list[dict[str, Any]] = []
    for row, known in enumerate(KNOWN_AS):
        if game in known.games:
            answer = {
                "names": list(known.all_names),
                "mind": catalog.message(known.mind) if known.mind else "",
                "place": 10 * row + known.games.index(game),
            }
            answers.append(answer)
    return answers


def small_picture(sheet: bytes) -> tuple[bytes, tuple[int, int]]:
    """Return the first page of a PDF as a small PNG, and its size in pixels."""
    with Image.open(BytesIO(picture_of(sheet))) as page:
        size = PICTURE_WIDTH, round(page.height * PICTURE_WIDTH / page.width)
        small = page.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    target = BytesIO()
    small.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
        target, "PNG", optimize=True
    )
    return target.getvalue(), size


def thumbnail(document: bytes, *, is_folded: bool) -> tuple[bytes, int]:
    """Return the first page of a PDF as a tiny PNG, and its width in pixels.

    Of a folded booklet it is the front page, at the right.
    """
    with Image.open(BytesIO(picture_of(document))) as page:
        front = page.convert("RGB")
        if is_folded:
            front = front.crop((page.width // 2, 0, page.width, page.height))
        width = round(front.width * THUMBNAIL_HEIGHT / front.height)
        small = front.resize((width, THUMBNAIL_HEIGHT), Image.Resampling.LANCZOS)
    target = BytesIO()
    small.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
        target, "PNG", optimize=True
    )
    return target.getvalue(), width


def make_page(
    catalog: Catalog,
    entries: Sequence[dict[str, Any]],
    chosen: str,
    *,
    languages: Sequence[str],
    paper: str,
    folders: tuple[str, str],
    scripts: Sequence[str],
    root: str,
) -> bytes:
    """Return the page of a language, or that of a game in it. Games are in the order of titles.

    `root` leads from the page to the folder of the workshop.
    """
    games = sorted(entries, key=lambda entry: (entry["title"], entry["variant"]))
    game = next((entry for entry in games if entry["id"] == chosen), None)
    title = catalog.text("workshop", "Dice games: score sheets to print")
    if game:
        name = " · ".join(filter(None, (game["title"], game["variant"])))
        title = catalog.text("workshop", "%(game)s: score sheet to print").replace("%(game)s", name)
    app, python = folders
    data = {
        "language": catalog.language,
        "languages": {code: language_name(code, load_catalog(code)) for code in languages},
        "version": __version__,
        "first": chosen or FIRST_GAME,
        "chosen": chosen,
        "paper": paper,
        "papers": paper_sizes(),
        "games": games,
        "headings": heading_words([load_catalog(code) for code in LANGUAGES]),
        "texts": texts_of(catalog),
    }
    symbols = {face for entry in games for face, _ in entry["signature"] if isinstance(face, str)}
    return render(
        "index.html.j2",
        catalog,
        folder="workshop",
        language=catalog.language,
        names=data["languages"],
        title=title,
        chosen=game,
        games=games,
        paper=find_paper(paper).name.capitalize(),
        place=f"{chosen}/index.html" if chosen else "index.html",
        root=root,
        app=app,
        python=python,
        scripts=scripts,
        policy=POLICY,
        pips=PIPS,
        symbols=sorted(symbols),
        # JSON without <, in an element that is no script
        data=Markup(script_data(data)),  # noqa: S704
    ).encode()


def paper_sizes() -> dict[str, tuple[float, float]]:
    """Return the width and the height of each paper in millimetres."""
    return {
        name: (round(paper.width / MM, 1), round(paper.height / MM, 1))
        for name, paper in PAPERS.items()
    }


def texts_of(catalog: Catalog) -> dict[str, dict[str, Any]]:
    """Return the translations of the texts of the scripts, by context and English."""
    texts = texts_in("\n".join(modules([f"{SOURCE}/main.js"]).values()))
    return {
        context: {english: translated[0] for english, translated in by_english.items()}
        for context, by_english in translations([catalog], texts).items()
    }
