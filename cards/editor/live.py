"""The preview beside the form: face, trial, points and checks."""

from dataclasses import dataclass
from typing import TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from cards.curation.models import Proposal
from cards.editor.checks import ERROR, WARNING, Check, checks, readable
from cards.editor.combinations import count_matching
from cards.editor.form import CardForm
from cards.editor.trial import Trial, trials
from cards.glossary.attributes import ability_entries
from cards.glossary.entry import Entry
from cards.glossary.events import event_sections
from cards.keywords.abilities import ABILITIES
from cards.models import Card, Kind
from cards.pages.addresses import search_address
from cards.pages.faces import faces, sketched
from cards.points import SOURCE, Suggestion, suggested
from cards.services.contents import Columns
from engine.phylo.cards import Card as EngineCard
from engine.phylo.rules import V1_3, V1_4A

FACES = 4
"""The most faces on each side of a trial."""


class ShownTrial(TypedDict):
    trial: Trial
    sides: list[dict[str, object]]


class Live(TypedDict):
    """`missing` and `remarks` split the checks; `summary` is a line for screen readers."""

    face: dict[str, object]
    said: list["Explanation"]
    trials: list[ShownTrial]
    suggestion: Suggestion
    points_differ: bool
    formula: str
    checks: list[Check]
    missing: list[Check]
    remarks: list[Check]
    errors: int
    warnings: int
    in_set: bool
    summary: str


def live_context(form: CardForm, *, but: Proposal | None = None, in_set: bool = False) -> Live:
    """`but`: the proposal being edited, no duplicate of itself. A card `in_set` may leave more unknown."""
    contents = form.contents()
    found = checks(form, contents, but=but, in_set=in_set)
    card = readable(contents)
    tried = trials(card) if card is not None and card.kind != Kind.HOME else []
    rules = V1_3.key if contents["kind"] == Kind.HABITAT else V1_4A.key
    suggestion = suggested(contents)
    errors, warnings = _number(found, ERROR), _number(found, WARNING)
    return {
        "face": sketched(contents),
        "said": explanations(form, contents, rules),
        "trials": [_shown(trial) for trial in tried],
        "suggestion": suggestion,
        "points_differ": suggestion.differs(contents["points"]),
        "formula": SOURCE,
        "checks": found,
        "missing": [check for check in found if check.missing],
        "remarks": [check for check in found if not check.missing],
        "errors": errors,
        "warnings": warnings,
        "in_set": in_set,
        "summary": _summary(tried, errors, warnings),
    }


def tried(proposal: Proposal) -> Live:
    """The same for the card of a proposal."""
    return live_context(CardForm.of(proposal.contents), but=proposal)


def _shown(trial: Trial) -> ShownTrial:
    sides = [side for side in (trial.below, trial.above, trial.targets) if side is not None]
    return {
        "trial": trial,
        "sides": [{"found": side, "faces": faces(side.cards[:FACES])} for side in sides],
    }


def _number(found: list[Check], level: str) -> int:
    return sum(check.level == level for check in found)


def _summary(tried: list[Trial], errors: int, warnings: int) -> str:
    """One line for people who do not see the card change."""
    said = []
    playable = [f"V{trial.version}" for trial in tried if trial.playable]
    if playable:
        said.append(_("Playable by %(rules)s.") % {"rules": ", ".join(playable)})
    elif tried:
        said.append(_("Not playable."))
    if errors:
        said.append(
            ngettext("%(count)s thing is missing or wrong.", "%(count)s things are missing or wrong.", errors)
            % {"count": errors}
        )
    if warnings:
        said.append(ngettext("%(count)s warning.", "%(count)s warnings.", warnings) % {"count": warnings})
    return " ".join(said) or _("Nothing is wrong.")


@dataclass(frozen=True, slots=True)
class Explanation:
    """`row` is the id of the part in the form; `number` counts the published species that it matches."""

    row: str
    title: str
    text: str
    url: str = ""
    number: int | None = None


def explanations(form: CardForm, contents: Columns, rules: str) -> list[Explanation]:
    """One for each finished row of abilities and effects, and for the target and the duration of an event."""
    card = _unchecked(contents)
    if contents["kind"] == Kind.EVENT:
        return _event(form, card, rules)
    if contents["kind"] != Kind.SPECIES:
        return []
    found = []
    bearer = _parsed(card)
    for place, row in enumerate(form.abilities):
        data = row.data()
        if data is None:
            continue
        card.abilities = {row.name: data}
        for entry in ability_entries(card, rules):
            criterion = ABILITIES[row.name].criterion(data)
            number = None if criterion is None else count_matching(criterion, bearer)
            found.append(_said(f"abilities-{place}", entry, number))
    return found


def _event(form: CardForm, card: Card, rules: str) -> list[Explanation]:
    found = []
    rows = [(place, data) for place, row in enumerate(form.effects) if (data := row.data()) is not None]
    for place, data in rows:
        card.effects = [data]
        entry = event_sections(card, rules)[1].entries[0]
        number = count_matching(data["which"], None) if "which" in data else None
        found.append(_said(f"effects-{place}", entry, number))
    played, does = event_sections(card, rules)
    found.append(_said("target", played.entries[0], count_matching(card.target or {}, None)))
    found.append(_said("duration", does.entries[-1], None))
    return found


def _said(row: str, entry: Entry, number: int | None) -> Explanation:
    url = search_address(entry.search) if entry.search and number else ""
    return Explanation(row, entry.title, entry.text, url, number)


def _unchecked(contents: Columns) -> Card:
    """An unsaved card for the explanations, valid or not."""
    duration = contents["duration"] if isinstance(contents["duration"], int) else 0
    card = Card(
        key="new-card", name=contents["name"], kind=contents["kind"], scale=contents["scale"],
        food_chain=contents["food_chain"], diet=contents["diet"], kingdom=contents["kingdom"],
        phylum=contents["phylum"], class_name=contents["class"], tags=contents["tags"],
        target=contents["target"], duration=duration,
    )  # fmt: skip
    card.terrains, card.climates = contents["terrains"], contents["climates"]
    return card


def _parsed(card: Card) -> EngineCard | None:
    try:
        return EngineCard.parse(card.key, card.as_record())
    except engine.InvalidCard:
        return None
