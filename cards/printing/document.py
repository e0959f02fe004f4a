"""Puts sheets and pages of credits together."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from cards.art import back_svg, face_edge, face_svg
from cards.art.face_svg import HEIGHT, WIDTH
from cards.art.paper import BACK, WHITE
from cards.printing.credits import credit_pages
from cards.printing.drawing import draw
from cards.printing.elements import ink
from cards.printing.file import Content, File
from cards.printing.options import PAPERS, Imprint, Options
from cards.printing.paths import figure
from cards.printing.sheets import NINE, POINT, Layout, Side, sheet

FLIPPED = (POINT, 0, 0, -POINT, 0, HEIGHT * POINT)
"""From millimetres with y downwards, as in the pictures, to points."""


def document(cards: Sequence[tuple[str, dict[str, Any]]], options: Options, imprint: Imprint) -> bytes:
    """What `print_cards` gives."""
    file = File(
        title=imprint.title,
        author=imprint.author or "Phylo Online",
        subject=imprint.subtitle,
        language=imprint.language,
        day=imprint.day,
    )
    layout = Layout(PAPERS[options.paper], bleed=options.bleed)
    different = dict(cards)
    faces = {key: _side(file, face_svg(face, key), face_edge(face)) for key, face in different.items()}
    back = None
    if options.backs and cards:
        back = _side(file, back_svg(rim=not options.bleed), BACK if options.bleed else WHITE)
    keys = [key for key, _face in cards for _copy in range(options.copies)]
    sheets = [keys[first : first + NINE] for first in range(0, len(keys), NINE)]
    for number, on_sheet in enumerate(sheets, 1):
        sides = [faces[key] for key in on_sheet]
        front = sheet(file, layout, sides, options)
        _add(file, layout, front, _("Sheet %(number)s") % {"number": number})
        if back:
            behind = sheet(file, layout, [back] * len(sides), options, mirrored=True)
            _add(file, layout, behind, _("Sheet %(number)s, back") % {"number": number})
    pages = credit_pages(file, layout, different, imprint, count=len(keys), sheets=len(sheets))
    for number, page in enumerate(pages, 1):
        label = _("Credits") if len(pages) == 1 else _("Credits %(number)s") % {"number": number}
        paper = layout.box(0, 0, layout.paper.width, layout.paper.height)
        file.page(page.content, layout.size, label=label, trim=paper, bleed=paper, links=page.links)
    return file.written(duplex=options.backs)


def _side(file: File, svg: str, edge: str) -> Side:
    """The picture as a form of exactly the card's size; its edge fills the corners, which cuts may round."""
    content = Content(file)
    size = (WIDTH * POINT, HEIGHT * POINT)
    content.add(f"{ink('#' + edge)} rg 0 0 {figure(size[0])} {figure(size[1])} re f")
    draw(content, svg, FLIPPED)
    return Side(file.form(content, (0, 0, *size)), edge)


def _add(file: File, layout: Layout, content: Content, label: str) -> None:
    file.page(content, layout.size, label=label, trim=layout.trim, bleed=layout.bled, links=())
