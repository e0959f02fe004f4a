"""QR codes."""

from itertools import groupby

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

QUIET = 4
"""The free margin that the standard requires, in modules."""


class TooLong(ValueError):
    """The text is too long for a QR code."""


def qr_svg(text: str, title: str) -> SafeString:
    """
    A QR code as inline SVG, black on white.

    A bare deck code uses the dense mode for capitals and digits. Raises TooLong.
    """
    # Imported here because it takes 3 MB, and most processes draw none.
    import segno

    try:
        picture = segno.make(text, error="m", micro=False)
    except segno.DataOverflowError as error:
        raise TooLong(_("The text is too long for a QR picture.")) from error
    rows = [list(row) for row in picture.matrix]
    runs = []
    for y, row in enumerate(rows, start=QUIET):
        x = QUIET
        for dark, run in groupby(row):
            width = len(list(run))
            if dark:
                runs.append(f"M{x} {y}h{width}v1h-{width}z")
            x += width
    side = len(rows) + 2 * QUIET
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" class="qr" viewBox="0 0 {side} {side}" role="img" '
        'shape-rendering="crispEdges"><title>{title}</title><path fill="#fff" d="M0 0h{side}v{side}H0z"/>'
        '<path fill="#000" d="{runs}"/></svg>',
        side=side,
        title=title,
        runs=mark_safe("".join(runs)),
    )
