"""The copy without a server in Firefox: fetched, then a game with the network cut, kept after a reload."""

import pytest

from tests.browser.offline.device import ASK, SEND, play_out
from tests.services import programs
from tests.services.file_server import FileServer
from tests.services.marionette import Firefox

pytestmark = pytest.mark.once

STARTED = """async () => {
  const failed = () => document.querySelector("[data-part=failed]:not([hidden]) [data-reason]");
  while (!failed() && !document.body.classList.contains("running")) {
    await new Promise((done) => setTimeout(done, 100));
  }
  return failed()?.textContent ?? "";
}"""
FETCH = """async () => {
  const button = () => document.querySelector("[data-part=offer]:not([hidden]) button");
  while (!button()) await new Promise((done) => setTimeout(done, 100));
  button().click();
}"""
RESULT = """async () => {
  while (!document.querySelector(".result")) await new Promise((done) => setTimeout(done, 100));
  return location.pathname;
}"""


def test_a_game_in_firefox(static_copy, tmp_path):
    program = programs.firefox()
    if program is None:
        pytest.skip("Firefox: install it (Debian's package firefox-esr), or set FIREFOX to its program")
    server = FileServer(static_copy)
    with Firefox(program, tmp_path) as firefox:
        firefox.open(f"{server.url}/")
        firefox.run(FETCH)
        assert firefox.run(STARTED) == ""
        server.close()
        firefox.into_frame()
        address = firefox.run(SEND, ["/matches/", {"deck": "uluru", "level": "mouse"}])
        match = address.strip("/").split("/")[-1]
        play_out(lambda *asked: firefox.run(ASK, asked), match)
        # Python ends, and starts again with what the browser has kept.
        firefox.to_top()
        firefox.open(f"{server.url}/matches/{match}/")
        assert firefox.run(STARTED) == ""
        firefox.into_frame()
        assert firefox.run(RESULT) == f"/matches/{match}/"
