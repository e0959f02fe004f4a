import pytest

from games.matches.models import ChatMessage
from games.matches.services import chat
from games.matches.services.chat import MOST_IN_A_MINUTE
from games.matches.services.errors import NotAllowed
from phylo.http.keys import KeyReused


def say(match, player, text="Hello!", key="one"):
    return chat.say(match_id=match.pk, player=player, text=text, key=key)


def test_what_is_said_is_heard_once_and_told(match, ada, ben):
    assert say(match, ada, "  Good \n luck ") == say(match, ada, "Good luck")
    with pytest.raises(KeyReused):
        say(match, ada, "Good bye")
    match.refresh_from_db()
    assert match.talk == 1
    assert [message.text for message in chat.heard(match=match, player=ben)] == ["Good luck"]


@pytest.mark.parametrize("text", ["", "   ", "x" * 401, "bell\x07"])
def test_what_is_no_message(match, ada, text):
    with pytest.raises(NotAllowed):
        say(match, ada, text)
    assert not ChatMessage.objects.exists()


def test_not_too_fast(match, ada, ben):
    for number in range(MOST_IN_A_MINUTE):
        say(match, ada, key=f"k{number}")
    with pytest.raises(NotAllowed):
        say(match, ada, key="more")
    say(match, ben)


def test_muted_is_not_heard_by_who_mutes_alone(match, ada, ben):
    say(match, ada)
    chat.mute(player=ben, muted=ada, on=True)
    chat.mute(player=ben, muted=ada, on=True)
    assert chat.heard(match=match, player=ben) == []
    assert len(chat.heard(match=match, player=ada)) == 1
    chat.mute(player=ben, muted=ada, on=False)
    assert len(chat.heard(match=match, player=ben)) == 1
