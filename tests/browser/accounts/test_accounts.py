"""Accounts in a browser: with the keyboard only, on a phone, without scripts, and checked with axe."""

import itertools
import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.axe import too_wide, violations
from tests.browser.table_page import TablePage
from tests.services.processes import until
from tests.services.site import Site

PASSWORD = "orca whale song"
numbers = itertools.count(1)


def sign_up(page: Page, **fields: str) -> str:
    """Sign up and return the new account's name."""
    name = f"Person{next(numbers)}"
    page.goto("/sign-up/")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password again").fill(PASSWORD)
    page.get_by_label("E-mail address").fill(fields.get("email", ""))
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_text(f"Welcome, {name}.")).to_be_visible()
    return name


def mail_to(site: Site, address: str, subject: str) -> str:
    """Wait for a mail to the address and return the newest."""

    def newest() -> str | None:
        files = sorted((site.folder / "mail").glob("*.log"), key=lambda file: file.stat().st_mtime)
        texts = (file.read_text() for file in reversed(files))
        return next(
            (text for text in texts if f"To: {address}" in text and f"Subject: {subject}" in text), None
        )

    return until(newest)


def link_in(mail: str) -> str:
    return re.search(r"^http://\S+$", mail, re.MULTILINE).group()


def press_until(page: Page, focused: str, *, key: str = "Tab") -> None:
    for _step in range(40):
        page.keyboard.press(key)
        if page.evaluate("wanted => document.activeElement.matches(wanted)", focused):
            return
    raise AssertionError(f"{focused} is not reached")


