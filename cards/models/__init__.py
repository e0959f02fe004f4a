from cards.models.artwork import Artwork
from cards.models.attributes import Climate, Diet, Kind, Terrain
from cards.models.builder import Builder, Visibility
from cards.models.card import Card, CardNumbers, CardSet
from cards.models.card_import import CardImport
from cards.models.card_revision import CardRevision
from cards.models.collection import Collection, CollectionCard, CollectionPerson, SetCard
from cards.models.curation import Curator, Decision, Notice
from cards.models.deck import Deck, DeckCard, DeckComment, DeckLike, DeckVersion
from cards.models.deck_study import DeckStudy
from cards.models.derived import derive
from cards.models.evidence import DataSet, Interaction, Measurement
from cards.models.point_audit import PointAudit
from cards.models.proposal import (
    FactVerdict,
    Proposal,
    ProposalComment,
    ProposalEdit,
    ProposalKind,
    ProposalState,
    ProposalVote,
)
from cards.models.saved_search import SavedSearch
from cards.models.taxon import Lineage, NameEdition, NameKey, Taxon

__all__ = [
    "Artwork", "Builder", "Card", "CardImport", "CardNumbers", "CardRevision", "CardSet", "Climate",
    "Collection", "CollectionCard", "CollectionPerson", "Curator", "DataSet", "Decision", "Deck",
    "DeckCard", "DeckComment", "DeckLike", "DeckStudy", "DeckVersion", "Diet", "FactVerdict", "Interaction",
    "Kind", "Lineage", "Measurement", "NameEdition", "NameKey", "Notice", "PointAudit", "Proposal",
    "ProposalComment", "ProposalEdit", "ProposalKind", "ProposalState", "ProposalVote", "SavedSearch",
    "SetCard", "Taxon", "Terrain", "Visibility", "derive",
]  # fmt: skip
