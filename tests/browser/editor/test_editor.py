"""The card editor in a browser: the live card, parts by keyboard, the trial, a picture."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.accounts.test_accounts import sign_up
from tests.browser.table_page import TablePage
from tests.editor.pictures import picture


def test_a_card_is_written_by_keyboard_and_seen_at_once(page: Page, tmp_path: Path):
    sign_up(page)
    page.goto("/cards/propose/")
    live = page.locator("#live")
    page.locator("#id-name").fill("Corsac Fox")
    page.locator("#id-latin_name").fill("Vulpes corsac")
    for name, value in (("diet", "carnivore"), ("food_chain", "3"), ("scale", "6")):
        page.locator(f"#id-{name}").select_option(value)
    for value in ("grassland", "desert", "cool"):
        page.locator(f"input[value={value}]").first.focus()
        page.keyboard.press("Space")
    page.locator("#id-points").fill("9")
    face = live.locator(".is-full .card")
    expect(face).to_contain_text(
        "Corsac Fox, meat eater, number 3, scale 6, desert and grassland, cool, 9 points"
    )
    expect(live).to_contain_text("The formula suggests 8")
    expect(live.locator("#trial h3").first).to_contain_text("playable")
    expect(page.locator("#edit-summary")).to_contain_text("Playable by V1.4a, V1.3.")

    page.locator("#abilities-new").focus()
    page.locator("#abilities-new").select_option("feeds_only")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#abilities-0-on-0-new")).to_be_focused()
    page.locator("#abilities-0-on-0-new").select_option("class")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#abilities-0-on-0-0-value")).to_be_focused()
    page.keyboard.type("Mammalia")
    said = page.locator("#said-abilities-0")
    expect(said).to_contain_text("Of what would be food it takes only this: mammal.")
    expect(said.locator("a")).to_contain_text("published cards fit")
    expect(face).to_contain_text("Only eats mammal")

    art = tmp_path / "fox.jpg"
    art.write_bytes(b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")
    page.get_by_text("Bring a picture of your own").click()
    page.locator("#art-file").set_input_files(art)
    page.locator("#art-artist").fill("Ana Lee")
    page.locator("#art-source").fill("My own photograph")
    page.locator("#art-licence").select_option("CC-BY-ND-4.0")
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_role("alert")).to_contain_text("This is no picture in PNG, JPEG or WebP.")
    art.write_bytes(picture("JPEG"))
    page.locator("#art-file").set_input_files(art)
    page.get_by_role("button", name="Upload").click()
    expect(face).to_contain_text("Art: Ana Lee · CC BY-ND 4.0")
    assert face.locator(".card__art.is-whole img").evaluate(
        "async image => { await image.decode(); return image.naturalWidth }"
    )
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert TablePage(page).violations() == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Save as a draft").click()
    expect(page.get_by_text("The draft is saved.")).to_be_visible()
    expect(page.locator("#said-abilities-0")).to_contain_text("mammal")


def test_a_name_is_chosen_from_the_lists_by_keyboard(page: Page):
    sign_up(page)
    page.goto("/cards/propose/")
    name = page.locator("#id-name")
    name.focus()
    page.keyboard.type("eurasian lyn")
    offered = page.get_by_role("listbox", name="Species").get_by_role("option")
    expect(offered.first).to_contain_text("Lynx lynx, Eurasian Lynx species · Felidae")
    expect(page.locator("#names-said")).to_have_text("1 name begins like that.")
    page.keyboard.press("ArrowDown")
    expect(name).to_have_attribute("aria-activedescendant", "name-found-0")
    expect(offered.first).to_have_attribute("aria-selected", "true")
    assert TablePage(page).violations() == []
    page.keyboard.press("Enter")
    for field, value in {"latin_name": "Lynx lynx", "class": "Mammalia", "wikidata": "Q43375"}.items():
        expect(page.locator(f"#id-{field}")).to_have_value(value)
    expect(name).to_be_focused()
    name.fill("lyn")
    expect(offered.first).to_be_visible()
    page.keyboard.press("Escape")
    expect(offered).to_have_count(0)
