"""Templates, filled in by Jinja2.

They run in its sandbox, because users can replace those that come with sheetgen.
"""

import re
import traceback
from base64 import b64encode
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import jinja2
from jinja2.bccache import Bucket
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import escape

from sheetgen.errors import Message, SheetgenError
from sheetgen.files import folders
from sheetgen.files.disk import read_text
from sheetgen.i18n.catalog import Catalog

MAX_BYTES = 1_000_000
"""Maximum size of a user's template."""
MOST_LETTERS = 2_000_000
"""Maximum length of a filled template, eight times the longest that ships: a page with all
games."""
_TROUBLE = (
    jinja2.TemplateError,
    ArithmeticError,
    AttributeError,
    LookupError,
    MemoryError,
    OSError,
    RecursionError,
    TypeError,
    ValueError,
)
"""Exceptions that a faulty template can raise."""


def render(
    name: str,
    catalog: Catalog,
    filters: Mapping[str, Callable[..., Any]] | None = None,
    folder: str = "",
    own: Path | None = None,
    **values: Any,
) -> str:
    """Fill in the template `name` in the language of the catalog.

    In HTML all values and translations are escaped. A template of this name in the user's folder
    `own` replaces the one in `folder` of sheetgen's templates. Raise SheetgenError with file and
    line if it cannot be filled in.
    """
    html = name.endswith(".html.j2")
    shipped = jinja2.FileSystemLoader([folders.templates() / folder, folders.templates()])
    loader = jinja2.ChoiceLoader([_OwnTemplates(own), shipped]) if own else shipped
    environment, words = _Environment(html, loader), catalog.wrapped(escape) if html else catalog
    environment.bytecode_cache = _COMPILED
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        words.message,
        lambda one, many, n: words.message(one if n == 1 else many),
        newstyle=False,
        pgettext=words.text,
        npgettext=words.plural,
    )
    environment.filters.update(filters or {})
    try:
        found, letters = [], 0
        for piece in environment.get_template(name).generate(values):
            found.append(piece)
            letters += len(piece)
            if letters > MOST_LETTERS:
                raise jinja2.TemplateRuntimeError("the text grows too long")
        return "".join(found).encode().decode()  # a lone surrogate raises ValueError
    except jinja2.TemplateSyntaxError as error:
        raise _fault(error, error.filename, error.lineno) from error
    except _TROUBLE as error:
        frames = [
            each
            for each in traceback.extract_tb(error.__traceback__)
            if each.filename.endswith(".j2")
        ]
        raise _fault(
            error, frames[-1].filename if frames else name, frames[-1].lineno if frames else 1
        ) from error


def fingerprint(text: str) -> str:
    """Return the hash by which a content security policy allows this style or script."""
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


_GROWING = frozenset(
    [
        "center",
        "encode",
        "expandtabs",
        "format",
        "format_map",
        "ljust",
        "rjust",
        "to_bytes",
        "translate",
        "zfill",
    ]
)
"""Methods and filters that make a huge value of a small one."""
_WIDE = re.compile(r"%[^a-zA-Z%]*([0-9]{5}|\*)")


class _Environment(ImmutableSandboxedEnvironment):
    """Sandbox without operations that make huge values.

    The caller bounds time and memory (`documents/apart`).
    """

    intercepted_binops = frozenset(["*", "**", "%"])

    def __init__(self, html: bool, loader: jinja2.BaseLoader) -> None:
        super().__init__(
            loader=loader,
            extensions=["jinja2.ext.i18n"],
            autoescape=html,
            undefined=jinja2.StrictUndefined,
            trim_blocks=not html,
        )
        self.globals.pop("lipsum")
        for name in _GROWING & set(self.filters):
            del self.filters[name]

    def wrap_str_format(self, value: Any) -> None:
        """Return None, so that formatting methods are refused like other attributes."""

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Check whether a template may use the attribute."""
        return attr not in _GROWING and super().is_safe_attribute(obj, attr, value)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Raise TemplateRuntimeError for high powers, long repeated texts and wide formats."""
        if operator == "**" and (abs(right) > 100 or abs(left) > 10**6):
            raise jinja2.TemplateRuntimeError("the power is too high")
        texts = [each for each in (left, right) if hasattr(each, "__len__")]
        if operator == "*" and texts and _length(left) * _length(right) > MOST_LETTERS:
            raise jinja2.TemplateRuntimeError("the text is repeated too often")
        if operator == "%" and isinstance(left, str) and _WIDE.search(left):
            raise jinja2.TemplateRuntimeError("the text becomes too wide")
        return super().call_binop(context, operator, left, right)


def _length(factor: Any) -> int:
    """Return the length of a text or list, or the number of its repetitions."""
    return len(factor) if hasattr(factor, "__len__") else min(abs(int(factor)), MOST_LETTERS + 1)


class _Compiled(jinja2.BytecodeCache):
    """Templates that this process has compiled, by their keys and the hashes of their texts.

    None of them has a filter of a constant, which Jinja2 would work out for good, in the language
    of the first document.
    """

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what was compiled before."""
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        self._codes[bucket.key, bucket.checksum] = bucket.code


_COMPILED = _Compiled()


class _OwnTemplates(jinja2.BaseLoader):
    """Loader for the templates in a user's folder, without links that lead out of it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, str, None]:
        """Return the text of a template, which is UTF-8 with or without a byte order mark."""
        path = self._folder / template
        if not path.is_file() or not path.resolve().is_relative_to(self._folder.resolve()):
            raise jinja2.TemplateNotFound(template)
        return (
            read_text(
                path, MAX_BYTES, SheetgenError("larger than 1 MB, the maximum of a template")
            ),
            str(path),
            None,
        )


def _fault(error: Exception, file: str | None, line: int | None) -> SheetgenError:
    why = str(error) or type(error).__name__
    if isinstance(error, jinja2.TemplateNotFound):
        why = f"{error.name} is not there"
    elif isinstance(error, MemoryError):
        why = Message("takes too much memory; check what grows in it")
    return SheetgenError("line %(line)s: %(reason)s", file=file or "", line=line or 1, reason=why)
