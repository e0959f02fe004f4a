from django.urls import path

from games.kiosk import api as kiosk_api
from games.kiosk import pages as kiosk

urlpatterns = [
    path("kiosk/", kiosk.start, name="kiosk-site"),
    path("kiosk/leave/", kiosk.leave, name="kiosk-leave"),
    path("kiosk/<slug:slug>/", kiosk.start, name="kiosk"),
    path("kiosk/<slug:slug>/cards/", kiosk.cards, name="kiosk-cards"),
    path("kiosk/<slug:slug>/lessons/", kiosk.lessons, name="kiosk-lessons"),
    path("kiosk/<slug:slug>/play/", kiosk.play, name="kiosk-play"),
    path("kiosk/<slug:slug>/end/", kiosk.end, name="kiosk-end"),
    path("kiosk/<slug:slug>/counts/", kiosk.counts, name="kiosk-counts"),
    path("kiosk/<slug:slug>/counts.csv", kiosk.counts_csv, name="kiosk-counts-csv"),
    path("api/v1/collections/<slug:slug>/kiosk/", kiosk_api.KioskDays.as_view(), name="api-kiosk-days"),
]
