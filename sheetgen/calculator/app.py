"""The page as an app: a folder for a web server, from which phones install it and then need no network."""

import json
from collections.abc import Sequence
from hashlib import sha256

from sheetgen.calculator.icon import icon_of
from sheetgen.calculator.page import page_title
from sheetgen.calculator.scripts import joined
from sheetgen.i18n.wording import Wording
from sheetgen.layout.themes import Look

PAGE = "index.html"
_SIDES = (192, 512)
"""Sides of the icons in pixels: what Android asks for."""


def app_files(page: str, wordings: Sequence[Wording], look: Look) -> dict[str, bytes]:
    """Return the files of the folder by name: the page, its manifest, its icons and its service worker.

    `wordings` has the games of the page, in the language that it opens in. The version in the service worker is a
    hash of all other files.
    """
    icon = icon_of([wording.ruleset for wording in wordings], look)
    found = {
        PAGE: page.encode(),
        "manifest.webmanifest": _manifest(wordings),
        "icon.svg": icon.svg().encode(),
        **{f"icon-{side}.png": icon.png(side) for side in _SIDES},
        "icon-whole-512.png": icon.png(512, whole=True),
        "icon-180.png": icon.png(180, whole=True),  # Apple's
    }
    version = sha256(b"".join(b"%s\0%d\0%s" % (each.encode(), len(text), text) for each, text in found.items()))
    head = f'const VERSION = "{version.hexdigest()[:16]}";\nconst FILES = {json.dumps([*found])};\n'
    worker = '"use strict";\n' + head + joined(["service-worker.js"]) + "\n"
    return {**found, "service-worker.js": worker.encode()}


def _manifest(wordings: Sequence[Wording]) -> bytes:
    name = page_title(wordings)
    short = wordings[0].title if len(wordings) == 1 else name
    icons = [
        {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"},
        *({"src": f"icon-{side}.png", "sizes": f"{side}x{side}", "type": "image/png"} for side in _SIDES),
        {"src": "icon-whole-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ]
    data = {
        "name": name, "short_name": short, "lang": wordings[0].catalog.language, "id": "./", "start_url": "./",
        "scope": "./", "display": "standalone", "background_color": "#ffffff", "theme_color": "#ffffff", "icons": icons,
    }  # fmt: skip
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode()
