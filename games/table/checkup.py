"""Whether live streams come through the proxy at once: where they are held back, every table stands still."""

import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from importlib import import_module

from django.conf import settings
from django.urls import reverse

from games.matches.models import Player
from phylo.accounts.guests import SESSION_KEY
from phylo.accounts.models import Guest
from phylo.serving.checkup import PATIENCE, Asked, Finding, directly, reason


def streams(asked: Asked) -> Iterator[Finding]:
    """Opens one as a guest, who is deleted again."""
    guest = Guest.objects.create()
    player = Player.objects.create(guest=guest)
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(guest.pk)
    session.create()
    try:
        cookie = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={session.session_key}"}
        url = settings.SITE_URL + reverse("api-stream")
        began = time.monotonic()
        with directly.open(urllib.request.Request(url, headers=cookie), timeout=PATIENCE) as stream:
            first = stream.readline()
        took = time.monotonic() - began
        yield Finding("Streams", bool(first), f"begin after {took:.1f} s" if first else "end at once")
    except TimeoutError:
        yield Finding("Streams", False, "are held back: the proxy must not buffer text/event-stream")
    except (OSError, urllib.error.HTTPError) as error:
        yield Finding("Streams", False, f"are refused: {reason(error)}")
    finally:
        session.delete()
        player.delete()
        guest.delete()
