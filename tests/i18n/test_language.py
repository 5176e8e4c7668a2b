"""Languages of the user's own: catalogs made, brought up to date, checked and used.

And broken ones.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog as Messages
from babel.messages.pofile import read_po, write_po
from hypothesis import HealthCheck, example, given, settings, strategies as st

from sheetgen.errors import SheetgenError
from sheetgen.files import folders
from sheetgen.i18n.catalog import Catalog, load_catalog
from sheetgen.i18n.po_file import check_po, updated_po
from tests.conftest import Run
from tests.running import program
from tests.tables import blocks_of

HEAD = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset={charset}\\n"\n'
    '"Plural-Forms: nplurals={n}; plural={plural};\\n"\n'
)
ITALIAN = HEAD.format(charset="utf-8", n=2, plural="(n != 1)")
NO_FILE = '\nmsgid "cannot read this file: %(reason)s"\nmsgstr "{0}"\n'
BOXES = (
    '\nmsgctxt "sheet"\nmsgid "%(n)s box"\nmsgid_plural "all %(n)s boxes"\n'
    'msgstr[0] "{0}"\nmsgstr[1] "{1}"\n'
)
HINT = (
    "some words have no translation yet and are English; sheetgen language check {0} lists them\n"
)

LOCALES = Path(__file__).parents[2] / "locales"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Provide the folder of the user's languages, empty."""
    monkeypatch.setenv("SHEETGEN_HOME", str(tmp_path / "home"))
    folder = tmp_path / "home" / "languages"
    folder.mkdir(parents=True)
    load_catalog.cache_clear()
    yield folder
    load_catalog.cache_clear()


@pytest.fixture
def start(home: Path, run: Run) -> Run:
    """Run a command as a program that has just started: it has read no catalog."""

    def start(*arguments: str) -> tuple[int, str, str]:
        load_catalog.cache_clear()
        return run(*arguments)

    return start


def read(content: bytes | Path) -> Messages:
    """Return a catalog as Babel reads it."""
    from io import BytesIO

    return read_po(BytesIO(content.read_bytes() if isinstance(content, Path) else content))


def keys(messages: Messages) -> set[object]:
    """Return the keys of the messages to translate."""
    return {(entry.context, entry.id) for entry in messages if entry.id}


def template() -> Messages:
    """All messages there are."""
    return read(folders.locales() / "sheetgen.pot")


def complete(path: Path) -> None:
    """Write a catalog in which every message is translated, by itself."""
    messages = template()
    messages.fuzzy, messages.locale = False, "it"  # its plurals: 2 or 3, as Babel knows it
    for entry in messages:
        if entry.id:
            one, *more = (entry.id,) if isinstance(entry.id, str) else entry.id
            entry.string = one if not more else (one, *more * (messages.num_plurals - 1))
    with path.open("wb") as file:
        write_po(file, messages)


# Making and updating one


@pytest.mark.parametrize(("code", "forms"), [("sv", 2), ("pl", 3), ("ja", 1)])
def test_a_new_catalog_holds_every_message(code: str, forms: int, start: Run, home: Path) -> None:
    """No entry is translated, plurals are those of the language, and the file has no date."""
    code_, out, _ = start(f"language new {code}")
    path = home / f"{code}.po"
    content = path.read_bytes()
    assert (code_, out.splitlines()[0], f"sheetgen language check {code}" in out) == (
        0,
        f"wrote {path}",
        True,
    )
    messages = read(content)
    assert keys(messages) == keys(template())
    assert (messages.num_plurals, str(messages.locale), messages.fuzzy) == (forms, code, False)
    for entry in messages:
        if isinstance(entry.id, tuple):
            assert entry.string == ("",) * forms
        elif entry.id:
            assert entry.string == ""
    assert b"-Date:" not in content
    path.unlink()
    start(f"language new {code}")
    assert path.read_bytes() == content
    assert start("languages")[1].count("(yours)") == 1


