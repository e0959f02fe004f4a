"""The animals that pupils choose as their picture, drawn by the figures of the cards."""

from dataclasses import dataclass
from functools import cache

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Animal:
    """`name` as it stands in brackets after a first name; `subject` as that of a card (cards/art)."""

    name: Promise
    subject: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """An animal on a page: its word in the database, its name, and the address of its picture."""

    key: str
    name: Promise
    url: str


ANIMALS = {
    "badger": Animal(
        _("badger"),
        "figure:mammal build=badger plump=1.2 legsize=.75 cap=3A302A blaze=F8F5EE cheek=F4EEE2 "
        "body=A89878 legs=3A302A",
    ),
    "bat": Animal(_("bat"), "figure:bat body=A0805A wing=5A4A44 wings=broad ears=fox earsize=.85"),
    "bear": Animal(_("bear"), "figure:mammal build=bear body=5A4030 muzzle=B8895A headsize=.95 plump=.92"),
    "beaver": Animal(
        _("beaver"),
        "figure:mammal build=beaver body=7E5232 tail=4A3E38 tailshape=flat ears=round earsize=.6",
    ),
    "bumblebee": Animal(_("bumblebee"), "figure:bee form=bumble colour=E8A82A band=2A2422 tip=F8F2E4"),
    "butterfly": Animal(
        _("butterfly"),
        "figure:butterfly wings=pointed pattern=veins colour=F0821E edge=231A18",
    ),
    "crab": Animal(_("crab"), "figure:crab form=broad colour=D8703A"),
    "dolphin": Animal(_("dolphin"), "figure:swimmer build=dolphin body=5A7A98 belly=F4F2EC"),
    "dragonfly": Animal(_("dragonfly"), "figure:dragonfly colour=4FA04A rear=2F7AE0"),
    "fox": Animal(
        _("fox"),
        "figure:mammal build=dog body=D8702A belly=FBF5E8 face=FBF5E8 tailtip=FBF5E8 "
        "tailshape=plume ears=tall earsize=1.1 snout=.8 legs=3A2A24",
    ),
    "frog": Animal(_("frog"), "figure:frog body=5E9A3A belly=F0EAB8"),
    "hare": Animal(_("hare"), "figure:mammal build=hare body=B09878 belly=F1E6D2 ears=hare earsize=1.1"),
    "heron": Animal(
        _("heron"),
        "figure:bird build=heron body=8496AC hood=F4F1EA cap=23262E crest=long bill=E8B43A legs=6B6450",
    ),
    "kangaroo": Animal(
        _("kangaroo"),
        "figure:mammal build=hopper plump=1.1 headsize=.78 snout=1.35 body=A8805A belly=E8D8C2 "
        "ears=tall earsize=.62 tailshape=thick",
    ),
    "kingfisher": Animal(
        _("kingfisher"),
        "figure:bird build=kingfisher body=E8822E back=2E9AC8 cap=1F78B4 cheek=E8822E "
        "throat=F8F4EA wing=1F78B4 tail=1F6AA0 bill=2A2A2E",
    ),
    "ladybird": Animal(_("ladybird"), "figure:beetle form=ladybird colour=E0321E head=1E1C1E mark=1E1C1E"),
    "lion": Animal(
        _("lion"),
        "figure:mammal build=cat plump=1.1 headsize=1.12 body=D8A858 mane=7E4A24 maneshape=ruff "
        "tailshape=tuft ears=round earsize=.75",
    ),
    "lynx": Animal(
        _("lynx"),
        "figure:mammal build=cat ears=tufted earsize=1.05 tailshape=stub tailsize=.5 body=C8A070 "
        "belly=F4EADA mane=EFE0C6 maneshape=beard pattern=spots ink=6B4E34",
    ),
    "octopus": Animal(_("octopus"), "figure:octopus"),
    "otter": Animal(
        _("otter"),
        "figure:mammal build=otter body=6E4E38 throat=C8AE8C cheek=C8AE8C belly=A88866",
    ),
    "owl": Animal(_("owl"), "figure:owl body=D2A25E breast=FBF5E8 face=FDF9F0 ring=B07A42 disc=heart"),
    "penguin": Animal(
        _("penguin"),
        "figure:bird build=penguin body=F8F6F0 back=3A424E hood=1E2026 cheek=F2B82E wing=3A424E bill=1E2026",
    ),
    "platypus": Animal(_("platypus"), "figure:platypus"),
    "seal": Animal(_("seal"), "figure:swimmer build=seal body=8E949A belly=C8CCCE pattern=spots ink=4E545C"),
    "snail": Animal(_("snail"), "figure:snail form=apple colour=C8843A band=7A4A24"),
    "squirrel": Animal(
        _("squirrel"),
        "figure:mammal build=squirrel body=B0582A belly=F4E4C8 tail=B0582A ears=tufted earsize=.62",
    ),
    "starfish": Animal(_("starfish"), "figure:starfish colour=E8703A"),
    "swan": Animal(_("swan"), "figure:bird build=swan body=F8F6F0 wing=F1EEE6 bill=E87A2E"),
    "turtle": Animal(_("turtle"), "figure:turtle shell=sea body=5E6E3E scute=8A9A52 skin=4E6A4A"),
    "whale": Animal(
        _("whale"),
        "figure:swimmer build=whale body=5E86A8 belly=A8C0D0 pattern=grooves ink=4A6C8A",
    ),
}
"""By the word that is stored, in the order of the English names."""


@cache
def drawings() -> dict[str, Drawn]:
    """All animals, by the word that is stored."""
    found = {}
    for key, animal in ANIMALS.items():
        figure, _space, values = animal.subject.partition(" ")
        address = reverse("drawing", args=figure.split(":"))
        url = f"{address}?{urlencode({'values': values})}" if values else address
        found[key] = Drawn(key, animal.name, url)
    return found
