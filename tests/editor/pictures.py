"""Pictures as files, honest ones and others."""

import struct
import zlib
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from PIL import Image

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
PAGE = b"<!doctype html><html><script>alert(document.domain)</script></html>"


def picture(form: str = "PNG", size: tuple[int, int] = (600, 400), mode: str = "RGB", **more: Any) -> bytes:
    """A soft gradient."""
    shown = Image.linear_gradient("L").resize(size).convert(mode)
    out = BytesIO()
    shown.save(out, form, **more)
    return out.getvalue()


def huge_png(width: int, height: int) -> bytes:
    """A picture of few bytes that says to be so large, and is."""
    row = b"\0" * (width // 8 + 1)
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", packed) + _chunk(b"IEND", b"")


def with_text_bomb() -> bytes:
    """A small picture with a comment that unpacks to 5 MB, more than any comment needs."""
    plain = picture()
    packed = zlib.compress(b"\0" * 5_000_000, 9)
    end = plain.index(b"IDAT") - 4
    return plain[:end] + _chunk(b"zTXt", b"Comment\0\0" + packed) + plain[end:]


def zip_bomb() -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        archive.writestr("bomb", b"\0" * 5_000_000)
    return out.getvalue()


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
