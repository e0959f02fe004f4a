from django.urls import path

from cards.curation.pages import card, moderation, notices, proposal, queue, steps

urlpatterns = [
    path("proposals/", queue.queue_page, name="proposals"),
    path("proposals/counts/", queue.counts, name="proposal-counts"),
    path("proposals/mails/stop/<str:token>/", notices.stop_mails, name="proposal-mails-stop"),
    path("proposals/<int:pk>/", proposal.proposal_page, name="proposal"),
    path("proposals/<int:pk>/<slug:step>/do/", steps.act, name="proposal-step"),
    path("notices/", notices.notices, name="notices"),
    path("notices/read/", notices.read, name="notices-read"),
    path("notices/mails/", notices.mails, name="notices-mails"),
    path("curators/", moderation.curators, name="curators"),
    path("curators/<str:name>/", moderation.curator, name="curator"),
    path("curators/<str:name>/<slug:step>/do/", moderation.act, name="curator-step"),
    path("cards/<slug:slug>/history/", card.card_history, name="card-history"),
    path("cards/<slug:slug>/history/<int:number>/restore/", card.restore, name="card-restore"),
    path("cards/<slug:slug>/facts/", card.card_facts, name="card-facts"),
    path("cards/<slug:slug>/leave/", card.leave, name="card-leave"),
]
