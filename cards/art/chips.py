"""The small marks of what a card can do: an icon, a number and a few words each."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.words import all_of, any_of, as_list, climate_words, criterion_words, terrain_words


@dataclass(frozen=True)
class Chip:
    """`icon` is an id of marks.svg; `number` stands beside it where there is no room for `words`."""

    icon: str
    words: str
    number: str = ""
    spoken: str = ""


def _spread(value: dict) -> Chip:
    count, needs = value.get("count", 1), [_(need) for need in value.get("needs") or []]
    text = _("SPREAD %(count)s") % {"count": count}
    if needs:
        return Chip(
            "a-spread",
            f"{text} · {any_of(needs)}",
            str(count),
            _("spreads %(count)s by %(needs)s") % {"count": count, "needs": any_of(needs)},
        )
    return Chip("a-spread", text, str(count), _("spreads %(count)s") % {"count": count})


def _parasitic(value: dict) -> Chip:
    host = criterion_words(value.get("host") or {})
    words = _("PARASITE on %(host)s") if value.get("needs_host") else _("PARASITE of %(host)s")
    return Chip("a-parasitic", words % {"host": host})


def _beside(criterion: object) -> Chip:
    what = criterion_words(criterion)
    if isinstance(criterion, dict) and {"terrains", "climates"} & criterion.keys():
        pattern = _("Beside %(what)s")
    else:
        pattern = _("Beside an %(what)s") if what[0].lower() in "aeiou" else _("Beside a %(what)s")
    return Chip("a-beside", pattern % {"what": what})


def _ability(name: str, value: Any) -> Chip | None:
    if name == "move":
        return Chip(
            "a-move",
            _("MOVE %(count)s") % {"count": value},
            str(value),
            _("moves %(count)s") % {"count": value},
        )
    if name == "flight":
        return Chip(
            "a-flight",
            _("FLIGHT %(count)s") % {"count": value},
            str(value),
            _("flies %(count)s") % {"count": value},
        )
    if name == "spread":
        return _spread(value)
    if name == "parasitic":
        return _parasitic(value)
    if name == "invasive":
        on = criterion_words(value.get("on") or {})
        return Chip(
            "a-invasive", _("INVASIVE · %(on)s") % {"on": on}, "", _("invasive on %(on)s") % {"on": on}
        )
    if name in ("pollinator", "any_scale", "any_terrain"):
        icon = "a-pollinator" if name == "pollinator" else "a-any"
        words = {"pollinator": _("POLLINATOR"), "any_scale": _("Any scale"), "any_terrain": _("Any terrain")}[
            name
        ]
        return Chip(icon, words, "", words.lower()) if value else None
    if name == "beside":
        return _beside(value)
    pattern = {
        "feeds_only": _("Only eats %(what)s"),
        "feeds_also": _("Also eats %(what)s"),
    }[name]
    return Chip("a-feeds", pattern % {"what": criterion_words(value)})


def ability_chips(abilities: dict | None) -> list[Chip]:
    shown = dict(abilities or {})
    if shown.get("feeds_also") == shown.get("feeds_only"):
        shown.pop("feeds_also", None)
    chips = [_ability(name, value) for name, value in shown.items()]
    return [chip for chip in chips if chip]


def _changed(effect: dict) -> Chip:
    """Chip of an effect upon terrains or climates."""
    do = effect["do"]
    names = as_list(effect.get("to", []))
    if do.endswith("terrains"):
        pattern = {
            "set": _("Terrain becomes %(names)s"),
            "add": _("Also lives in %(names)s"),
            "remove": _("No longer in %(names)s"),
        }[do.split("-")[0]]
        return Chip(f"m-{names[0]}" if names else "a-any", pattern % {"names": terrain_words(names)})
    pattern = {
        "set": _("Climate becomes %(names)s"),
        "add": _("Also %(names)s"),
        "remove": _("No longer %(names)s"),
    }[do.split("-")[0]]
    return Chip("e-climate", pattern % {"names": climate_words(names)})


def _shift(by: int) -> Chip:
    steps = abs(by)
    warmer = ngettext("%(steps)s step warmer", "%(steps)s steps warmer", steps)
    colder = ngettext("%(steps)s step colder", "%(steps)s steps colder", steps)
    return Chip("e-climate", (warmer if by > 0 else colder) % {"steps": steps}, f"{by:+d}".replace("-", "−"))


def _effect(effect: dict) -> Chip:
    do, count = effect["do"], effect.get("count", 1)
    if do.endswith(("terrains", "climates")):
        return _changed(effect)
    if do == "shift-climate":
        return _shift(effect.get("by", 1))
    if do == "change-points":
        by = f"{effect.get('by', 1):+d}".replace("-", "−")
        return Chip("i-star", _("Points %(by)s") % {"by": by}, by)
    if do in ("discard-neighbours", "freeze") and "which" in effect:
        which = criterion_words(effect["which"])
        words = (
            _("Discard neighbours: %(which)s")
            if do == "discard-neighbours"
            else _("Freeze neighbours: %(which)s")
        )
        return Chip("e-discard" if do == "discard-neighbours" else "e-freeze", words % {"which": which})
    icon, words = {
        "discard": ("e-discard", _("Discard it")),
        "discard-neighbours": ("e-discard", _("Discard its neighbours")),
        "freeze": ("e-freeze", _("It cannot move")),
        "take-control": ("e-control", _("Take control")),
        "recover": ("e-recover", _("Take back %(count)s") % {"count": count}),
        "draw": ("i-deck", _("Draw %(count)s") % {"count": count}),
        "opponent-discards": ("i-hand", _("Opponent discards %(count)s") % {"count": count}),
        "wind": ("a-wind", _("Wind")),
    }[do]
    return Chip(icon, words, str(count) if "count" in effect else "")


def effect_chips(effects: list[dict] | None) -> list[Chip]:
    return [_effect(effect) for effect in effects or []]


def _said(chip: Chip) -> str:
    first, _blank, rest = chip.words.partition(" ")
    return chip.spoken or f"{first.lower()} {rest}".strip()


def spoken(chips: list[Chip]) -> str:
    return all_of([_said(chip) for chip in chips])
