"""Taking along in a browser: by keyboard, on a phone, in light and dark, and checked with axe."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import too_wide, violations

DECK = {
    "name": "Meadow of the train",
    "versions": [{"number": 1, "rules": "phylo-1.4a", "cards": {"english-oak": 3}}],
}
FILE = {
    "format": "phylo-data/1",
    "player": None,
    "decks": [
        {**DECK, "deck": "deck-of-the-device"},
        {**DECK, "deck": "another", "versions": [{"number": 1, "rules": "none", "cards": {}}]},
    ],
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_was_made_on_a_device_is_brought_with_the_keyboard(page: Page, scheme: str):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/account/data/import/")
    assert violations(page) == []
    assert not too_wide(page)
    content = json.dumps(FILE).replace("deck-of-the-device", f"deck-{scheme}").encode()
    page.get_by_label("The file").set_input_files(
        {"name": "phylo.json", "mimeType": "application/json", "buffer": content}
    )
    page.get_by_role("button", name="Bring it").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Some of it could not be taken.")).to_be_visible(timeout=30_000)
    expect(page.get_by_role("link", name="Meadow of the train").first).to_be_visible()
    expect(page.get_by_text("There are no rules of that name.")).to_be_visible()
    assert violations(page) == []
    assert not too_wide(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download what was not taken").click()
    assert json.loads(download.value.path().read_text())["decks"][0]["deck"] == "another"
    page.goto("/account/data/import/")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the file").click()
    assert json.loads(download.value.path().read_text())["format"] == "phylo-data/1"
