"""The form for its templates: each part with the prefix of its field names."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from cards.editor.abilities import MOST_ROWS
from cards.editor.criteria import FIELDS, MOST_PARTS, Criterion
from cards.editor.drawings import MOST, drawing_of, found_drawings, likely_drawings
from cards.editor.figures import figure_fields
from cards.editor.form import CardForm
from cards.editor.live import Explanation
from cards.editor.sources import ASKED, TypedSource
from cards.glossary.attributes import SCALES
from cards.keywords.abilities import ABILITIES
from cards.keywords.effects import EFFECTS
from cards.models import Card, Climate, Diet, Kind, Terrain
from cards.models.card import IDENTIFIERS
from cards.models.value_source import How
from cards.services.card_file import UNUSED
from cards.services.contents import UNKNOWN_IN_SETS
from cards.words import COLUMN_LABELS

LATER = (*UNKNOWN_IN_SETS, *IDENTIFIERS)
"""What a card of a set needs least; it is hidden at first."""
DRAWN_WORDS = (
    gettext_noop("mammal"), gettext_noop("bird"), gettext_noop("fish"), gettext_noop("insect"),
    gettext_noop("tree"), gettext_noop("flower"), gettext_noop("sea"),
)  # fmt: skip
"""Words to look for drawings with."""
KINDS = (Kind.SPECIES, Kind.EVENT, Kind.HABITAT)


def form_context(form: CardForm, said: Iterable[Explanation]) -> dict[str, object]:
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
            {"name": name, "label": COLUMN_LABELS[name], "value": form.values[name], "known": _known(column)}
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
        "later": any(form.values[name] for name in LATER) or bool(form.tags or form.sources),
        "sources": _sources(form),
    }


def drawing_context(form: CardForm, asked: str) -> dict[str, object]:
    """
    The drawings for the words `asked`, or, without any, those that may suit the card; the chosen one first.
    """
    subject = form.values["subject"]
    chosen, asked = drawing_of(subject), " ".join(asked.split())
    found = (
        found_drawings(asked)
        if asked
        else likely_drawings(form.values["name"], form.values["class"], form.kind)
    )
    if not asked:
        said = ""
    elif found:
        words = ngettext(
            "%(count)s drawing for “%(asked)s”.", "%(count)s drawings for “%(asked)s”.", len(found)
        )
        said = words % {"count": len(found), "asked": asked}
    else:
        said = _("There is no drawing for “%(asked)s”. Try another word.") % {"asked": asked}
    return {
        "drawings": list(dict.fromkeys([*([chosen] if chosen else []), *found[:MOST]])),
        "drawn": chosen,
        "draw_asked": asked,
        "draw_said": said,
        "draw_words": DRAWN_WORDS,
        "subject": subject,
        "figure": figure_fields(subject),
    }


def _unused(kind: str) -> list[str]:
    return list(UNUSED[Kind(kind)]) if kind in Kind.values else []


def _chosen(choices: Iterable[tuple[object, object]], chosen: list[str]) -> list[dict[str, object]]:
    return [{"value": value, "label": label, "chosen": value in chosen} for value, label in choices]


def _known(column: str) -> list[str]:
    """The values of published cards in that column."""
    rows = Card.objects.exclude(**{column: ""}).order_by(column).values_list(column, flat=True)
    return list(rows.distinct())


def _abilities(form: CardForm, says: Mapping[str, Explanation]) -> list[dict[str, object]]:
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


def _effects(form: CardForm, says: Mapping[str, Explanation]) -> list[dict[str, object]]:
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


def _sources(form: CardForm) -> list[dict[str, object]]:
    """The values that can have a source of their own."""
    unused = [*_unused(form.kind), *(() if form.kind == Kind.SPECIES else ("latin_name",))]
    found: list[dict[str, object]] = []
    for column in ASKED:
        typed = form.sources.get(column, TypedSource())
        offered = [each for each in How if each != How.DERIVED or typed.how == How.DERIVED]
        hows = [(each.value, each.label, each == typed.how) for each in offered]
        if column not in unused:
            found.append(
                {"column": column, "label": COLUMN_LABELS[column], "where": typed.where, "hows": hows}
            )
    return found
