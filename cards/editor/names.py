"""The names of species that the editor offers while one types, and what choosing one fills in."""

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from cards.editor.form import CardForm
from cards.evidence.models import Measurement
from cards.evidence.traits import TRAITS
from cards.models import Kind
from cards.models.card import IDENTIFIERS
from cards.taxonomy.lookup import Name, found_names, name_of
from phylo.http.input import whole_number

MOST = 6
LONGEST = 80
MOST_MEASURED = 60
GROUPS = (("kingdom", "kingdom"), ("phylum", "phylum"), ("class", "class_name"))
LONGEST_GROUP = 40
EXTINCT = "extinct"


def names_context(asked: str) -> dict[str, object]:
    """The species with a name that begins like `asked`, for the list and for whoever only hears of it."""
    names = found_names(asked[:LONGEST], most=MOST, language=_language()) if asked else []
    return {"names": names, "names_said": _said(asked, names)}


def _said(asked: str, names: list[Name]) -> str:
    if not asked:
        return ""
    if not names:
        return _("The lists here have no name that begins like that.")
    said = ngettext("%(count)s name begins like that.", "%(count)s names begin like that.", len(names))
    return said % {"count": len(names)}


def measured_context(latin_name: str) -> dict[str, object]:
    """What data sets say of a species, trait by trait; shares of 0 are left out."""
    rows = Measurement.objects.filter(latin_name=latin_name) if latin_name else Measurement.objects.none()
    shown = rows.exclude(number=0).select_related("data_set").order_by("trait", "data_set")[:MOST_MEASURED]
    return {
        "measured": [
            {
                "trait": TRAITS[row.trait].label if row.trait in TRAITS else row.trait,
                "value": row.word
                or f"{row.number:,g} {TRAITS[row.trait].unit if row.trait in TRAITS else ''}",
                "data_set": row.data_set,
            }
            for row in shown
        ]
    }


def asked_of(form: CardForm) -> str:
    """What to look up: the Latin name, or else the name."""
    return (form.values["latin_name"] or form.values["name"]) if form.kind == Kind.SPECIES else ""


def fill_in_name(form: CardForm, key: str) -> str:
    """Fill in what is known of a taxon; returns the field to focus, or "" if there is none of that key."""
    number = whole_number(key, digits=18)
    name = name_of(number, language=_language()) if number is not None else None
    if name is None or form.kind != Kind.SPECIES:
        return ""
    form.values["latin_name"] = name.latin_name
    form.values["name"] = form.values["name"] if _is_own(form, name) else name.common_name or name.latin_name
    for field, group in GROUPS:
        form.values[field] = str(getattr(name, group))[:LONGEST_GROUP]
    for column in IDENTIFIERS:
        form.values[column] = name.identifiers.get(column, "")
    if name.extinct and EXTINCT not in form.tags:
        form.tags.append(EXTINCT)
    return "id-name"


def _is_own(form: CardForm, name: Name) -> bool:
    """Whether the card has a name that was typed whole, and is not the beginning of what was looked up."""
    typed = form.values["name"].casefold()
    names = [name.latin_name, name.by, *(each for names in name.common_names.values() for each in names)]
    return bool(typed) and not any(
        each.casefold().startswith(typed) and each.casefold() != typed for each in names
    )


def _language() -> str:
    return (get_language() or "en").partition("-")[0]
