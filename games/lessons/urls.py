from django.urls import path

from games.lessons import api as lessons_api
from games.lessons.pages import lessons, proposed
from phylo.http.work import Work, asks

lesson = "api/v1/lessons/<slug:key>/"

urlpatterns = [
    path("learn/lessons/", lessons.lesson_list, name="lessons"),
    path("learn/proposed/", proposed.proposed, name="proposed-lessons"),
    path("learn/proposed/<int:lesson_id>/", proposed.proposed_lesson, name="proposed-lesson"),
    path("matches/<uuid:match_id>/lesson/", proposed.match_lesson, name="match-lesson"),
    path("learn/<slug:key>/", lessons.lesson_page, name="lesson"),
    path("learn/<slug:key>/table/", lessons.lesson_table, name="lesson-table"),
    path("learn/<slug:key>/solution/", lessons.lesson_solution, name="lesson-solution"),
    path("api/v1/lessons/", lessons_api.Lessons.as_view(), name="api-lessons"),
    path(lesson, lessons_api.LessonOfMine.as_view(), name="api-lesson"),
    path(
        f"{lesson}actions/", asks(Work.MOVE, lessons_api.LessonActions.as_view()), name="api-lesson-actions"
    ),
    path(f"{lesson}why/", lessons_api.LessonWhy.as_view(), name="api-lesson-why"),
    path(f"{lesson}spaces/", lessons_api.LessonSpaces.as_view(), name="api-lesson-spaces"),
]
