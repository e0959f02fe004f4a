"""What happens in games when something changes in cards, which knows nothing of games."""

from django.db.models.signals import post_delete
from django.dispatch import receiver

from cards.sets.models import CollectionPerson
from games.tournaments.services import entering
from phylo.accounts.models import User


@receiver(post_delete, sender=CollectionPerson)
def leave_tournaments(instance: CollectionPerson, **_more: object) -> None:
    """
    Whoever is no longer in a set could neither open its tournaments nor leave them. With an account its
    places go as well; it has been withdrawn before.
    """
    user = User.objects.filter(pk=instance.user_id).first()
    if user is not None or instance.guest_id is not None:
        entering.stand_aside(user=user, guest=instance.guest_id, collection=instance.collection_id)
