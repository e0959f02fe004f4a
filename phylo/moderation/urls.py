from django.urls import path

from phylo.moderation import pages

urlpatterns = [
    path("report/<slug:kind>/<str:key>/", pages.report, name="report"),
    path("suspended/", pages.suspended, name="suspended"),
    path("moderation/", pages.queue, name="moderation"),
    path("moderation/log/", pages.audit_log, name="moderation-log"),
    path("moderation/people/<str:name>/", pages.account, name="moderation-account"),
    path("moderation/guests/<uuid:guest_id>/", pages.guest, name="moderation-guest"),
]
