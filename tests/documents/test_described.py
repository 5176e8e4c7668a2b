"""Options of documents as data."""

import json

import pytest
from msgspec import Struct

import sheetgen
from sheetgen.documents import sheets
from sheetgen.documents.described import CLASSES, OptionEntry, described
from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import load_catalog
from tests.conftest import Run

ENGLISH = load_catalog("en")


def entries(command: str, language: str = "en") -> dict[str, OptionEntry]:
    """Return the options of a command by their fields."""
    return {entry.field: entry for entry in described(command, load_catalog(language))}


@pytest.mark.parametrize("command", CLASSES)
def test_every_field_has_an_entry(command: str) -> None:
    """All but the command itself, and templates, which are no option of a page."""
    kind: type[Struct] = CLASSES[command]
    fields = [name for name in kind.__struct_fields__ if name not in ("command", "templates")]
    assert [*entries(command)] == fields


@pytest.mark.parametrize("language", ["en", "nl", "de", "fr"])
@pytest.mark.parametrize("command", CLASSES)
def test_labels_are_short(command: str, language: str) -> None:
    """One to three words, each once in a document, and in the language of the reader."""
    labels = [entry.label for entry in entries(command, language).values()]
    assert all(1 <= len(label.split()) <= 3 for label in labels), labels
    assert len({*labels}) == len(labels)
    if language != "en":
        english = [entry.label for entry in entries(command).values()]
        same = [one for one, other in zip(labels, english, strict=True) if one == other]
        assert len(same) < len(labels) / 3, same


def test_the_kinds_are_those_of_the_values() -> None:
    kinds = {name: entry.kind for name, entry in entries("pdf").items()}
    for name, kind in {
        "left_handed": "flag",
        "back": "choice",
        "holes": "choice",
        "pad": "count",
        "margin": "length",
        "label_pitch": "pair",
        "title": "text",
        "nup": "text",
        "names": "names",
        "fields": "list",
        "fonts": "file",
    }.items():
        assert kinds[name] == kind, name
    back = entries("pdf", "nl")["back"]
    assert [choice.value for choice in back.choices] == ["none", "rules", "audit"]
    assert back.choices[1].label == "spelregels"


@pytest.mark.parametrize("name", [*entries("pdf")])
def test_the_bounds_are_those_of_the_check(name: str) -> None:
    """A number at its bounds is taken, one beyond them is refused at its option."""
    entry, game = entries("pdf")[name], sheetgen.load_ruleset("dice-play")
    if entry.least is None or entry.most is None:
        return
    needed = {"gap": {"nup": 2}, "glue": {"pad": 2}, "mark_length": {"nup": 2}}
    needed["mark_gap"] = needed["mark_length"]

    def refused(value: float) -> bool:
        options = sheetgen.SheetOptions(**{name: value}, **needed.get(name, {}))  # type: ignore[arg-type]
        try:
            if name.startswith("mark_"):
                with sheets.laid_out(game, options):
                    return False
            sheets.resolve(game, options)
        except SheetgenError as error:
            return error.key == f"--{entry.name}"
        return False

    assert not refused(entry.least)
    assert not refused(entry.most)
    assert refused(entry.least - 1)
    assert refused(entry.most + 1)


def test_needs_and_exclusions_have_their_reasons() -> None:
    """They are there at both options of a pair, in the words of the error."""
    pdf = entries("pdf")
    (need,) = pdf["gap"].needs
    assert need.reason == "--gap needs --nup."
    assert [(cure.option, cure.value) for cure in need.cures] == [("nup", 2)]
    assert ("labels", "both say how many cards a sheet has") in [
        (other.option, other.reason) for other in pdf["nup"].excludes
    ]
    assert "nup" in [other.option for other in pdf["labels"].excludes]
    zine = next(need for need in entries("rules")["form"].needs if need.values == ("zine",))
    assert zine.reason == "--zine needs --format pdf."
    for command in CLASSES:
        for entry in described(command, ENGLISH):
            assert all(need.reason for need in entry.needs)
            assert all(other.reason for other in entry.excludes)
            for other in entry.excludes:
                assert entry.field in [
                    each.option for each in entries(command)[other.option].excludes
                ]


def test_every_option_that_excludes_another_has_cures() -> None:
    """The option that is excluded can be left out; the one that is needed, set."""
    game = sheetgen.load_ruleset("dice-play")
    with pytest.raises(SheetgenError) as caught:
        sheetgen.sheet(game, gap=2)
    assert [(cure.option, cure.value) for cure in caught.value.cures] == [
        ("nup", 2),
        ("gap", None),
    ]
    with pytest.raises(SheetgenError) as caught:
        sheetgen.sheet(game, ink_saver=True, reusable=True)
    assert [cure.option for cure in caught.value.cures] == ["reusable", "ink_saver"]


def test_the_reference_prints_them(run: Run) -> None:
    code, out, _ = run("reference options --format json --lang nl")
    assert code == 0
    data = json.loads(out)
    assert [*data] == [*CLASSES]
    (left,) = [entry for entry in data["pdf"] if entry["field"] == "left_handed"]
    assert left["kind"] == "flag"
    assert left["label"] == "Linkshandig"
    code, _, err = run("reference options")
    assert (code, err) == (2, "options are data: sheetgen reference options --format json\n")
    assert run("reference cards --format json")[0] == 2
