"""The floor: the Dutch sheet of dice-play as a plain ReportLab script draws it, with full TrueType faces.

``plain_sheet.py OUT`` draws one page, ``plain_sheet.py OUT NAMES`` one for each line of names, every page anew, and
``plain_sheet.py --each FOLDER NAMES`` a file for each line, the fonts parsed once.
"""

import sys

import font_source_sans_pro as font
from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

TEXT, MUTED, RULE, SHADE = map(HexColor, ("#1c2945", "#546175", "#8591a6", "#dbe3ee"))
PIPS = ((), ((2, 2),), ((1, 1), (3, 3)), ((1, 1), (2, 2), (3, 3)), ((1, 1), (1, 3), (3, 1), (3, 3)),
        ((1, 1), (1, 3), (2, 2), (3, 1), (3, 3)), ((1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3)))  # fmt: skip
ROWS = (
    ("Enen", "tel de enen op", "max 5", "10000"),
    ("Tweeën", "tel de tweeën op", "max 10", "20000"),
    ("Drieën", "tel de drieën op", "max 15", "30000"),
    ("Vieren", "tel de vieren op", "max 20", "40000"),
    ("Vijven", "tel de vijven op", "max 25", "50000"),
    ("Zessen", "tel de zessen op", "max 30", "60000"),
    ("Kleine straat", "1-2-3-4-5 · 30 punten", "max 30", "12345"),
    ("Grote straat", "2-3-4-5-6 · 30 punten", "max 30", "23456"),
    ("Full house", "drie + twee dezelfde · alle ogen", "max 28", "66644"),
    ("Carré", "vier dezelfde · ogen van die vier", "max 24", "66660"),
    ("Chance", "elke worp · alle ogen", "max 30", "00000"),
    ("Jacht", "vijf dezelfde · 50 punten", "max 50", "66666"),
)
FOOT = (
    "Gooi hoogstens drie keer, houd wat je wilt en vul na elke beurt één vak in. Past niets,",
    "noteer dan een 0 of een streepje, geen schuine streep.",
)
COLUMNS = (301, 366, 431, 496)


def fonts() -> None:
    for name, face in (("regular", "SourceSansPro"), ("bold", "SourceSansProSemibold")):
        pdfmetrics.registerFont(TTFont(name, font.font_files_ttf[face]))


def text(canvas: Canvas, x: float, y: float, words: str, face: str, size: float, colour: object) -> None:
    canvas.setFillColor(colour)
    canvas.setFont(face, size)
    canvas.drawString(x, y, words)


def die(canvas: Canvas, x: float, y: float, face: int) -> None:
    canvas.setStrokeColor(TEXT if face else RULE)
    canvas.setLineWidth(1.2 if face else 0.8)
    canvas.roundRect(x, y, 15.4, 15.4, 3.4)
    canvas.setFillColor(TEXT)
    for across, up in PIPS[face]:
        canvas.circle(x + across * 3.86, y + up * 3.86, 1.5, stroke=0, fill=1)


def row(canvas: Canvas, number: int, y: float) -> None:
    name, detail, most, dice = ROWS[number]
    canvas.setFillColor(MUTED)
    canvas.setFont("regular", 13.46)
    canvas.drawRightString(62, y - 25, str(number + 1))
    text(canvas, 71, y - 25, name, "bold", 17.95, TEXT)
    text(canvas, 71, y - 42, detail, "regular", 13.46, MUTED)
    canvas.drawRightString(299, y - 42, most)
    for place, face in enumerate(dice):
        die(canvas, 211 + 17.6 * place, y - 26, int(face))
    canvas.setStrokeColor(RULE)
    canvas.setLineWidth(0.6)
    for x in COLUMNS:
        canvas.line(x, y, x, y - 45)
    canvas.line(34, y - 45, 561, y - 45)


def band(canvas: Canvas, y: float, words: str) -> None:
    canvas.setFillColor(TEXT)
    canvas.rect(34, y - 20, 527, 20, stroke=0, fill=1)
    text(canvas, 40, y - 14, words, "bold", 11, HexColor("#ffffff"))


def page(canvas: Canvas, names: tuple[str, ...] = ()) -> None:
    text(canvas, 34, 779, "Jacht", "bold", 34, TEXT)
    text(canvas, 34, 761, "12 beurten · 3 worpen per beurt · hoogste totaal wint", "regular", 10.5, MUTED)
    text(canvas, 34, 748, "Twaalf categorieën, twee straten van vijf voor 30, geen bonus", "regular", 10.5, MUTED)
    for x, end, words in ((387, 494, "Datum"), (504, 561, "Spel")):
        text(canvas, x, 779, words, "regular", 10.5, MUTED)
        canvas.line(x + 34, 776, end, 776)
    text(canvas, 40, 693, "Spelers", "regular", 13.46, MUTED)
    band(canvas, 688, "Bovenste helft")
    for number in range(6):
        row(canvas, number, 668 - 45 * number)
    band(canvas, 398, "Onderste helft")
    for number in range(6, 12):
        row(canvas, number, 378 - 45 * (number - 6))
    canvas.setFillColor(SHADE)
    canvas.rect(34, 63, 527, 45, stroke=0, fill=1)
    text(canvas, 40, 80, "Eindtotaal", "bold", 17.95, TEXT)
    text(canvas, 40, 66, "alle 12 vakken", "regular", 13.46, MUTED)
    canvas.setStrokeColor(TEXT)
    canvas.setLineWidth(1.3)
    canvas.roundRect(34, 63, 527, 670, 6)
    for place, line in enumerate(FOOT):
        text(canvas, 34, 44 - 11 * place, line, "regular", 8.5, MUTED)
    canvas.drawRightString(561, 44, "sheetgen pdf --ruleset dice-play --lang nl --paper a4")
    canvas.setFillColor(TEXT)
    canvas.setFont("bold", 14)
    for x, name in zip(COLUMNS, names, strict=False):
        canvas.drawCentredString(x + 32, 704, name)
    canvas.showPage()


def main(target: str, *source: str) -> None:
    fonts()
    if target == "--each":
        folder, names = source
        for number, line in enumerate(open(names, encoding="utf-8")):
            canvas = Canvas(f"{folder}/{number}.pdf", (595.28, 841.89), invariant=1, initialFontName="regular")
            page(canvas, tuple(line.strip().split(",")))
            canvas.save()
        return
    canvas = Canvas(target, (595.28, 841.89), invariant=1, initialFontName="regular")
    if source:
        for line in open(source[0], encoding="utf-8"):
            page(canvas, tuple(line.strip().split(",")))
    else:
        page(canvas)
    canvas.save()


if __name__ == "__main__":
    main(*sys.argv[1:])
