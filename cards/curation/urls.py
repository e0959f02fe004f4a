from django.urls import path

from cards.curation.api import proposals, revisions
from cards.curation.pages import card, moderation, notices, proposal, queue, steps

one = "api/v1/proposals/<int:proposal>/"

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
    path("api/v1/cards/<slug:key>/revisions/", revisions.CardRevisions.as_view(), name="api-card-revisions"),
    path(
        "api/v1/cards/<slug:key>/revisions/<int:number>/",
        revisions.CardRevisionDetail.as_view(),
        name="api-card-revision",
    ),
    path("api/v1/proposals/", proposals.ProposalList.as_view(), name="api-proposals"),
    path(one, proposals.ProposalDetail.as_view(), name="api-proposal"),
    path(f"{one}decisions/", proposals.ProposalDecisions.as_view(), name="api-proposal-decisions"),
    path(f"{one}comments/", proposals.ProposalComments.as_view(), name="api-proposal-comments"),
    path(f"{one}submit/", proposals.Submit.as_view(), name="api-proposal-submit"),
    path(f"{one}rebase/", proposals.Rebase.as_view(), name="api-proposal-rebase"),
    path(f"{one}withdraw/", proposals.Withdraw.as_view(), name="api-proposal-withdraw"),
    path(f"{one}vote/", proposals.Vote.as_view(), name="api-proposal-vote"),
    path(f"{one}facts/", proposals.ConfirmFact.as_view(), name="api-proposal-facts"),
    path(f"{one}decision/", proposals.Decide.as_view(), name="api-proposal-decision"),
]