def test_a_new_catalog_of_a_language_that_ships_shows_our_words(start: Run, home: Path) -> None:
    """They are next to the entries, and are used until something is translated."""
    start("language new nl")
    ours, mine = read(LOCALES / "nl" / "LC_MESSAGES" / "sheetgen.po"), read(home / "nl.po")
    lines = (home / "nl.po").read_text("utf-8").splitlines()
    shared = [entry for entry in ours if entry.id and mine.get(entry.id, entry.context)]
    words = [
        form
        for entry in shared
        for form in ([entry.string] if isinstance(entry.string, str) else entry.string or ())
    ]
    short = [form for form in words if len(form) < 50]  # longer ones go over lines
    assert len(short) > 500
    assert {f"# sheetgen says: {form}".rstrip() for form in short} <= set(lines)
    assert "Twaalf categorieën" in start("rulesets --lang nl")[1]


@pytest.mark.parametrize("code", ["IT", "xx", "it_IT", "italiano", "../it", "i", ""])
def test_a_code_of_no_language_is_refused(code: str, start: Run, home: Path) -> None:
    assert start(f"language new '{code}'") == (
        2,
        "",
        f"'{code}' is not the code of a language; use two or three small letters, such as de\n",
    )
    assert not [*home.parent.rglob("*.po")]


def test_a_catalog_that_is_there_stays(start: Run, home: Path) -> None:
    (home / "it.po").write_text("precious", "utf-8")
    code, out, err = start("language new it")
    assert (code, out, (home / "it.po").read_text("utf-8")) == (2, "", "precious")
    assert (
        err
        == f"{home / 'it.po'}: is there already; sheetgen language update it brings it up to date\n"
    )
    assert start("language update pl")[2].endswith("sheetgen language new pl makes one\n")


def test_update_keeps_adds_and_drops(start: Run, home: Path) -> None:
    """Translations stay, what is new comes, what is gone is kept as a comment.

    A second time changes nothing.
    """
    path = home / "it.po"
    gone = '\nmsgid "no message of ours"\nmsgstr "x"\n\n#~ msgid "old"\n#~ msgstr "vecchio"\n'
    path.write_text(
        ITALIAN + "\n# my word" + NO_FILE.format("no: %(reason)s") + BOXES.format("a", "b") + gone,
        "utf-8",
    )
    assert start("language update it")[:2] == (0, f"wrote {path}\n")
    messages = read(path)
    assert keys(messages) == keys(template())
    assert set(messages.obsolete) == {"old", "no message of ours"}
    kept, counted = (
        messages.get("cannot read this file: %(reason)s"),
        messages.get("%(n)s box", "sheet"),
    )
    assert kept
    assert counted
    assert (kept.string, kept.user_comments, counted.string) == (
        "no: %(reason)s",
        ["my word"],
        ("a", "b"),
    )
    content = path.read_bytes()
    assert start("language update it.po")[0] == 0
    assert path.read_bytes() == content


@pytest.mark.parametrize(("kept", "lines"), blocks_of(Path(__file__).with_name("kept.txt")))
@pytest.mark.few(2)
def test_update_loses_nothing_of_a_translators(
    kept: str, lines: list[str], start: Run, home: Path
) -> None:
    path, word = home / "it.po", kept.partition(" | ")[2]
    entries = "\n".join(["", *lines, ""]) if lines else f'"{word}\\n"\n'
    path.write_text(ITALIAN + entries, "utf-8")
    assert start("language update it")[0] == 0
    content = path.read_text("utf-8")
    assert content.count(word) == 1
    assert keys(read(path)) == keys(template())
    start("language update it")
    assert path.read_text("utf-8") == content


def test_update_keeps_a_catalog_of_another_encoding_right(start: Run, home: Path) -> None:
    """The messages have letters that it lacks, and yet they stay the messages."""
    content = (
        HEAD.format(charset="iso-8859-1", n=2, plural="(n != 1)") + NO_FILE.format("è: %(reason)s")
    ).encode("latin-1")
    (home / "it.po").write_bytes(content)
    assert start("language update it")[0] == 0
    assert keys(read(home / "it.po")) == keys(template())
    assert "' is not a message of sheetgen" not in start("language check it --all")[1]


