"""
The parts of a table on a page, and those of them that a page has yet to get.

A part is an element with `data-part`. What may be in it many times over and stays the same from move to
move, its pieces (spaces, card faces, turns of the log), is described by hashable values, and its HTML depends
on these alone. Part and piece have a digest in `data-digest`, the same in every process. A page sends the
digests of what it shows; then the answer leaves out parts that are the same, and a piece that the page has is
left to `<i data-same="digest">`. Nothing is stored about what a page has, so this holds after a restart and
between any two versions. Only what a visitor may see has a digest, so it tells nothing else.
"""

import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Collection, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import chain, zip_longest

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from cards.art.face import draw_face
from games.table.board import Cell, Face
from games.table.log import Turn

Piece = Cell | Face | Turn

HEADER = "X-Shown-Parts"
LENGTH = 8  # letters of a digest: 48 bits
MOST = 800  # digests that are read; a large table has 300
DIGESTS = re.compile(rf"(?:[\w-]{{{LENGTH}}}){{1,{MOST}}}", re.ASCII)
TAG = re.compile(r"<[a-z]+")

# Holds the place of a piece in a part that is being rendered; no text of a player's can say it.
PLACE = f"<{secrets.token_hex(16)}>"


def shown_parts(request: HttpRequest) -> frozenset[str]:
    """The digests of what a page shows; none, and so the whole table, without or if unreadable."""
    text = request.headers.get(HEADER, "")
    if DIGESTS.fullmatch(text) is None:
        return frozenset()
    return frozenset(text[start : start + LENGTH] for start in range(0, len(text), LENGTH))


def part(text: str, pieces: Sequence[Piece], shown: Collection[str]) -> str:
    """The HTML of a part: `text` with a PLACE for each of its pieces; "" if the page shows it as it is."""
    language = get_language()
    digests = [_digest_of(piece, language) for piece in pieces]
    between = text.split(PLACE)
    own = digest(between, digests)
    if own in shown:
        return ""
    drawn = [
        f'<i data-same="{each}"></i>' if each in shown else _told(draw(piece, language), each)
        for piece, each in zip(pieces, digests, strict=True)
    ]
    return _told("".join(chain.from_iterable(zip_longest(between, drawn, fillvalue=""))), own)


def digest(*content: object) -> str:
    """Of values whose `repr` says all that their HTML depends on."""
    return urlsafe_b64encode(blake2b(repr(content).encode(), digest_size=LENGTH * 3 // 4).digest()).decode()


@lru_cache(maxsize=8192)
def _digest_of(piece: Piece, language: str | None) -> str:
    return digest(piece, language)


@lru_cache(maxsize=2048)  # of 4 KB
def draw(piece: Piece, language: str | None) -> SafeString:
    """In the active language, which is `language`."""
    match piece:
        case Cell():
            return render_to_string("table/_cell.html", {"cell": piece})
        case Turn():
            return render_to_string("table/_log_turn.html", {"turn": piece})
    return draw_face(piece)


def _told(html: str, own: str) -> str:
    """The element with its digest."""
    html = html.strip()
    tag = TAG.match(html)
    assert tag is not None, html
    return f'{tag[0]} data-digest="{own}"{html[tag.end() :]}'
