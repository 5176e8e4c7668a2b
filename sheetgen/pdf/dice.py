"""Dice, drawn: each face once, as a form that every page uses."""

from sheetgen.layout import PIPS, Font, Ink
from sheetgen.pdf.canvas import PageCanvas


def draw_die(canvas: PageCanvas, face: int, size: float, x: float, y: float) -> None:
    """One die with its lower left corner at x, y; face 0 is a die that may show anything. Points."""
    form = f"die{face}x{size:.3f}"
    if not canvas.hasForm(form):
        canvas.beginForm(form, -1, -1, size + 1, size + 1)
        _draw_face(canvas, face, size)
        canvas.endForm()
    canvas.saveState()
    canvas.translate(x, y)
    canvas.doForm(form)
    canvas.restoreState()


def _draw_face(canvas: PageCanvas, face: int, size: float) -> None:
    canvas.stroke_with(Ink.TEXT if face else Ink.RULE, 0.08 * size if face else 0.05 * size)
    canvas.roundRect(0, 0, size, size, 0.22 * size)
    canvas.fill_with(Ink.TEXT)
    if face in PIPS:
        for x, y in PIPS[face]:
            canvas.circle(size * x / 4, size * y / 4, 0.095 * size, stroke=0, fill=1)
    elif face:
        height = max(7.0, 0.7 * size)
        canvas.setFont(Font.BOLD.value, height)
        canvas.drawCentredString(size / 2, size / 2 - 0.33 * height, str(face))
