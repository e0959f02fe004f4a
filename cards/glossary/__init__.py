"""Every attribute of a card in plain words, for people who have never seen the rules."""

from cards.glossary.attributes import explain
from cards.glossary.criteria import as_search
from cards.glossary.entry import Entry, Section

__all__ = ["Entry", "Section", "as_search", "explain"]
