"""Public sets in the search, by `in:`."""

from collections.abc import Collection as Some
from typing import Any

from django.db.models import Count, Max, QuerySet, Sum
from django.utils.translation import gettext_noop

from cards.search.lists import CardLists
from cards.sets.models import Collection, CollectionCard


class PublicSets(CardLists):
    kind = "set"
    says = gettext_noop("in the set %(words)s")

    def known(self, slugs: Some[str]) -> set[str]:
        return set(Collection.objects.listed().filter(slug__in=slugs).values_list("slug", flat=True))

    def cards(self, slugs: Some[str]) -> QuerySet[Any, Any]:
        public = Collection.objects.listed().filter(slug__in=slugs)
        held = CollectionCard.objects.filter(collection__in=public.order_by())
        return held.order_by().values("card_id")

    def version(self) -> object:
        # The sum of the keys changes if one is removed while an older one is added.
        return Collection.objects.listed().aggregate(Max("changed_at"), Count("pk"), Sum("pk"))


PUBLIC_SETS = PublicSets()
