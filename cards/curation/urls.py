from django.urls import path

from cards.curation.pages import (
    facts,
    history,
    leaving,
    notices,
    people,
    proposal,
    queue,
    reports,
    steps,
)

urlpatterns = [
    path("proposals/", queue.queue_page, name="proposals"),
    path("proposals/counts/", queue.counts, name="proposal-counts"),
    path("proposals/reports/", reports.reports, name="proposal-reports"),
    path("proposals/mails/stop/<str:token>/", notices.stop_mails, name="proposal-mails-stop"),
    path("proposals/<int:pk>/", proposal.proposal_page, name="proposal"),
    path("proposals/<int:pk>/<slug:step>/do/", steps.act, name="proposal-step"),
    path("notices/", notices.notices, name="notices"),
    path("notices/read/", notices.read, name="notices-read"),
    path("notices/mails/", notices.mails, name="notices-mails"),
    path("curators/", people.curators, name="curators"),
    path("curators/<str:name>/", people.curator, name="curator"),
    path("curators/<str:name>/<slug:step>/do/", people.act, name="curator-step"),
    path("cards/<slug:slug>/history/", history.card_history, name="card-history"),
    path("cards/<slug:slug>/history/<int:number>/restore/", history.restore, name="card-restore"),
    path("cards/<slug:slug>/facts/", facts.card_facts, name="card-facts"),
    path("cards/<slug:slug>/leave/", leaving.leave, name="card-leave"),
]
