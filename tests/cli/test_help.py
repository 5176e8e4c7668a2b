"""Help as a person reads it.

What is used every day first, on one screen, in words that a person types.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from sheetgen.cli import commands, help as help_pages
from sheetgen.documents.described import CLASSES, OptionEntry, described
from sheetgen.i18n.catalog import load_catalog
from tests.conftest import Run, help_parts

EVERYDAY = ("pdf", "rules", "form", "kit", "play", "check", "score", "rulesets")
COMMON = (
    "--lang LANGUAGE", "--players N", "--names NAME,...", "--paper PAPER", "--nup N", "--pad N",
    "--back none|rules|audit", "--large-print", "--theme THEME", "-o, --output FILE", "--force",
    "--open",
)  # fmt: skip
"""The dozen options that most people need."""


LONG = ("pdf",)
"""Commands with more options than fit on a screen."""
PROGRAM = tuple(commands.COMMANDS)


def program() -> dict[str, Any]:
    """Return the commands by their names."""
    found: dict[str, Any] = commands.whole_program().commands
    return found


def test_the_everyday_commands_come_first(run: Run) -> None:
    shown = run("--help")[1]
    head, everyday, more = re.split(r"\n(?:Everyday|More) commands:\n", shown)
    assert "sheetgen pdf dice-play --lang nl    a score sheet in Dutch" in head
    assert tuple(re.findall(r"^  (\w+) ", everyday, re.MULTILINE)) == EVERYDAY
    assert set(re.findall(r"^  (\w+) ", more, re.MULTILINE)) == set(program()) - set(EVERYDAY)


def test_the_help_of_pdf_fits_on_one_screen(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = run("pdf --help")[1]
    assert shown.startswith("Usage: sheetgen pdf GAME [OPTIONS]\n")
    assert len(shown.splitlines()) <= 40
    assert max(map(len, shown.splitlines())) <= 80
    for option in COMMON:
        assert f"  {option} " in shown, option
    assert "--mark-gap" not in shown
    assert re.search(r'"sheetgen pdf --help-all" shows all \d+ options\.\n$', shown)


@pytest.mark.parametrize("command", ["pdf"])
def test_all_options_are_in_the_long_help(command: str, run: Run) -> None:
    number = int(re.findall(r"all (\d+) options", run(command, "--help")[1])[0])
    code, shown, err = run(command, "--help-all")
    assert (code, err) == (0, "")
    options = [param for param in program()[command].params if param.param_type_name == "option"]
    assert number == len(options)
    for param in options:
        assert re.search(
            rf"^  (-\w, )?(--[\w-]+, )?({'|'.join(param.opts + param.secondary_opts)})\b",
            shown,
            re.M,
        )
    for heading in (
        "Common options:",
        "Paper:",
        "Names and fields:",
        "Rows and columns:",
        "Look:",
        "Settings:",
    ):
        assert f"\n{heading}\n" in shown
    assert not list(Path().iterdir())


@pytest.mark.parametrize("command", ["", *PROGRAM, "language new"])
def test_every_command_takes_the_long_help(command: str, run: Run) -> None:
    """The habit from one command works with all.

    Help names it only if it shows more options.
    """
    code, shown, err = run(*command.split(), "--help-all")
    usual = run(*command.split(), "--help")[1]
    assert (code, err) == (0, "")
    assert shown.startswith(usual.splitlines()[0])
    assert ("--help-all" in usual) is (command in LONG)
    more = set(shown.splitlines()) - set(usual.splitlines())
    assert command in LONG or all(line.startswith("  --ruleset GAME ") for line in more)


def test_values_are_words_that_a_person_types() -> None:
    """Capitals such as MM or FILE, or the choices themselves; never the name of a type."""
    for command in (*program().values(), *program()["language"].commands.values()):
        for param in command.params:
            if not getattr(param, "is_flag", False):
                assert re.fullmatch(
                    r"[A-Z][A-Za-z,=.\[\] ]*|\[[A-Za-z|\]. \[]+|[\w|-]+", param.metavar
                ), param.name
                assert param.metavar not in ("STR", "INT", "FLOAT", "PATH", "INTEGER")


def test_help_is_imperative() -> None:
    """It opens with a verb or a noun, not with a question word, an article or an aside."""
    for command in program().values():
        for part in help_parts(command):
            assert not re.match(
                r"(What|Whether|How|Where|So many|The|A|An|Say|Tell|Or)\b(?! game's)", part.help
            ), part.help


def names_of(entry: OptionEntry) -> str:
    """Return the names of an option in the help, with the placeholder for its value."""
    if entry.kind == "flag":
        names = [f"--{entry.name}", f"--no-{entry.name}"]
        return ", ".join(names) if entry.default is None else names[entry.default is True]
    names = sorted(filter(None, (entry.name, entry.also)), key=len)
    unit = entry.unit or "|".join(choice.value for choice in entry.choices)
    return f"{', '.join(f'--{name}' for name in names)} {unit}"


def purpose_of(entry: OptionEntry) -> str:
    """Return the sentence of an option in the help, with its default."""
    usual = entry.usual or entry.default
    if entry.kind == "flag" or usual in (None, "none"):
        return entry.help
    return f"{entry.help}  [{usual}]"


@pytest.mark.parametrize("language", ["en", "nl", "de", "fr"])
@pytest.mark.parametrize("command", CLASSES)
def test_help_printed_from_the_entries_is_the_help(
    command: str, language: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names, placeholders, sentences and defaults of the data are those of the help."""
    entries: dict[str, tuple[str, str]] = {}
    for entry in described(command, load_catalog(language)):
        for choice in entry.choices:
            if choice.help:
                entries[choice.value] = (f"--{choice.value}", choice.help)
        if entry.help:
            entries[entry.field] = (names_of(entry), purpose_of(entry))
    usual = run(command, "--help-all", "--lang", language)[1]
    name_in_help, purpose_in_help = help_pages._names, help_pages.purpose
    used: list[str] = []

    def names(option: Any, catalog: Any) -> str:
        used.append(option.name)
        return entries[option.name][0] if option.name in entries else name_in_help(option, catalog)

    def purpose(option: Any, catalog: Any) -> str:
        if option.name in entries:
            return entries[option.name][1]
        return purpose_in_help(option, catalog)

    monkeypatch.setattr(help_pages, "_names", names)
    monkeypatch.setattr(help_pages, "purpose", purpose)
    assert run(command, "--help-all", "--lang", language)[1] == usual
    assert {*entries} <= {*used}


def test_nothing_private_of_the_library_is_used() -> None:
    """No patched parser, no messages that are parsed again.

    A new version of Typer changes those without notice.
    """
    for path in (Path(commands.__file__).parent).glob("*.py"):
        text = path.read_text("utf-8")
        assert not re.search(
            r"_click|_process_opts|_long_opt|_short_opt|re\.fullmatch\(.*error", text
        ), path.name
