"""Output of commands: documents to files or standard output, progress of long jobs, and tables."""

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar
from unicodedata import combining, east_asian_width

import typer

from sheetgen.errors import Message, SheetgenError, escaped, reason
from sheetgen.files.disk import Content, make_folder, write_all
from sheetgen.i18n.catalog import Catalog

# Imported where they are needed: the progress bar of Rich (86 ms), and pypdf, which counts pages
# (150 ms).

_MANY = 200
"""Minimum number of parts of a job that shows progress. Smaller ones end before anyone reads it."""
_ENDINGS = (
    ".doc",
    ".docx",
    ".html",
    ".jpeg",
    ".jpg",
    ".md",
    ".odt",
    ".pdf",
    ".png",
    ".svg",
    ".zip",
)
"""Endings of documents and pictures, which no folder has."""
Part = TypeVar("Part")
BOLD, RED, DIM = "1", "1;31", "2"
"""Styles of a terminal, as parameters of its codes: bold, bold red, and faint."""
Cell = str | tuple[str, str]
"""Cell of a table: its text, or its text and its style."""
Files = Sequence[tuple[Path, Content]]
"""Paths of files, and their contents."""


def with_progress(parts: Iterable[Part], count: int, catalog: Catalog) -> Iterator[Part]:
    """Yield the parts of a job; on a terminal a job of many parts shows its progress."""
    if count < _MANY or not sys.stderr.isatty():
        yield from parts
        return
    with progress_bar(catalog.message("drawing")) as show:
        for part in parts:
            yield part
            show(1, count)


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar that begins anew when it is full.

    Yield the function that takes the new steps and the sum of all.
    """
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    text = TextColumn("{task.description} {task.percentage:.0f}%")
    columns = (text, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)

        def show(done: int, of: int) -> None:
            if bar.tasks[0].completed >= of:
                bar.reset(task)
            bar.update(task, advance=done, total=of)

        yield show


def for_terminal(text: str) -> str:
    """Return the text with escapes for letters that a terminal must not get or that it lacks."""
    encoding = sys.stdout.encoding or "ascii"
    return escaped(text).encode(encoding, "backslashreplace").decode(encoding)


def say(text: str, style: str = "") -> None:
    """Print a line, in a style where the terminal has it."""
    typer.echo(styled(for_terminal(text), style))


def styled(text: str, style: str) -> str:
    """Return the text between the codes of a style.

    `typer.echo` removes them where output is no terminal.
    """
    has_styles = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    if not (style and text and has_styles):
        return text
    return f"\x1b[{style}m{text}\x1b[0m"


def _width(text: str) -> int:
    """Return the width of a text on a terminal, in columns.

    A letter of East Asia takes two, an accent none.
    """
    width = 0
    for letter in text:
        if combining(letter):
            continue
        width += 2 if east_asian_width(letter) in "FW" else 1
    return width


def print_table(
    rows: Iterable[Sequence[Cell]], left: int | None = None, *, head: bool = False
) -> None:
    """Print columns, each as wide as its widest cell.

    All but the first `left` columns are aligned at the right. With `head` the first row is a
    heading, with a line below it.
    """
    lines = [[_with_style(cell) for cell in row] for row in rows]
    if head:
        lines[0] = [(text, BOLD) for text, _ in lines[0]]
    widths = []
    for column in zip(*lines, strict=True):
        widths.append(max(_width(text) for text, _ in column))
    gap = " " * (3 if head else 2)
    for number, line in enumerate(lines):
        cells = []
        for place, ((text, style), width) in enumerate(zip(line, widths, strict=True)):
            word = styled(text, style)
            blank = " " * (width - _width(text))
            is_at_left = left is None or place < left
            cells.append(word + blank if is_at_left else blank + word)
        typer.echo(gap.join(cells).rstrip())
        if head and number == 0:
            stroke = "─" if for_terminal("─") == "─" else "-"
            typer.echo(stroke * (sum(widths) + len(gap) * (len(widths) - 1)))


def _with_style(cell: Cell) -> tuple[str, str]:
    """Return the text of a cell as a terminal shows it, and its style."""
    text, style = (cell, "") if isinstance(cell, str) else cell
    return for_terminal(text), style


def write_output(
    content: Content,
    output: str | None,
    name: str,
    catalog: Catalog,
    *,
    force: bool,
    show: bool,
    before: Files = (),
    after: Files = (),
) -> None:
    """Write a document to standard output for ``-``, else to a file.

    In a folder, the file has this `name`. `show` opens the file. The files `before` and `after` it
    are written with it, or none of them.
    """
    if output != "-" or show:
        path = target_file(output, name)
        write_document(content, path, catalog, force=force, show=show, before=before, after=after)
        return
    write_all(before, force)
    if isinstance(content, bytes):
        write_bytes(content)
    else:
        content(sys.stdout.buffer)


def print_several(count: int, place: Path | str, catalog: Catalog) -> None:
    """Report the place of several files."""
    print(
        catalog.plural(
            "separate",
            "wrote %(n)s file: %(folder)s",
            "wrote %(n)s files: %(folder)s",
            count,
            folder=place,
        )
    )


def counted(content: int | bytes, paper: str, catalog: Catalog) -> str:
    """Return the number of pages, of which `content` is the number or the PDF, and their paper.

    Returns an empty text where no terminal shows it.
    """
    if not sys.stdout.isatty():
        return ""
    if isinstance(content, bytes):
        from sheetgen.pdf.reading import page_count

        content = page_count(content)
    return catalog.plural(
        "output", "%(n)s page on %(paper)s", "%(n)s pages on %(paper)s", content, paper=paper
    )


def say_how(
    output: str | None, content: int | bytes, paper: str, catalog: Catalog, how: Message
) -> None:
    """Print on a terminal how many pages a written file has, and how to print them."""
    count = "" if output == "-" else counted(content, paper, catalog)
    if count:
        print(f"{count}; {catalog.message(how)}")


def write_document(
    content: Content,
    path: Path,
    catalog: Catalog,
    *,
    force: bool = False,
    show: bool = False,
    beside: bool = False,
    before: Files = (),
    after: Files = (),
) -> None:
    """Write a document to a file and report its place.

    With `beside` the report goes to standard error.
    """
    write_all([*before, (path, content), *after], force)
    reports = sys.stderr if beside else sys.stdout
    for written in (path, *(file for file, _ in after)):
        print(catalog.message("wrote %(file)s", file=written), file=reports)
    if show:
        open_file(path)


def write_folder(
    contents: Mapping[str, bytes],
    output: str | None,
    name: str,
    catalog: Catalog,
    *,
    force: bool,
    show: bool,
) -> None:
    """Write the files of a folder, all or none, and report its place; `show` opens the first file.

    The folder is `output`, or one of this `name`.
    """
    folder = target_folder(output, name)
    files = [(folder / name, content) for name, content in contents.items()]
    write_all(files, force)
    print(catalog.message("wrote %(file)s", file=f"{folder}{os.sep}"))
    if show:
        first, _ = files[0]
        open_file(first)


def open_file(path: Path) -> None:
    """Open a file with the program of the system for it; raise SheetgenError if there is none."""
    if not can_open() or typer.launch(str(path)):
        raise SheetgenError("cannot open this file here; open it yourself", file=str(path))


def write_bytes(content: bytes) -> None:
    """Write to standard output, at once."""
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def can_open() -> bool:
    """Check whether files can be opened here: on Linux by a program that may be missing."""
    return not sys.platform.startswith("linux") or shutil.which("xdg-open") is not None


def target_file(
    output: str | None, name: str, option: str = "--output", endings: Sequence[str] = ()
) -> Path:
    """Return the file to write to: `output`, or `name` in that folder or in ``out``.

    Raises SheetgenError for the ending of another kind of file.
    """
    if output is None:
        return made_folder(Path("out")) / name
    if output in ("", "-"):
        raise SheetgenError(
            "wrote '%(written)s'; should be a file or a folder", key=option, written=output
        )
    # os.path, since a Path raises if the name is too long
    folder = output.endswith(os.sep) or os.path.isdir(output)  # noqa: PTH112
    path = Path(output, name) if folder else Path(output)
    right = endings or (Path(name).suffix,)
    ending = path.suffix.lower()
    if ending and ending not in right:
        raise SheetgenError(
            "wrote '%(written)s'; should end in %(right)s, for that is what will be in it",
            key=option,
            written=output,
            right=", ".join(right),
        )
    return path


def target_folder(output: str | None, name: str) -> Path:
    """Return the folder to write many files to: `output`, or one of this name.

    The folder is made if it is missing. Raises SheetgenError for the name of a file.
    """
    is_folder = os.path.isdir(str(output))  # noqa: PTH112 - as in target_file
    is_file = Path(output or "").suffix.lower() in _ENDINGS and not is_folder
    if output in ("", "-") or is_file:
        raise SheetgenError(
            "wrote '%(written)s'; should be a folder", key="--output", written=output
        )
    folder = made_folder(Path("out", name) if output is None else Path(output))
    if not os.access(folder, os.W_OK):
        why = Message("not allowed there; choose another place")
        raise SheetgenError("cannot write this file: %(reason)s", file=str(folder), reason=why)
    return folder


def made_folder(folder: Path) -> Path:
    """Return the folder, which is made if it is missing.

    Raise SheetgenError if it cannot be made.
    """
    try:
        make_folder(folder)
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise SheetgenError(
            "cannot make this folder: %(reason)s", file=str(folder), reason=why
        ) from error
    return folder
