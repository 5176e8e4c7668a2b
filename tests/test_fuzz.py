"""Files of strangers, changed in any way, end in a result or in one clear error."""

import pytest
from hypothesis import example, given, settings, strategies as st
from strangers import PROFILE, SEEDS, SMALL_FORM, TARGETS

PIECES = {
    "names": [",", ";", "\t", '"', "\n", "\r", "'=", "Name", "Tafel", "sep=", "\0", "\ufeff", "\u202e", "9" * 90],
    "profile": ["[pdf]\n", "=", '"', "[", "]", "1e400", "nan", "9" * 12, "-1", "true", '"\\u0000"', "players", "{"],
    "theme": ["[type]\n", "=", '"#12345g"', "nan", "inf", "-0", "1e400", "[", "]", "true", "text", "width", "{"],
    "ruleset": ["extends", "=", '"game.toml"', '"yatzy"', "[[categories]]\n", "id", "remove", "nan", "[", "]", "{",
                "9" * 12, "-1", "true", '"ones"'],
    "catalog": ["msgid", "msgstr[1]", '"', '"%(n)s"', "nplurals=99;", "plural=n/0", "\\x", "#~", "\n", "charset="],
    "form": ["/Kids[4 0 R]", "/Parent 4 0 R", "/V 4 0 R", "/V[]", "/T<ff>", "/T 9", "<<", ">>", "endobj", "stream\n",
             "0 R", "/Encrypt 2 0 R", "/Size -1", "/Fields 4 0 R", "/FT null", "/Prev 0", "(", "\0"],
    "picture": ["%PDF-1.4", "ftypheic", "II*", "RIFF", "IHDR", "0 R", "/MediaBox[0 0 9 9]", "stream\n", "\0\0", "\x7f"],
}  # fmt: skip
"""What means something in these files."""


@pytest.mark.parametrize("kind", TARGETS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_changed_files(kind: str, data: st.DataObject) -> None:
    """A good file with some of it taken out and something else put in, a few times."""
    content = data.draw(st.sampled_from(SEEDS[kind]))
    piece = st.sampled_from(PIECES[kind]).map(str.encode) | st.binary(max_size=4)
    for _ in range(data.draw(st.integers(0, 4))):
        start = data.draw(st.integers(0, len(content)))
        cut = data.draw(st.integers(0, 20))
        content = content[:start] + data.draw(piece) + content[start + cut :]
    TARGETS[kind](content)


@pytest.mark.parametrize("kind", TARGETS)
@settings(max_examples=40, deadline=None)
@given(content=st.binary(max_size=200))
@example(content=b"")
def test_any_bytes(kind: str, content: bytes) -> None:
    """Whatever bytes there are."""
    TARGETS[kind](content)


FOUND = {
    "form": [SMALL_FORM.replace(b"(p1_ones)", b"<9fff>"), SMALL_FORM.replace(b"(p1_total)", b"<9fff>")],
    "profile": [PROFILE.replace(b"players = 4", b"players = 4.5"), PROFILE.replace(b'"10mm"', b'"\\u0000"')],
}
"""What fuzzing found."""


@pytest.mark.parametrize(("kind", "content"), [(kind, content) for kind, each in FOUND.items() for content in each])
def test_what_was_found(kind: str, content: bytes) -> None:
    """It stays mended."""
    TARGETS[kind](content)
