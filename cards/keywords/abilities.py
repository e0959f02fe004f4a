"""The abilities of species (P23 to P27), each described once.

A new ability needs: its field and reader in `engine/phylo/cards.py`, the place in the engine where it acts,
an entry in `ABILITIES` below, and an icon in `static/img/marks.svg` if none of the existing ones fits.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from cards.keywords.chips import Chip
from cards.words import any_of, criterion_words
from engine.phylo.rules import RuleSet

Words = str | Promise
Shape = Literal["flag", "number", "spread", "criterion"]
NEEDS = {"pollinator": _("by a pollinator"), "wind": _("by wind")}
"""What a SPREAD may need (P26), as the editor offers it and sentences have it."""
ON_CHIPS = {"pollinator": _("pollinator"), "wind": _("wind")}
"""The same behind the keyword."""


class Spread(TypedDict, total=False):
    count: int
    needs: list[str]


class Invasive(TypedDict, total=False):
    on: object


class Parasitic(TypedDict, total=False):
    host: object
    needs_host: bool


@dataclass(frozen=True, slots=True)
class Ability:
    """
    `name` is its field in the record format; searches write `-` for `_`. `label` names it in filters, `offer`
    in the editor's list of abilities.

    `shape`: the type of its value. A criterion is the whole value, or its part named `part`.

    `face`: the words on a card, `spoken` those for screen readers, `text` the sentence in the glossary; each
    may use `%(count)s` and `%(what)s`, the criterion in words. `chip` and `explain` replace them if one
    sentence is not enough.
    """

    name: str
    label: Words
    offer: Words
    icon: str
    shape: Shape = "flag"
    part: str = ""
    clause: str = "P27"
    face: Words = ""
    spoken: Words = ""
    text: Words = ""
    chip: Callable[[Any], Chip] | None = None
    explain: Callable[[Any, RuleSet], str] | None = None

    @property
    def keyword(self) -> str:
        return self.name.replace("_", "-")

    def criterion(self, value: object) -> object:
        """The criterion within its value; None for an ability without one."""
        if self.shape != "criterion":
            return None
        if not self.part:
            return value
        return (value.get(self.part) if isinstance(value, Mapping) else None) or {}

    def shown(self, value: object) -> Chip | None:
        """The chip on the face of a card; None for a flag that is not set."""
        if self.shape == "flag" and not value:
            return None
        if self.chip:
            return self.chip(value)
        places = self._places(value)
        words = str(self.face or self.label) % places
        number = str(value) if self.shape == "number" else ""
        said = str(self.spoken) % places
        return Chip(self.icon, words, number, said)

    def explained(self, value: object, rules: RuleSet) -> str:
        """One or two sentences for people who have never seen the rules."""
        return self.explain(value, rules) if self.explain else str(self.text % self._places(value))

    def _places(self, value: object) -> dict[str, object]:
        if self.shape == "number":
            return {"count": value}
        return {"what": criterion_words(self.criterion(value))} if self.shape == "criterion" else {}


def _spread_chip(value: Spread) -> Chip:
    count, needs = value.get("count", 1), value.get("needs") or []
    text = gettext("SPREAD %(count)s") % {"count": count}
    said = gettext("spreads %(count)s") % {"count": count}
    if not needs:
        return Chip("a-spread", text, str(count), said)
    short = any_of([str(ON_CHIPS[need]) for need in needs])
    ways = any_of([str(NEEDS[need]) for need in needs])
    said = gettext("spreads %(count)s %(ways)s") % {"count": count, "ways": ways}
    return Chip("a-spread", f"{text} · {short}", str(count), said)


def _spread_text(value: Spread, rules: RuleSet) -> str:
    count, needs = value.get("count", 1), list(value.get("needs") or [])
    if rules.spread_from == "hand":
        text = ngettext(
            "As an action it lays a card from your hand face down into an empty space beside it: a seedling.",
            "As an action it lays up to %(count)s cards from your hand face down into empty spaces beside "
            "it: seedlings.",
            count,
        )
    else:
        text = ngettext(
            "As an action it lays a card from your discard pile face down into an empty space beside it: "
            "a seedling.",
            "As an action it lays up to %(count)s cards from your discard pile face down into empty spaces "
            "beside it: seedlings.",
            count,
        )
    text = text % {"count": count}
    if needs:
        when = {
            "pollinator": gettext("while a pollinator lies beside it"),
            "wind": gettext("while an event brings wind to it"),
        }
        text += " " + gettext("It can do so only %(when)s.") % {
            "when": any_of([when[need] for need in needs])
        }
    return text


def _invasive_text(value: Invasive, rules: RuleSet) -> str:
    what = criterion_words(value.get("on") or {})
    text = gettext("It may be played on top of a species of either player: %(what)s.") % {"what": what}
    if rules.invader_covers:
        return f"{text} " + gettext(
            "The covered card lies face down, and is free again when the invader leaves."
        )
    return f"{text} " + gettext("The covered card goes to its owner’s discard pile.")


def _parasitic_chip(value: Parasitic) -> Chip:
    host = criterion_words(value.get("host") or {})
    words = gettext("PARASITE on %(host)s") if value.get("needs_host") else gettext("PARASITE of %(host)s")
    return Chip("a-parasitic", words % {"host": host})


def _parasitic_text(value: Parasitic, _rules: RuleSet) -> str:
    what = criterion_words(value.get("host") or {})
    text = gettext(
        "It may be laid under a host with which it shares a terrain and a climate: %(what)s. There it "
        "scores, and goes wherever its host goes."
    ) % {"what": what}
    if value.get("needs_host"):
        return f"{text} " + gettext("It cannot live without one.")
    return f"{text} " + gettext("It can live like any other card as well.")


def _beside_chip(criterion: object) -> Chip:
    what = criterion_words(criterion)
    if isinstance(criterion, dict) and {"terrains", "climates"} & criterion.keys():
        pattern = gettext("Beside %(what)s")
    else:
        pattern = (
            gettext("Beside an %(what)s") if what[0].lower() in "aeiou" else gettext("Beside a %(what)s")
        )
    return Chip("a-beside", pattern % {"what": what})


ABILITIES = {
    ability.name: ability
    for ability in (
        Ability(
            "move", _("MOVE"), _("MOVE: goes along a row or column"), "a-move",
            shape="number", clause="P25",
            face=_("MOVE %(count)s"),
            spoken=_("moves %(count)s"),
            text=ngettext_lazy(
                "As an action it goes one space along its row or column, to an empty space where it has "
                "support.",
                "As an action it goes up to %(count)s spaces along its row or column, to an empty space "
                "where it has support.",
                "count",
            ),
        ),
        Ability(
            "flight", _("FLIGHT"), _("FLIGHT: goes straight or diagonally"), "a-flight",
            shape="number", clause="P25",
            face=_("FLIGHT %(count)s"),
            spoken=_("flies %(count)s"),
            text=ngettext_lazy(
                "As an action it goes one space, straight or diagonally, to an empty space where it has "
                "support.",
                "As an action it goes up to %(count)s spaces, straight or diagonally, to an empty space "
                "where it has support.",
                "count",
            ),
        ),
        Ability(
            "spread", _("SPREAD"), _("SPREAD: lays seedlings"), "a-spread",
            shape="spread", clause="P26", chip=_spread_chip, explain=_spread_text,
        ),
        Ability(
            "pollinator", _("POLLINATOR"), _("POLLINATOR: helps plants to spread"),
            "a-pollinator", clause="P26",
            spoken=_("pollinator"),
            text=_("Plants that need a pollinator for their SPREAD have one when it lies beside them."),
        ),
        Ability(
            "invasive", _("INVASIVE"), _("INVASIVE: is played on top of others"),
            "a-invasive", shape="criterion", part="on", clause="P23",
            face=_("INVASIVE · %(what)s"),
            spoken=_("invasive on %(what)s"),
            explain=_invasive_text,
        ),
        Ability(
            "parasitic", _("PARASITIC"), _("PARASITE: lies under a host"), "a-parasitic",
            shape="criterion", part="host", clause="P24", chip=_parasitic_chip, explain=_parasitic_text,
        ),
        Ability(
            "beside", _("Must be beside"), _("Must be beside …"), "a-beside",
            shape="criterion", chip=_beside_chip,
            text=_(
                "Besides what it lives on it needs such a neighbour: %(what)s. One card may be both."
            ),
        ),
        Ability(
            "feeds_only", _("Feeds on certain cards only"), _("Only eats …"), "a-feeds",
            shape="criterion",
            face=_("Only eats %(what)s"),
            text=_("Of what would be food it takes only this: %(what)s."),
        ),
        Ability(
            "feeds_also", _("Feeds on other cards as well"), _("Also eats …"), "a-feeds",
            shape="criterion",
            face=_("Also eats %(what)s"),
            text=_("This is food for it too, whatever its number and scale: %(what)s."),
        ),
        Ability(
            "any_scale", _("Eats any scale"), _("Eats prey of any scale"), "a-any",
            face=_("Any scale"),
            spoken=_("any scale"),
            text=_("Its prey may be as large as it likes, larger than itself too."),
        ),
        Ability(
            "any_terrain", _("Any terrain"), _("Lives in any terrain"), "a-any",
            spoken=_("any terrain"),
            text=_("It needs no terrain in common with its neighbours, only a climate."),
        ),
    )
}  # fmt: skip
"""By name, in the order of the editor. Append, never reorder: see `KEYWORDS`."""


@dataclass(frozen=True, slots=True)
class Keyword:
    """A value of `keyword:` in searches: its label, and its icon in marks.svg."""

    label: Words
    icon: str


def _keywords() -> dict[str, Keyword]:
    found = {}
    for ability in ABILITIES.values():
        found[ability.keyword] = Keyword(ability.label, ability.icon)
        if ability.name == "pollinator":
            found["pollinated"] = Keyword(_("Spreads by pollinators"), "a-pollinator")
            found["wind"] = Keyword(_("Wind"), "a-wind")
    return found


KEYWORDS = _keywords()
"""The abilities, and what a SPREAD needs. Each position is a permanent bit of `Card.keyword_mask`."""


def feeds_on_these_alone(abilities: Mapping[str, object]) -> bool:
    """Whether both criteria are equal, so that the face names them once."""
    return "feeds_only" in abilities and abilities["feeds_only"] == abilities.get("feeds_also")


def named_once(abilities: Mapping[str, object] | None) -> dict[str, object]:
    """The abilities that a face names, in the order of the card."""
    shown = dict(abilities or {})
    if feeds_on_these_alone(shown):
        del shown["feeds_also"]
    return shown


def ability_chips(abilities: Mapping[str, object] | None) -> list[Chip]:
    chips = [ABILITIES[name].shown(value) for name, value in named_once(abilities).items()]
    return [chip for chip in chips if chip]
