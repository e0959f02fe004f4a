"""What curation adds to the API: tags, objects and refusals."""

from collections.abc import Callable

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards import errors
from cards.api.parts import Part
from cards.api.shape_parts import TEXT, WHOLE, Schema, told
from cards.curation.api.shapes import SEEN, SENT
from phylo.accounts.tokens import NobodyKnown, not_known
from phylo.problems import problem


def refuse(error: Exception) -> HttpResponse | None:
    if isinstance(error, NobodyKnown):
        return not_known(_("Send the token of an account: Authorization: Bearer phylo_…"))
    if not isinstance(error, errors.Refused):
        return None
    more = {name: getattr(error, name) for name in FIELDS if getattr(error, name, "")}
    answer = problem(error.code, str(error), **more)
    if isinstance(error, errors.TooMany) and error.seconds:
        answer.headers["Retry-After"] = str(error.seconds)
    return answer


EXAMPLES: dict[str, Callable[[], Exception]] = {
    "nobody": NobodyKnown,
    "forbidden": lambda: errors.NotAllowed(_("Nobody decides on a proposal of their own.")),
    "notNow": lambda: errors.NotNow(_("The proposal is “Published”, so this cannot be done."), "published"),
    "editedMeanwhile": lambda: errors.ChangedMeanwhile(_("The proposal says something else by now."), 3),
    "badContents": lambda: errors.BadValue("scale", _("scale is a whole number from 1 to 9.")),
    "nothingNew": lambda: errors.NothingToPropose(_("This is what the card says already.")),
    "tooMany": lambda: errors.TooMany(_("Three proposals may be open at a time."), 3600),
    "keyOfAnotherProposal": lambda: errors.KeyUsed(_("This key has made another proposal.")),
}
FIELDS: dict[str, Schema] = {
    "state": told(TEXT, gettext_lazy("In which the proposal is.")),
    "edition": told(WHOLE, gettext_lazy("The proposal's present one.")),
    "field": told(TEXT, gettext_lazy("The column or parameter that cannot be.")),
}
CURATION = Part(
    tags={
        "revisions": (gettext_lazy("Revisions"), gettext_lazy("What cards have been.")),
        "proposals": (gettext_lazy("Proposals"), gettext_lazy("What people want to become of cards.")),
    },
    shapes={**SEEN, **SENT},
    refuse=refuse,
    examples=EXAMPLES,
    problem_fields=FIELDS,
    given={
        "proposal": 17,
        "state": "pending",
        "kind": "edit",
        "card": "valley-oak",
        "mine": "true",
        "author": "Ada",
    },
    words={
        401: gettext_lazy("No token, or one that works no more."),
        403: gettext_lazy("The role does not allow it; by a session also without cookie and header."),
        409: gettext_lazy("It is decided, or says something else by now."),
        429: gettext_lazy("Too many requests, or too many proposals of a new account."),
    },
)
