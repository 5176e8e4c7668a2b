"""Templates, filled in by Jinja2 in its sandbox, because users can replace those that come with sheetgen."""

import re
import traceback
from base64 import b64encode
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import jinja2
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import escape

from sheetgen import files
from sheetgen.errors import Message, SheetgenError
from sheetgen.files.reading import read_text
from sheetgen.i18n.catalog import Catalog

MAX_BYTES = 1_000_000
"""A template of a user's that is larger is not read."""
MOST_LETTERS = 2_000_000
"""A text that grows longer is given up."""
_TROUBLE = (
    jinja2.TemplateError, ArithmeticError, AttributeError, LookupError, MemoryError, OSError, RecursionError, TypeError,
    ValueError,
)  # fmt: skip
"""All that a template can go wrong with."""


def render(
    name: str,
    catalog: Catalog,
    filters: Mapping[str, Callable[..., Any]] | None = None,
    folder: str = "",
    own: Path | None = None,
    **values: Any,
) -> str:
    """The template `name` in the language of the catalog; in HTML every value and every translation is escaped.

    It stands in `folder` of the templates of sheetgen; one of that name in the folder `own`, which is a user's, takes
    its place. Raises SheetgenError with file and line for a template that cannot be filled in.
    """
    html = _is_html(name)
    environment, words = _Environment(html, _loader(folder, own)), catalog.wrapped(escape) if html else catalog
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
        return "".join(found).encode().decode()  # half a letter, of which nothing can be made, is a ValueError
    except jinja2.TemplateSyntaxError as error:
        raise _fault(error, error.filename, error.lineno) from error
    except _TROUBLE as error:
        frames = [each for each in traceback.extract_tb(error.__traceback__) if each.filename.endswith(".j2")]
        raise _fault(error, frames[-1].filename if frames else name, frames[-1].lineno if frames else 1) from error


def fingerprint(text: str) -> str:
    """The name by which a page's content security policy lets this style or script through, and no other."""
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


_GROWING = frozenset(
    ["center", "encode", "expandtabs", "format", "format_map", "ljust", "rjust", "to_bytes", "translate", "zfill"]
)
"""Methods and filters that make much of little."""
_WIDE = re.compile(r"%[^a-zA-Z%]*([0-9]{5}|\*)")


class _Environment(ImmutableSandboxedEnvironment):
    """The sandbox, without what makes huge values of a few letters; other bounds are set by who fills templates in."""

    intercepted_binops = frozenset(["*", "**", "%"])

    def __init__(self, html: bool, loader: jinja2.BaseLoader) -> None:
        super().__init__(
            loader=loader, extensions=["jinja2.ext.i18n"], autoescape=html, undefined=jinja2.StrictUndefined,
            trim_blocks=not html,
        )  # fmt: skip
        self.globals.pop("lipsum")
        for name in _GROWING & set(self.filters):
            del self.filters[name]

    def wrap_str_format(self, value: Any) -> None:
        """Leave formatting methods as they are, so that they are refused as attributes."""

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Whether a template may use the attribute."""
        return attr not in _GROWING and super().is_safe_attribute(obj, attr, value)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Refuse high powers, much repeated text, and wide formatted text."""
        if operator == "**" and (abs(right) > 100 or abs(left) > 10**6):
            raise jinja2.TemplateRuntimeError("the power is too high")
        texts = [each for each in (left, right) if hasattr(each, "__len__")]
        if operator == "*" and texts and _length(left) * _length(right) > MOST_LETTERS:
            raise jinja2.TemplateRuntimeError("the text is repeated too often")
        if operator == "%" and isinstance(left, str) and _WIDE.search(left):
            raise jinja2.TemplateRuntimeError("the text becomes too wide")
        return super().call_binop(context, operator, left, right)


def _length(factor: Any) -> int:
    """The length of a text or list, or how often something is repeated."""
    return len(factor) if hasattr(factor, "__len__") else min(abs(int(factor)), MOST_LETTERS + 1)


class _OwnTemplates(jinja2.BaseLoader):
    """The templates in a user's folder; what leads out of it is not followed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, str, None]:
        """The text of a template, as UTF-8 with or without a mark at its start."""
        path = self._folder / template
        if not path.is_file() or not path.resolve().is_relative_to(self._folder.resolve()):
            raise jinja2.TemplateNotFound(template)
        return read_text(path, MAX_BYTES, SheetgenError("larger than 1 MB, so no template")), str(path), None


def _is_html(name: str) -> bool:
    return name.endswith(".html.j2")


def _loader(folder: str, own: Path | None) -> jinja2.BaseLoader:
    shipped = jinja2.FileSystemLoader([files.templates() / folder, files.templates()])
    return jinja2.ChoiceLoader([_OwnTemplates(own), shipped]) if own else shipped


def _fault(error: Exception, file: str | None, line: int | None) -> SheetgenError:
    why = str(error) or type(error).__name__
    if isinstance(error, jinja2.TemplateNotFound):
        why = f"{error.name} is not there"
    elif isinstance(error, MemoryError):
        why = Message("takes too much memory; look for what grows in it")
    return SheetgenError("line %(line)s: %(reason)s", file=file or "", line=line or 1, reason=why)
