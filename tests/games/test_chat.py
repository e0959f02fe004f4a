import pytest

from games import services
from games.models import ChatMessage, ChatReport
from games.services.chat import MOST_IN_A_MINUTE


def say(match, player, text="Hello!", key="one"):
    return services.say(match_id=match.pk, player=player, text=text, key=key)


def test_what_is_said_is_heard_once_and_told(match, ada, ben):
    assert say(match, ada, "  Good \n luck ") == say(match, ada)
    match.refresh_from_db()
    assert match.talk == 1
    assert [message.text for message in services.heard(match=match, player=ben)] == ["Good luck"]


@pytest.mark.parametrize("text", ["", "   ", "x" * 401, "bell\x07"])
def test_what_is_no_message(match, ada, text):
    with pytest.raises(services.NotAllowed):
        say(match, ada, text)
    assert not ChatMessage.objects.exists()


def test_not_too_fast(match, ada, ben):
    for number in range(MOST_IN_A_MINUTE):
        say(match, ada, key=f"k{number}")
    with pytest.raises(services.NotAllowed):
        say(match, ada, key="more")
    say(match, ben)


def test_muted_is_not_heard_by_who_mutes_alone(match, ada, ben):
    say(match, ada)
    services.mute(player=ben, muted=ada, on=True)
    services.mute(player=ben, muted=ada, on=True)
    assert services.heard(match=match, player=ben) == []
    assert len(services.heard(match=match, player=ada)) == 1
    services.mute(player=ben, muted=ada, on=False)
    assert len(services.heard(match=match, player=ben)) == 1


def test_reported_once_and_hidden_by_staff(match, ada, ben):
    message = say(match, ada)
    services.report(message=message, player=ben, reason="rude")
    services.report(message=message, player=ben, reason="very rude")
    assert ChatReport.objects.get().reason == "rude"
    with pytest.raises(services.NotAllowed):
        services.report(message=message, player=ada, reason="")
    ChatMessage.objects.update(hidden=True)
    assert services.heard(match=match, player=ben) == []
