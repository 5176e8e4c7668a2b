"""Photos, scans and pages of PDFs, decoded to pixels.

Limits of size are checked before a file is decoded.

Only the pixels of a file are read, and which side of them is up. Nothing else of its metadata is
kept.
"""

import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray
from PIL import Image, ImageOps
from pillow_heif import register_heif_opener
from threadpoolctl import threadpool_limits

from sheetgen.errors import SheetgenError
from sheetgen.files.disk import read_file

# pypdfium2 is imported inside of functions: loading its library takes longer than decoding most
# photos.

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

MAX_BYTES = 200_000_000
"""Maximum size of a file. A hundred scanned pages have less."""
MAX_PIXELS = 64_000_000
"""Maximum number of pixels of a picture. A page at 600 dots per inch has 35 million."""
MAX_PAGES = 400
"""Maximum number of pages of a file. Chosen by hand: a quarter of an hour of one core."""
LONGEST = 4000
"""Maximum length of the longer side of a picture that is kept, in pixels: 13 a millimetre on A4,
and a photo of 12 megapixels. Larger pictures are reduced."""
_PER_POINT = 10 * 25.4 / 72
"""Scale of pages of a PDF, in pixels per point: ten pixels a millimetre, unless the page is then
longer than `LONGEST`. Chosen by hand."""
_FORMATS = ("JPEG", "PNG", "TIFF", "WEBP", "HEIF")
"""Formats that are read, by Pillow's names. It has more decoders, for formats that no camera
writes."""

register_heif_opener()


class Picture(Struct, frozen=True):
    """Decoded picture of a file."""

    name: str
    """Name of the file, as it was given."""
    page: int
    """Number of the page in the file, from 1."""
    pixels: NDArray[np.uint8]
    """Pixels in blue, green and red: uint8[height, width, 3], upright by the metadata of the
    file."""


class PictureFile(Struct, frozen=True):
    """File of pictures, none of which is decoded yet."""

    name: str
    """Name of the file, as it was given."""
    content: bytes
    count: int
    """Number of pictures in it: the pages of a PDF or a TIFF."""

    @property
    def is_pdf(self) -> bool:
        """Flag: its pictures are drawn by its own commands, which may take any time."""
        return (
            b"%PDF-" in self.content[:1024]
        )  # viewers accept other bytes before the mark, within 1 kB

    def picture(self, page: int) -> Picture:
        """Decode a page, counted from 1.

        Raises SheetgenError, naming the file, if it is no picture.
        """
        try:
            pixels = _rendered(self.content, page) if self.is_pdf else _decoded(self.content, page)
        except SheetgenError as error:
            raise error.placed(f"{self.name}, {page}" if page > 1 else self.name) from error
        return Picture(self.name, page, pixels)


def open_pictures(path: Path) -> PictureFile:
    """Open a file of pictures: a JPEG, PNG, WebP, HEIC, TIFF or PDF.

    Raises SheetgenError, naming the file, for anything else, and for too large a file.
    """
    file = PictureFile(str(path), read_file(path, MAX_BYTES), 1)
    try:
        if not file.content:
            raise SheetgenError("this file is empty; copy or send it again")
        if file.is_pdf:
            with _document(file.content) as document:
                count = len(document)
        else:
            count = _frames_of(file.content)
        if count > MAX_PAGES:
            raise SheetgenError("more than %(limit)s pages; split it", limit=MAX_PAGES)
    except SheetgenError as error:
        raise error.placed(file.name) from error
    return replace(file, count=count)


@contextmanager
def one_core() -> Iterator[None]:
    """Limit numpy and OpenCV to one core each.

    Threads for matrices of this size mostly wait for each other. Variables of the environment have
    no effect once a library is loaded.
    """
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        with threadpool_limits(1):
            yield
    finally:
        cv2.setNumThreads(before)


@contextmanager
def _image_in(content: bytes) -> Iterator[Image.Image]:
    """Open a picture with Pillow, which reads only its head. Its errors become SheetgenError."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        # what is odd in a file's metadata helps nobody here
        warnings.filterwarnings("ignore", module="PIL")
        try:
            with Image.open(BytesIO(content), formats=_FORMATS) as image:
                yield image
        except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
            raise _too_large() from error
        except SheetgenError:
            raise
        except Exception as error:
            raise SheetgenError("not a picture that can be read; save it as JPEG or PNG") from error


def _frames_of(content: bytes) -> int:
    """Count the pictures in a file: only a TIFF has several."""
    with _image_in(content) as image:
        count = 1
        with suppress(EOFError):
            while image.format == "TIFF" and count <= MAX_PAGES:
                image.seek(count)
                count += 1
        return count


def _too_large() -> SheetgenError:
    """Return the error of a picture with too many pixels."""
    return SheetgenError(
        "a picture of more than %(limit)s megapixels; scan it at 300 dots per inch, or reduce it",
        limit=MAX_PIXELS // 1_000_000,
    )


def _decoded(content: bytes, page: int) -> NDArray[np.uint8]:
    """Decode one picture of a file: upright, on white, and reduced to `LONGEST`."""
    with _image_in(content) as opened:
        image: Image.Image = opened
        if page > 1:
            image.seek(page - 1)
        # known from the head, before pixels are decoded
        if image.width * image.height > MAX_PIXELS:
            raise _too_large()
        # a JPEG is decoded at an eighth to a half of its size at once
        image.draft("RGB", (LONGEST, LONGEST))
        ImageOps.exif_transpose(image, in_place=True)
        if image.mode[0] in "IF":  # 16 or 32 bits, whole numbers or not, of any range
            image = image.convert("I").convert("F") if image.mode[0] == "I" else image.copy()
        image.thumbnail((LONGEST, LONGEST), Image.Resampling.BOX)
        if image.mode == "F":
            light = np.nan_to_num(np.asarray(image), posinf=0.0, neginf=0.0)
            span = max(float(np.ptp(light)), 1e-9)
            image = Image.fromarray(np.uint8(255 * (light - light.min()) / span))
        if image.has_transparency_data:
            white = Image.new("RGBA", image.size, "white")
            image = Image.alpha_composite(white, image.convert("RGBA"))
        if image.mode != "RGB":
            image = image.convert("RGB")
        return np.asarray(cv2.cvtColor(np.asarray(image), cv2.COLOR_RGB2BGR), np.uint8)


@contextmanager
def _document(content: bytes) -> "Iterator[PdfDocument]":
    """Open a PDF. Its errors become SheetgenError."""
    import pypdfium2  # noqa: PLC0415 - as above

    try:
        with closing(pypdfium2.PdfDocument(content)) as document:
            yield document
    except pypdfium2.PdfiumError as error:
        raise SheetgenError("not a PDF that can be read; save it again in your viewer") from error


def _rendered(content: bytes, number: int) -> NDArray[np.uint8]:
    """Draw a page of a PDF. Raises SheetgenError for a blank one."""
    from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE  # noqa: PLC0415 - as above

    with _document(content) as document, closing(document[number - 1]) as page:
        for image in page.get_objects([FPDF_PAGEOBJ_IMAGE]):
            width, height = image.get_px_size()
            if width * height > MAX_PIXELS:
                raise _too_large()
        scale = min(_PER_POINT, LONGEST / max(page.get_size()))
        drawn = page.render(scale=scale, rev_byteorder=False)
        pixels: NDArray[np.uint8] = drawn.to_numpy()[:, :, :3].copy()
        if pixels.min() == pixels.max():  # before it is sent to another process and looked through
            raise SheetgenError("this page is blank; leave it out")
        return pixels