# Checking one


@pytest.mark.parametrize(
    ("complaint", "lines"), blocks_of(Path(__file__).with_name("complaints.txt"))
)
def test_complaints(complaint: str, lines: list[str], start: Run, home: Path) -> None:
    (home / "it.po").write_text("\n".join([ITALIAN, *lines, ""]), "utf-8")
    code, out, err = start("language check it")
    assert (code, err) == (1, "")
    line, words = complaint.split(" | ")
    told = [each for each in out.splitlines() if each.startswith(f"{home / 'it.po'}:{line}: ")]
    assert any(words in each for each in told), out.splitlines()[:3]


@pytest.mark.parametrize(
    "entry", [NO_FILE.format("100 %% no: %(reason)s"), BOXES.format("una casella", "%(n)s caselle")]
)
def test_what_is_right_is_counted(entry: str, start: Run, home: Path) -> None:
    (home / "it.po").write_text(ITALIAN + entry, "utf-8")
    out = start("language check it")[1]
    assert f"{home / 'it.po'}:6" not in out
    assert out.splitlines()[-1].endswith(f": 1 of {len(keys(template())):,} are right")


def test_a_complete_catalog_is_found_by_code_name_and_path(
    start: Run, home: Path, tmp_path: Path
) -> None:
    complete(home / "it.po")
    complete(tmp_path / "eo.po")
    right = "{0:,} of {0:,} are right\n".format(len(keys(template())))
    for name, path in (
        ("it", home / "it.po"),
        ("it.po", home / "it.po"),
        (str(home / "it.po"), home / "it.po"),
        ("./eo.po", Path("eo.po")),
    ):
        assert start(f"language check {name}") == (0, f"{path}: {right}", "")
    for name in (
        "pl",
        "pl.po",
        "no/such.po",
        "./de.po",
        str(folders.locales() / "nl" / "LC_MESSAGES" / "sheetgen.po"),
    ):
        code, out, err = start(f"language check {name}")
        assert (code, out, len(err.splitlines())) == (2, "", 1), name


def test_a_few_of_the_missing_are_listed_or_all(start: Run, home: Path) -> None:
    start("language new it")
    with (home / "it.po").open("a") as file:
        file.write('\nmsgid "no such"\nmsgstr "x"\n')
    code, short, _ = start("language check it")
    total = len(keys(template()))
    assert (code, len(short.splitlines())) == (1, 13)
    assert f"and {total - 10:,} more that are missing; --all lists them" in short
    assert "'no such' is not a message" in short
    code, every, _ = start("language check it --all")
    assert (code, len(every.splitlines())) == (1, total + 2)


# Using one


WROTE = ITALIAN + '\nmsgid "wrote %(file)s"\nmsgstr "{0}"\n'
USED = [
    # a catalog's word for "wrote %(file)s", its language, what is typed, and the answer
    ("scritto: %(file)s", "it", "pdf dice-play --lang it -o x.pdf",
     (0, "scritto: x.pdf\n", HINT.format("it"))),
    ("scritto %(fil)s", "it", "pdf dice-play --lang it -o x.pdf",
     (0, "wrote x.pdf\n", HINT.format("it"))),
    ("klaar: %(file)s", "nl", "pdf dice-play --lang nl -o x.pdf", (0, "klaar: x.pdf\n", "")),
    ("klaar: %(file)s", "nl", "pdf dice-ply --lang nl",
     (2, "", "spel onbekend: 'dice-ply'; bedoel je 'dice-play'?\n")),
]  # fmt: skip


@pytest.mark.parametrize(("word", "code", "words", "answer"), USED)
def test_what_is_translated_is_used_and_the_rest_is_ours_or_english(
    word: str, code: str, words: str, answer: tuple[int, str, str], start: Run, home: Path
) -> None:
    (home / f"{code}.po").write_text(WROTE.format(word), "utf-8")
    assert start(*words.split()) == answer
    if code == "it":
        assert [start(f"rulesets --lang {lang}")[2] for lang in ("it", "en")] == [
            HINT.format("it"),
            "",
        ]


