"""Every attribute of a card in plain words, for somebody who has never seen the rules."""

from cards.explained.attributes import explained
from cards.explained.criteria import as_search
from cards.explained.entry import Entry, Section

__all__ = ["Entry", "Section", "as_search", "explained"]
