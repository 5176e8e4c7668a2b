"""Files of strangers to pictures: photos, scans, and the pages of PDFs, within bounds that hold before decoding.

Only what is needed of a file is read: its pixels, and which way up they are. Nothing of its metadata is kept.
"""

import warnings
from collections.abc import Iterator
from contextlib import closing, suppress
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from sheetgen.errors import SheetgenError
from sheetgen.files.reading import read_file

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".tif", ".tiff", ".webp", ".heic", ".heif"})
"""How the names of pictures end; PDFs can be pictures, too."""
MAX_BYTES = 200_000_000
"""The largest file: a hundred scanned pages have less."""
MAX_PIXELS = 64_000_000
"""The largest picture: a page at 600 dots per inch has 35 million."""
MAX_PAGES = 400
_LONGEST = 4000
"""No picture is kept with a longer side: that is 13 pixels a millimetre on A4, and a photo of 12 megapixels."""
_PER_POINT = 10 * 25.4 / 72
"""The scale of pages of a PDF in pixels per point: ten pixels a millimetre, as long as `_LONGEST` holds."""
_LIBRARIES = {"numpy": "numpy", "cv2": "opencv-python-headless", "PIL": "pillow", "pypdfium2": "pypdfium2"}
"""What the extra brings: names of modules and of packages."""
_HEIF = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1")
"""The brands of HEIC files, in their bytes 8 to 12."""


class Picture(Struct, frozen=True):
    """One picture of a file."""

    name: str
    """The file, as it was named."""
    page: int
    """The page in the file, from 1."""
    pixels: "NDArray[np.uint8]"
    """uint8[height, width, 3], blue, green, red; upright as its metadata has it."""


def check_scan() -> None:
    """Raise SheetgenError if what reads pictures is not installed."""
    for module, package in _LIBRARIES.items():
        if find_spec(module) is None:
            raise SheetgenError(
                'needs %(library)s; install it with pip install "%(extra)s"', library=package, extra="sheetgen[scan]"
            )


def read_pictures(path: Path) -> Iterator[Picture]:
    """The pictures of a file, one after the other: a JPEG, PNG, WebP, HEIC, the pages of a TIFF or of a PDF.

    Raises SheetgenError, naming the file, for what is none of these or too large, and as `check_scan` does.
    """
    check_scan()
    content = read_file(path, MAX_BYTES)
    found = _pages(content) if b"%PDF-" in content[:1024] else _frames(content)
    try:
        for number, pixels in enumerate(found, 1):
            if number > MAX_PAGES:
                raise SheetgenError("more than %(limit)s pages; split it", limit=MAX_PAGES)
            yield Picture(str(path), number, pixels)
    except SheetgenError as error:
        raise error.placed(str(path)) from error


def _frames(content: bytes) -> "Iterator[NDArray[np.uint8]]":
    """The pictures of a file of pictures; only a TIFF has several."""
    from PIL import Image  # noqa: PLC0415 - an extra

    formats = ["JPEG", "PNG", "TIFF", "WEBP"]
    if content[4:8] == b"ftyp" and content[8:12] in _HEIF:
        formats = [_heif()]
    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        warnings.filterwarnings("ignore", module="PIL")  # what is odd in a file's metadata helps nobody here
        try:
            with Image.open(BytesIO(content), formats=formats) as image:
                yield _decoded(image)
                with suppress(EOFError):
                    for number in range(1, MAX_PAGES + 1 if image.format == "TIFF" else 1):
                        image.seek(number)
                        yield _decoded(image)
        except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
            raise _too_large() from error
        except SheetgenError:
            raise
        except Exception as error:
            raise SheetgenError("not a picture that can be read; save it as JPEG or PNG") from error


def _heif() -> str:
    """The name of the format, once its decoder is there."""
    try:
        from pillow_heif import register_heif_opener  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415
    except ImportError:
        raise SheetgenError(
            "HEIC pictures need %(library)s; install it with pip install %(library)s, or send it as JPEG",
            library="pillow-heif",
        ) from None
    register_heif_opener()
    return "HEIF"


def _too_large() -> SheetgenError:
    return SheetgenError(
        "a picture of more than %(limit)s megapixels; scan it at 300 dots per inch, or reduce it",
        limit=MAX_PIXELS // 1_000_000,
    )


def _decoded(image: "Image") -> "NDArray[np.uint8]":
    """The pixels of a picture of which only the head was read until now, upright, on white, no larger than needed."""
    import numpy as np  # noqa: PLC0415 - an extra
    from PIL import Image, ImageOps  # noqa: PLC0415 - an extra

    if image.width * image.height > MAX_PIXELS:
        raise _too_large()
    image.draft("RGB", (_LONGEST, _LONGEST))
    small = ImageOps.exif_transpose(image)
    small.thumbnail((_LONGEST, _LONGEST), Image.Resampling.BOX)
    if small.has_transparency_data:
        small = Image.alpha_composite(Image.new("RGBA", small.size, "white"), small.convert("RGBA"))
    return np.ascontiguousarray(np.asarray(small.convert("RGB"))[:, :, ::-1])


def _pages(content: bytes) -> "Iterator[NDArray[np.uint8]]":
    """The pages of a PDF, each rendered."""
    import pypdfium2  # noqa: PLC0415 - an extra
    from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE  # noqa: PLC0415 - as above

    try:
        with closing(pypdfium2.PdfDocument(content)) as document:
            for number in range(len(document)):
                with closing(document[number]) as page:
                    for image in page.get_objects([FPDF_PAGEOBJ_IMAGE]):
                        width, height = image.get_px_size()
                        if width * height > MAX_PIXELS:
                            raise _too_large()
                    scale = min(_PER_POINT, _LONGEST / max(page.get_size()))
                    yield page.render(scale=scale, rev_byteorder=False).to_numpy()[:, :, :3].copy()
    except pypdfium2.PdfiumError as error:
        raise SheetgenError("not a PDF that can be read; save it again in your viewer") from error
