"""What one card is to another, both only as cards: food, or all that lies beside it (P15 to P27)."""

from dataclasses import replace

from .cards import Card
from .criteria import ANY_SPECIES, Criterion
from .rules import RULES, RuleSet
from .support import host_lack as lack_under
from .support import lack

NEVER = Criterion(())


def food_lack(x: Card, y: Card, rules: str) -> str | None:
    """Why `y` alone is no food for `x`; None if it is: both are species and `x` has a number of 2 or more.

    Otherwise one of support.LACKS.
    """
    if x.kind != "species" or y.kind != "species" or x.food_chain < 2:
        return "no-food"
    return _lack(x, y, RULES[rules])


def neighbour_lack(x: Card, y: Card, rules: str) -> str | None:
    """Why `x` may not be played where `y` is all that lies beside it; None if it may.

    One of support.LACKS, `not-adjacent` (P27: it must be beside another card), `no-host` (P24: it lives under
    another card only) or `cannot-lie` (events; habitats where the rules have none; HOME beside something).
    """
    played = ("species", "habitat") if RULES[rules].habitats else ("species",)
    if x.kind not in played or y.kind not in (*played, "home"):
        return "cannot-lie"
    if x.abilities.parasitic is not None and x.abilities.parasitic.needs_host:
        return "no-host"
    missing = _lack(x, y, RULES[rules])
    if missing is not None:
        return missing
    return None if partner_met(x, y) else "not-adjacent"


def host_lack(x: Card, y: Card) -> str | None:
    """Why `x` may not lie under `y` (P24); None if it may.

    `no-host` (it is no parasite, or `y` is none of its hosts), or one of support.LACKS.
    """
    parasitic = x.abilities.parasitic
    if parasitic is None or y.kind != "species" or not parasitic.host.met_by(y.printed, x.printed):
        return "no-host"
    return lack_under(x.printed, y.printed)


def partner_met(x: Card, y: Card) -> bool:
    """Whether `y` is what `x` must be beside; always, if `x` need not be beside anything (P27)."""
    return x.abilities.beside is None or x.abilities.beside.met_by(y.printed, x.printed)


def decided(x: Card, *, only: bool, also: bool) -> Card:
    """`x` as if every species met what it feeds on only, or also, or as if none did (P27)."""
    abilities = x.abilities
    return replace(
        x,
        abilities=replace(
            abilities,
            feeds_only=None if abilities.feeds_only is None else ANY_SPECIES if only else NEVER,
            feeds_also=None if abilities.feeds_also is None else ANY_SPECIES if also else NEVER,
        ),
    )


def _lack(x: Card, y: Card, rules: RuleSet) -> str | None:
    return lack(x.printed, y.printed, rules, rules.food_step)
