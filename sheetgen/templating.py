"""The templates that come with sheetgen, filled in: the only place that knows Jinja2."""

from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from sheetgen import assets
from sheetgen.catalog import Catalog


def render(name: str, catalog: Catalog, filters: Mapping[str, Callable[..., Any]] | None = None, **values: Any) -> str:
    """The template `name` in the language of the catalog; in HTML every value is escaped."""
    environment = Environment(
        loader=FileSystemLoader(assets.templates()),
        extensions=["jinja2.ext.i18n"],
        autoescape=name.endswith(".html.j2"),
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    environment.filters.update(filters or {})
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        catalog.message,
        lambda one, many, n: catalog.message(one if n == 1 else many),
        newstyle=False,
        pgettext=catalog.text,
    )
    return environment.get_template(name).render(values)