def test_nothing_is_said_where_nothing_is_missing(start: Run, home: Path, tmp_path: Path) -> None:
    complete(home / "it.po")
    said = start("pdf --ruleset dice-play --lang it -o x.pdf")
    assert said == (0, "wrote x.pdf\n", "")
    assert start("pdf", "--help")[2] == ""
    game = (
        'format = 1\nextends = "dice-play"\nname = "Wildly"\n[translations.it]\n'
        'name = "Selvaggio"\n'
    )
    (tmp_path / "own.toml").write_text(game, "utf-8")
    assert start("pdf --ruleset own.toml --lang it -o y.pdf")[2] == ""
    (tmp_path / "own.toml").write_text(game.partition("[")[0], "utf-8")
    assert start("pdf --ruleset own.toml --lang it -o z.pdf")[2] == ""


@pytest.mark.parametrize("word", ["[/x] elenca", "[red]x"])
def test_help_shows_what_was_translated(word: str, start: Run, home: Path) -> None:
    (home / "it.po").write_text(ITALIAN + f'\nmsgid "List the games."\nmsgstr "{word}"\n', "utf-8")
    code, out, _ = start("rulesets --lang it --help")
    assert code == 0
    assert word in out


# Broken ones

BROKEN = [
    (b"\x00\x01\x02\xff\xfe", "it.po"),
    (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "it.po"),
    (b"no catalog", "it.po:1"),
    ((ITALIAN + '\nmsgid "a"\nmsgstr "b\n').encode(), "it.po:7"),
    ((ITALIAN + BOXES.format("a", "b").replace("[1]", "[7]")).encode(), "it.po"),
    (HEAD.format(charset="utf-8", n=2, plural="import os").encode(), "it.po"),
    (HEAD.format(charset="utf-8", n=2, plural="(n" + ")" * 9).encode(), "it.po"),
    (HEAD.format(charset="utf-8", n="many", plural="0").encode(), "it.po"),
    (
        (HEAD.format(charset="utf-8", n=1_000_000, plural="0") + BOXES.format("a", "b")).encode(),
        "it.po",
    ),
    (HEAD.format(charset="klingon", n=2, plural="0").encode(), "it.po"),
    (HEAD.format(charset="base64", n=2, plural="0").encode(), "it.po"),
    ((ITALIAN + NO_FILE.format("è")).encode("latin-1"), "it.po"),
    ((ITALIAN + NO_FILE.format("è")).encode("utf-16"), "it.po"),
    (b"#" * 2_000_001, "it.po: larger than 2 MB"),
    (HEAD.format(charset="punycode", n=2, plural="0").encode(), "it.po: "),
    (HEAD.format(charset="utf-8", n="0" * 31 + "400000000", plural="0").encode(), "it.po: "),
    (ITALIAN.replace("nplurals=2", 'npl"\n"urals=400000000').encode(), "it.po: "),
]


