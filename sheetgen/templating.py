"""Templates, filled in: the only place that knows Jinja2.

Templates run in Jinja2's sandbox, for a user's own may take the place of those that come with sheetgen.
"""

import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined, TemplateError, TemplateNotFound, TemplateSyntaxError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import escape

from sheetgen import assets
from sheetgen.catalog import Catalog
from sheetgen.errors import SheetgenError


def render(
    name: str,
    catalog: Catalog,
    filters: Mapping[str, Callable[..., Any]] | None = None,
    folders: Sequence[Path] = (),
    **values: Any,
) -> str:
    """The template `name` in the language of the catalog; in HTML every value and every translation is escaped.

    It is looked for in `folders`, one after the other, or among the templates of sheetgen. Raises SheetgenError with
    file and line for a template that cannot be filled in.
    """
    environment = _environment(name.endswith(".html.j2"), catalog, folders or (assets.templates(),))
    environment.filters.update(filters or {})
    try:
        return environment.get_template(name).render(values)
    except TemplateSyntaxError as error:
        raise _fault(error, error.filename, error.lineno) from error
    except (
        TemplateError,
        ArithmeticError,
        AttributeError,
        LookupError,
        OSError,
        RecursionError,
        TypeError,
        ValueError,
    ) as error:
        place = _place(error)
        raise _fault(error, place.filename if place else name, place.lineno if place else 1) from error


def _environment(html: bool, catalog: Catalog, folders: Sequence[Path]) -> ImmutableSandboxedEnvironment:
    environment = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(folders),
        extensions=["jinja2.ext.i18n"],
        autoescape=html,
        undefined=StrictUndefined,
        trim_blocks=not html,
    )
    words = catalog.wrapped(escape) if html else catalog
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        words.message,
        lambda one, many, n: words.message(one if n == 1 else many),
        newstyle=False,
        pgettext=words.text,
        npgettext=words.plural,
    )
    return environment


def _place(error: BaseException) -> traceback.FrameSummary | None:
    """The innermost line of a template that led to the error."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame for frame in reversed(frames) if frame.filename.endswith(".j2")), None)


def _fault(error: Exception, file: str | None, line: int | None) -> SheetgenError:
    reason = f"{error} is missing" if isinstance(error, TemplateNotFound) else str(error) or type(error).__name__
    return SheetgenError("line %(line)s: %(reason)s", file=file or "", line=line or 1, reason=reason)
