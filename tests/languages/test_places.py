"""The language of a place in which a browser is: of a class, and of a screen in a hall."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.classes.services import joining, managing
from tests.classes.school import School
from tests.factories import DeckFactory
from tests.languages.pseudo import CODE, pseudo
from tests.members import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("spoken")]
BROWSER = {"accept": "text/html,*/*;q=0.8"}
SCREEN = "/kiosk/all/"


@pytest.fixture
def school() -> School:
    cache.clear()
    made = School()
    managing.set_language(classroom_id=made.room.pk, builder=made.by, language=CODE)
    return made


def come_in(school: School, name: str, device: Client) -> str:
    """The language of the page to which a pupil comes, by the class's code."""
    form = {"first_name": name, "animal": "fox", "key": name}
    device.post(reverse("class-code", args=[school.room.code]), form)
    return language_of(device, reverse("class-home"))


def language_of(device: Client, address: str = "/learn/", **asked: str) -> str:
    return device.get(address, asked, headers=BROWSER).context["LANGUAGE_CODE"]


def test_pupils_read_the_language_of_their_class(school):
    tablet, code = Client(), reverse("class-code", args=[school.room.code])
    assert language_of(tablet) == "en"
    assert language_of(tablet, code) == CODE
    assert come_in(school, "Mia", tablet) == CODE
    assert language_of(tablet, "/learn/lessons/") == CODE
    tablet.post(reverse("class-leave"))
    assert language_of(tablet) == "en"
    card = joining.code_of(school.room.pupils.get())
    assert language_of(tablet, reverse("class-back", args=[card])) == CODE
    assert language_of(tablet) == "en"
    tablet.post(reverse("class-back", args=[card]))
    assert language_of(tablet, "/learn/lessons/") == CODE


def test_who_only_opens_the_link_of_a_class_is_not_in_it(school):
    browser, code = Client(), reverse("class-code", args=[school.room.code])
    assert language_of(browser, code) == CODE
    refused = browser.post(code, {"first_name": "", "animal": "fox", "key": "a"})
    assert refused.context["LANGUAGE_CODE"] == CODE
    assert language_of(browser) == "en"


def test_what_a_pupil_chooses_goes_first_and_goes_with_the_pupil(school):
    tablet = Client()
    come_in(school, "Mia", tablet)
    home = tablet.get(reverse("class-home"), headers=BROWSER).content.decode()
    assert home.count('href="?lang=en"') == 2
    assert language_of(tablet, reverse("class-home"), lang="en") == "en"
    assert language_of(tablet, reverse("class-home")) == "en"
    tablet.post(reverse("class-leave"))
    assert come_in(school, "Tom", tablet) == CODE


def test_a_pupil_can_choose_before_coming_in(school):
    tablet = Client()
    page = tablet.get(reverse("class-code", args=[school.room.code]), headers=BROWSER)
    assert 'href="?lang=en"' in page.content.decode()
    tablet.get(reverse("class-join"), {"lang": "en"}, headers=BROWSER)
    assert come_in(school, "Mia", tablet) == "en"


def test_pupils_follow_when_the_language_of_the_class_changes(school):
    tablet = Client()
    come_in(school, "Mia", tablet)
    teacher, settings = signed_in(school.teacher), reverse("class-settings", args=[school.set.slug])
    assert teacher.post(settings, {"do": "set-language", "language": ""}).status_code == 302
    assert language_of(tablet, reverse("class-home")) == "en"
    assert language_of(tablet, "/learn/lessons/") == "en"
    assert teacher.post(settings, {"do": "set-language", "language": "tlh"}).status_code == 400
    school.room.refresh_from_db()
    assert school.room.language == ""


def test_a_teacher_who_opens_the_code_keeps_the_own_language(school):
    teacher = signed_in(school.teacher)
    assert language_of(teacher, reverse("class-code", args=[school.room.code])) == "en"
    assert language_of(teacher) == "en"


def test_a_screen_has_its_own_language_again_after_each_visitor():
    cache.clear()
    DeckFactory(slug="meadow", ready=True)
    browser = Client(headers=BROWSER)
    assert language_of(browser, SCREEN, lang=CODE) == CODE
    browser.post(SCREEN)
    start = browser.get(SCREEN)
    assert start.context["LANGUAGE_CODE"] == CODE
    assert "data-visiting" not in start.content.decode()
    chosen = browser.get(SCREEN, {"lang": "en"})
    assert chosen.context["LANGUAGE_CODE"] == "en"
    # Whoever has chosen is asked for after a while, and nothing is kept longer than the browser is open.
    assert "data-visiting" in chosen.content.decode()
    assert not chosen.cookies["language"]["max-age"]
    assert language_of(browser, f"{SCREEN}cards/") == "en"
    browser.post(f"{SCREEN}end/")
    assert language_of(browser, SCREEN) == CODE
    browser.post("/kiosk/leave/")
    assert language_of(browser) == "en"


def test_the_message_of_a_pupil_who_goes_is_read_by_the_next(school):
    tablet = Client()
    come_in(school, "Mia", tablet)
    page = tablet.post(reverse("class-leave"), follow=True).content.decode()
    assert "Goodbye!" in page
    assert pseudo("Come into your class") not in page
