"""Challenges: finding somebody to play with."""

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from django.db.models import Q
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from cards.decks.access import builder_of
from engine import RULES
from games.access import Look
from games.api.bodies import Choice, Key, Options, checked
from games.api.resource import PlayersResource
from games.api.serializers import JsonObject, MatchSerializer
from games.forms.challenge import CLOCKS, AcceptForm, ChallengeForm
from games.forms.parts import one_key
from games.models import Challenge, Match, Player
from games.models.challenge import ChallengeQuerySet
from games.services.challenges import accept_challenge, make_challenge, withdraw_challenge
from games.words.challenges import Offer, offers
from phylo.accounts.models import User
from phylo.api.bodies import Body, Text, Truth
from phylo.api.fields import Link
from phylo.api.paging import Page, by_time, page_of
from phylo.api.parameters import PageParameters
from phylo.api.resource import OPEN_OR_TOKEN, operation
from phylo.http.input import BadBody

SEATS = Challenge.SeatChoice.values
STATUS = [*Challenge.Status.values, "expired"]


class ChallengeParameters(PageParameters):
    which = serializers.ChoiceField(
        required=False,
        default="lobby",
        choices=["lobby", "to-me", "mine"],
        help_text=gettext_lazy(
            "Those of others that everybody may accept, those that are for you alone, or your own."
        ),
    )


class NewChallenge(Body):
    deck = Text(max_length=80, help_text=gettext_lazy("Slug of a deck."))
    to = Text(max_length=60, required=False, help_text=gettext_lazy("Name of an account."))
    clock = Choice([*CLOCKS], help_text=gettext_lazy("Kind, seconds, increment."))
    options = Options()
    seat = Choice(SEATS, help_text=gettext_lazy("Yours."))
    listed = Truth(required=False)
    rated = Truth(required=False)
    public = Truth(required=False)
    ready_decks_only = Truth(required=False)
    same_deck = Truth(required=False)
    key = Key()


class Acceptance(Body):
    deck = Text(max_length=80, required=False, help_text=gettext_lazy("Slug of a deck."))


class Strength(serializers.Serializer[Any]):
    number = serializers.IntegerField(source="shown")
    provisional = serializers.BooleanField()


class ChallengeSerializer(serializers.Serializer[Offer]):
    challenge = serializers.CharField(source="challenge.code", help_text=gettext_lazy("Its code."))
    status = serializers.ChoiceField(STATUS)
    maker = serializers.CharField()
    rating = Strength(allow_null=True)
    to = serializers.CharField(
        source="named", allow_null=True, help_text=gettext_lazy("For whom alone it is; null: for anybody.")
    )
    rules = serializers.ChoiceField([*RULES], source="challenge.rules")
    options = JsonObject(source="challenge.options")
    clock = serializers.ChoiceField([*CLOCKS], source="pace_key")
    deck = serializers.CharField(
        source="deck_told",
        allow_null=True,
        help_text=gettext_lazy("Name of the maker's deck; null where it is not told."),
    )
    seat = serializers.ChoiceField(SEATS, source="challenge.seat", help_text=gettext_lazy("The maker's."))
    rated = serializers.BooleanField(source="challenge.rated")
    public = serializers.BooleanField(source="challenge.public")
    listed = serializers.BooleanField(
        source="challenge.listed", help_text=gettext_lazy("Whether it stands in the lobby.")
    )
    ready_decks_only = serializers.BooleanField(source="challenge.ready_decks_only")
    same_deck = serializers.BooleanField(
        source="challenge.same_deck", help_text=gettext_lazy("Whether both play the maker's deck.")
    )
    created_at = serializers.DateTimeField(source="challenge.created")
    expires_at = serializers.DateTimeField(source="challenge.expires")
    match = serializers.UUIDField(
        source="match_seen", allow_null=True, help_text=gettext_lazy("What came of it, if you may see that.")
    )
    page = Link("challenge", "challenge.code")
    api = Link("api-challenge", "challenge.code")
    accept = Link("api-challenge-accept", "challenge.code", help_text=gettext_lazy("Where it is accepted."))