def test_a_guest_becomes_an_account_by_keyboard_alone(page: Page):
    TablePage(page).begin()
    address = page.url
    page.goto("/")
    press_until(page, ".head-corner .head-guest")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your name as a guest")).to_be_visible()
    press_until(page, "#display_name")
    page.keyboard.type("Zoë")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Your name: Zoë (guest)")).to_be_visible()
    press_until(page, ".head-corner a:not(.head-guest)")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/sign-in/"))
    press_until(page, ".other-way a")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/sign-up/"))
    expect(page.locator("#username")).to_have_value("Zoe")
    # The first field has the focus, also after a refusal.
    for name in ("Guest", "Keys"):
        page.keyboard.press("Control+A")
        for text in (name, PASSWORD, PASSWORD):
            page.keyboard.type(text)
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        if name == "Guest":
            expect(page.get_by_text("This name is kept for the site.")).to_be_visible()
    expect(page.get_by_role("status").get_by_text("Welcome, Keys.")).to_be_visible()
    running = page.get_by_role("region", name="Your running games")
    expect(running.get_by_role("link")).to_have_count(1)
    press_until(page, ".head-person")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Your page")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Your page")).to_be_hidden()
    page.keyboard.press("Enter")
    press_until(page, ".head-sheet button")
    page.keyboard.press("Enter")
    expect(page.get_by_text("You are signed out.")).to_be_visible()
    expect(running).to_have_count(0)
    page.goto(address)
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_pages_are_accessible(page: Page, width: int, scheme: str):
    """In both themes, and nothing scrolls sideways."""
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)

    def look(path: str = "") -> None:
        if path:
            page.goto(path)
        assert not too_wide(page), page.url
        assert violations(page) == [], page.url

    for path in (
        "/sign-in/",
        "/sign-up/",
        "/password-reset/",
        "/password-reset/sent/",
        "/password-reset/x/y/",
    ):
        look(path)
    for path in ("/sign-in/", "/sign-up/"):
        page.goto(path)
        page.get_by_label("Password", exact=True).fill("x")
        page.locator("main form").first.evaluate("form => { form.noValidate = true }")
        page.locator("main form button").first.click()
        expect(page.locator(".errorlist, .complaint").first).to_be_visible()
        look()
    name = sign_up(page, email=f"axe{width}@example.org")
    page.locator("[data-menu] summary:visible").last.click()
    look()
    page.goto("/account/delete/")
    look()
    page.get_by_label("Your present password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("heading", name="Delete your account")).to_be_visible()
    own = ("delete", "email", "password", "sessions", "tokens", "factors", "factors/app", "factors/passkey")
    for path in ("/account/", *(f"/account/{each}/" for each in own), f"/people/{name}/"):
        look(path)


def test_a_locked_name_is_told_so(page: Page):
    page.goto("/sign-in/")
    for _number in range(7):
        page.get_by_label("Name or e-mail address").fill("Nobody")
        page.get_by_label("Password", exact=True).fill("wrong")
        with page.expect_navigation():
            page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert").get_by_text("Try again in 15 minutes")).to_be_visible()
    assert violations(page) == []


def test_a_passkey_is_a_second_factor_and_signs_in_alone(browser: Browser, base_url: str):
    """A device of the browser's own; passkeys need a name instead of an address of numbers."""
    context = browser.new_context(base_url=base_url.replace("127.0.0.1", "localhost"))
    page = context.new_page()
    device = context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    able = ("hasResidentKey", "hasUserVerification", "isUserVerified", "automaticPresenceSimulation")
    options = {"protocol": "ctap2", "transport": "internal"} | dict.fromkeys(able, True)
    device.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    name = sign_up(page)
    page.goto("/account/factors/passkey/")
    page.get_by_label("Your present password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("It alone signs me in").check()
    page.get_by_role("button", name="Make a passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    assert violations(page) == []
    context.clear_cookies()
    page.goto("/sign-in/?next=/account/factors/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text(f"Welcome, {name}.")).to_be_visible()
    expect(page).to_have_url(re.compile("/account/factors/$"))
    expect(page.get_by_role("link", name="Remove Master key")).to_be_visible()
    context.clear_cookies()
    page.goto("/sign-in/")
    page.get_by_label("Name or e-mail address").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="One more step")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Use a passkey instead").click()
    expect(page.get_by_text(f"Welcome, {name}.")).to_be_visible()
    context.close()


def test_the_menu_of_a_phone(phone: Page):
    """It has all links of the header, large enough for a finger."""
    sign_up(phone)
    phone.get_by_text("Menu", exact=True).tap()
    for role, name in (
        ("link", "Play"),
        ("link", "Learn"),
        ("link", "Community"),
        ("link", "Account"),
        ("button", "Sign out"),
        ("button", "Dark"),
    ):
        box = phone.locator(".head-narrow").get_by_role(role, name=name).bounding_box()
        assert box["height"] >= 44, name
    phone.touchscreen.tap(4, 500)
    expect(phone.get_by_role("button", name="Sign out")).to_be_hidden()
    phone.get_by_text("Menu", exact=True).tap()
    phone.get_by_role("link", name="Your page").tap()
    expect(phone.get_by_role("heading", name="Finished matches")).to_be_visible()
    phone.get_by_role("main").get_by_role("link", name="Account").tap()
    expect(phone.get_by_role("heading", name="Your account")).to_be_visible()
    small = phone.evaluate(
        """() => [...document.querySelectorAll('main button, .button, input, summary')].filter((each) => {
          const box = (each.closest('label') ?? each).getBoundingClientRect();
          return box.width && box.height < 44 && each.type !== 'hidden';
        }).map((each) => each.outerHTML.slice(0, 90))"""
    )
    assert small == []


def test_without_scripts(browser: Browser, base_url: str):
    context: BrowserContext = browser.new_context(
        base_url=base_url, java_script_enabled=False, viewport={"width": 390, "height": 844}
    )
    page = context.new_page()
    sign_up(page)
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_text("You are signed out.")).to_be_visible()
    context.close()


def test_a_new_password_by_mail(page: Page, site: Site, browser: Browser, base_url: str):
    """The whole site: form, worker, mail, link, new password; the other browser is signed out."""
    address = "whole@example.org"
    name = sign_up(page, email=address)
    page.goto(link_in(mail_to(site, address, "Your e-mail address at Phylo")))
    page.get_by_role("button", name="Yes, confirm it").click()
    expect(page.get_by_text("Confirmed", exact=True)).to_be_visible()

    context = browser.new_context(base_url=base_url)
    other = context.new_page()
    other.goto("/sign-in/")
    other.get_by_role("link", name="Password forgotten?").click()
    other.get_by_label("E-mail address").fill(address)
    other.get_by_role("button", name="Send the link").click()
    expect(other.get_by_role("heading", name="Look into your mail")).to_be_visible()
    link = link_in(mail_to(site, address, "A new password for Phylo"))
    other.goto(link)
    # The URL no longer has the token, so that it cannot leak to another site.
    assert link.split("/")[-2] not in other.url
    for label in ("Password", "Password again"):
        other.get_by_label(label, exact=True).fill("a pod of belugas")
    other.get_by_role("button", name="Change the password").click()
    other.get_by_label("Name or e-mail address").fill(address)
    other.get_by_label("Password", exact=True).fill("a pod of belugas")
    other.get_by_role("button", name="Sign in", exact=True).click()
    expect(other.get_by_text(f"Welcome, {name}.")).to_be_visible()
    context.close()
    page.goto("/account/")
    expect(page).to_have_url(re.compile("/sign-in/"))


def test_deleting_the_account(page: Page):
    name = sign_up(page)
    page.goto("/account/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my data").click()
    assert download.value.suggested_filename == f"phylo-{name}.json"
    page.get_by_role("link", name="Delete the account").click()
    page.get_by_label("Your present password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Delete the account").click()
    expect(page.get_by_text("Your account is deleted.")).to_be_visible()
    page.goto(f"/people/{name}/")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
