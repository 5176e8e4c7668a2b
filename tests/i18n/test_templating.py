"""Templates are compiled once in a process, whatever the languages of its documents."""

from pathlib import Path

import jinja2
import pytest
from jinja2 import nodes

from sheetgen.files import folders
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.templating import render

SHIPPED = sorted(folders.templates().rglob("*.j2"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_no_filter_is_worked_out_when_a_template_is_compiled(path: Path) -> None:
    """Its result would be that of the first language for good."""
    environment = jinja2.Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
    tree = environment.parse(path.read_text("utf-8"))
    calls = [*tree.find_all(nodes.Filter), *tree.find_all(nodes.Test)]
    assert not [call.name for call in calls if isinstance(call.node, nodes.Const)]


def test_a_template_is_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is compiled again only if its text changed, and is filled in in each language."""
    compiled: list[str] = []
    compile_ = jinja2.Environment._compile

    def counted(self: jinja2.Environment, source: str, filename: str) -> object:
        compiled.append(filename)
        return compile_(self, source, filename)

    monkeypatch.setattr(jinja2.Environment, "_compile", counted)
    own = tmp_path / "own.html.j2"
    own.write_text('{{ pgettext("workshop", "Score sheet") }}', "utf-8")
    catalogs = [load_catalog(language) for language in ("en", "nl", "en")]
    english, dutch, again = [render(own.name, each, own=tmp_path) for each in catalogs]
    assert english == again != dutch
    assert len(compiled) == 1
    own.write_text("{{ 1 + 1 }}", "utf-8")
    assert render(own.name, catalogs[0], own=tmp_path) == "2"
    assert len(compiled) == 2
