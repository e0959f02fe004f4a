"""Composed art of the cards and what a card's face shows of it."""

from cards.art.scene import art_version, compose

__all__ = ["art_version", "compose"]
