"""The drawings that a composed picture can have in its middle, and those that may suit a card."""

from collections import Counter
from functools import cache, lru_cache

from cards.art.subject import HERE
from cards.loading.importing import card_version
from cards.models import Card
from cards.models.derived import plain

FAMILIES = ("noto", "fluent-emoji-flat", "game-icons")
LIKELY = 6


@cache
def _drawn() -> tuple[str, ...]:
    """Those in colours of their own; an icon of one colour is known with the tint that a card gives it."""
    icons = [
        f"{family}:{file.stem}"
        for family in FAMILIES[:2]
        for file in sorted((HERE / "subjects" / family).glob("*.svg"))
    ]
    shapes = [f"shape:{file.stem}" for file in sorted((HERE / "shapes").glob("*.svg"))]
    return (*icons, *shapes)


def known_subjects() -> list[str]:
    """Every drawing that there is, those of published cards with their tints."""
    return list(_known(card_version()))


@lru_cache(maxsize=2)
def _known(version: str) -> tuple[str, ...]:
    used = Card.objects.exclude(subject="").order_by().values_list("subject", flat=True).distinct()
    return tuple(sorted({*used, *_drawn()}, key=lambda each: each.partition(":")[2]))


def likely_subjects(name: str, class_name: str, kind: str) -> list[str]:
    """Those whose words stand in the name, then those that cards of the same class have most."""
    words = {word for word in plain(name).split() if len(word) > 2}
    words |= {word.removesuffix("s") for word in words}
    named = [
        subject
        for subject in known_subjects()
        if words & set(subject.partition(":")[2].partition(" ")[0].split("-"))
    ]
    alike = Card.objects.filter(kind=kind).exclude(subject="").order_by("name_order")
    if class_name:
        alike = alike.filter(class_name=class_name)
    common = Counter(alike.values_list("subject", flat=True)).most_common(LIKELY)
    return list(dict.fromkeys([*named[:LIKELY], *(subject for subject, _count in common)]))[:LIKELY]
