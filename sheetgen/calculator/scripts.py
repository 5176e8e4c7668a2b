"""Scripts and styles as a document carries them: small, with their data, and with the translations of their texts."""

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Iterable, Sequence
from typing import Any

from sheetgen.files import folders
from sheetgen.i18n.catalog import ENGLISH, Catalog

Data = dict[str, Any]
"""Plain data for a script."""
_STRING = r'\s*("(?:[^"\\]|\\.)*")\s*,?'
_TEXT = re.compile(rf"\b(?:pgettext\({_STRING}{_STRING}|npgettext\({_STRING}{_STRING}{_STRING})")
"""Call that translates a text: its context and its English, or its context and its English for one and for several."""


def joined(names: Iterable[str]) -> str:
    """Return scripts or styles in this order as one text, without comments and indents."""
    return "\n".join(compact(folders.script(name)) for name in names)


def compact(source: str) -> str:
    """Return a script or style without its comments between ``/*`` and ``*/``, its indents and its empty lines."""
    lines = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL).splitlines()
    return "\n".join(line.strip() for line in lines if line.strip())


def strict(script: str) -> str:
    """Return a script in strict mode and in a scope of its own, so that it leaves nothing on the page's window."""
    return f'"use strict";\n(function () {{\n{script}}})();\n'


def script_data(data: object) -> str:
    """Return data as a JavaScript literal that is safe in a script, in HTML and in a PDF: ASCII, and no < in it."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def packed(texts: Sequence[str]) -> str:
    """Return texts as deflated JSON in Base64, a third of their length; loader.js unpacks it."""
    return b64encode(zlib.compress(json.dumps(texts).encode(), 9)).decode()


def texts_in(script: str) -> list[tuple[str, ...]]:
    """Return the texts that a script translates: context and English, or context, singular and plural."""
    found = (tuple(json.loads(part) for part in call.groups() if part is not None) for call in _TEXT.finditer(script))
    return list(dict.fromkeys(found))


def translations(catalog: Catalog, texts: Iterable[tuple[str, ...]]) -> Data:
    """Return the translations of `texts` by context and English, as the functions in choice.js look them up.

    The translation of a text that counts is a table of its forms by plural category. English needs no translations.
    """
    found: Data = {}
    for context, english, *several in texts if catalog.language != ENGLISH else ():
        forms = catalog.forms(context, english, *several) if several else catalog.text(context, english)
        found.setdefault(context, {})[english] = forms
    return found
