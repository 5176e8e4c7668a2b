"""Corrections on a photo: they do not cover the ink that they correct."""

from sheetgen.checker.check import check_card
from sheetgen.layout.primitives import Ink, Photo, Rect, RoundedRect, Text
from sheetgen.pdf.fonts import measure
from sheetgen.rules.scoring import WrittenCard
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.scan.review import lay_out_photo

PLACE = Rect(100, 100, 60, 24)
"""The box of the total that is wrong."""


def marked(ink: Rect) -> tuple[list[Rect], list[str]]:
    """Return the places covered with paper, and the texts on the photo, for ink at this place of the box."""

    def is_free(rect: Rect) -> bool:
        return rect.right <= ink.x or rect.x >= ink.right or rect.bottom <= ink.y or rect.y >= ink.bottom

    game = load_ruleset("dice-play")
    card = WrittenCard((*((box, 0) for box in game.boxes), ("total", 310)))
    photo = Photo(b"", (600, 800), 600, 800)
    page = lay_out_photo(photo, [(check_card(game, card), {"total": PLACE}, None)], ["why"], measure, is_free)
    covered = [each.rect for each in page.items if isinstance(each, RoundedRect) and each.fill == Ink.PAPER]
    return covered, [each.text for each in page.items if isinstance(each, Text)]


def test_a_correction_stands_in_a_corner_without_ink() -> None:
    """Ink at the right leaves the left, and ink at the left the right."""
    for ink, side in ((Rect(130, 103, 28, 18), 101), (Rect(103, 103, 28, 18), 130)):
        [right], texts = marked(ink)
        assert right.x >= side
        assert right.right <= ink.x or right.x >= ink.right
        assert len(texts) == 2


def test_without_a_free_corner_the_reasons_alone_have_it() -> None:
    """Nothing is laid on the box."""
    covered, texts = marked(Rect(100, 100, 60, 24))
    assert not covered
    assert texts == ["why"]
