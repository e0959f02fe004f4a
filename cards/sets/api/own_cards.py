"""The cards that a set alone has."""

from http import HTTPStatus

from django.http import Http404

from cards.sets import services
from cards.sets.api.serializers import NewSetCard, SetCardChange, SetCardSerializer, SetCardShown
from cards.sets.api.sets import SetResource
from cards.sets.cards import seen_cards
from cards.sets.models import SetCard
from phylo.api.resource import operation
from phylo.http.input import GREATEST


class OwnCardResource(SetResource):
    def card(self, slug: str, number: int) -> SetCard:
        """A card of the set that the visitor may see, freshly loaded; raises Http404."""
        card = seen_cards(self.seen(slug), self.builder).filter(pk=min(number, GREATEST)).first()
        if card is None:
            raise Http404("no such card")
        return card


class OwnCards(OwnCardResource):
    @operation(
        "makeSetCard",
        "Make a card of a set's own",
        about=(
            "For all who have joined it. Others see what an editor makes at once, what a member makes as "
            "soon as an editor lets it in."
        ),
        answer=SetCardSerializer,
        body=NewSetCard,
        status=HTTPStatus.CREATED,
    )
    def post(self, slug: str) -> SetCard:
        found = self.seen(slug)
        return services.make_card(collection_id=found.pk, builder=self.builder, **self.sent)


class OwnCard(OwnCardResource):
    @operation("getSetCard", "One card of a set's own", answer=SetCardSerializer)
    def get(self, slug: str, card: int) -> SetCard:
        return self.card(slug, card)

    @operation(
        "changeSetCard",
        "Change a card of a set's own",
        about=(
            "For its author and the editors. What is not sent stays. What a member changes has to be let in "
            "again. Refused with 409 if it was changed since the `version` that was read."
        ),
        answer=SetCardSerializer,
        body=SetCardChange,
    )
    def patch(self, slug: str, card: int) -> SetCard:
        found, sent = self.card(slug, card), self.sent
        return services.change_card(
            card_id=found.pk,
            builder=self.builder,
            version=sent["version"],
            contents=found.contents | sent["contents"],
        )

    @operation("deleteSetCard", "Delete a card of a set's own", about="For its author and the editors.")
    def delete(self, slug: str, card: int) -> None:
        services.delete_card(card_id=self.card(slug, card).pk, builder=self.builder)


class OwnCardShown(OwnCardResource):
    @operation(
        "letSetCardIn",
        "Let a card of a set's own in, or hide it",
        about="For the owner and the editors.",
        answer=SetCardSerializer,
        body=SetCardShown,
    )
    def post(self, slug: str, card: int) -> SetCard:
        found = self.card(slug, card)
        return services.show_card(card_id=found.pk, builder=self.builder, **self.sent)


class OwnCardProposal(OwnCardResource):
    @operation(
        "proposeSetCard",
        "Propose a card of a set's own to everybody",
        about=(
            "For its author and the editors, with an account. `proposal` leads to the draft, which is "
            "handed in there."
        ),
        answer=SetCardSerializer,
    )
    def post(self, slug: str, card: int) -> SetCard:
        found = self.card(slug, card)
        services.propose_card(card_id=found.pk, builder=self.builder)
        return self.card(slug, card)
