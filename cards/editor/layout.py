"""The form for its templates: each part with the prefix of its field names."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from cards.art.subject import HERE
from cards.curation.changes import LABELS
from cards.editor.abilities import MOST_ROWS
from cards.editor.criteria import FIELDS, MOST_PARTS, Criterion
from cards.editor.form import ESTIMATES, CardForm
from cards.editor.live import Said
from cards.glossary.attributes import SCALES
from cards.keywords.abilities import ABILITIES
from cards.keywords.effects import EFFECTS
from cards.loading.importing import card_version
from cards.models import Card, Climate, Diet, Kind, Terrain
from cards.models.derived import plain
from cards.services.card_file import UNUSED
from cards.services.contents import FACTS

FAMILIES = ("noto", "fluent-emoji-flat", "game-icons")
LIKELY = 6
"""The most drawings suggested for a card."""
KINDS = (Kind.SPECIES, Kind.EVENT, Kind.HABITAT)


def form_context(form: CardForm, said: Iterable[Said]) -> dict[str, object]:
    says = {each.row: each for each in said}
    return {
        "form": form,
        "is_species": form.kind == Kind.SPECIES,
        "is_event": form.kind == Kind.EVENT,
        "has_place": form.kind in (Kind.SPECIES, Kind.HABITAT),
        "kinds": [{"value": kind.value, "label": kind.label} for kind in KINDS],
        "scales": [{"value": str(scale), "words": words} for scale, words in SCALES.items()],
        "numbers": [str(number) for number in range(1, 10)],
        "diets": Diet.choices,
        "terrains": _chosen(Terrain.choices, form.terrains),
        "climates": _chosen(Climate.choices, form.climates),
        "ranks": [
            {"name": name, "label": LABELS[name], "value": form.values[name], "known": _known(column)}
            for name, column in (("kingdom", "kingdom"), ("phylum", "phylum"), ("class", "class_name"))
        ],
        "tags_text": "; ".join(form.tags),
        "abilities": _abilities(form, says),
        "more_abilities": [
            (name, ability.offer)
            for name, ability in ABILITIES.items()
            if all(row.name != name for row in form.abilities)
        ],
        "effects": _effects(form, says),
        "more_effects": [(name, effect.offer) for name, effect in EFFECTS.items()]
        if len(form.effects) < MOST_ROWS
        else [],
        "target": None if form.target is None else criterion_rows("target", form.target, bearer=False),
        "said_target": says.get("target"),
        "said_duration": says.get("duration"),
        "subjects": known_subjects(),
        "likely": [
            {"value": subject, "name": subject.partition(":")[2].partition(" ")[0].replace("-", " ")}
            for subject in likely_subjects(form.values["name"], form.values["class"], form.kind)
        ],
        "facts": _facts(form),
        "estimates": [
            {"value": column, "label": LABELS[column], "chosen": column in form.estimated}
            for column in ESTIMATES
            if column not in _unused(form.kind) and (column != "latin_name" or form.kind == Kind.SPECIES)
        ],
    }


def _unused(kind: str) -> list[str]:
    return list(UNUSED[Kind(kind)]) if kind in Kind.values else []


def _chosen(choices: Iterable[tuple[object, object]], chosen: list[str]) -> list[dict[str, object]]:
    return [{"value": value, "label": label, "chosen": value in chosen} for value, label in choices]


def _known(column: str) -> list[str]:
    """The values of published cards in that column."""
    rows = Card.objects.exclude(**{column: ""}).order_by(column).values_list(column, flat=True)
    return list(rows.distinct())


def _abilities(form: CardForm, says: Mapping[str, Said]) -> list[dict[str, object]]:
    return [
        {
            "prefix": f"abilities-{place}",
            "place": place,
            "row": row,
            "said": says.get(f"abilities-{place}"),
            "criterion": None
            if row.criterion is None
            else criterion_rows(f"abilities-{place}-on", row.criterion, bearer=True),
        }
        for place, row in enumerate(form.abilities)
    ]


def _effects(form: CardForm, says: Mapping[str, Said]) -> list[dict[str, object]]:
    return [
        {
            "prefix": f"effects-{place}",
            "place": place,
            "row": row,
            "said": says.get(f"effects-{place}"),
            "criterion": None
            if row.which is None
            else criterion_rows(f"effects-{place}-which", row.which, bearer=False),
        }
        for place, row in enumerate(form.effects)
    ]


def criterion_rows(prefix: str, criterion: Criterion, *, bearer: bool) -> dict[str, object]:
    """`bearer`: whether the criterion belongs to a species, which “the same as this card” can refer to."""
    return {
        "prefix": prefix,
        "count": len(criterion),
        "more": len(criterion) < MOST_PARTS,
        "alternatives": [
            {
                "prefix": f"{prefix}-{place}",
                "number": place + 1,
                "parts": [
                    {"prefix": f"{prefix}-{place}-{number}", "part": part}
                    for number, part in enumerate(parts)
                ],
                "fields": [
                    (name, label)
                    for name, label in FIELDS.items()
                    if (bearer or name != "same") and all(part.field != name for part in parts)
                ],
            }
            for place, parts in enumerate(criterion)
        ],
    }


def _facts(form: CardForm) -> list[dict[str, object]]:
    """The values that can have a source of their own."""
    unused = [*_unused(form.kind), *(() if form.kind == Kind.SPECIES else ("latin_name",))]
    return [
        {"column": column, "label": LABELS[column], "source": form.sources.get(column, "")}
        for column in FACTS
        if column not in unused
    ]


@cache
def _drawn() -> tuple[str, ...]:
    """Multi-coloured drawings; icons of one colour are listed with the tints that cards use."""
    icons = [
        f"{family}:{file.stem}"
        for family in FAMILIES[:2]
        for file in sorted((HERE / "subjects" / family).glob("*.svg"))
    ]
    shapes = [f"shape:{file.stem}" for file in sorted((HERE / "shapes").glob("*.svg"))]
    return (*icons, *shapes)


def known_subjects() -> list[str]:
    """All drawings, those of published cards with their tints."""
    return list(_subjects(card_version()))


@lru_cache(maxsize=2)
def _subjects(version: str) -> tuple[str, ...]:
    used = Card.objects.exclude(subject="").order_by().values_list("subject", flat=True).distinct()
    return tuple(sorted({*used, *_drawn()}, key=lambda each: each.partition(":")[2]))


def likely_subjects(name: str, class_name: str, kind: str) -> list[str]:
    """Drawings whose words are in the name, then those most used by cards of the same class."""
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
