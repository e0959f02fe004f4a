"""Errors, warnings and hints for a card being written."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from rapidfuzz import fuzz, process

from cards.art.subject import fault_of
from cards.art.uploads import LICENCES
from cards.curation.models import Proposal
from cards.editor.combinations import combinations
from cards.editor.form import CardForm
from cards.editor.sources import without_source
from cards.models import Artwork, Card, Kind
from cards.models.card import IDENTIFIERS
from cards.models.derived import plain
from cards.models.value_source import ESTIMATE
from cards.points import suggested
from cards.services.card_file import EMPTY
from cards.services.contents import ADDED, NEEDED, NEEDED_IN_SETS, Columns, card_from, with_sources
from cards.taxonomy.lookup import outdated
from cards.words import COLUMN_LABELS
from phylo.http.problems import Refused
from phylo.http.refusals import BadValue

ERROR, WARNING, HINT = "error", "warning", "hint"
LEVELS = (ERROR, WARNING, HINT)
PATTERNS = {
    "catalogue_of_life": (re.compile(r"[0-9A-Z]{1,7}"), "4BPFF"),
    "wikidata": (re.compile(r"Q[1-9][0-9]{0,11}"), "Q726"),
    "gbif": (re.compile(r"[1-9][0-9]{0,11}"), "2440886"),
    "inaturalist": (re.compile(r"[1-9][0-9]{0,11}"), "43327"),
}
SEVERAL = ("terrains", "climates", "effects", "points")
"""Columns whose labels are plurals."""
NEAR = 90
"""The least similarity of names, out of 100."""
MOST_DUPLICATES = 8
SHORTEST = 4
"""Shorter names are not compared."""


FORM = (
    "kind", "name", "fact", "subject", "art", "diet", "food_chain", "scale", "terrains", "climates", "points",
    "abilities", "target", "effects", "duration",
)  # fmt: skip
"""Columns in the order of the form; the others come after them."""


@dataclass(frozen=True, slots=True)
class Check:
    """
    `field` is the column concerned, "" for the whole card; `url` leads to what the check names; `missing`:
    the value has not been given yet.
    """

    level: str
    field: str
    words: str
    url: str = ""
    missing: bool = False

    @property
    def label(self) -> str:
        return str(COLUMN_LABELS[self.field]) if self.field in COLUMN_LABELS else ""


def checks(
    form: CardForm, contents: Columns, *, but: Proposal | None = None, in_set: bool = False
) -> list[Check]:
    """
    Errors first, each level in the order of the form.
    `contents` is the result of `form.contents()`; `but` is the proposal being edited. Nobody
    reviews a card `in_set`: what is unknown may stay so.
    """
    found = errors(form, contents, in_set=in_set)
    found += [
        Check(WARNING, field, _("One part is still empty, and is left out."))
        for field in form.unfinished
        if field not in form.problems
    ]
    found += [Check(WARNING, *each) for each in combinations(contents)]
    if contents["kind"] == Kind.SPECIES and (words := outdated(contents["latin_name"], contents["kingdom"])):
        found.append(Check(WARNING, "latin_name", words))
    found += _duplicates(contents, but)
    if not in_set:
        found += _points(contents)
        found += _sources(contents)
        found += _changed(form.base if but is None else but.base_contents, contents)
    return sorted(found, key=lambda check: (LEVELS.index(check.level), _place(check.field)))


def errors(form: CardForm, contents: Columns, *, in_set: bool = False) -> list[Check]:
    """What keeps the card from being stored; as in `checks`, but nothing is looked up."""
    found = [Check(ERROR, field, words) for field, words in form.problems.items()]
    found += _missing(contents, NEEDED_IN_SETS if in_set else NEEDED)
    named = {check.field for check in found}
    return found + [check for check in _wrong(contents) if check.field not in named]


def _place(field: str) -> int:
    return FORM.index(field) if field in FORM else len(FORM)


def faults_of(error: Refused) -> list[Check]:
    """The refused value as a check that leads to its field; empty if the refusal is about no field."""
    field = error.field.split(".")[0].split("[")[0] if isinstance(error, BadValue) else ""
    return [Check(ERROR, field, str(error))] if field in COLUMN_LABELS else []


def _missing(contents: Columns, required: Mapping[Kind, list[str]]) -> list[Check]:
    if contents["kind"] not in Kind.values:
        return [Check(ERROR, "kind", _("Choose a kind."))]
    needed = ["name", *required[Kind(contents["kind"])]]
    if not contents["art"]:
        needed.append("subject")
    one, several = _("%(field)s is missing."), _("%(field)s are missing.")
    return [
        Check(
            ERROR,
            column,
            (several if column in SEVERAL else one) % {"field": COLUMN_LABELS[column]},
            missing=True,
        )
        for column in needed
        if contents[column] in (None, "", [])
    ]


def missing_for_all(contents: Columns) -> list[str]:
    """The names of the columns that a card of a set leaves unknown and a published card needs."""
    return [check.label for check in _missing(contents, NEEDED)]


def _wrong(contents: Columns) -> Iterator[Check]:
    """Errors in the given values."""
    try:
        card_from({**contents, "key": contents["key"] or "new-card"})
    except BadValue as error:
        yield from faults_of(error) or [Check(ERROR, "", str(error))]
    for column, (pattern, example) in PATTERNS.items():
        if contents[column] and not pattern.fullmatch(contents[column]):
            yield Check(ERROR, column, _("It looks like %(example)s.") % {"example": example})
    if contents["subject"] and (fault := fault_of(contents["subject"])):
        yield Check(ERROR, "subject", fault)
    art = contents["art"]
    if art and (art.get("licence") not in LICENCES or not art.get("artist") or not art.get("source")):
        yield Check(ERROR, "art", _("Uploaded art needs its artist, its source and its licence."))
    elif art and not Artwork.objects.filter(file=art["file"]).exists():
        yield Check(ERROR, "art", _("There is no such picture. Upload it again."))


def _duplicates(contents: Columns, but: Proposal | None) -> Iterator[Check]:
    for each in duplicates(contents, but=but):
        name, url = _("a proposal"), ""
        if each.card is not None:
            name, url = each.card.local_name, reverse("card", args=[each.card.key])
        elif each.proposal is not None:
            name = each.proposal.name or name
        says = _("%(name)s: %(why)s.") % {"name": name, "why": each.why}
        yield Check(WARNING if each.certain else HINT, "name", says, url)


def _points(contents: Columns) -> Iterator[Check]:
    found = suggested(contents)
    if found.differs(contents["points"]):
        words = _(
            "The formula suggests %(points)s. Printed cards differ from it too; say why in your summary."
        )
        yield Check(WARNING, "points", words % {"points": found.points})


def _sources(contents: Columns) -> Iterator[Check]:
    source = contents["source"]
    if source == ESTIMATE:
        yield Check(WARNING, "source", _("An estimate. A page or a book that says so is easier to accept."))
    elif source and "://" not in source:
        yield Check(HINT, "source", _("An address lets others look it up."))
    if contents["kind"] != Kind.SPECIES:
        return
    if not any(contents[column] for column in PATTERNS):
        words = _("An identifier of GBIF, iNaturalist or Wikidata shows which species is meant.")
        yield Check(HINT, "gbif", words)


def _changed(published: Columns | None, contents: Columns) -> Iterator[Check]:
    """Asks where values come from that differ from the published card's."""
    if not published or not published.get("key"):
        return
    for column in without_source(EMPTY | ADDED | with_sources(published), contents):
        words = _("%(field)s: where does the new value come from?")
        yield Check(
            HINT, f"source-{column}", words % {"field": COLUMN_LABELS[column]}, f"#id-source-{column}"
        )


