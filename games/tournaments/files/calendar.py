"""When tournaments begin, as a calendar that programs subscribe to (iCalendar, RFC 5545)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from phylo.http.missing import need

MEDIA_TYPE = "text/calendar; charset=utf-8"
REFRESH = timedelta(hours=1)
"""How often a program should ask again."""


@dataclass(frozen=True)
class Event:
    """A tournament with a time to begin. `version` counts its changes, and `address` is its absolute URL."""

    key: str
    name: str
    words: str
    address: str
    begins: datetime
    lasts: timedelta
    made: datetime
    version: int
    cancelled: bool = False


def calendar(name: str, host: str, events: Iterable[Event]) -> bytes:
    """The file; `host` makes the keys of the events unique in the world."""
    need("icalendar")
    # Imported here because it takes 11 MB, and most processes write no calendar.
    from icalendar import Calendar
    from icalendar import Event as Entry

    found = Calendar()
    found.add("prodid", "-//Phylo//Tournaments//EN")
    found.add("version", "2.0")
    found.add("method", "PUBLISH")
    # Apple's and Google's name for it, and the one of RFC 7986.
    found.add("x-wr-calname", name)
    found.add("name", name)
    found.add("refresh-interval", REFRESH, parameters={"value": "DURATION"})
    for event in events:
        entry = Entry()
        entry.add("uid", f"{event.key}@{host}")
        entry.add("dtstamp", event.made)
        entry.add("sequence", event.version)
        entry.add("dtstart", event.begins)
        entry.add("dtend", event.begins + event.lasts)
        entry.add("summary", event.name)
        entry.add("description", f"{event.words}\n{event.address}")
        entry.add("url", event.address)
        entry.add("status", "CANCELLED" if event.cancelled else "CONFIRMED")
        found.add_component(entry)
    return bytes(found.to_ical())
