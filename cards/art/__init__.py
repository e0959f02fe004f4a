"""Composed art of the cards, and their faces as pictures.

`compose` and `art_version` give the scene in a card's window; `face_svg`, `face_png` and `face_version` the
whole face, the same on pages, in print and in the API. They take the card object of the record format
together with `fact` and `subject` (`Card.as_face`), and the card's key.
"""

from cards.art.back_svg import back_svg
from cards.art.face_svg import face_edge, face_svg
from cards.art.png import WIDTHS, back_png, face_png, preview_png, table_png
from cards.art.scene import art_version, compose
from cards.art.small_face import SmallFace
from cards.art.table_picture import Placed, TablePicture, table_svg
from cards.art.version import back_version, composer_version, face_version

__all__ = [
    "WIDTHS",
    "Placed",
    "SmallFace",
    "TablePicture",
    "art_version",
    "back_png",
    "back_svg",
    "back_version",
    "compose",
    "composer_version",
    "face_edge",
    "face_png",
    "face_svg",
    "face_version",
    "preview_png",
    "table_png",
    "table_svg",
]
