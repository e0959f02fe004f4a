"""The drawings to choose from for a card, by what they look like and by the cards that have them."""

import tomllib
from collections import Counter, defaultdict
from colorsys import rgb_to_hls
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from rapidfuzz import fuzz, process

from cards.art.figures import FAMILIES as FIGURES
from cards.art.figures import PREFIX
from cards.art.subject import HERE, load_subject, subject_file
from cards.models import Card
from cards.models.derived import plain
from cards.services.version import Version

LABELS = Path(__file__).parent / "drawings.toml"
FAMILIES = ("noto", "fluent-emoji-flat", "shape")
"""Drawings in colours. Those of one colour are offered with the tints that cards have."""
GROUPS = {
    "Aves": "bird", "Mammalia": "mammal animal", "Insecta": "insect", "Actinopterygii": "fish",
    "Chondrichthyes": "fish", "Reptilia": "reptile", "Amphibia": "amphibian", "Arachnida": "spider",
    "Animalia": "animal", "Plantae": "plant", "Fungi": "fungus mushroom", "Bacteria": "germ tiny",
}  # fmt: skip
"""Everyday words for classes and kingdoms."""
MOST = 60
"""The most drawings shown for a search."""
LIKELY = 12
"""The most suggested for a card."""
NEAR = 75
"""The least similarity of a word that is spelled differently, out of 100."""
BRIGHT = 0.95
"""Darker and duller reds, oranges and yellows are called brown."""
HUES = (
    (20, "red"),
    (45, "orange"),
    (66, "yellow"),
    (170, "green"),
    (255, "blue"),
    (330, "purple"),
    (361, "red"),
)


@dataclass(frozen=True, slots=True)
class Drawing:
    """`value` is a card's `subject`; `own` are the words of its label, `more` all by which it is found."""

    value: str
    label: str
    own: frozenset[str]
    more: frozenset[str]

    @property
    def url(self) -> str:
        reference, _space, more = self.value.partition(" ")
        address = reverse("drawing", args=[*reference.split(":")])
        if not more:
            return address
        asked = {"values": more} if self.value.startswith(PREFIX) else {"tint": more.removeprefix("#")}
        return f"{address}?{urlencode(asked)}"

    def fits(self, words: list[str]) -> bool:
        return all(any(each.startswith(word) for each in self.more) for word in words)


def drawings() -> dict[str, Drawing]:
    """All drawings by their value, sorted by label; cached until a card changes."""
    return _drawings(Version.now())


def drawing_of(value: str) -> Drawing | None:
    """The drawing of a card's `subject`, also with a tint that no other card has; None if there is none."""
    known = drawings().get(value)
    if known is not None or load_subject(value) is None:
        return known
    return _drawing(value, _label(value), [])


def found_drawings(text: str) -> list[Drawing]:
    """
    The drawings for these words, those called so first. A word that nothing has counts as the nearest one
    that something has. A reference such as `shape:fern` finds that drawing.
    """
    named = drawing_of(" ".join(text.split()))
    words = _words(text)
    every = list(drawings().values())
    if named is not None or not words:
        return every if named is None else [named]
    found = [each for each in every if each.fits(words)]
    if not found:
        known = sorted({word for each in every for word in each.more})
        near = [process.extractOne(word, known, scorer=fuzz.ratio, score_cutoff=NEAR) for word in words]
        words = [match[0] for match in near if match]
        found = [each for each in every if words and each.fits(words)]
    return sorted(found, key=lambda each: -sum(word in each.own for word in words))


def likely_drawings(name: str, class_name: str, kind: str) -> list[Drawing]:
    """Drawings whose words are in the name, then those most used by cards of the same class."""
    words, known = set(_words(name)), drawings()
    named = sorted(
        (each for each in known.values() if words & each.more), key=lambda each: -len(words & each.own)
    )
    alike = Card.objects.filter(kind=kind).exclude(subject="").order_by("name_order")
    if class_name:
        alike = alike.filter(class_name=class_name)
    common = Counter(alike.values_list("subject", flat=True)).most_common(LIKELY)
    also = [known[subject] for subject, _count in common if subject in known]
    return list(dict.fromkeys([*named[:LIKELY], *also]))[:LIKELY]


@lru_cache(maxsize=2)
def _drawings(version: Version) -> dict[str, Drawing]:
    files = [
        f"{family}:{file.stem}"
        for family in FAMILIES
        for file in _folder(family).glob("*.svg")
    ]  # fmt: skip
    figures = [f"{PREFIX}{family}" for family in FIGURES]
    names: dict[str, list[str]] = defaultdict(list, {value: [] for value in (*files, *figures)})
    rows = Card.objects.exclude(subject="").order_by()
    for value, *said in rows.values_list("subject", "name", "class_name", "kingdom"):
        # Without a file of its own it looks as another one.
        if value.startswith(PREFIX) or subject_file(value).is_file():
            name, class_name, kingdom = said
            names[value] += [name, GROUPS.get(class_name, ""), GROUPS.get(kingdom, "")]
    seen: Counter[str] = Counter()
    found = {}
    labels = {value: _label(value, *used[:1]) for value, used in names.items()}
    for value, label in sorted(labels.items(), key=lambda each: (each[1], each[0])):
        seen[label] += 1
        numbered = f"{label} ({seen[label]})" if seen[label] > 1 else label
        found[value] = _drawing(value, numbered, names[value])
    return found


def _folder(family: str) -> Path:
    return HERE / "shapes" if family == "shape" else HERE / "subjects" / family


def _drawing(value: str, label: str, used: list[str]) -> Drawing:
    family, name = _parts(value)
    more = _labels().get(family, {}).get(name, ["", ""])[1]
    return Drawing(
        value, label, frozenset(_words(label)), frozenset(_words(" ".join([label, name, more, *used])))
    )


def _label(value: str, card: str = "") -> str:
    """What the drawing looks like: “bear, brown”; of a figure also the card that has it: “bird: Blue Tit”."""
    family, name = _parts(value)
    if value.startswith(PREFIX):
        return f"{name}: {card}" if card else _("%(figure)s of your own") % {"figure": name}
    known = _labels().get(family, {}).get(name)
    label = known[0] if known else name.replace("-", " ")
    tint = value.partition("#")[2]
    return f"{label}, {_colour(tint)}" if tint else label


def _parts(value: str) -> tuple[str, str]:
    family, _colon, name = value.split()[0].partition(":")
    return family, name


@cache
def _labels() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(LABELS.read_text(encoding="utf-8"))


def _colour(tint: str) -> str:
    """The everyday name of a colour of six hexadecimal digits."""
    hue, light, strong = rgb_to_hls(*(int(tint[at : at + 2], 16) / 255 for at in (0, 2, 4)))
    if light < 0.22:
        return "black"
    if strong < 0.17:
        return "white" if light > 0.75 else "grey"
    name = next(name for most, name in HUES if hue * 360 < most)
    return "brown" if name in ("red", "orange", "yellow") and light + strong < BRIGHT else name


def _words(text: str) -> list[str]:
    """Plain words, as singulars."""
    words = plain(text).split()
    return [word[:-1] if len(word) > 3 and word.endswith("s") and word[-2] != "s" else word for word in words]
