"""Sets what a proposal is about and its contents, without storing anything."""

from django.utils.translation import gettext as _

from cards.art.subject import fault_of
from cards.curation.models import Proposal, ProposalKind
from cards.curation.services.steps import digest_of
from cards.models import Card, Kind
from cards.models.value_source import undated
from cards.services.contents import (
    EDITABLE,
    Columns,
    Contents,
    checked,
    completed,
    contents_of,
    fitting_sources,
    free_key,
    refuse_unwanted,
    shaped,
)
from phylo.http.problems import Refused
from phylo.http.refusals import BadValue, NotNow

Of = ProposalKind


class NothingToPropose(Refused):
    """The card already says what the proposal says."""

    code = "nothing-new"


def kind_of(kind: str) -> Of:
    if kind not in Of.values:
        raise BadValue("kind", _("A proposal is a new card, an edit, a merge or a retirement."))
    return Of(kind)


def set_cards(proposal: Proposal, card: Card | None, into: Card | None) -> None:
    """The card's present contents become the base."""
    if proposal.kind == Of.NEW:
        if card is not None:
            raise BadValue("card", _("A new card does not refer to another card."))
        return
    if card is None:
        raise BadValue("card", _("Which card?"))
    card.refresh_from_db()
    if card.retired:
        raise NotNow(_("This card is retired."))
    if card.kind == Kind.HOME and proposal.kind != Of.EDIT:
        raise BadValue("card", _("Every game starts from HOME, so it stays."))
    proposal.card, proposal.name = card, card.name
    proposal.base, proposal.base_contents = card.revision, contents_of(card)
    if proposal.kind == Of.EDIT:
        return
    proposal.contents = {}
    if proposal.kind == Of.MERGE:
        if into is None or into.pk == card.pk:
            raise BadValue("into", _("Into which other card?"))
        into.refresh_from_db()
        if into.retired:
            raise NotNow(_("The card that would take its place is retired."))
        if into.kind != card.kind:
            raise BadValue("into", _("Only cards of one kind are merged."))
        proposal.into = into


def set_on_top_of(proposal: Proposal, under: Proposal) -> None:
    if proposal.kind != Of.EDIT or under.kind != Of.EDIT or under.card_id != proposal.card_id:
        raise BadValue("on_top_of", _("Only an edit can build on another edit, and only of the same card."))
    if not under.pending or under.hidden or under.base != proposal.base:
        raise NotNow(_("That proposal is not open."), under.state)
    proposal.on_top_of, proposal.on_top_version = under, under.version
    proposal.contents = dict(under.contents)


def set_contents(proposal: Proposal, said: Columns) -> None:
    """Raises BadValue. `complete_contents` checks that the contents are complete."""
    if proposal.kind in (Of.MERGE, Of.RETIRE):
        if said:
            raise BadValue("contents", _("A merge and a retirement have no contents."))
        return
    completed(said)  # reports oversized contents and unknown columns first
    said = shaped(said)
    if proposal.kind == Of.NEW:
        _set_new(proposal, said)
    else:
        base = proposal.base_contents or {}
        fixed = sorted(
            column for column in said if column not in EDITABLE and said[column] != base.get(column)
        )
        if fixed:
            raise BadValue(fixed[0], _("This cannot be changed."))
        proposal.contents = _changed(proposal.contents or base, said)
    name = proposal.contents.get("name")
    proposal.name = name[:80] if isinstance(name, str) and name.isprintable() else ""


def _changed(earlier: Columns, said: Columns) -> Contents:
    """Approval adds who has looked up a source, and when: nobody can say that of a new one."""
    contents = completed({**earlier, **said})
    before = earlier.get("sources") or {}
    contents["sources"] = {
        column: before[column] if undated(source) == undated(before.get(column)) else undated(source)
        for column, source in fitting_sources(contents, earlier).items()
    }
    return contents


def _set_new(proposal: Proposal, said: Columns) -> None:
    contents = _changed(proposal.contents, said)
    if contents["kind"] not in Kind.values or contents["kind"] == Kind.HOME:
        raise BadValue("kind", _("A card is a species, an event or a habitat."))
    contents |= {"retired": False, "merged_into": ""}
    taken = "key" not in said and Card.objects.filter(key=contents["key"]).exists()
    if taken or not contents["key"]:
        contents["key"] = key_for(contents)
    proposal.contents = contents


def key_for(contents: Contents) -> str:
    """A free key from the card's name, or from its Latin name if the name has no plain letters."""
    return free_key(contents["name"]) or free_key(contents["latin_name"])


def complete_contents(proposal: Proposal) -> None:
    """The contents as they would be published; raises BadValue or NothingToPropose."""
    if proposal.kind in (Of.MERGE, Of.RETIRE):
        if not proposal.summary:
            raise BadValue("summary", _("Say why."))
    else:
        proposal.contents = checked(proposal.contents)
        if (subject := proposal.contents["subject"]) and (fault := fault_of(subject)):
            raise BadValue("subject", fault)
        refuse_unwanted(proposal.contents, proposal.base_contents or {})
        base = completed(proposal.base_contents or {})
        if proposal.kind == Of.EDIT and proposal.contents == base:
            raise NothingToPropose(_("The card says this already."))
        if proposal.kind == Of.NEW and Card.objects.filter(key=proposal.contents["key"]).exists():
            raise BadValue("key", _("There is a card with this key already."))
        under = proposal.on_top_of if proposal.on_top_version is not None else None
        if under is not None and proposal.contents == under.contents:
            raise NothingToPropose(_("The proposal that this one builds on says the same."))
        proposal.name = proposal.contents["name"][:80]
    proposal.digest = digest_of(proposal)
