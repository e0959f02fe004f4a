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
from collections.abc import Container, Hashable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from itertools import chain, zip_longest

from django.http import HttpRequest
from django.utils.safestring import SafeString

from cards.art.face import draw_face
from cards.texts import language_of_texts
from games.table.board import Cell, Face, PlacedCard
from games.table.log import Turn
from phylo import jinja

Piece = Cell | Face | Turn

HEADER = "X-Shown-Parts"
LENGTH = 8  # letters of a digest: 48 bits
MOST = 800  # digests that are read; a large table has 300
DIGESTS = re.compile(rf"(?:[\w-]{{{LENGTH}}}){{1,{MOST}}}", re.ASCII)
TAG = re.compile(r"<[a-z]+")

# Holds the place of a piece in a part that is being rendered; no text of a player's can say it.
PLACE = f"<{secrets.token_hex(16)}>"


@dataclass
class Shown:
    """
    What a page shows, by `digests`. Of a table that is drawn for it: which parts it `kept`, and the digests
    of all that it shows `then`.
    """

    digests: Container[str] = ()
    kept: list[str] = field(default_factory=list)
    then: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What it shows then, as HEADER says it."""
        return "".join(dict.fromkeys(self.then))


def shown_parts(request: HttpRequest) -> Shown:
    """What a page shows; nothing, and so it gets the whole table, if it does not say or is unreadable."""
    text = request.headers.get(HEADER, "")
    return Shown(digests_in(text) if DIGESTS.fullmatch(text) else ())


def digests_in(text: str) -> frozenset[str]:
    return frozenset(text[start : start + LENGTH] for start in range(0, len(text), LENGTH))


def part(text: str, pieces: Sequence[Piece], shown: Shown) -> str:
    """The HTML of a part: `text` with a PLACE for each of its pieces; "" if the page shows it as it is."""
    language = language_of_texts()
    digests = [_digest_of(piece, language) for piece in pieces]
    between = text.split(PLACE)
    own = digest(between, digests)
    shown.then += (own, *digests)
    if own in shown.digests:
        shown.kept.append(own)
        return ""
    drawn = [
        f'<i data-same="{each}"></i>' if each in shown.digests else _with_digest(draw(piece, language), each)
        for piece, each in zip(pieces, digests, strict=True)
    ]
    return _with_digest("".join(chain.from_iterable(zip_longest(between, drawn, fillvalue=""))), own)


def digest(*content: object) -> str:
    """Of values whose `repr` says all that their HTML depends on."""
    return urlsafe_b64encode(blake2b(repr(content).encode(), digest_size=LENGTH * 3 // 4).digest()).decode()


@lru_cache(maxsize=8192)
def _digest_of(piece: Piece, language: Hashable) -> str:
    return digest(piece, language)


@lru_cache(maxsize=2048)  # of 4 KB
def draw(piece: Piece, language: Hashable) -> SafeString:
    """In the active language, which is `language` with its state: a face may name other cards."""
    match piece:
        case Cell():
            return jinja.draw(
                "table/cell.jinja", cell=piece, face=placed_card(piece.lying) if piece.lying else ""
            )
        case Turn():
            return jinja.draw("table/log_turn.jinja", turn=piece)
    return draw_face(piece)


def placed_card(placed: PlacedCard) -> SafeString:
    """The face of a card on the table, with its state there."""
    return draw_face(
        placed.card,
        owner=placed.owner,
        mine=placed.mine,
        described=placed.described,
        face_down_of=placed.origin,
        points=placed.points,
        events=[event._asdict() for event in placed.events],
        at_risk=placed.risk_badge,
    )


def _with_digest(html: str, own: str) -> str:
    """The element with its digest."""
    html = html.strip()
    tag = TAG.match(html)
    assert tag is not None, html
    return f'{tag[0]} data-digest="{own}"{html[tag.end() :]}'
