from django.db.models import Q
from django.utils.translation import gettext_noop as _

from cards.decks.services import talk
from cards.models import (
    Artwork,
    Card,
    CardImport,
    CardNumbers,
    CardRevision,
    CardSet,
    Collection,
    CollectionCard,
    CollectionPerson,
    Curator,
    DataSet,
    Decision,
    Deck,
    DeckCard,
    DeckComment,
    DeckLike,
    DeckStudy,
    DeckVersion,
    FactVerdict,
    Interaction,
    Lineage,
    Measurement,
    NameEdition,
    NameKey,
    Notice,
    PointAudit,
    Proposal,
    ProposalComment,
    ProposalEdit,
    ProposalVote,
    SavedSearch,
    SetCard,
    Taxon,
    Visibility,
)
from phylo.accounts.models import User
from phylo.administration import show
from phylo.jobs.runner import JOBS


def cancel(job: CardImport | DeckStudy | PointAudit, admin: User) -> None:
    """Stop the work before its next piece."""
    next(each for each in JOBS if isinstance(job, each.model)).cancel(job.pk)


CANCEL = {_("Cancel the work"): cancel}
# What is in a private deck or set, such as that of a school class, is nobody else's business.
SHOWN_DECKS = ~Q(deck__visibility=Visibility.PRIVATE) | Q(deck__ready=True)
SHOWN_SETS = ~Q(collection__visibility=Visibility.PRIVATE)
WORK = "status done total created_at updated_at"

show(Artwork, "file user artist source licence width height size added_at", search="file artist source")
show(CardSet, "name description", search="name")
show(Card, "key number name kind card_set points retired merged_into revision changed_at", search="key name")
show(CardNumbers, "last")
show(CardImport, f"name user {WORK} step applied_at", search="name", steps=CANCEL)
show(CardRevision, "card number origin author proposal note created_at", search="note")
show(
    Deck,
    "slug name owner guest rules ready visibility version size points complete likes created_at changed_at",
    search="slug name",
)
show(DeckCard, "deck card count revision", only=SHOWN_DECKS)
show(DeckVersion, "deck number note created_at", only=SHOWN_DECKS)
show(DeckLike, "deck user created_at")
show(
    DeckComment,
    "deck user text hidden created_at",
    search="text",
    steps={_("Delete the comment"): lambda said, admin: talk.delete_comment(comment_id=said.pk)},
)
show(DeckStudy, f"deck version kind user guest {WORK}", steps=CANCEL)
show(PointAudit, f"rules user {WORK} finished_at", steps=CANCEL)
show(SavedSearch, "user name query created", search="name")
# Proposals, comments and curators are decided on at /proposals/, /moderation/ and /curators/.
show(Proposal, "name kind state author card into version summary hidden created_at decided_at", search="name")
show(ProposalEdit, "proposal version summary created_at")
show(ProposalComment, "proposal user text hidden created_at", search="text")
show(ProposalVote, "proposal user supports version changed_at")
show(FactVerdict, "card proposal column user agrees reason changed_at")
show(Curator, "reviewer accepted mails blocked blocked_because")
show(Decision, "event user proposal card reason created_at", search="event reason")
show(Notice, "user event proposal by text created_at read_at mailed_at", search="event")
show(
    NameEdition,
    "data_set title version licence state accepted common_names rejected created_at published_at",
    search="data_set title",
)
show(Taxon, "latin_name rank accepted lineage region source_id edition")
show(Lineage, "kingdom phylum class_name order_name family")
show(NameKey, "taxon weight edition")
# Without the codes that let people in.
show(
    Collection,
    "slug name owner licence visibility hidden hidden_reason version changed_at",
    search="slug name",
)
show(CollectionPerson, "collection user guest called editor joined_at", search="called")
show(CollectionCard, "collection card place", only=SHOWN_SETS)
show(
    SetCard,
    "collection name author guest shown version proposal changed_at",
    search="name",
    only=SHOWN_SETS,
)
show(DataSet, "title version licence address citation changed_at", search="title citation")
show(Measurement, "latin_name named trait number word certainty data_set line", search="latin_name trait")
show(Interaction, "eater kind eaten place data_set line", search="eater eaten")
