import uuid

from django.conf import settings
from django.db import models


class Player(models.Model):
    """Somebody who sits at a table: a guest known by the session, later the player of an account."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=60, blank=True)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="player"
    )
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name or "guest"