class ChallengeResource(PlayersResource):
    tag = "challenges"
    path_words = {"code": gettext_lazy("The `challenge` of a list or of an event.")}

    @property
    def challenges(self) -> ChallengeQuerySet:
        return Challenge.objects.select_related("maker__user", "to__user", "match")

    def challenge(self, code: str) -> Challenge:
        """One that the visitor may know of; raises Http404."""
        concerned = Q(to=None) | Q(to=self.player_id) | Q(maker=self.player_id)
        found = self.challenges.filter(concerned, code=code).first()
        if found is None:
            raise Http404("no such challenge")
        return found

    def told(self, challenges: Iterable[Challenge]) -> list[Offer]:
        return offers(challenges, viewer=self.player_id)


class ChallengeList(ChallengeResource):
    security = OPEN_OR_TOKEN

    @operation(
        "listChallenges",
        gettext_lazy("Challenges that stand"),
        about=gettext_lazy("Newest first."),
        answer=page_of(ChallengeSerializer),
        query=ChallengeParameters,
    )
    def get(self) -> Page[Offer]:
        standing, known = self.challenges.standing(at=timezone.now()), self.player_id
        match self.given["which"]:
            case "lobby":
                standing = standing.filter(listed=True, to=None).exclude(maker=known)
            case "to-me":
                standing = standing.filter(to=known) if known else standing.none()
            case _:
                standing = standing.filter(maker=known) if known else standing.none()
        page = by_time(standing, self.given, self.at)
        return page.of(self.told(page.results))

    @operation(
        "makeChallenge",
        gettext_lazy("Make a challenge"),
        about=gettext_lazy(
            "In the lobby, for whoever has its link (`listed` false), or for one person (`to`). Sent again "
            "with the same key, it is the same challenge."
        ),
        answer=ChallengeSerializer,
        body=NewChallenge,
        status=HTTPStatus.CREATED,
    )
    def post(self) -> Offer:
        sent = {"clock": "none", "public": True, "listed": True, "key": one_key(), **self.sent}
        sent |= {name: str(value) for name, value in sent.pop("options", {}).items()}
        sent["listed"] = "lobby" if sent["listed"] else "link"
        named = sent.get("to", "")
        whom = User.objects.named(named).filter(is_active=True).first() if named else None
        if named and whom is None:
            raise BadBody("to", _("There is nobody of this name."))
        if unknown := sent.keys() - ChallengeForm(builder=builder_of(self.http)).fields.keys() - {"rated"}:
            raise BadBody("options", _("Unknown option: %(name)s") % {"name": min(unknown)})
        form = checked(ChallengeForm(sent, builder=builder_of(self.http), to=whom))
        made = make_challenge(
            maker=self.player,
            deck=form.cleaned_data["deck"],
            terms=form.terms,
            key=form.cleaned_data["key"],
            to=Player.objects.get_or_create(user=whom)[0] if whom else None,
        )
        return self.told([self.challenges.get(pk=made.pk)])[0]


class ChallengeDetail(ChallengeResource):
    security = OPEN_OR_TOKEN

    @operation(
        "getChallenge",
        gettext_lazy("One challenge"),
        about=gettext_lazy("Whoever knows its code may read it, unless it is for somebody else alone."),
        answer=ChallengeSerializer,
    )
    def get(self, code: str) -> Offer:
        return self.told([self.challenge(code)])[0]

    @operation(
        "withdrawChallenge",
        gettext_lazy("Withdraw or decline a challenge"),
        about=gettext_lazy(
            "Your own is withdrawn, one that is for you alone is declined. One that is over stays as it is."
        ),
        answer=ChallengeSerializer,
    )
    def delete(self, code: str) -> Offer:
        found = self.challenge(code)
        if self.player_id is None or self.player_id not in (found.maker_id, found.to_id):
            raise Http404("not yours to withdraw")
        withdraw_challenge(challenge_id=found.pk, player=self.player)
        return self.told([self.challenge(code)])[0]


class ChallengeAccept(ChallengeResource):
    @operation(
        "acceptChallenge",
        gettext_lazy("Accept a challenge"),
        about=gettext_lazy(
            "With a deck of its rules; where both play the same deck, without. The match begins at once. "
            "Accepting twice leads to the same match."
        ),
        answer=MatchSerializer,
        body=Acceptance,
    )
    def post(self, code: str) -> Look:
        found = self.challenge(code)
        form = checked(AcceptForm(self.sent, challenge=found, builder=builder_of(self.http)))
        begun = accept_challenge(code=code, player=self.player, deck=form.cleaned_data.get("deck"))
        match = Match.objects.with_seats().get(pk=begun.pk)
        return Look(match, match.seats.get(player=self.player_id).number)
