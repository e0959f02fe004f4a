from django.db.models import Q
from django.utils.translation import gettext_noop as _

from cards.decks.models import Deck, DeckCard, DeckComment, DeckLike, DeckStudy, DeckVersion
from cards.decks.services import talk
from cards.models import Visibility
from phylo.administration import show
from phylo.jobs.administration import CANCEL, WORK

# What is in a private deck, such as that of a school class, is nobody else's business.
SHOWN = ~Q(deck__visibility=Visibility.PRIVATE) | Q(deck__ready=True)
show(
    Deck,
    "slug name owner guest rules ready visibility version size points complete likes created_at changed_at",
    search="slug name",
)
show(DeckCard, "deck card count revision", only=SHOWN)
show(DeckVersion, "deck number note created_at", only=SHOWN)
show(DeckLike, "deck user created_at")
show(
    DeckComment,
    "deck user text hidden created_at",
    search="text",
    steps={_("Delete the comment"): lambda said, admin: talk.delete_comment(comment_id=said.pk)},
)
show(DeckStudy, f"deck version kind user guest {WORK}", steps=CANCEL)
