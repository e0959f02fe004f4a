from django.db.models import Q

from cards.models import Visibility
from cards.sets.models import Collection, CollectionCard, CollectionPerson, SetCard
from phylo.administration import show

# What is in a private set, such as that of a school class, is nobody else's business.
SHOWN = ~Q(collection__visibility=Visibility.PRIVATE)
# Without the codes that let people in.
show(
    Collection,
    "slug name owner licence visibility hidden hidden_reason version changed_at",
    search="slug name",
)
show(CollectionPerson, "collection user guest called editor joined_at", search="called")
show(CollectionCard, "collection card place", only=SHOWN)
show(
    SetCard,
    "collection name author guest shown version proposal changed_at",
    search="name",
    only=SHOWN,
)
