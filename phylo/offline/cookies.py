"""The cookies of a device: a service worker can neither send nor keep them, so they are kept here."""

import json
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from time import time

from django.conf import settings

OURS = {settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME, "messages"}
"""Cookies that scripts of pages do not set: a browser may have those of the site that the copy is of."""
A_YEAR = 365 * 24 * 60 * 60


class Jar:
    """What answers have set and pages are to send again; a file, so that it outlives the worker."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kept: dict[str, tuple[str, float]] = {}
        if path.exists():
            found = json.loads(path.read_text())
            self._kept = {name: (value, until) for name, (value, until) in found.items()}

    def header(self, sent: str) -> str:
        """The header with what is kept and what else the page has sent."""
        now = time()
        cookies = {name: value for name, (value, until) in self._kept.items() if until > now}
        for each in sent.split(";"):
            name, _, value = each.strip().partition("=")
            # On a site with HTTPS scripts write the names of cookies as it has them; Python here has none.
            name = name.removeprefix("__Host-")
            # What scripts keep of how pages look is newer than what an answer has said.
            if name and name not in OURS:
                cookies[name] = value
        return "; ".join(f"{name}={value}" for name, value in cookies.items())

    def keep(self, lines: list[str]) -> bool:
        """Take what `Set-Cookie` lines say. Whether anything is new."""
        before = self._values()
        for line in lines:
            try:
                found = SimpleCookie(line)
            except CookieError:
                continue
            for name, cookie in found.items():
                age = cookie["max-age"]
                if age != "" and int(age) <= 0:
                    self._kept.pop(name, None)
                else:
                    self._kept[name] = (cookie.coded_value, time() + int(age or A_YEAR))
        if self._values() == before:
            return False
        new = self._path.with_suffix(".new")
        new.write_text(json.dumps(self._kept))
        new.replace(self._path)
        return True

    def _values(self) -> dict[str, str]:
        return {name: value for name, (value, _until) in self._kept.items()}