@pytest.mark.parametrize(("content", "words"), BROKEN, ids=range(len(BROKEN)))
def test_a_broken_catalog_is_one_clear_line(
    content: bytes, words: str, start: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is asked in that language, help too; other languages do without it."""
    (home / "it.po").write_bytes(content)
    for command in ("rulesets", "rulesets --help", "nonsense"):
        code, out, err = start(f"{command} --lang it")
        assert (code, out, len(err.splitlines())) == (2, "", 1), err
        assert err.startswith(str(home / words)), err
    for name in ("languages", "--help", "doctor"):
        assert "Traceback" not in start(name)[2]
    monkeypatch.setenv("SHEETGEN_LANG", "it")
    assert start("--help")[::2] == (2, err)
    assert start()[0] == 2


def test_a_plural_that_cannot_be_worked_out(start: Run, home: Path) -> None:
    entry = (
        '\nmsgctxt "validate"\nmsgid "%(n)s warning"\nmsgid_plural "%(n)s warnings"\n'
        'msgstr[0] "a"\nmsgstr[1] "b"\n'
    )
    (home / "it.po").write_text(HEAD.format(charset="utf-8", n=2, plural="n%0") + entry, "utf-8")
    code, _, err = start("validate dice-play --lang it")
    assert (code, len(err.splitlines())) in ((0, 1), (2, 1))


@pytest.mark.parametrize("content", ["garbage", ITALIAN + NO_FILE.format("nope: %(reason)s")])
def test_own_english(content: str, start: Run, home: Path) -> None:
    (home / "en.po").write_text(content, "utf-8")
    done = program("rulesets", SHEETGEN_HOME=str(home.parent), SHEETGEN_LANG="")
    assert done.returncode in (0, 2)
    assert len(done.stderr.splitlines()) <= 1, done.stderr


def test_a_catalog_of_no_language(start: Run, home: Path) -> None:
    (home / "xx.po").write_text(ITALIAN + NO_FILE.format("no: %(reason)s"), "utf-8")
    assert start("languages")[0] == 0
    assert start("doctor")[0] in (0, 1)
    for command in ("languages", "pdf --ruleset dice-ply", "validate numbers-hands"):
        assert len(start(f"{command} --lang xx")[2].splitlines()) <= 2


PIECES = st.sampled_from(
    ["msgid", "msgid_plural", "msgstr", "msgstr[0]", "msgstr[1]", "msgctxt", '"', '"%(n)s box"',
     '"all %(n)s boxes"',
     "\n", '"\\n"', "#, fuzzy\n", "#~ ", "#| ", '"Plural-Forms: nplurals=2; plural=', "n%3",
     ';\\n"', "charset=", "é",
     "utf-7", "\0", '"sheet"', '"Language: ', "\\x", " ", '"missing"', '"weg"', "#: a:1\n",
     "nplurals=-1;", "()" * 9]
)  # fmt: skip
ANY = st.binary(max_size=80) | st.builds(
    lambda head, pieces: (head + " ".join(pieces)).encode(),
    st.sampled_from([ITALIAN, ""]),
    st.lists(PIECES, max_size=14),
)


@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(content=ANY)
@example(content=(ITALIAN + BOXES.format("a", "b")).replace("!= 1", "/ 0").encode())
def test_any_bytes_are_a_catalog_or_an_error(content: bytes, home: Path) -> None:
    path = home / "it.po"
    path.write_bytes(content)
    load_catalog.cache_clear()
    with suppress(SheetgenError):
        catalog: Catalog = load_catalog("it")
        assert catalog.message("missing")
        assert all(catalog.plural("sheet", "%(n)s box", "all %(n)s boxes", n) for n in range(4))
    with suppress(SheetgenError):
        assert check_po(path, "it").total
    with suppress(SheetgenError):
        assert updated_po(path, "it")


UNKNOWN = "msgid \"unknown %(what)s '%(written)s'; did you mean '%(near)s'?\"\n"
HOSTILE = [
    (f'{UNKNOWN}msgstr "%(what)3000000000s"\n', "unknown ruleset"),
    (
        f'{UNKNOWN}msgstr "a\x1b[31m %(what)s %(written)s %(near)s"\n',
        "a\\x1b[31m ruleset yatz yatzy",
    ),
]


@pytest.mark.parametrize(("entry", "shown"), HOSTILE)
def test_a_translation_can_do_no_harm(entry: str, shown: str, start: Run, home: Path) -> None:
    (home / "it.po").write_text(ITALIAN + "\n" + entry, "utf-8")
    code, out, err = start("pdf --ruleset yatz --lang it")
    assert (code, out) == (2, "")
    assert err.startswith(shown), err
    assert "broken" in {each.kind for each in check_po(home / "it.po", "it").complaints}


def test_a_group_alone_shows_its_help_in_the_language(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHEETGEN_LANG", "nl")
    assert run("language")[1] == run("language --help")[1]
    assert run("language")[1].startswith("Gebruik: sheetgen language")
