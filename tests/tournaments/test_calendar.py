"""The calendar of tournaments, read back by the library that writes it."""

from datetime import UTC, datetime, timedelta

from icalendar import Calendar

from games.tournaments.files.calendar import Event, calendar

AT = datetime(2026, 12, 4, 18, 30, tzinfo=UTC)


def event(**more) -> Event:
    told = {
        "key": "kG3",
        "name": "Friday, the long one; with commas",
        "words": "Swiss system, 5 rounds. " * 6,
        "address": "https://phylo.example/tournaments/kG3/",
        "begins": AT,
        "lasts": timedelta(hours=2),
        "made": AT - timedelta(days=3),
        "version": 4,
    }
    return Event(**(told | more))


def test_an_event_says_what_when_and_where():
    sent = calendar("Tournaments", "phylo.example", [event()])
    [read] = Calendar.from_ical(sent).walk("VEVENT")
    assert read["uid"] == "kG3@phylo.example"
    assert read["summary"] == "Friday, the long one; with commas"
    assert read.decoded("dtstart") == AT
    assert read.decoded("dtend") == AT + timedelta(hours=2)
    assert read["description"].endswith("5 rounds. \nhttps://phylo.example/tournaments/kG3/")
    assert read["sequence"] == 4
    assert all(len(line) <= 75 for line in sent.split(b"\r\n"))


def test_a_cancelled_one_is_told():
    sent = calendar("Tournaments", "phylo.example", [event(), event(key="b", cancelled=True)])
    assert [each["status"] for each in Calendar.from_ical(sent).walk("VEVENT")] == ["CONFIRMED", "CANCELLED"]
