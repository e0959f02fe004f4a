from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

if TYPE_CHECKING:
    from phylo.accounts.models import User

LONGEST_NAME = 80
LONGEST_QUERY = 1000


class SavedSearchQuerySet(models.QuerySet["SavedSearch"]):
    def of(self, user: "User") -> "SavedSearchQuerySet":
        return self.filter(user=user)


class SavedSearch(models.Model):
    """A search that an account keeps under a name; only the account sees it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="saved_searches"
    )
    name = models.CharField(max_length=LONGEST_NAME)
    query = models.CharField(max_length=LONGEST_QUERY)
    created = models.DateTimeField(auto_now_add=True)

    objects = SavedSearchQuerySet.as_manager()

    class Meta:
        db_table = "cards_savedsearch"
        ordering = [Lower("name"), "pk"]
        constraints = [
            models.UniqueConstraint("user", Lower("name"), name="saved_search_name_once_a_person"),
            models.CheckConstraint(name="saved_search_is_not_empty", condition=~Q(name="") & ~Q(query="")),
        ]

    def __str__(self) -> str:
        return self.name
