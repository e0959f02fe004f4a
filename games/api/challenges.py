"""Challenges: looking for somebody to play with."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, ClassVar

from django.db.models import Q
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.api.writing import Deed
from cards.decks.access import builder_of
from games.api.answers import challenge_answer, match_answer, with_seats
from games.api.parameters import ChallengeParameters
from games.api.resource import FOUND, LISTED, WRITES, Doing, PlayersResource
from games.forms.challenge import AcceptForm, ChallengeForm, challenge_sent
from games.forms.parts import complaints
from games.models import Challenge, Match, Player
from games.models.challenge import ChallengeQuerySet
from games.services.challenges import accept_challenge, make_challenge, withdraw_challenge
from games.words.challenges import offers
from phylo.accounts.models import User
from phylo.api.paging import by_time
from phylo.json_bodies import BadBody, anything, read_body

PLACE = {
    "code": {
        "type": "string",
        "pattern": "^[-a-zA-Z0-9_]{1,20}$",
        "description": gettext_lazy("The `challenge` of a list or of an event."),
    }
}


class ChallengeResource(PlayersResource):
    tag = "challenges"

    @property
    def challenges(self) -> ChallengeQuerySet:
        return Challenge.objects.select_related("maker__user", "to__user", "match")

    def challenge(self, code: str) -> Challenge:
        """One that the visitor may know of; raises Http404."""
        concerned = Q(to=None) | Q(to=self.known) | Q(maker=self.known)
        found = self.challenges.filter(concerned, code=code).first()
        if found is None:
            raise Http404("no such challenge")
        return found

    def told(self, challenges: Sequence[Challenge]) -> list[dict[str, Any]]:
        viewer = Player.objects.filter(pk=self.known).first() if self.known else None
        return [challenge_answer(offer, viewer, self.at) for offer in offers(challenges)]


class ChallengeList(ChallengeResource):
    operation = "listChallenges"
    summary = gettext_lazy("Challenges that stand")
    about = gettext_lazy("The newest first.")
    shape = "ChallengePage"
    parameters = ChallengeParameters
    refusals = LISTED
    deeds: ClassVar[Mapping[str, Deed]] = {
        "POST": Deed(
            operation="makeChallenge",
            summary=gettext_lazy("Make a challenge"),
            about=gettext_lazy(
                "In the lobby, for whoever has its link (`listed` false), or for one person (`to`). The same "
                "key again gives the same challenge."
            ),
            does="make",
            sent="NewChallenge",
            shape="Challenge",
            status=HTTPStatus.CREATED,
            refusals=(400, 401, 403, 405, 406, 413, 415, 422, 429),
        )
    }
    http_method_names = ["get", "head", "options", "post"]

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        standing, known = self.challenges.standing(at=timezone.now()), self.known
        if given["which"] == "lobby":
            standing = standing.filter(listed=True, to=None).exclude(maker=known)
        elif given["which"] == "to-me":
            standing = standing.filter(to=known) if known else standing.none()
        else:
            standing = standing.filter(maker=known) if known else standing.none()
        page = by_time(standing, given, self.at)
        return {"count": page.count, "next": page.next, "results": self.told(page.results)}

    def make(self) -> dict[str, Any]:
        names = ("options", *ChallengeForm.base_fields)
        body = read_body(self.http, dict.fromkeys(names, anything), needed=("deck",))
        try:
            sent = challenge_sent(body)
        except ValueError as error:
            raise BadBody("", str(error)) from error
        named = str(sent.get("to", ""))
        whom = User.objects.named(named).filter(is_active=True).first() if named else None
        if named and whom is None:
            raise BadBody("", _("There is nobody of this name."))
        form = ChallengeForm(sent, builder=builder_of(self.http), to=whom)
        if not form.is_valid():
            raise BadBody("", " ".join(complaints(form)))
        made = make_challenge(
            maker=self.player,
            deck=form.cleaned_data["deck"],
            terms=form.terms,
            key=form.cleaned_data["key"],
            to=Player.objects.get_or_create(user=whom)[0] if whom else None,
        )
        return self.told([self.challenges.get(pk=made.pk)])[0]


class ChallengeDetail(ChallengeResource):
    operation = "getChallenge"
    summary = gettext_lazy("One challenge")
    about = gettext_lazy("Whoever knows its code may read it, unless it is for somebody else alone.")
    shape = "Challenge"
    places = PLACE
    refusals = FOUND
    deeds: ClassVar[Mapping[str, Deed]] = {
        "DELETE": Deed(
            operation="withdrawChallenge",
            summary=gettext_lazy("Withdraw or decline a challenge"),
            about=gettext_lazy(
                "One's own is withdrawn, one that is for oneself alone is declined. "
                "One that is over stays as it is."
            ),
            does="withdraw",
            shape="Challenge",
            refusals=(400, 401, 403, 404, 405, 406, 429),
        )
    }
    http_method_names = ["get", "head", "options", "delete"]

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        return self.told([self.challenge(place["code"])])[0]

    def withdraw(self, **place: Any) -> dict[str, Any]:
        found = self.challenge(place["code"])
        if self.known is None or self.known not in (found.maker_id, found.to_id):
            raise Http404("not yours to withdraw")
        withdraw_challenge(challenge_id=found.pk, player=self.player)
        return self.told([self.challenge(place["code"])])[0]


class ChallengeAccept(ChallengeResource, Doing):
    http_method_names = ["options", "post"]
    shape = "Match"
    places = PLACE
    deeds: ClassVar[Mapping[str, Deed]] = {
        "POST": Deed(
            operation="acceptChallenge",
            summary=gettext_lazy("Accept a challenge"),
            about=gettext_lazy(
                "With a deck of its rules; where both play the same deck, without. The match begins at once. "
                "Accepting twice leads to the same match."
            ),
            does="accept",
            sent="Acceptance",
            shape="Match",
            refusals=tuple(status for status in WRITES if status != HTTPStatus.CONFLICT),
        )
    }

    def accept(self, **place: Any) -> dict[str, Any]:
        found = self.challenge(place["code"])
        sent = read_body(self.http, {"deck": anything})
        form = AcceptForm(sent, challenge=found, builder=builder_of(self.http))
        if not form.is_valid():
            raise BadBody("", " ".join(complaints(form)))
        begun = accept_challenge(code=found.code, player=self.player, deck=form.cleaned_data.get("deck"))
        match = with_seats(Match.objects.all()).get(pk=begun.pk)
        return match_answer(match, match.seats.get(player=self.known).number, self.at)
