"""Draw the Dutch sheet of dice-play as a plain ReportLab script does, with full TrueType faces.

``plain_sheet.py OUT`` draws one page. ``plain_sheet.py OUT NAMES`` draws one for each line of
names, every page anew. ``plain_sheet.py --each FOLDER NAMES`` writes a file for each line, and
parses the fonts once.
"""

import sys
from os.path import abspath, dirname, join

from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

FONTS = join(dirname(dirname(abspath(__file__))), "fonts")
TEXT, MUTED, RULE, BLANK, ACCENT, WHITE = map(
    HexColor, ("#141414", "#3a3a3a", "#7d7d7d", "#5a5a5a", "#124f7a", "#ffffff")
)
PIPS = ((), ((2, 2),), ((1, 3), (3, 1)), ((1, 3), (2, 2), (3, 1)), ((1, 1), (1, 3), (3, 1), (3, 3)),
        ((1, 1), (1, 3), (2, 2), (3, 1), (3, 3)),
        ((1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3)))  # fmt: skip
ROWS = (
    ("Enen", "tel de enen op", "max 5", "1"),
    ("Tweeën", "tel de tweeën op", "max 10", "2"),
    ("Drieën", "tel de drieën op", "max 15", "3"),
    ("Vieren", "tel de vieren op", "max 20", "4"),
    ("Vijven", "tel de vijven op", "max 25", "5"),
    ("Zessen", "tel de zessen op", "max 30", "6"),
    ("Kleine straat", "1-2-3-4-5", "30", "12345"),
    ("Grote straat", "2-3-4-5-6", "30", "23456"),
    ("Full house", "drie + twee dezelfde · alle ogen", "max 28", "66644"),
    ("Carré", "vier dezelfde · ogen van die vier", "max 24", "66660"),
    ("Chance", "elke worp · alle ogen", "max 30", "00000"),
    ("Jacht", "vijf dezelfde", "50", "66666"),
)
FOOT = (
    "Gooi hoogstens drie keer, houd wat je wilt en vul na elke beurt één vak in. Past niets, "
    "noteer dan",
    "een 0 of een streepje, geen schuine streep.",
)
COMMAND = "sheetgen pdf --ruleset dice-play --lang nl --paper a4"
CODE = "6214316242"
COLUMNS = (203.2, 293.8, 384.4, 474.9)


def fonts() -> None:
    for name in ("Regular", "Bold", "Black"):
        pdfmetrics.registerFont(TTFont(name, join(FONTS, f"SofiaSansSemiCondensed-{name}.ttf")))


def text(
    canvas: Canvas, x: float, y: float, words: str, face: str, size: float, colour: object = MUTED
) -> None:
    canvas.setFillColor(colour)
    canvas.setFont(face, size)
    canvas.drawString(x, y, words)


def box(
    canvas: Canvas,
    x: float,
    y: float,
    width: float,
    height: float,
    radius: float,
    colour: object,
    line: float,
    fill: bool = False,
) -> None:
    canvas.setStrokeColor(colour)
    canvas.setFillColor(colour)
    canvas.setLineWidth(line)
    half = 0 if fill else line / 2
    canvas.roundRect(
        x + half,
        y + half,
        width - 2 * half,
        height - 2 * half,
        radius - half,
        stroke=0 if fill else 1,
        fill=int(fill),
    )


def rule(canvas: Canvas, x: float, y: float, end: float, width: float, colour: object) -> None:
    canvas.setStrokeColor(colour)
    canvas.setLineWidth(width)
    canvas.line(x, y, end, y)


def die(
    canvas: Canvas,
    x: float,
    y: float,
    side: float,
    face: int,
    colour: object = ACCENT,
    solid: bool = True,
) -> None:
    box(
        canvas,
        x,
        y,
        side,
        side,
        0.2 * side,
        colour if face else BLANK,
        0.055 * side,
        bool(face and solid),
    )
    canvas.setFillColor(WHITE if solid else colour)
    pip = side * (0.125 if face == 1 else 0.098)
    for across, up in PIPS[face]:
        canvas.circle(
            x + side * (0.01 + across * 0.245),
            y + side * (0.01 + up * 0.245),
            pip,
            stroke=0,
            fill=1,
        )


def row(canvas: Canvas, number: int, y: float) -> None:
    name, hint, worth, dice = ROWS[number]
    if len(dice) == 1:
        die(canvas, 34, y + 5.1, 29.8, int(dice))
    else:
        for place, face in enumerate(dice):
            die(canvas, 34 + 15.8 * (place % 3), y + (20.8 if place < 3 else 5), 14, int(face))
    text(canvas, 87.2, y + 20.3, name, "Bold", 13.5, TEXT)
    text(canvas, 87.2, y + 10.7, hint, "Regular", 8.2)
    if worth.isdigit():
        canvas.setFillColor(ACCENT)
        canvas.setFont("Black", 16)
        canvas.drawRightString(196.4, y + 19.3, worth)
    else:
        canvas.drawRightString(196.4, y + 20.3, worth)
    for x in COLUMNS:
        box(canvas, x, y, 86.3, 39.9, 5.1, TEXT, 0.85)
    if number not in (5, 11):
        rule(canvas, 34, y - 1.7, 199, 0.5, RULE)


