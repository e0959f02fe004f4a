"""The site's lessons hold: each is proved, its cards are those of the card set, and the command says so."""

import json
from pathlib import Path

import pytest
from django.core.management.commands.makemessages import TranslatableFile

from cards.exchange.site_files import read_cards
from cards.services.card_file import read_sets
from engine.lessons import Status, check, progress
from engine.sets import CARDS_PATH, SETS_PATH
from games.lessons.management.commands import check_lessons, makemessages
from games.lessons.shipped import LESSONS, course, strange_cards
from games.lessons.words.goals import missing
from tests.cards.test_import_export_commands import command

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def cards():
    return read_cards(CARDS_PATH, [each.key for each in read_sets(SETS_PATH)])


@pytest.fixture(scope="module")
def catalogue(cards):
    return {card.key: card.as_record() for card in cards}


@pytest.mark.parametrize("lesson", course().lessons.values(), ids=course().lessons)
def test_every_lesson_holds(lesson, catalogue):
    trial = check(lesson)
    assert trial.faults == ()
    assert list(strange_cards(lesson, catalogue)) == []


def test_the_command_checks_files(tmp_path: Path, cards, monkeypatch):
    # Reading the card file takes a second.
    monkeypatch.setattr(check_lessons, "read_card_set", lambda: (cards, []))
    name = "same-terrain"
    data = json.loads((LESSONS / f"{name}.json").read_text())
    path = tmp_path / f"{name}.json"
    path.write_text(json.dumps(data))
    assert command("check_lessons", str(path))[0] == 0

    data["record"]["cards"]["black-swan"]["points"] = 9
    path.write_text(json.dumps(data))
    says = f"{name}: the card black-swan differs from that of the card set\n"
    assert command("check_lessons", str(path))[::2] == (1, says)
    assert command("check_lessons", "--refresh", str(path))[0] == 0
    assert path.read_text() == (LESSONS / f"{name}.json").read_text()

    path.write_text("{}")
    says = f"{name}.json: a lesson: after is missing\n"
    assert command("check_lessons", "--refresh", str(path)) == (2, "", says)
    assert path.read_text() == "{}"
    assert command("check_lessons", "/nowhere/x.json") == (2, "", "x.json: No such file or directory\n")


def test_the_texts_of_lessons_reach_gettext(tmp_path: Path):
    file = TranslatableFile(str(tmp_path), "first-card.json", None)
    (tmp_path / file.file).write_text((LESSONS / file.file).read_text())
    build = makemessages.TextFile(None, "django", file)
    build.preprocess()
    texts = course().lessons["first-card"].texts
    assert Path(build.work_path).read_text() == "".join(f"gettext({json.dumps(text)})\n" for text in texts)
    build.cleanup()
    assert [path.name for path in tmp_path.iterdir()] == [file.file]


def test_every_text_of_a_jinja_template_reaches_gettext(tmp_path: Path):
    file = TranslatableFile(str(tmp_path), "side.jinja", None)
    (tmp_path / file.file).write_text(
        '<b>\n{{ _("your turn") if you else _("to move") }}</b>\n{{ _("%(count)s, \\"so\\"") % {} }}\n'
    )
    build = makemessages.TextFile(None, "django", file)
    build.preprocess()
    said = '\n_("your turn"); _("to move");\n_("%(count)s, \\"so\\"");\n'
    assert Path(build.work_path).read_text() == said
    build.cleanup()


@pytest.mark.parametrize(
    ("key", "action", "says"),
    [
        ("same-terrain", {"do": "play", "card": "english-oak", "at": [-1, 0]},
         "Black Swan lives in freshwater. Its food on the table does not live there."),
        ("same-terrain", {"do": "discard", "card": "black-swan"}, "You have Black Swan no more."),
        ("pollinator", {"do": "play", "card": "bullfinch", "at": [-2, 0]},
         "Bluebell spreads only with a pollinator beside it."),
        ("save-the-deer", {"do": "pass"}, "Roe Deer has left the table."),
        ("covered", {"do": "pass"}, "Common Toad is still covered."),
        ("last-turn", {"do": "pass"}, "The game ends with 7 points for you; the winner has 12."),
        ("bee", {"do": "place", "card": "BEE", "at": [0, 2]},
         "Your Bee: beside nothing that it counts. Bee: no points, and you need 6."),
        ("bear-and-fox", {"do": "place", "card": "BEAR", "at": [0, 1]},
         "The Bear lies beside the Fox, so the Fox earns nothing. Fox: no points, and you need 3."),
        ("food-web", {"do": "place", "card": "SHARK", "at": [2, 1]},
         "The poorest group, Producers, has 2 points. Food web: 2 points, and you need 4."),
    ],
)  # fmt: skip
def test_a_miss_says_what_is_in_the_way(key, action, says):
    lesson = course().lessons[key]
    missed = progress(lesson, [action])
    assert (missed.status, missing(lesson, missed)) == (Status.MISSED, says)
