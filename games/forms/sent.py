"""What programs send to the addresses of matches: fields for `read_body`, on pages and in the API."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

import engine
from games.forms import parts
from games.models import BotLevel
from games.services import offers
from games.services.matches import DEFAULT_RULES
from phylo.json_bodies import BadBody, Reader, an_object, one_of, text, truth, whole

KEY = re.compile(parts.KEY)
SETUP = ("deck", "opponent_deck", "level", "rules", "starters", "options")


def key(value: Any, name: str) -> str:
    if not isinstance(value, str) or not KEY.fullmatch(value):
        raise BadBody(name, _("%(name)s: must be 1 to 64 letters, digits or . _ : -") % {"name": name})
    return value


def action(value: Any, name: str) -> dict[str, Any]:
    """Who acts is who asks, and nothing that is sent can say otherwise."""
    if "seat" in an_object(value, name):
        raise BadBody(name, _("An action is sent without its seat."))
    return an_object(value, name)


ORDER: Mapping[str, Reader] = {"action": action, "version": whole, "key": key}
DOINGS = ("offer", "accept", "decline")
OFFER: Mapping[str, Reader] = {"do": one_of(*DOINGS), "kind": one_of(*offers.KINDS)}
MESSAGE: Mapping[str, Reader] = {"text": text, "key": key}
MUTE: Mapping[str, Reader] = {"on": truth, "seat": whole}
REPORT: Mapping[str, Reader] = {"message": whole, "reason": text}


def match_sent(body: Mapping[str, Any]) -> dict[str, Any]:
    """
    The data of a NewMatchForm out of `{"deck": slug, "opponent_deck": slug or null, "level": "greedy",
    "rules": key, "starters": "deck" or "home", "options": {…}}`; all but the deck may be left out. The
    options are those of a record, and the engine checks them. Raises BadBody or engine.InvalidSetup.
    """
    given = {name: value for name, value in body.items() if name != "options" and value is not None}
    setup = {"level": BotLevel.GREEDY.value} | given
    for name, value in setup.items():
        if name not in SETUP:
            raise BadBody(name[:40], _("Unknown field: %(name)s") % {"name": name[:40]})
        text(value, name)
    options = an_object(body.get("options", {}), "options")
    engine.Options.parse(engine.rule_set(setup.get("rules", DEFAULT_RULES)), options)
    return setup | {name: str(value) for name, value in options.items() if value is not None}
