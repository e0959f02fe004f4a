"""The only write path for names and sentences of cards in other languages."""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from cards import texts
from cards.models import Card, CardText
from cards.services.contents import digest
from engine import sets

STORED = ["name", "gender", "fact", "state", "of_name", "of_fact", "version", "said", "changed_at"]
BATCH = 500


def load_texts(cards: Iterable[Card]) -> int:
    """
    Bring the texts of these cards, which are those of the site's card file, up to date with the files beside
    it; returns how many have changed. What people have changed stays until the file says something new. The
    caller holds the card lock.
    """
    shipped = {card.key: card for card in cards}
    stored = dict(Card.objects.filter(key__in=shipped).values_list("key", "pk"))
    changed = 0
    for path in sorted(sets.TEXTS_PATH.glob("*.csv")):
        known = {text.card_id: text for text in CardText.objects.filter(language=path.stem)}
        found = sets.texts(path.stem)
        news = []
        for key, said in found.items():
            if key not in stored:
                continue
            text = known.get(stored[key]) or CardText(card_id=stored[key], language=path.stem, version=0)
            said_digest = digest(said.name, said.gender, said.state, said.fact)
            if text.said != said_digest:
                text.name, text.gender, text.state, text.fact = said.name, said.gender, said.state, said.fact
                text.of_name, text.of_fact = shipped[key].name, shipped[key].fact
                text.said, text.version = said_digest, text.version + 1
                news.append(text)
        changed += len(news)
        store_texts(news)
    return changed


def store_texts(news: Iterable[CardText]) -> None:
    """
    Store new and changed texts: all or none. What is drawn from their cards is drawn anew, by the last
    `changed_at` of all texts (cards/services/version.py).
    """
    rows = list(news)
    if not rows:
        return
    now = timezone.now()
    for row in rows:
        row.changed_at = now
    with transaction.atomic():
        new, old = [row for row in rows if row.pk is None], [row for row in rows if row.pk is not None]
        CardText.objects.bulk_create(new, batch_size=BATCH)
        CardText.objects.bulk_update(old, STORED, batch_size=BATCH)
        _forget()


def delete_text(text: CardText) -> None:
    """
    The card has no text in this language any more. Nothing that is left tells so; the change counts as one of
    the card.
    """
    with transaction.atomic():
        text.delete()
        Card.objects.filter(pk=text.card_id).update(changed_at=timezone.now())
        _forget()


def _forget() -> None:
    texts.forget()
    transaction.on_commit(texts.forget)
