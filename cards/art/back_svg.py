"""The back of every card as an SVG of 63 by 88 mm."""

import re
from functools import cache
from pathlib import Path

from django.utils.translation import gettext as _

from cards.art.drawing import paint
from cards.art.face_svg import HEIGHT, RADIUS, WIDTH, document, panel
from cards.art.paper import BACK, BACK_RINGS, BACK_SEAL, WHITE, mark

EDGE, SEAL, SPROUT = 1.7, 10.5, 14.0
RINGS = Path(__file__).parents[2] / "templates" / "cards" / "_rings.html"


@cache
def _rings() -> str:
    """The growth rings of the pages, drawn at 63 by 88."""
    found = re.search(r"<g .*</g>", RINGS.read_text(encoding="utf-8"), re.S)
    return found[0].replace("currentColor", paint(BACK_RINGS)) if found else ""


def back_svg(*, rim: bool = True) -> str:
    """Without `rim`, which cutting would leave uneven, the ground extends to the edge of the card."""
    edge = EDGE if rim else 0
    inner = f'width="{WIDTH - 2 * edge:g}" height="{HEIGHT - 2 * edge:g}" rx="{RADIUS - edge:g}"'
    body = [
        panel(0, 0, WIDTH, HEIGHT, RADIUS, WHITE),
        panel(edge, edge, WIDTH - 2 * edge, HEIGHT - 2 * edge, RADIUS - edge, BACK),
        f'<clipPath id="back-rings"><rect x="{edge}" y="{edge}" {inner}/></clipPath>',
        f'<g clip-path="url(#back-rings)" opacity=".5">{_rings()}</g>',
        f'<circle cx="{WIDTH / 2}" cy="{HEIGHT / 2}" r="{SEAL}" fill="{paint(BACK_SEAL)}"/>',
        mark("i-sprout", (WIDTH - SPROUT) / 2, (HEIGHT - SPROUT) / 2, SPROUT, BACK),
    ]
    return document("".join(body), _("Back of a card"), _("A sprout within growth rings"))
