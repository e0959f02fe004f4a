"""A site's own list of unwanted words, in all that people write for others."""

import csv
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError

from cards.curation.services import propose, submit
from cards.decks.services import Change, change_deck, talk
from cards.models import Builder
from cards.services.contents import contents_of
from cards.sets.services import create_set, describe_set, make_card
from games.matches.services import chat
from games.matches.services.errors import NotAllowed
from phylo.accounts.forms import GuestNameForm
from phylo.accounts.unwanted import complaint, refuse_unwanted
from phylo.http.refusals import BadValue
from tests.factories import CardFactory, DeckFactory, PlayerFactory, deal
from tests.members import person, sign_up

pytestmark = [pytest.mark.django_db, pytest.mark.once]
CARDS = Path(__file__).parents[2] / "engine" / "data" / "cards.csv"


@pytest.fixture
def words(settings, tmp_path):
    """Such a list as a school would write, which says nothing of birds."""
    settings.UNWANTED_WORDS = file = tmp_path / "unwanted-words.txt"
    file.write_text("# rude\nTit\nbooby\nass\nshag\ncock\nDämlich\n", encoding="utf-8")
    return file


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
    mine = Builder(user=mia)
    change = {"deck_id": deck.pk, "settings_version": deck.settings_version, "version": deck.version}
    ponds = create_set(owner=mia, name="Ponds")
    describe = {"collection_id": ponds.pk, "builder": mine, "version": ponds.version}
    card = CardFactory(key="newt", name="Newt", fact="Nobody calls it a booby.")
    said = contents_of(card)
    own = {"collection_id": ponds.pk, "builder": mine, "key": "k"}
    edit = {"author": mia, "kind": "edit", "card": card}
    for write in (
        lambda: talk.comment(deck_id=deck.pk, user=mia, text="Tit!", key="k"),
        lambda: change_deck(**change, change=Change(name="Tit")),
        lambda: change_deck(**change, change=Change(notes="For every\ntit.")),
        lambda: change_deck(**change, change=Change(cards={"newt": 1}), note="You tit"),
        lambda: create_set(owner=mia, name="Tits", description="A tit."),
        lambda: describe_set(**describe, name="Tit"),
        lambda: describe_set(**describe, description="You tit."),
        lambda: make_card(**own, contents=said | {"name": "Tit"}),
        lambda: make_card(**own, contents=said | {"fact": "You tit."}),
        lambda: propose(**edit, summary="You tit."),
        lambda: submit(proposal_id=propose(**edit, contents={"fact": "You tit."}).pk, author=mia, version=1),
    ):
        with pytest.raises(BadValue, match="not wanted"):
            write()
    # What a card says already keeps nobody from changing something else.
    make_card(**own, contents=said | {"name": "Frog", "fact": "It lives in ponds."})
    draft = propose(**edit, contents={"scale": 4})
    submit(proposal_id=draft.pk, author=mia, version=draft.version)
    words.write_text("frog\n", encoding="utf-8")
    assert change_deck(**change, change=Change(notes="For every tit.")).notes
    with pytest.raises(BadValue, match="not wanted"):
        describe_set(**describe, description="A frog.")
