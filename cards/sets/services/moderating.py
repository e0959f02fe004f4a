"""What reviewers do with sets."""

from django.db import transaction
from django.utils.translation import gettext as _

from cards.curation.permissions import moderates
from cards.curation.services.steps import log
from cards.errors import NotAllowed
from cards.models import Collection, Visibility
from cards.models.collection import LONGEST_REASON
from cards.sets.services.making import held
from cards.sets.services.words import line
from phylo.accounts.models import User


def hide_set(*, collection_id: int, user: User, hidden: bool, reason: str = "") -> Collection:
    """
    Out of sight but for its owner and editors, who read the reason, or back again; logged. Nobody hides or
    shows a set of their own. Raises BadValue, NotAllowed or Collection.DoesNotExist.
    """
    reason = line("reason", reason, LONGEST_REASON) if hidden else ""
    with transaction.atomic():
        owner = Collection.objects.values_list("owner_id", flat=True).get(pk=collection_id)
        collection = held(collection_id, user, owner)
        if not moderates(user) or collection.visibility == Visibility.PRIVATE:
            raise NotAllowed(_("This needs a reviewer."))
        if collection.owner_id == user.pk:
            raise NotAllowed(_("Nobody decides on a set of their own."))
        if collection.hidden != hidden:
            before = {"hidden": collection.hidden}
            collection.hidden, collection.hidden_reason = hidden, reason
            collection.save()
            log(
                "hide-set" if hidden else "show-set",
                user=user,
                about=collection.owner,
                before=before | {"set": collection.slug},
                after={"hidden": hidden, "set": collection.slug},
                reason=reason,
            )
    return collection
