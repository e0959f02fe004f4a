"""
What printers and viewers need and Typst leaves out: the trim and bleed boxes, page labels, and the preference
for printing without scaling. With pypdf, which takes 20 MB.
"""

from collections.abc import Sequence
from io import BytesIO

from django.utils.translation import gettext as _
from pypdf import PdfReader, PdfWriter
from pypdf.constants import PageLabelStyle
from pypdf.generic import DictionaryObject, NameObject, RectangleObject

from cards.printing.sheets import Box, Layout

POINT = 72 / 25.4


def finished(pdf: bytes, layout: Layout, labels: Sequence[str], *, duplex: bool) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(BytesIO(pdf)))
    whole = Box(0, 0, layout.paper.width, layout.paper.height)
    for number, page in enumerate(writer.pages):
        on_sheet = number < len(labels)
        page.trimbox = _in_points(layout.trim if on_sheet else whole, layout)
        page.bleedbox = _in_points(layout.bled if on_sheet else whole, layout)
    for number, label in enumerate(labels):
        writer.set_page_label(number, number, prefix=label)
    first, last = len(labels), len(writer.pages) - 1
    if first == last:
        writer.set_page_label(first, last, prefix=_("Credits"))
    else:
        writer.set_page_label(first, last, style=PageLabelStyle.DECIMAL, prefix=_("Credits") + " ", start=1)
    preferences = DictionaryObject({NameObject("/PrintScaling"): NameObject("/None")})
    if duplex:
        preferences[NameObject("/Duplex")] = NameObject("/DuplexFlipLongEdge")
    writer.root_object[NameObject("/ViewerPreferences")] = preferences
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def _in_points(box: Box, layout: Layout) -> RectangleObject:
    """In PDF coordinates, from the bottom left corner."""
    height = layout.paper.height
    ends = (box.left, height - box.bottom, box.right, height - box.top)
    return RectangleObject(tuple(round(end * POINT, 4) for end in ends))
