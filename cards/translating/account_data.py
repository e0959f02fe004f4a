"""The account data of translations: proposed names and sentences of cards."""

from collections.abc import Callable
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from cards.translating import services
from cards.translating.models import ProposedText
from phylo.accounts.account_data import AccountData
from phylo.accounts.kept import ACCOUNTS, WITH_ACCOUNT, Kept
from phylo.accounts.models import User

KEPT = (
    Kept(
        what=_("Translations of cards that you have proposed or decided on, and what reviewers said of them"),
        whose=ACCOUNTS,
        why=_("So that reviewers can decide on them, and you see what became of them."),
        how_long=WITH_ACCOUNT,
        stays=_("What reviewers have decided on stays, without your name."),
        held={
            "translating.ProposedText.author": "proposed_texts",
            "translating.ProposedText.decided_by": "decided_texts",
        },
    ),
)


class Translations(AccountData):
    kept = KEPT

    def release(self, *, user: User) -> None:
        services.forget(author=user)

    def disarm(self, *, user: User, since: datetime) -> list[str]:
        return services.take_back_decisions(of=user, since=since)

    def download(self, *, user: User, absolute: Callable[[str], str]) -> dict[str, object]:
        """`proposed_texts`, and `decided_texts` of others"""
        rows = ProposedText.objects.of(user).select_related("card")
        return {
            "proposed_texts": [
                {"card": each.card.key, "language": each.language, "name": each.name, "gender": each.gender,
                 "fact": each.fact, "state": each.state, "reason": each.reason,
                 "hidden": each.hidden, "at": each.created_at.isoformat()}
                for each in rows
            ],
            "decided_texts": [
                {"card": each.card.key, "language": each.language, "name": each.name, "state": each.state,
                 "reason": each.reason, "at": each.decided_at.isoformat() if each.decided_at else None}
                for each in ProposedText.objects.filter(decided_by=user).select_related("card")
            ],
        }  # fmt: skip
