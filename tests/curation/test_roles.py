"""The table of tests/curation/matrix.py, asked of the services and of what pages ask."""

import contextlib

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.urls import reverse

from cards.curation import services
from cards.curation.models import Proposal, ProposalComment
from cards.curation.permissions import Action, Blocked, Role, may, possible_actions, role_of
from cards.models import Card, CardRevision
from phylo.accounts.models import User
from phylo.http.problems import NotAllowed
from phylo.moderation import services as moderation
from phylo.moderation.rights import Standing, rank_of, standing_of
from tests.curation.conftest import approved, curator, opened, reported
from tests.curation.matrix import MATRIX
from tests.factories import CardFactory
from tests.members import person, signed_in

pytestmark = pytest.mark.django_db
ACTIONS = {
    "read": Action.READ, "edit": Action.EDIT, "submit": Action.SUBMIT, "withdraw": Action.WITHDRAW,
    "rebase": Action.REBASE, "comment": Action.COMMENT, "vote": Action.VOTE, "report": Action.REPORT,
    "confirm a fact": Action.CONFIRM_FACT, "claim": Action.CLAIM, "ask for changes": Action.ASK_CHANGES,
    "approve": Action.APPROVE, "reject": Action.REJECT, "revert": Action.REVERT,
}  # fmt: skip
"""What `may` answers of a proposal."""


class Scene:
    """A proposal of Anna's in the state that the action needs, and its card."""

    def __init__(self, action: str) -> None:
        self.actor: User | None = None
        self.rosa, self.anna, self.otto, self.carl = (
            curator(name, **facts)
            for name, facts in {"Rosa": {"reviewer": True}, "Anna": {}, "Otto": {}, "Carl": {}}.items()
        )
        self.card = CardFactory(key="clover", name="Clover")
        draft = services.propose(
            author=self.anna, kind="edit", card=self.card, contents={"points": 3, "scale": 2}
        )
        self.proposal = draft
        if action in ("submit", "edit", "read a draft"):
            return
        services.submit(proposal_id=draft.pk, author=self.anna, version=1)
        self.said = services.comment(proposal_id=draft.pk, user=self.carl, text="Look.", key="k")
        match action:
            case "rebase":
                approved(opened(self.otto, self.card, fact="It moves."), self.rosa)
            case "revert" | "restore" | "confirm a card's fact":
                approved(self.proposal, self.rosa)
                if action == "restore":
                    approved(opened(self.otto, Card.objects.get(), fact="It moves."), self.rosa)
            case "read what is hidden":
                moderation.decide(
                    kind="proposal", key=str(draft.pk), user=self.rosa, hidden=True, reason="Spam."
                )
            case "dismiss a report":
                self.reported = reported(self.carl, proposal=draft.pk, text="Spam.")

    def enter(self, actor: str) -> None:
        """The actor comes, and for `own` it is all theirs."""
        self.actor = person_of(actor)
        if actor.startswith("own"):
            Proposal.objects.update(author=self.actor)
            ProposalComment.objects.update(user=self.actor)
            CardRevision._base_manager.filter(number=2).update(author=self.actor)
        self.proposal = Proposal.objects.get(pk=self.proposal.pk)


def person_of(actor: str) -> User | None:
    facts = {
        "trusted": {"accepted": 5}, "reviewer": {"reviewer": True}, "own reviewer": {"reviewer": True},
        "blocked": {"blocked": True, "reviewer": True},
    }  # fmt: skip
    if actor == "visitor":
        return None
    user = curator("Zoe", **facts.get(actor, {}))
    if actor == "administrator":
        User.objects.filter(pk=user.pk).update(is_staff=True)
        user.refresh_from_db()
    return user


def attempt(action: str, scene: Scene) -> None:
    """Do it by the service; raises NotAllowed."""
    proposal, user = scene.proposal, scene.actor or AnonymousUser()
    it = {"proposal_id": proposal.pk}
    version = {**it, "version": proposal.version}
    why = {"reason": "Because."}
    target = scene.otto
    match action:
        case "read" | "read a draft" | "read what is hidden":
            if not may(scene.actor, Action.READ, proposal):
                raise NotAllowed
            moderates = role_of(scene.actor) >= Role.REVIEWER
            seen = Proposal.objects.seen_by(scene.actor, moderates=moderates)
            assert seen.filter(pk=proposal.pk).exists()
        case "propose":
            services.propose(author=user, kind="retire", card=scene.card)
        case "edit":
            services.edit_draft(**version, author=user, contents={"points": 9})
        case "submit" | "rebase":
            getattr(services, action)(**version, author=user)
        case "withdraw":
            services.withdraw(**it, author=user)
        case "comment":
            services.comment(**it, user=user, text="Well.", key="another")
        case "vote":
            services.vote(**it, user=user, supports=True)
        case "report":
            reported(user, proposal=proposal.pk)
        case "report a comment":
            reported(user, comment=scene.said.pk)
        case "confirm a fact":
            services.confirm_fact(**it, user=user, column="scale", value=2, agrees=True)
        case "confirm a card's fact":
            services.confirm_fact(card=scene.card, user=user, column="scale", value=2, agrees=True)
        case "claim" | "release":
            getattr(services, action)(**it, user=user)
        case "ask for changes":
            services.ask_changes(**version, user=user, **why)
        case "approve" | "reject":
            getattr(services, action)(**version, user=user, **why)
        case "revert":
            services.revert(**it, user=user, **why)
        case "restore":
            services.restore(card=scene.card, number=2, user=user, **why)
        case "hide":
            moderation.decide(kind="proposal", key=str(proposal.pk), user=user, hidden=True, **why)
        case "hide a comment":
            moderation.decide(kind="comment", key=str(scene.said.pk), user=user, hidden=True, **why)
        case "dismiss a report":
            moderation.dismiss(kind="proposal", key=str(proposal.pk), user=user)
        case "block":
            services.block(account=target, user=user, blocked=True, **why)
        case "undo all":
            services.undo_all(account=target, user=user, **why)
        case "name a reviewer":
            services.name_reviewer(account=target, user=user, reviewer=True)
        case _:
            raise AssertionError(action)


