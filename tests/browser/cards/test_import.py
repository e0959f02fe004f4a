"""Staff import cards: by keyboard only, in both themes, on a phone, and checked with axe."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from phylo.accounts.models import User
from tests.browser.accounts.test_accounts import press_until, sign_up
from tests.browser.axe import violations, violations_in_both_themes
from tests.services.site import Site

NEW = (
    "key,name,latin_name,kind,scale,food_chain,diet,terrains,climates,points\n"
    "{0},Fern,Dryopteris exempla,species,4,1,photosynthetic,forest,cool,3\n"
)


@pytest.fixture
def staff(page: Page, site: Site) -> Page:
    """A page of a staff account."""
    name = sign_up(page)
    with closing(sqlite3.connect(site.folder / "phylo.sqlite3", timeout=20)) as database, database:
        changed = database.execute(
            f"UPDATE {User._meta.db_table} SET is_staff = 1 WHERE username = ?",
            [name],
        )
        assert changed.rowcount == 1
    return page


def look_at(page: Page, tmp_path: Path, text: str) -> None:
    """Choose the file, and do the rest by keyboard only."""
    path = tmp_path / "new cards.csv"
    path.write_text(text, encoding="utf-8")
    page.goto("/cards/import/")
    page.get_by_label("File").set_input_files(path)
    press_until(page, ".import-form .button")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/cards/import/\d+/$"))


def test_upload_look_and_apply_by_keyboard(staff: Page, tmp_path: Path):
    staff.goto("/cards/import/")
    assert violations_in_both_themes(staff) == []
    card = "zz-fern"
    key = staff.request.get("/cards/export/?q=kind:species&format=csv").text().splitlines()[1].split(",")[0]
    look_at(staff, tmp_path, f"key,fact\n{key},Seen in the dark.\n")
    expect(staff.get_by_text("This is what the file would change.")).to_be_visible()
    expect(staff.locator(".import-face")).to_have_count(2)
    assert violations_in_both_themes(staff) == []
    look_at(staff, tmp_path, NEW.format(card))
    expect(staff.get_by_text("This is what the file would change.")).to_be_visible()
    expect(staff.locator(".import-totals")).to_contain_text(re.compile(r"1\s+New"))
    assert staff.request.get(f"/cards/{card}/").status == 404
    press_until(staff, "form[action$='/apply/'] button")
    staff.keyboard.press("Enter")
    expect(staff.get_by_text("All of it is stored.")).to_be_visible()
    assert violations_in_both_themes(staff) == []
    assert staff.request.get(f"/cards/{card}/").status == 200
    assert staff.locator(".import-face img").first.evaluate(
        "async image => { image.loading = 'eager'; await image.decode(); return image.naturalWidth }"
    )
    assert card in staff.request.get(f"/cards/export/?q={card}&format=jsonl").text()


def test_a_refused_file_on_a_phone(staff: Page, tmp_path: Path):
    staff.set_viewport_size({"width": 390, "height": 844})
    look_at(staff, tmp_path, "key,name,kind,scale\nzz-odd,Odd,species,77\n")
    expect(staff.get_by_text("some of its cards are refused")).to_be_visible()
    expect(staff.get_by_role("button", name="Apply")).to_have_count(0)
    assert violations(staff) == []
    assert staff.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_file_that_is_too_large_is_not_sent(staff: Page, tmp_path: Path):
    path = tmp_path / "large.csv"
    with path.open("wb") as file:
        file.truncate(21 * 1024**2)
    staff.goto("/cards/import/")
    staff.get_by_label("File").set_input_files(path)
    expect(staff.get_by_role("alert")).to_have_text("The file is larger than 20 MB. Choose a smaller one.")
    staff.get_by_role("button", name="Check the file").click()
    expect(staff.get_by_label("File")).to_be_focused()
    assert staff.get_by_label("File").evaluate("field => field.files.length") == 1
    small = tmp_path / "small.csv"
    small.write_text(NEW.format("zz-small"), encoding="utf-8")
    staff.get_by_label("File").set_input_files(small)
    expect(staff.get_by_role("alert")).to_have_count(0)
    staff.get_by_role("button", name="Check the file").click()
    expect(staff).to_have_url(re.compile(r"/cards/import/\d+/$"))


def test_without_a_script_a_form_with_a_large_file_comes_back(
    staff: Page, browser: Browser, base_url: str, tmp_path: Path
):
    path = tmp_path / "large.csv"
    with path.open("wb") as file:
        file.truncate(30 * 1024**2)
    state = staff.context.storage_state()
    context = browser.new_context(base_url=base_url, java_script_enabled=False, storage_state=state)
    page = context.new_page()
    page.goto("/cards/import/")
    page.get_by_label("File").set_input_files(path)
    page.get_by_label("Format").select_option("csv")
    page.get_by_role("button", name="Check the file").click()
    expect(page.get_by_text("The file is larger than 20 MB.")).to_be_visible()
    expect(page.get_by_label("Format")).to_have_value("csv")
    context.close()
