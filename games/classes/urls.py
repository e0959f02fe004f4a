from django.urls import path, register_converter

from games.classes.api import classes
from games.classes.api import lessons as teaching
from games.classes.pages import example, teach
from games.classes.pages import files as class_files
from games.classes.pages import joining as class_joining
from games.classes.pages import lesson as class_lesson
from games.classes.pages import pupil as class_pupil
from games.classes.pages import settings as class_settings
from games.classes.pages import stream as class_stream
from games.classes.services.codes import CARD_CODE, CLASS_CODE, LETTERS
from phylo.http.work import Work, asks


class ClassCode:
    """In capitals, or as somebody types it into the address."""

    regex = rf"[{LETTERS}{LETTERS.lower()}]{{{CLASS_CODE}}}"
    to_python = to_url = staticmethod(str)


class CardCode(ClassCode):
    regex = rf"[{LETTERS}{LETTERS.lower()}]{{{CARD_CODE}}}"


register_converter(ClassCode, "class_code")
register_converter(CardCode, "card_code")

of_set = "api/v1/collections/<slug:slug>/class/"

urlpatterns = [
    path("teach/", teach.teach, name="teach"),
    path("teach/example/", example.example, name="teach-example"),
    path("teach/example/cards.pdf", example.example_cards, name="teach-cards"),
    path("teach/lesson/<slug:age>/", teach.plan, name="teach-plan"),
    path("teach/parents/", teach.parents, name="teach-parents"),
    path("class/", class_joining.class_join, name="class-join"),
    path("class/card/", class_joining.class_card, name="class-card"),
    path("class/kept/", class_joining.class_privacy, name="class-privacy"),
    path("class/leave/", class_joining.class_leave, name="class-leave"),
    path("class/<class_code:code>/", class_joining.class_code, name="class-code"),
    path("class/<card_code:code>/", class_joining.class_back, name="class-back"),
    path("class/home/", class_pupil.class_home, name="class-home"),
    path("class/play/", class_pupil.class_play, name="class-play"),
    path("class/stream/", asks(Work.STREAM, class_stream.class_stream), name="class-stream"),
    path("sets/<slug:slug>/class/", class_lesson.lesson_dashboard, name="class-dashboard"),
    path("sets/<slug:slug>/class/settings/", class_settings.class_settings, name="class-settings"),
    path("sets/<slug:slug>/class/pupils/<int:pupil>/", class_settings.class_pupil, name="class-pupil"),
    path("sets/<slug:slug>/class/end/", class_settings.class_end, name="class-end"),
    path("sets/<slug:slug>/class/cards.pdf", class_files.class_cards, name="class-cards"),
    path("sets/<slug:slug>/class/archive.zip", class_files.class_archive, name="class-archive"),
    path(of_set, classes.Class.as_view(), name="api-class"),
    path(f"{of_set}pupils/<int:pupil>/", classes.ClassPupil.as_view(), name="api-class-pupil"),
    path(f"{of_set}pupils/<int:pupil>/card/", classes.PupilCard.as_view(), name="api-class-pupil-card"),
    path(f"{of_set}pupils/", teaching.ClassRows.as_view(), name="api-class-pupils"),
    path(f"{of_set}games/", teaching.ClassGames.as_view(), name="api-class-games"),
    path(f"{of_set}games/<uuid:match_id>/", teaching.ClassGame.as_view(), name="api-class-game"),
    path(f"{of_set}archive/", classes.ClassArchive.as_view(), name="api-class-archive"),
]
