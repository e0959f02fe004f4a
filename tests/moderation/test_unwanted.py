"""A site's own list of unwanted words, in names, chats, comments and titles."""

import csv
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError

from cards.decks.errors import BadChange
from cards.decks.services import talk
from games.services import chat
from games.services.errors import NotAllowed
from phylo.accounts.forms import GuestNameForm
from phylo.accounts.unwanted import complaint, refuse_unwanted
from tests.factories import CardFactory, DeckFactory, PlayerFactory, deal
from tests.people import person, sign_up

pytestmark = [pytest.mark.django_db, pytest.mark.once]
CARDS = Path(__file__).parents[2] / "cards" / "data" / "cards.csv"


@pytest.fixture
def words(settings, tmp_path):
    """Such a list as a school would write, which says nothing of birds."""
    settings.UNWANTED_WORDS = tmp_path / "unwanted-words.txt"
    settings.UNWANTED_WORDS.write_text("# rude\nTit\nbooby\nass\nshag\ncock\nDämlich\n", encoding="utf-8")


def test_there_is_no_list_to_begin_with():
    assert complaint("You tit!") == ""


@pytest.mark.parametrize(
    "text", ["you TIT!", "t1t", "a-t!t", "b00by99", "$hag", "dämlich", "damlich", "the_ass", "Tít.", "!tit"]
)
def test_whole_words_however_they_are_written(words, text):
    assert complaint(text)
    with pytest.raises(ValidationError):
        refuse_unwanted(text)


@pytest.mark.parametrize("text", ["title", "grass", "cocktail", "assess", "", "Essex", "1 2 3", "!!!"])
def test_not_within_words(words, text):
    assert not complaint(text)


def names_in_the_file() -> list[str]:
    with CARDS.open(encoding="utf-8") as file:
        return [
            row[column] for row in csv.DictReader(file) for column in ("name", "latin_name") if row[column]
        ]


def test_no_card_of_the_site_is_refused(words, settings):
    CardFactory(key="great-tit", name="Great tit", latin_name="Parus major")
    CardFactory(key="booby", name="Blue-footed booby", latin_name="Sula nebouxii")
    for name in ("great tit", "My great-tit deck", "BLUE FOOTED BOOBY", "Parus major"):
        assert not complaint(name), name
    assert complaint("Great tit, you tit")
    settings.ALWAYS_WANTED = f"{__name__}.names_in_the_file"
    assert "Blue Tit" in names_in_the_file()
    for name in names_in_the_file():
        assert not complaint(name), name


def test_where_it_applies(words, client):
    sign_up(client, "t1t")
    assert b"not wanted" in sign_up(client, "t1t").content
    assert not GuestNameForm({"display_name": "Tit"}).is_valid()
    ada, ben = PlayerFactory(), PlayerFactory()
    with pytest.raises(NotAllowed, match="not wanted"):
        chat.say(match_id=deal(ada, opponent=ben, seed=1).pk, player=ada, text="Tit!", key="k")
    mia = person("Mia")
    deck = DeckFactory(slug="pond", owner=mia, ready=False, visibility="public")
    with pytest.raises(BadChange, match="not wanted"):
        talk.comment(deck_id=deck.pk, user=mia, text="Tit!", key="k")
