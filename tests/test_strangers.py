"""Text of strangers stays text, on paper, on the screen and in files.

It has limits, and breaks nothing.
"""

import csv
import json
import re
import subprocess
import sys
import tomllib
import unicodedata
import zlib
from collections.abc import Callable, Sequence
from functools import cache
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st
from pypdf import PdfReader

from sheetgen.errors import SheetgenError
from sheetgen.files.disk import parse_toml
from sheetgen.pdf.reading import command_in, form_contents
from tests.conftest import Run
from tests.readback import Markup
from tests.running import environment, program
from tests.strangers import PROFILE, SEEDS, SMALL_FORM, TARGETS
from tests.tables import lines_of

GAME = ("--ruleset", "dice-play", "--lang", "en")

# texts

ODD = {
    "a colour": "\x1b[31mred",
    "a title": "\x1b]0;title\x07",
    "a C1 sign": "\x9b31mred",
    "a bell": "a\x07b",
    "a backspace": "An\x08\x08Bo",
    "a return": "An\rBo",
    "turned around": "\u202egnp.exe",
    "an isolate": "\u2066An\u2069",
    "a line separator": "An\u2028Bo",
    "an unseen mark": "\ufeffAn\u200b",
    "half a letter": "An\udcff",
    "the end of a script": "</script><script>alert(1)</script>",
    "an element": "<img src=x onerror=alert(1)>",
    "the end of a comment": "--><b>",
    "an attribute": "\"' onload='x",
    "a formula": "=cmd|' /C calc'!A0",
    "another formula": "@SUM(1)",
    "signs of a PDF": ") Tj ET\\",
    "signs of a script": "'+alert(1)+'\\",
    "a place": "%(name)s %s %n",
    "a template": "{{ 7 * 7 }}{% for x in y %}",
    "the end of a title": "\x9d0;title\x9c",
    "a deletion": "An\x7f",
    "marks of Rich": "[red]An[/red][link=x]",
}
"""Names that are more than a name."""


def is_safe(text: str) -> bool:
    """Check whether a terminal would obey no part of a text."""
    return not any(
        unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp")
        for letter in text
        if letter not in "\n\t"
    )


