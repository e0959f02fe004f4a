"""What curation adds to the API: tags, objects and refusals."""

from django.utils.translation import gettext_lazy

from cards.api.parts import Part
from cards.api.shape_parts import TEXT, WHOLE, Schema, told
from cards.curation.api.shapes import SEEN, SENT

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
