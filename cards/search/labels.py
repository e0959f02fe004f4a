"""Words for the values of the query language that the models have no label for."""

from django.utils.translation import gettext_lazy as _

KEYWORDS = {
    "move": _("MOVE"),
    "flight": _("FLIGHT"),
    "spread": _("SPREAD"),
    "pollinator": _("POLLINATOR"),
    "pollinated": _("Spreads by pollinators"),
    "wind": _("Wind"),
    "invasive": _("INVASIVE"),
    "parasitic": _("PARASITIC"),
    "beside": _("Must be beside"),
    "feeds-only": _("Feeds on certain cards only"),
    "feeds-also": _("Feeds on other cards as well"),
    "any-scale": _("Eats any scale"),
    "any-terrain": _("Any terrain"),
}