class Undone(Exception):
    """To take back what an actor did, so that the next finds all as it was."""


@pytest.mark.parametrize("action", MATRIX)
def test_who_may_do_what(action):
    scene = Scene(action)
    for actor, allowed in MATRIX[action].items():
        with contextlib.suppress(Undone), transaction.atomic():
            scene.enter(actor)
            before = Proposal.objects.values().get(pk=scene.proposal.pk)
            if action in ACTIONS:
                assert may(scene.actor, ACTIONS[action], scene.proposal) is allowed, actor
            with contextlib.nullcontext() if allowed else pytest.raises(NotAllowed):
                attempt(action, scene)
            if not allowed:
                assert Proposal.objects.values().get(pk=scene.proposal.pk) == before, actor
            raise Undone


def test_five_accepted_proposals_make_a_trusted_contributor(rosa):
    ada = curator("Ada", accepted=4)
    assert role_of(ada) == Role.MEMBER
    published = approved(opened(ada, CardFactory(key="clover"), points=3), rosa)
    assert role_of(ada) == Role.TRUSTED
    services.revert(proposal_id=published.pk, user=rosa, reason="No.")
    assert role_of(ada) == Role.MEMBER


def test_a_blocked_account_can_come_back(adele):
    ben = curator("Ben")
    services.block(account=ben, user=adele, blocked=True, reason="Spam.")
    with pytest.raises(Blocked):
        services.propose(author=ben, kind="new", contents={"kind": "species"})
    services.block(account=ben, user=adele, blocked=False, reason="")
    assert services.propose(author=ben, kind="new", contents={"kind": "species"})
    with pytest.raises(NotAllowed):
        services.block(account=adele, user=adele, blocked=True, reason="Tired.")


def second_administrator() -> User:
    user = person("Zoe", is_staff=True)
    Authenticator.objects.create(user=user, type="totp", data={})
    return user


def test_without_a_second_factor_moderators_are_members(rosa, adele, ada, tess, settings):
    """Where one is demanded of them; their rank among each other stays."""
    settings.STAFF_FACTORS = True
    adele.is_superuser = True
    adele.save()
    assert [role_of(each) for each in (ada, tess, rosa, adele)] == [
        Role.MEMBER, Role.TRUSTED, Role.MEMBER, Role.MEMBER,
    ]  # fmt: skip
    assert [standing_of(each) for each in (ada, rosa, adele)] == [Standing.MEMBER] * 3
    assert [rank_of(each) for each in (ada, rosa, adele)] == list(Standing)
    with pytest.raises(NotAllowed, match="administrator"):
        services.block(account=adele, user=second_administrator(), blocked=True, reason="Why not.")
    pages = {rosa: ["moderation"], adele: ["moderation", "card-imports", "admin:index"]}
    clients = {user: signed_in(user) for user in (ada, rosa, adele)}
    for user, names in pages.items():
        for name in names:
            asked = clients[user].get(reverse(name), follow=True)
            assert asked.redirect_chain[-1][0] == reverse("mfa_index")
            assert "need a second factor here" in asked.content.decode()
            assert clients[ada].get(reverse(name), follow=True).status_code == 404
    for user in pages:
        Authenticator.objects.create(user=user, type="totp", data={})
    again = [User.objects.get(pk=user.pk) for user in pages]
    assert [role_of(each) for each in again] == [Role.REVIEWER, Role.ADMINISTRATOR]
    for user, names in pages.items():
        for name in names:
            answer = clients[user].get(reverse(name))
            again = reverse("account_reauthenticate")
            assert answer.status_code == 200 or answer["Location"].startswith(again)


def test_whether_a_reviewer_has_a_second_factor_is_asked_once(ada, rosa, settings, django_assert_num_queries):
    """A page asks for each action on each of its rows."""
    settings.STAFF_FACTORS = True
    proposal = opened(ada)
    Authenticator.objects.create(user=rosa, type="totp", data={})
    with django_assert_num_queries(2):  # for the role and the factor
        assert possible_actions(proposal, rosa)[Action.APPROVE]
