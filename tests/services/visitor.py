"""A visitor of a running site: keeps cookies and sends the CSRF token, as a browser does."""

import json
import urllib.request
from http.client import HTTPResponse
from http.cookiejar import CookieJar
from urllib.parse import urlencode


class Visitor:
    """Responses of status 400 and above are raised as urllib.error.HTTPError."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.cookies = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        self.get("/").read()

    def get(self, path: str, **headers: str) -> HTTPResponse:
        return self.opener.open(urllib.request.Request(self.url + path, headers=headers), timeout=30)

    def post(self, path: str, fields: dict[str, str]) -> HTTPResponse:
        """Send a form and follow redirects."""
        return self._send(path, urlencode(fields).encode(), "application/x-www-form-urlencoded")

    def post_json(self, path: str, value: object) -> HTTPResponse:
        return self._send(path, json.dumps(value).encode(), "application/json")

    def _send(self, path: str, body: bytes, content_type: str) -> HTTPResponse:
        tokens = {cookie.name: cookie.value or "" for cookie in self.cookies}
        token = tokens.get("__Host-csrftoken") or tokens.get("csrftoken", "")
        headers = {"Content-Type": content_type, "X-CSRFToken": token, "Referer": f"{self.url}/"}
        return self.opener.open(
            urllib.request.Request(self.url + path, data=body, headers=headers), timeout=30
        )
