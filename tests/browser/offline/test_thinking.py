"""In a copy without a server a page answers while the computer thinks, which a second worker does."""

import json
import shutil
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.offline.device import PAGE, Device
from tests.services.file_server import FileServer
from tests.services.processes import until

pytestmark = pytest.mark.once

THINKER = "offline/thinker.js"
HELD = """
const held = [];
const send = self.postMessage.bind(self);
self.postMessage = (...answer) => {
  held.push(answer);
  told.postMessage("thought");
};
const told = new BroadcastChannel("thoughts");
told.onmessage = () => {
  for (const answer of held.splice(0)) send(...answer);
};
"""
"""Appended to the second worker's script: it keeps what it has thought until somebody asks for it."""
LISTEN = """() => {
  window.thoughts = new BroadcastChannel("thoughts");
  window.thought = new Promise((done) => window.thoughts.addEventListener("message", done, { once: true }));
}"""


@pytest.fixture
def holding(static_copy: Path, tmp_path: Path) -> Path:
    """A copy whose second worker keeps its thoughts."""
    folder = shutil.copytree(static_copy, tmp_path / "copy")
    script = (folder / THINKER).read_text() + HELD
    (folder / THINKER).write_text(script)
    manifest = folder / "offline/manifest.json"
    told = json.loads(manifest.read_text())
    told["files"][THINKER] = {"size": len(script), "sha256": sha256(script.encode()).hexdigest()}
    manifest.write_text(json.dumps(told))
    return folder


def test_a_page_answers_while_the_computer_thinks(page: Page, holding: Path):
    server = FileServer(holding)
    copy = Device(page, server.url)
    copy.fetch()
    server.close()
    page.evaluate(LISTEN)
    match = copy.send("/matches/", {"deck": "uluru", "level": "mouse"}).strip("/").split("/")[-1]
    copy.open(f"/matches/{match}/")
    while (seen := copy.ask(f"matches/{match}/view/"))["legal"]:
        action = next((each for each in seen["legal"] if each["do"] == "pass"), seen["legal"][0])
        action = {name: value for name, value in action.items() if name != "seat"}
        sent = {"action": action, "version": seen["version"], "key": f"at-{seen['version']}"}
        copy.ask(f"matches/{match}/actions/", sent)
    # It has thought, but the first worker does not know it.
    page.evaluate("() => window.thought.then(() => null)")
    copy.open("/rules/")
    expect(copy.site.get_by_role("heading", level=1)).to_be_visible(timeout=PAGE)
    assert copy.ask(f"matches/{match}/view/")["version"] == seen["version"]
    page.evaluate("() => window.thoughts.postMessage('go on')")
    until(lambda: copy.ask(f"matches/{match}/view/")["version"] > seen["version"])
