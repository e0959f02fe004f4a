"""
The pages that the pupils of a class may open, by the names of addresses. What is not listed here is closed to
them, so that a new page leads no child to strangers by itself: they are sent to the page of their class.

Services keep strangers and pupils apart too (services/contact_rules.py); here are also the pages on which
people only write or read of each other, and "eyes to the front" (services/lessons/attention.py).
"""

from collections.abc import Mapping

from django.db.models import UUIDField
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.classes.models import Pupil
from games.matches.services.contact_rules import ContactRefused
from phylo.accounts.guests import SESSION_KEY, SWITCHED, guest_in
from phylo.http.guards import SAFE, Guard
from phylo.http.prepared import Prepared
from phylo.http.problems import API, Refused, wants_page

HOME = "class-home"

# The same for everybody, and of nobody: never asked who reads it.
PICTURES = {
    "art-file", "card-art", "card-back", "card-back-png", "card-face", "card-face-png", "card-preview",
    "card-sketch", "draft-picture", "drawing", "puzzle-of-day-picture", "puzzle-picture",
}  # fmt: skip
READ = {
    "api-bulk", "api-bulk-file", "api-card", "api-card-relation", "api-cards", "api-daily-puzzle",
    "api-data-sets", "api-deck-problems", "api-explain", "api-lesson", "api-lessons", "api-match",
    "api-match-analysis", "api-match-record", "api-match-stream", "api-match-view", "api-names",
    "api-openapi", "api-picks", "api-puzzle", "api-puzzle-history", "api-puzzle-run", "api-puzzles",
    "api-random", "api-rule-sets", "api-stream", "api-tournament", "api-tournament-entries",
    "api-tournament-file", "api-tournament-games", "api-tournament-standings", "api-tournament-stream",
    "api-tournaments", "api-vocabulary", "card", "card-record", "cards", "cards-export", "cards-help",
    "cards-print", "cards-print-pdf", "cards-surprise", "data-sets", "deck", "deck-compare", "deck-hand",
    "deck-history", "deck-insight", "deck-json", "deck-pdf", "deck-print", "deck-qr", "deck-state",
    "deck-studies", "deck-study", "deck-text", "deck-version", "decks-export", "food-web", "health",
    "lesson", "lesson-solution", "lesson-table", "lessons", "match", "match-replay", "match-table",
    "my-decks", "names-found", "privacy", "puzzle", "puzzle-history", "puzzle-next", "puzzle-of-day",
    "puzzle-of-today", "puzzle-run", "puzzle-run-table", "puzzle-solution", "puzzle-table", "puzzles",
    "ready", "rule-set", "rules", "status", "tournament", "tournament-calendar", "tournament-crosstable",
    "tournament-results", "tournament-screen", "tournament-standings", "tournament-trf", "tournaments",
}  # fmt: skip
"""What pupils may look at; of tournaments those of their set alone are found (tournaments_seen_by)."""
USED = {
    "api-challenge", "api-challenge-accept", "api-challenges", "api-lesson-actions", "api-lesson-spaces",
    "api-lesson-why", "api-match-actions", "api-match-analysis", "api-match-chat", "api-match-flag",
    "api-match-hint", "api-match-mute", "api-match-offers", "api-match-play-on", "api-match-resign",
    "api-match-spaces", "api-match-why", "api-matches", "api-puzzle-actions", "api-puzzle-next",
    "api-puzzle-runs", "api-puzzle-spaces", "api-puzzle-why", "api-table", "api-table-begin",
    "api-table-join", "api-table-start", "api-tables", "api-tournament-entries", "api-tournament-entry",
    "api-tournament-ready", "challenge", "class-home", "class-play", "class-stream",
    "deck-build", "deck-copy", "deck-delete", "deck-import", "deck-new", "deck-note", "deck-put",
    "deck-restore", "deck-save", "deck-settings", "deck-step", "deck-studies", "deck-study-cancel",
    "match-analysis", "match-coach", "match-create", "match-here", "match-leave", "match-play-on",
    "match-rematch", "open-table", "open-table-begin", "open-table-leave", "puzzle-runs", "table-new",
    "tournament-enter", "tournament-leave", "tournament-ready",
}  # fmt: skip
"""What they may look at and send."""
OF_THE_SET = {
    "api-collection", "api-set-card", "api-set-cards", "set", "set-card-edit", "set-card-face",
    "set-card-new", "set-card-step", "set-games", "set-json", "set-pdf",
    "set-print",
}  # fmt: skip
"""What they may look at and send in the set of their class."""
COMING_AND_GOING = {"class-back", "class-card", "class-code", "class-join", "class-privacy", "class-leave"}
"""How pupils come and go, which also a class that is to listen may do."""


pupils_of = Prepared(
    lambda guest: Pupil.objects.select_related("classroom__collection").filter(guest=guest), UUIDField()
)


class EyesToTheFront(Refused):
    """The teacher has stopped the class for a moment."""

    code = "forbidden"

    def __init__(self) -> None:
        super().__init__(_("Eyes to the front: your teacher has stopped the class for a moment."))


def allowed(name: str, arguments: Mapping[str, object], pupil: Pupil) -> bool:
    """Whether a pupil may use the address, of those that are not READ."""
    if name in OF_THE_SET:
        return arguments.get("slug") == pupil.classroom.collection.slug
    return name in USED


class ClassGuard(Guard):
    """It costs a query when a guest sends something, or opens more than READ."""

    session_key = SESSION_KEY
    free = frozenset(READ | PICTURES | COMING_AND_GOING)

    def process_view(self, request: HttpRequest, arguments: Mapping[str, object]) -> HttpResponse | None:
        match = request.resolver_match
        name = (match.url_name or "") if match else ""
        writes = request.method not in SAFE
        if name in COMING_AND_GOING | PICTURES or (name in READ and not writes):
            return None
        guest = guest_in(request.session)
        pupil = next(iter(pupils_of(guest)), None) if guest else None
        if pupil is None:
            return None
        # A class behind one address may ask as much as its pupils do, each of them as much as an account.
        request.counted_as = f"pupil-{pupil.pk}"  # type: ignore[attr-defined]
        if writes and pupil.classroom.frozen_at is not None:
            return _refused(request, EyesToTheFront())
        if allowed(name, arguments, pupil):
            return None
        if not writes and not request.path.startswith(API):
            return redirect(HOME)
        return _refused(request, ContactRefused(_("This is outside your class.")))

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Whoever takes the device next finds no page of a pupil's by going back."""
        page = response.get("Content-Type", "").startswith("text/html")
        if page and SWITCHED in request.session:
            response["Cache-Control"] = "private, no-store"
        return response


def _refused(request: HttpRequest, refusal: Refused) -> HttpResponse:
    if not wants_page(request):
        return refusal.as_problem()
    return render(request, "classes/not_allowed.html", {"words": str(refusal)}, status=refusal.status)
