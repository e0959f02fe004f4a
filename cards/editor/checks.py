"""What is wrong with a card that is being written, what is odd, and what would make it better."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from cards.art.subject import load_subject
from cards.art.uploads import LICENCES
from cards.curation.contents import NEEDED, card_from
from cards.curation.differences import LABELS
from cards.curation.duplicates import duplicates
from cards.curation.errors import BadContents
from cards.editor.combinations import combinations
from cards.editor.form import CardForm
from cards.models import Artwork, Card, Kind, Proposal
from cards.points import suggested

ERROR, WARNING, HINT = "error", "warning", "hint"
LEVELS = (ERROR, WARNING, HINT)
ESTIMATE = "estimate"
PATTERNS = {
    "catalogue_of_life": (re.compile(r"[0-9A-Z]{1,7}"), "4BPFF"),
    "wikidata": (re.compile(r"Q[1-9][0-9]{0,11}"), "Q726"),
    "gbif": (re.compile(r"[1-9][0-9]{0,11}"), "2440886"),
    "inaturalist": (re.compile(r"[1-9][0-9]{0,11}"), "43327"),
}


@dataclass(frozen=True, slots=True)
class Check:
    """
    `field` is the column that it is about, "" for all of the card; `url` leads to what it names; `missing`
    is a value that nobody has given yet.
    """

    level: str
    field: str
    words: str
    url: str = ""
    missing: bool = False

    @property
    def label(self) -> str:
        return str(LABELS[self.field]) if self.field in LABELS else ""


def checks(form: CardForm, contents: Mapping[str, Any], *, but: Proposal | None = None) -> list[Check]:
    """The errors first. `form.contents()` has given `contents`; `but` is the proposal being edited."""
    found = [Check(ERROR, field, words) for field, words in form.problems.items()]
    found += _missing(contents)
    named = {check.field for check in found}
    found += [check for check in _wrong(contents) if check.field not in named]
    found += [
        Check(WARNING, field, _("A part says nothing yet, and is left out."))
        for field in form.unfinished
        if field not in form.problems
    ]
    found += [Check(WARNING, *each) for each in combinations(contents)]
    found += _duplicates(contents, but)
    found += _points(contents)
    found += _sources(contents)
    return sorted(found, key=lambda check: LEVELS.index(check.level))


def _missing(contents: Mapping[str, Any]) -> list[Check]:
    if contents["kind"] not in Kind.values:
        return [Check(ERROR, "kind", _("Choose a kind."))]
    needed = ["name", *NEEDED[Kind(contents["kind"])]]
    if not contents["art"]:
        needed.append("subject")
    return [
        Check(ERROR, column, _("This is missing."), missing=True)
        for column in needed
        if contents[column] in (None, "", [])
    ]


def _wrong(contents: Mapping[str, Any]) -> Iterator[Check]:
    """What cannot be stored, of the values that are there."""
    try:
        card_from({**contents, "key": contents["key"] or "new-card"}, strict=False)
    except BadContents as error:
        yield Check(ERROR, error.field.split(".")[0].split("[")[0], str(error))
    for column, (pattern, example) in PATTERNS.items():
        if contents[column] and not pattern.fullmatch(contents[column]):
            yield Check(ERROR, column, _("It looks like %(example)s.") % {"example": example})
    if contents["subject"] and load_subject(contents["subject"]) is None:
        yield Check(ERROR, "subject", _("There is no such drawing."))
    art = contents["art"]
    if art and (art.get("licence") not in LICENCES or not art.get("artist") or not art.get("source")):
        yield Check(ERROR, "art", _("Uploaded art needs its artist, its source and its licence."))
    elif art and not Artwork.objects.filter(file=art["file"]).exists():
        yield Check(ERROR, "art", _("There is no such picture. Upload it again."))


def _duplicates(contents: Mapping[str, Any], but: Proposal | None) -> Iterator[Check]:
    for each in duplicates(contents, but=but):
        name, url = _("a proposal"), ""
        if each.card is not None:
            name, url = each.card.name, reverse("card", args=[each.card.key])
        elif each.proposal is not None:
            name = each.proposal.name or name
        says = _("%(name)s: %(why)s.") % {"name": name, "why": each.why}
        yield Check(WARNING if each.certain else HINT, "name", says, url)


def _points(contents: Mapping[str, Any]) -> Iterator[Check]:
    found = suggested(contents)
    if found.differs(contents["points"]):
        words = _(
            "The formula suggests %(points)s. Printed cards differ from it too; say why in your summary."
        )
        yield Check(WARNING, "points", words % {"points": found.points})


def _sources(contents: Mapping[str, Any]) -> Iterator[Check]:
    source = contents["source"]
    if source == ESTIMATE:
        yield Check(WARNING, "source", _("An estimate. A page or a book that says so is easier to accept."))
    elif source and "://" not in source:
        yield Check(HINT, "source", _("An address lets others look it up."))
    if contents["kind"] != Kind.SPECIES:
        return
    if not contents["estimated"] and source == ESTIMATE:
        yield Check(HINT, "estimated", _("Mark the values that are estimates."))
    if not any(contents[column] for column in PATTERNS):
        words = _("An identifier of GBIF, iNaturalist or Wikidata shows which species is meant.")
        yield Check(HINT, "gbif", words)


def readable(contents: Mapping[str, Any]) -> Card | None:
    """The unsaved card that the engine can read; None as long as there is none."""
    try:
        return card_from({**contents, "key": contents["key"] or "new-card"}, strict=False)
    except BadContents:
        return None