def readable(contents: Columns) -> Card | None:
    """The unsaved card, or None while the engine cannot read it."""
    try:
        return card_from({**contents, "key": contents["key"] or "new-card"})
    except BadValue:
        return None


@dataclass(frozen=True, slots=True)
class Duplicate:
    """`certain`: name, Latin name or an identifier are equal, not just similar."""

    card: Card | None
    proposal: Proposal | None
    why: str
    certain: bool


def duplicates(contents: Columns, *, but: Proposal | None = None) -> list[Duplicate]:
    """At most eight, the certain ones first; excludes the card with the same key and the proposal `but`."""
    name, latin = plain(str(contents.get("name") or "")), plain(str(contents.get("latin_name") or ""))
    key = str(contents.get("key") or "")
    found = [*_same(contents, key, name, latin), *_proposed(contents, but, name, latin)]
    seen = {each.card.pk for each in found if each.card is not None}
    return [*found, *_alike(key, name, latin, seen)][:MOST_DUPLICATES]


def _same(contents: Columns, key: str, name: str, latin: str) -> list[Duplicate]:
    same = Q(pk__in=[])
    if name:
        same |= Q(search_text__startswith=f"|{name}|")
    if latin:
        same |= Q(search_text__contains=f"|{latin}|")
    for column in IDENTIFIERS:
        if contents.get(column):
            same |= Q(**{column: contents[column]})
    cards = Card.objects.offered().filter(same).exclude(key=key).order_by("name_order")[:MOST_DUPLICATES]
    return [Duplicate(card, None, _why(contents, card, name, latin), True) for card in cards]


def _why(contents: Columns, card: Card, name: str, latin: str) -> str:
    for column in IDENTIFIERS:
        if contents.get(column) and getattr(card, column) == contents[column]:
            return _("the same identifier: %(value)s") % {"value": contents[column]}
    if latin and plain(card.latin_name) == latin:
        return _("the same Latin name")
    return _("the same name")


def _proposed(contents: Columns, but: Proposal | None, name: str, latin: str) -> list[Duplicate]:
    """Pending proposals of new cards; there are never many."""
    found = []
    rows = Proposal.objects.pending().filter(kind="new")
    if but is not None:
        rows = rows.exclude(pk=but.pk)
    for proposal in rows.order_by("submitted_at")[:500]:
        theirs = proposal.contents
        if latin and plain(theirs.get("latin_name") or "") == latin:
            found.append(Duplicate(None, proposal, _("proposed already, with the same Latin name"), True))
        elif name and plain(theirs.get("name") or "") == name:
            found.append(Duplicate(None, proposal, _("proposed already, with the same name"), True))
    return found


def _alike(key: str, name: str, latin: str, seen: set[int]) -> list[Duplicate]:
    rows = list(Card.objects.offered().exclude(key=key).order_by().values_list("pk", "search_text"))
    parts = {pk: text.split("|") for pk, text in rows if pk not in seen}
    near: dict[int, str] = {}
    for wanted, place, why in ((latin, 2, _("a similar Latin name")), (name, 1, _("a similar name"))):
        if len(wanted) < SHORTEST:
            continue
        texts = {pk: text[place] for pk, text in parts.items() if len(text) > place}
        for _text, _score, pk in process.extract(
            wanted, texts, scorer=fuzz.ratio, score_cutoff=NEAR, limit=MOST_DUPLICATES
        ):
            near.setdefault(pk, why)
    cards = Card.objects.in_bulk(list(near))
    return [Duplicate(cards[pk], None, why, False) for pk, why in near.items() if pk in cards]