def corner(canvas: Canvas, x: float, y: float, right: int, up: int) -> None:
    path = canvas.beginPath()
    path.moveTo(x, y + 21.3 * up)
    path.lineTo(x, y + 7.7 * up)
    path.curveTo(x, y + 3.4 * up, x + 3.4 * right, y, x + 7.7 * right, y)
    path.lineTo(x + 21.3 * right, y)
    canvas.setStrokeColor(TEXT)
    canvas.setLineWidth(2.55)
    canvas.drawPath(path)


def head(canvas: Canvas) -> None:
    text(canvas, 32.5, 776.4, "Jacht", "Black", 48, TEXT)
    for place in range(5):
        die(canvas, 386.5 + 35.8 * place, 776.4, 31.4, place + 1)
    text(canvas, 34, 743.3, "Twee straten van 30", "Bold", 15, ACCENT)
    text(canvas, 178.8, 743.3, "12 beurten · 3 worpen", "Regular", 9)
    for x, line, end, words in ((393.8, 420.7, 494.4, "Datum"), (508.6, 527.2, 561.3, "Spel")):
        text(canvas, x, 743.3, words, "Regular", 8.2)
        rule(canvas, line, 741, end, 0.6, MUTED)
    for place, x in enumerate(COLUMNS):
        box(canvas, x, 688, 86.3, 34.9, 5.1, TEXT, 1.1)
        die(canvas, x + 4.3, 706.7, 11.9, place + 1)


def foot(canvas: Canvas) -> None:
    box(canvas, 34, 82.8, 165, 48.5, 6.8, ACCENT, 0, fill=True)
    text(canvas, 42.5, 105.6, "Eindtotaal", "Black", 20, WHITE)
    text(canvas, 42.5, 95.4, "alle 12 vakken", "Bold", 9, WHITE)
    for x in COLUMNS:
        box(canvas, x, 82.8, 86.3, 48.5, 6.8, ACCENT, 2.4)
    for x, right in ((26.8, 1), (568.5, -1)):
        for y, up in ((730.1, -1), (75.6, 1)):
            corner(canvas, x, y, right, up)
    for place, line in enumerate(FOOT):
        text(canvas, 34, 55.6 - 10.2 * place, line, "Regular", 8.2)
    text(canvas, 34, 35.9, COMMAND, "Regular", 7.5)
    canvas.drawRightString(411.6, 37.9, CODE)
    for place, face in enumerate(CODE):
        die(canvas, 415.8 + 14.75 * place, 34, 12.8, int(face), TEXT, solid=False)


def page(canvas: Canvas, names: tuple[str, ...] = ()) -> None:
    head(canvas)
    text(canvas, 34, 690.8, "Bovenste helft", "Black", 14, ACCENT)
    rule(canvas, 34, 686.3, 199, 1.25, ACCENT)
    for number in range(6):
        row(canvas, number, 644.7 - 43.28 * number)
    text(canvas, 34, 408.2, "Onderste helft", "Black", 14, ACCENT)
    rule(canvas, 34, 401.1, 199, 1.25, ACCENT)
    for place, x in enumerate(COLUMNS):
        die(canvas, x + 0.6, 407.1, 10.2, place + 1, solid=False)
    for number in range(6, 12):
        row(canvas, number, 359.6 - 43.28 * (number - 6))
    foot(canvas)
    for x, name in zip(COLUMNS, names, strict=False):
        canvas.setFillColor(TEXT)
        canvas.setFont("Bold", 15)
        canvas.drawCentredString(x + 50.8, 700.5, name)
        text(canvas, x + 14.5, 408.6, name, "Bold", 9)
    canvas.showPage()


def main(target: str, *source: str) -> None:
    fonts()
    if target == "--each":
        folder, names = source
        for number, line in enumerate(open(names, encoding="utf-8")):
            canvas = Canvas(
                f"{folder}/{number}.pdf", (595.28, 841.89), invariant=1, initialFontName="Regular"
            )
            page(canvas, tuple(line.strip().split(",")))
            canvas.save()
        return
    canvas = Canvas(target, (595.28, 841.89), invariant=1, initialFontName="Regular")
    if source:
        for line in open(source[0], encoding="utf-8"):
            page(canvas, tuple(line.strip().split(",")))
    else:
        page(canvas)
    canvas.save()


if __name__ == "__main__":
    main(*sys.argv[1:])