def elements(file: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the elements of a page, with the names of their attributes."""
    return [(tag, tuple(values)) for tag, values in Markup(Path(file).read_text("utf-8")).tags]


@pytest.mark.parametrize("name", ODD.values(), ids=ODD.keys())
@pytest.mark.few(2)
def test_names_in_what_is_written(name: str, run: Run) -> None:
    written = []
    for words in (
        ("pdf", *GAME, "-o", "sheet.pdf"),
        ("form", *GAME, "-o", "form.pdf"),
        ("form", *GAME, "--format", "html", "-o", "page.html"),
        ("card", *GAME, "-o", "card.csv"),
    ):
        code, out, err = run(*words, f"--names={name},Bo")
        assert (code, is_safe(out + err)) in ((0, True), (2, True)), (out, err)
        assert code == 0 or (err.count("\n") == 1 and not Path(words[-1]).exists())
        written += [words[-1]] if code == 0 else []
    if "page.html" in written:
        run("form", *GAME, "--format", "html", "--names=An,Bo", "-o", "plain.html")
        page, plain = (elements(file) for file in ("page.html", "plain.html"))
        assert page == plain
    if "sheet.pdf" in written:
        assert len(PdfReader("sheet.pdf").pages) == 1
    if "form.pdf" in written:
        fields = PdfReader("form.pdf").get_fields() or {}
        assert fields["name_p1"]["/V"] == " ".join(name.split())
    if "card.csv" in written:
        head = next(csv.reader(StringIO(Path("card.csv").read_text("utf-8-sig")), delimiter=","))
        assert not head[1].startswith(("=", "+", "-", "@"))


@pytest.mark.parametrize("form", ["json", "csv"])
@pytest.mark.parametrize("name", ODD.values(), ids=ODD.keys())
@pytest.mark.few(2)
def test_names_on_cards(name: str, form: str, run: Run) -> None:
    """Findings on a stranger's card have the name as text, in every format and on the new sheet."""
    if form == "json":
        card = json.dumps(
            {
                "ruleset": "dice-play",
                "players": [name, "Bo"],
                "boxes": {"ones": [name, 3], name: [1, 2]},
            }
        )
    else:
        card = (
            f'dice-play;"{name.replace(chr(34), chr(34) * 2)}";Bo\nOnes;3;4\n'
            f"Twos;7;{name.replace(';', '')}\n"
        )
    Path(f"card.{form}").write_text(card, "utf-8", errors="surrogateescape", newline="")
    shown: dict[str, list[tuple[str, ...]]] = {
        "csv": [("--format", "csv"), ("--explain",)],
        "json": [(), ("--format", "json"), ("--annotate", "x.pdf", "--force")],
    }
    for words in shown[form]:
        code, out, err = run("check", f"card.{form}", "--lang", "en", *words)
        assert code in (1, 2)
        assert is_safe(err)
        assert err.count("\n") <= 1
        assert is_safe(out), out
        if code == 1 and "csv" in words:
            cells = [cell for row in csv.reader(StringIO(out)) for cell in row]
            assert not [cell for cell in cells if cell.startswith(("=", "+", "@", "\t", "\r"))]
        if code == 1 and "json" in words:
            assert json.loads(out)


@pytest.mark.parametrize("form", ["json", "csv"])
@pytest.mark.parametrize("name", ODD.values(), ids=ODD.keys())
@pytest.mark.few(5)
def test_names_in_batches(name: str, form: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        {"id": name, "boxes": {"ones": name, name: 3}},
        {"id": name, "dice": name},
        {"id": [name], "boxes": {}},
    ]
    text = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
    for command in ("check", "score") if form == "json" else ("check",):
        monkeypatch.setattr(
            "sys.stdin", TextIOWrapper(BytesIO(text.encode("utf-8", "surrogateescape")))
        )
        code, out, err = run(
            command, "--batch", "-", *GAME, *(("--format", "csv") if form == "csv" else ())
        )
        assert (code, err, is_safe(out)) == (1, "", True), out
        if form == "json" and name != ODD["half a letter"]:
            assert [json.loads(line)["id"] for line in out.splitlines()] == [name, name, [name]]


def game(text: str, *keys: str) -> str:
    """Return a game with a text in these places."""
    own = {"name": '"House"'} | {key: json.dumps(text) for key in keys if key != "category"}
    lines = [
        "format = 1",
        'extends = "dice-play"',
        *(f"{key} = {value}" for key, value in own.items()),
    ]
    category = ["[[categories]]", 'id = "ones"', f"name = {json.dumps(text)}"]
    return "\n".join(lines + (category if "category" in keys else []))


@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
@pytest.mark.few(2)
def test_texts_of_rulesets(text: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger's game is printed, explained and listed with its words as text, or refused."""
    file = Path("own/rulesets/house.toml")
    file.parent.mkdir(parents=True)
    monkeypatch.setenv("SHEETGEN_HOME", "own")
    keys = taken = ["name", "summary", "source", "category"]
    file.write_text(game(text, *keys), "utf-8")
    code, out, err = run("validate house")
    assert is_safe(out + err)
    if code:
        taken = []
        for key in keys:
            file.write_text(game(text, key), "utf-8")
            code, out, err = run("validate house")
            assert is_safe(out + err), (key, out, err)
            taken += [key] if code == 0 else []
        file.write_text(game(text, *taken), "utf-8")
    for words in (
        ()
        if not taken
        else (
            ("rulesets", "--long"),
            ("show", "house"),
            ("score", "--ruleset", "house", "1", "2", "3", "4", "5"),
            ("check", "--ruleset", "house", *"1" * 12),
            ("pdf", "--ruleset", "house", "-o", "x.pdf"),
            ("form", "--ruleset", "house", "--format", "html", "-o", "page.html"),
            ("rules", "--ruleset", "house", "--format", "html", "-o", "rules.html"),
            ("rules", "--ruleset", "house", "--format", "md", "-o", "rules.md"),
        )
    ):
        code, out, err = run(*words)
        assert code in (0, 1, 2)
        assert is_safe(out + err), (words, out, err)
    for page in ("page.html", "rules.html"):
        if Path(page).exists():
            tags = elements(page)
            assert not [found for found in tags if "onerror" in found[1] or "onload" in found[1]]
            has_worker = 'id="worker"' in Path(page).read_text("utf-8")
            own = 3 + has_worker if page == "page.html" else 0
            assert sum(tag == "script" for tag, _ in tags) == own
    if Path("rules.md").exists():
        assert not re.search(r"(?<!\\)<(script|img)", Path("rules.md").read_text("utf-8"))


# names of files

PATHS = [
    "../x",
    "/etc/x",
    "C:\\x",
    "..\\x",
    "CON",
    "nul",
    "x/../../y",
    ".",
    "..",
    "~",
    "\x1b[31m",
    "a" * 300,
    "%s",
]


@pytest.mark.parametrize("name", PATHS)
@pytest.mark.parametrize(
    "words",
    [
        ("pdf", "--ruleset", "{}"),
        ("pdf", *GAME, "--theme", "{}"),
        ("pdf", "--ruleset", "dice-play", "--lang", "{}"),
        ("pdf", *GAME, "--paper", "{}"),
        ("new", "{}"),
        ("new", "{}", "--mine"),
        ("new", "x", "--from", "{}"),
        ("language", "new", "{}"),
        ("language", "update", "{}"),
        ("validate", "{}"),
        ("show", "{}"),
        ("kit", "--ruleset", "{}"),
    ],
)
@pytest.mark.few(40)
def test_no_name_makes_a_path(
    words: tuple[str, ...], name: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that leads elsewhere is refused in a line, and nothing is written anywhere."""
    Path("here").mkdir()
    monkeypatch.chdir("here")
    monkeypatch.setenv("SHEETGEN_HOME", "own")
    code, out, err = run(*(word.format(name) if "{" in word else word for word in words))
    assert (code, out) == (2, ""), (out, err)
    assert is_safe(err)
    assert err.count("\n") == 1
    assert [path.name for path in Path("..").rglob("*")] == ["here"]


@pytest.mark.parametrize(
    "name", ["../../evil", "/var/evil", "..\\..\\evil", "C:evil", "a\tb", "x" * 300, "CON"]
)
@pytest.mark.few(2)
def test_a_catalog_makes_no_path(name: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files of a kit are in its folder, whatever their names in a stranger's catalog."""
    languages = Path("own/languages")
    languages.mkdir(parents=True)
    entry = f'msgctxt "file name"\nmsgid "sheets"\nmsgstr {json.dumps(name)}\n'
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    (languages / "it.po").write_text(head + entry, "utf-8")
    monkeypatch.setenv("SHEETGEN_HOME", "own")
    code, _, err = run("kit --ruleset dice-play --lang it -o kit")
    assert code == 0, err
    files = [path for path in Path().rglob("*") if path.is_file()]
    assert len(files) == 6
    assert sum(path.parent == Path("kit") and path.name.startswith("1-") for path in files) == 1


@pytest.mark.parametrize(
    "line",
    ['names-file = "a\\u0000b"', 'theme = "\\u0000.toml"', 'font = ["\\u0000"]',
     'ruleset = "\\u0000.toml"',
     'paper = "../x"', 'names = "\\u001b[31m"', 'title = "\\u202e"', 'table = "\\u0000"',
     'lang = "../x"'],
)  # fmt: skip
def test_values_of_profiles(line: str, run: Run) -> None:
    Path("p.toml").write_text(f"[pdf]\n{line}\n", "utf-8")
    ruleset = () if "ruleset" in line else ("--ruleset", "dice-play")
    code, out, err = run("pdf", *ruleset, "--profile", "p.toml", "-o", "x.pdf")
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert is_safe(err)


# bounds

MEMORY = 1_500_000_000
"""Bytes of address space that runs may take, of which the libraries alone need a third."""
SECONDS = 120
LIMITED = f"""
import contextlib, io, json, sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
except ImportError:
    pass
from sheetgen.cli import commands
answers = []
for words in json.load(sys.stdin):
    out, err = io.TextIOWrapper(io.BytesIO(), 'utf-8'), io.TextIOWrapper(io.BytesIO(), 'utf-8')
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            commands.main(words)
        except SystemExit as end:
            code = end.code or 0
    err.flush()
    answers.append((code, err.buffer.getvalue().decode()))
json.dump(answers, sys.stdout)
"""


def limited(folder: Path, commands: Sequence[tuple[str, ...]]) -> list[tuple[int, str]]:
    """Return exit code and standard error of commands in one process with little memory."""
    done = subprocess.run(
        [sys.executable, "-c", LIMITED],
        cwd=folder,
        env=environment(),
        input=json.dumps(commands).encode(),
        capture_output=True,
        check=False,
        timeout=SECONDS,
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    return [(code, err) for code, err in json.loads(done.stdout)]


def packed(content: bytes) -> bytes:
    """Return a stream of a PDF that is small and becomes large."""
    data = zlib.compress(content, 9)
    return b"<</Filter/FlateDecode/Length %d>>stream\n%b\nendstream" % (len(data), data)


def pdf_with(*objects: bytes) -> bytes:
    """Return a PDF with these objects and their table.

    The first is the catalog, the second the metadata.
    """
    parts = [b"%PDF-1.7\n"]
    offsets: list[int] = []
    for number, content in enumerate(objects, 1):
        offsets.append(sum(map(len, parts)) if number < 10 else offsets[-1] + len(parts[-1]))
        parts.append(b"%d 0 obj\n%b\nendobj\n" % (number, content))
    start = sum(map(len, parts))
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    end = (
        b"xref\n0 %d\n0000000000 65535 f \n%btrailer <</Size %d/Root 1 0 R/Info 2 0 R>>\n"
        b"startxref\n%d\n%%%%EOF\n"
    )
    return b"".join(parts) + end % (len(offsets) + 1, table, len(offsets) + 1, start)


ABOUT = b"<</Keywords(sheetgen;form;1;dice-play)/Subject(sheetgen pdf --ruleset x)>>"


def fields(listed: bytes) -> bytes:
    """Return a catalog with these fields."""
    return b"<</Type/Catalog/AcroForm<</Fields[%b]>>>>" % listed


def tower(length: int) -> bytes:
    """Fields in each other."""
    steps = [
        b"<</T(a)/Kids[%d 0 R %d 0 R]>>" % (number + 4, number + 4) for number in range(length)
    ]
    return pdf_with(fields(b"3 0 R"), ABOUT, *steps, b"<</FT/Tx/T(p1_ones)/V(3)>>")


def grid(count: int) -> bytes:
    """Return a form with a row and a column for each field."""
    names = [b"p%d_%b" % (number + 1, b"a" * (number % 50 + 1)) for number in range(count)]
    listed = b" ".join(b"%d 0 R" % (number + 3) for number in range(count))
    return pdf_with(fields(listed), ABOUT, *(b"<</FT/Tx/T(%b)/V(3)>>" % name for name in names))


def streams_of_objects(size: int) -> bytes:
    """Return a PDF whose objects are in a packed stream, after many empty bytes."""
    body = b"%PDF-1.7\n"
    place, body = (
        len(body),
        body
        + b"1 0 obj\n"
        + packed(b"2 0 " + b" " * size + b"<</Type/Catalog>>").replace(
            b"<</Filter", b"<</Type/ObjStm/N 1/First 4/Filter", 1
        )
        + b"\nendobj\n",
    )
    table = (
        bytes(7)
        + b"\1"
        + place.to_bytes(4, "big")
        + bytes(2)
        + b"\2"
        + (1).to_bytes(4, "big")
        + bytes(2)
    )
    kind = b"<</Type/XRef/W[1 4 2]/Size 3/Root 2 0 R/Info 2 0 R/Filter"
    return body + b"3 0 obj\n%b\nendobj\nstartxref\n%d\n%%%%EOF" % (
        packed(table).replace(b"<</Filter", kind, 1),
        len(body),
    )


def places(count: int) -> bytes:
    """Return a form whose packed table has places for this number of objects."""
    objects = [
        b"<</Type/Catalog/AcroForm<</Fields[3 0 R]>>>>",
        ABOUT,
        b"<</FT/Tx/T(p1_ones)/V(3)>>",
    ]
    body, table = b"%PDF-1.7\n", bytes(7)
    for number, content in enumerate(objects, 1):
        table += b"\1" + len(body).to_bytes(4, "big") + bytes(2)
        body += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    kind = b"<</Type/XRef/W[1 4 2]/Size %d/Root 1 0 R/Info 2 0 R/Filter" % count
    stream = packed(table + b"\1" * 7 * (count - 4)).replace(b"<</Filter", kind, 1)
    return body + b"4 0 obj\n%b\nendobj\nstartxref\n%d\n%%%%EOF" % (stream, len(body))


BIG = 300_000_000


@cache
def packed_nothing() -> bytes:
    """Return a stream of very many NUL bytes."""
    return packed(bytes(BIG))


BOMBS: dict[str, Callable[[], bytes]] = {
    "a value": lambda: pdf_with(
        fields(b"3 0 R"), ABOUT, b"<</FT/Tx/T(p1_ones)/V 4 0 R>>", packed_nothing()
    ),
    "keywords": lambda: pdf_with(
        fields(b"3 0 R"), b"<</Keywords 4 0 R/Subject 4 0 R>>", b"<<>>", packed_nothing()
    ),
    "objects": lambda: streams_of_objects(BIG),
    "fields in each other": lambda: tower(2_000),
    "rows and columns": lambda: grid(6_000),
    "lists in each other": lambda: pdf_with(fields(b"[" * 200_000 + b"]" * 200_000), ABOUT),
    "a field a million times": lambda: pdf_with(
        fields(b"3 0 R " * 700_000), ABOUT, b"<</FT/Tx/T(p1_ones)/V(3)>>"
    ),
    "a table without end": lambda: SMALL_FORM.replace(b"startxref\n0", b"startxref\n9").replace(
        b"1 0 obj", b"xref\n0 9999999999\n1 0 obj", 1
    ),
    "places without end": lambda: places(700_000),
    "a circle": lambda: SMALL_FORM.replace(b"/Kids[6 0 R]", b"/Kids[5 0 R 5 0 R]"),
    "another circle": lambda: SMALL_FORM.replace(b"(53)", b"7 0 R"),
    "nothing but a start": lambda: b"%PDF-1.7\n" + b"1 0 obj\n<<>>\nendobj\n" * 200_000,
}


def test_a_table_of_places_has_a_bound() -> None:
    assert form_contents(places(10_000)) == ("sheetgen;form;1;dice-play", {"p1_ones": "3"})
    for read in (form_contents, command_in):
        with pytest.raises(SheetgenError, match="not a PDF that can be read"):
            read(places(700_000))


@pytest.mark.slow("hostile files")
def test_pdfs_that_explode(tmp_path: Path) -> None:
    """A small PDF that asks for all memory or time is read or refused in a line, as a form."""
    for name, make in BOMBS.items():
        (tmp_path / f"{name}.pdf").write_bytes(make())
    commands = [("check", f"{name}.pdf") for name in BOMBS]
    for words, (code, err) in zip(commands, limited(tmp_path, commands), strict=True):
        said = [line for line in err.splitlines() if not line.startswith("$ ")]
        assert (code, len(said)) in ((1, 0), (2, 1)), (words, err[-500:])


HUGE = "9" * 30
TOML_BOMBS = {
    "lists in each other": "a = " + "[" * 50_000,
    "tables in each other": "[" + "a." * 20_000 + "b]\n",
    "parts of a key": "a." * 60_000 + "b = 1\n",
    "quoted parts": "\"\u2028\" . 'b.c' . d." * 20_000 + "b = 1\n",
    "parts behind texts": 'x = [\'\'\'a\'\'\'\', """b\\""""", {' + "a." * 60_000 + "b = 1}]\n",
    "keys under a key": "["
    + "a." * 400
    + "b]\n"
    + "".join(f"k{number} = 1\n" for number in range(10_000)),
    "a long key": "[pdf]\n" + "x" * 190_000 + " = 1\n",
    "a long quoted key": '["' + "x y" * 60_000 + '"]\n',
    "a long part": "[pdf]\n'" + "x" * 190_000 + "'.a = 1\n",
    "as deep as Python reads": "[pdf]\ntheme = "
    + "[" * 480
    + "]" * 480
    + "\n[colours]\ntext = "
    + "[" * 480
    + "]" * 480,
    "a number": f"[pdf]\nplayers = {HUGE}\n",
    "digits": "[pdf]\nplayers = " + "9" * 100_000 + "\n",
    "a text": '[pdf]\ntitle = "' + "x" * 900_000 + '"\n',
    "names": '[pdf]\nnames = "' + "An," * 300_000 + '"\n',
    "keys": "[pdf]\n" + "".join(f"k{number} = 1\n" for number in range(60_000)),
    "keys of a theme": "[type]\n" + "".join(f"k{number} = 1\n" for number in range(60_000)),
    "too much": "#" * 2_000_000,
}


@pytest.mark.slow("hostile files")
def test_toml_that_explodes(tmp_path: Path) -> None:
    """TOML of any depth and size is refused in little memory and time, and in few words.

    The files are settings, themes, games and cards.
    """
    commands = []
    for name, content in TOML_BOMBS.items():
        (tmp_path / f"{name}.toml").write_text(content, "utf-8")
        for option in ("--profile", "--theme", "--ruleset"):
            ruleset = () if option == "--ruleset" else ("--ruleset", "dice-play")
            commands.append(("pdf", *ruleset, option, f"{name}.toml", "-o", "x.pdf"))
        commands.append(("check", f"{name}.toml"))
    for words, (code, err) in zip(commands, limited(tmp_path, commands), strict=True):
        assert code == 2, words
        assert 0 < len(err) < 25_000, words
    assert not (tmp_path / "x.pdf").exists()


_SIGNS = ('"', "'", '"""', "'''")
KEYS = {
    "as many parts as there may be": ".".join("abcdefghijkl") + " = 1",
    "as long a key as there may be": "x" * 480 + " = 1",
    "dots in a comment": "# " + "a." * 60,
    "dots in texts": "\n".join(
        f"k{at} = {sign}{'a.' * 60}{sign}" for at, sign in enumerate(_SIGNS)
    ),
    "long texts": 'k = "'
    + "x" * 600
    + '"\nl = ["'
    + "x" * 600
    + '"]\nm = [\n"'
    + "x" * 600
    + '",\n]',
    "an odd number of quotes": "k = '''a'''' # ''''\nl = \"\"\"b\\\"\"\"\"\"\n"
    + "m = 1 # "
    + "a." * 20,
}


@pytest.mark.parametrize("text", KEYS.values(), ids=KEYS.keys())
def test_toml_within_bounds_is_read(text: str) -> None:
    assert parse_toml(text) == tomllib.loads(text)


def test_json_as_deep_as_python_reads(run: Run) -> None:
    """Nested lists and tables are a finding or refused in one line, at any depth."""
    for depth in (50, 199, 201, *range(470, 500, 4), 2_000):
        for start, end in (("[", "]"), ('{"a":', "}")):
            card = f'{{"boxes": {{"ones": {start * depth}1{end * depth}}}}}\n'
            for name, words in (("card.json", ()), ("cards.jsonl", ("--batch",))):
                Path(name).write_text(card, "utf-8")
                code, out, err = run("check", *GAME, *words, name)
                assert (code, bool(out)) in ((1, True), (2, False)), err
                assert err.count("\n") == (code == 2)


OPTIONS = [
    *(line.split() for line in lines_of(Path(__file__).parent / "bounds.txt")),
    ["score", "--filled", "ones=1," * 15_000, *"12345"],
    ["score", *("6" * 10_000)],
    ["check", *("3" * 10_000)],
    ["check", "--also", "bonus=1," * 15_000, *("3" * 12)],
]
VALUES = {"HUGE": HUGE, "DIGITS": "9" * 6_000, "LONG": "x" * 100_000, "MANY": "An," * 20_000}


def test_a_line_of_names_has_a_bound(run: Run) -> None:
    Path("names.csv").write_text("An,Bo\n" + "An," * 20_000, "utf-8")
    code, _, err = run("pdf", *GAME, "--names-file", "names.csv", "-o", "x.pdf")
    assert (code, err) == (2, "names.csv: line 2: has more than 200 values; write fewer\n")


def in_full(word: str) -> str:
    """Return a word of a command with the values that its names in capitals stand for."""
    for name, value in VALUES.items():
        word = word.replace(name, value)
    return word


def test_options_have_bounds(tmp_path: Path) -> None:
    commands = [(name, "--ruleset", "dice-play", *map(in_full, words)) for name, *words in OPTIONS]
    for words, (code, err) in zip(commands, limited(tmp_path, commands), strict=True):
        assert code == 1 or (code == 2 and err), (words[0], words[3][:30], words[4][:30], code)
    assert not list(tmp_path.rglob("*.pdf"))


# letters that the terminal lacks

COMMANDS = [
    line.split()
    for line in (
        "",
        "pdf --help",
        "rulesets --long",
        "doctor",
        "check card.csv",
        "pdf --ruleset zqx",
        "pdf --papr a4",
        "validate x.toml",
        "pdf --ruleset yatzy --names 名",
    )
]


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
@pytest.mark.few(1)
def test_letters_that_the_terminal_lacks(encoding: str, tmp_path: Path) -> None:
    """Dutch and French on terminals of any encoding.

    No traceback, no letter that is another one, tables straight.
    """
    (tmp_path / "card.csv").write_text(
        "dice-play,Žofie,名前,Zoë\nEnen,3,4,77\nTweeën,2,4,5\n", "utf-8"
    )
    (tmp_path / "x.toml").write_text('name = "Žofie ’"\nfoo = 3\n', "utf-8")
    more = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "LC_ALL": "C", "COLUMNS": "90"}
    for words in COMMANDS if encoding == "cp1252" else COMMANDS[3:6]:
        language = "fr" if words[:1] == ["check"] else "nl"
        done = program(*words, folder=tmp_path, **more, SHEETGEN_LANG=language)
        out, err = (text.decode(encoding) for text in (done.stdout, done.stderr))
        assert done.returncode in (0, 1, 2)
        assert "Traceback" not in err
        assert "�" not in out + err
        assert "Ã" not in out + err
        if words == ["doctor"]:
            assert {line[0] for line in out.splitlines()} <= (
                {"✓", "✗"} if encoding == "utf-8" else {"+", "!"}
            )
        if words == ["check", "card.csv"] and encoding != "utf-8":
            [head, rule, *rows] = out.splitlines()
            assert (set(rule), len(rule)) == ({"-"}, max(map(len, [head, *rows[:12]])))
            assert "77 -> ?" in out


# files that were changed in any way

PIECES = {
    "names": [",", ";", "\t", '"', "\n", "\r", "'=", "Name", "Tafel", "sep=", "\0", "\ufeff",
              "\u202e", "9" * 90],
    "profile": ["[pdf]\n", "=", '"', "[", "]", "1e400", "nan", "9" * 12, "-1", "true", '"\\u0000"',
                "players", "{"],
    "theme": ["[type]\n", "=", '"#12345g"', "nan", "inf", "-0", "1e400", "[", "]", "true", "text",
              "width", "{"],
    "ruleset": ["extends", "=", '"game.toml"', '"yatzy"', "[[categories]]\n", "id", "remove", "nan",
                "[", "]", "{",
                "9" * 12, "-1", "true", '"ones"'],
    "catalog": ["msgid", "msgstr[1]", '"', '"%(n)s"', "nplurals=99;", "plural=n/0", "\\x", "#~",
                "\n", "charset="],
    "form": ["/Kids[4 0 R]", "/Parent 4 0 R", "/V 4 0 R", "/V[]", "/T<ff>", "/T 9", "<<", ">>",
             "endobj", "stream\n",
             "0 R", "/Encrypt 2 0 R", "/Size -1", "/Fields 4 0 R", "/FT null", "/Prev 0", "(",
             "\0"],
    "picture": ["%PDF-1.4", "ftypheic", "II*", "RIFF", "IHDR", "0 R", "/MediaBox[0 0 9 9]",
                "stream\n", "\0\0", "\x7f"],
}  # fmt: skip
"""Words and signs with a meaning in these files."""


@pytest.mark.parametrize("kind", TARGETS)
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_changed_files(kind: str, data: st.DataObject) -> None:
    content = data.draw(st.sampled_from(SEEDS[kind]))
    piece = st.sampled_from(PIECES[kind]).map(str.encode) | st.binary(max_size=4)
    for _ in range(data.draw(st.integers(0, 4))):
        start = data.draw(st.integers(0, len(content)))
        cut = data.draw(st.integers(0, 20))
        content = content[:start] + data.draw(piece) + content[start + cut :]
    TARGETS[kind](content)


FOUND = {
    "form": [
        SMALL_FORM.replace(b"(p1_ones)", b"<9fff>"),
        SMALL_FORM.replace(b"(p1_total)", b"<9fff>"),
    ],
    "profile": [
        PROFILE.replace(b"players = 4", b"players = 4.5"),
        PROFILE.replace(b'"10mm"', b'"\\u0000"'),
    ],
}
"""Input that fuzzing found."""


@pytest.mark.parametrize(
    ("kind", "content"), [(kind, content) for kind, each in FOUND.items() for content in each]
)
def test_what_was_found(kind: str, content: bytes) -> None:
    TARGETS[kind](content)
