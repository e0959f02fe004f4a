from django.urls import path

from cards.curation.api import proposals, revisions

one = "v1/proposals/<int:proposal>/"

urlpatterns = [
    path("v1/cards/<slug:key>/revisions/", revisions.CardRevisions.as_view(), name="api-card-revisions"),
    path(
        "v1/cards/<slug:key>/revisions/<int:number>/",
        revisions.CardRevisionDetail.as_view(),
        name="api-card-revision",
    ),
    path("v1/proposals/", proposals.ProposalList.as_view(), name="api-proposals"),
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
