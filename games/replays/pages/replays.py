"""Replays of finished matches, of the example game and of imported records."""

import json
import uuid
from collections.abc import Callable, Mapping
from http import HTTPStatus
from pathlib import Path

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from engine.drafting import GAMES as DRAFTS
from engine.drafting.record import is_drafting
from engine.drafting.state import hide
from engine.file_command import LARGEST
from engine.phylo.record import Record
from engine.phylo.state import hide as engine_hide
from games.matches.access import Look, current_player, look_or_404, own_player, player_id
from games.matches.models import BotLevel
from games.matches.services.errors import NotAllowed
from games.matches.services.positions import draft_at, faces, log_at, phylo_at, story, story_at
from games.matches.wording import sentence
from games.replays.forms import PlayOnForm
from games.replays.models import ImportedRecord
from games.replays.pages import analysis
from games.replays.services.imported_records import (
    Json,
    delete_record,
    drafted,
    keep_record,
    played,
    watched,
)
from games.replays.services.judging import IllegalRecord, UnreadableRecord
from games.table.faces import pictured
from games.table.lines import Reader
from games.table.of_match import table_of
from games.table.other_parts import other_part
from games.table.pages import draft
from games.table.pages.match import version_asked
from games.table.parts import HEADER, shown_parts
from games.table.people import names_of, seats_of
from games.table.presenter import Occasion, table_context
from phylo.http.files import LimitedFile
from phylo.http.limits import client_address, seconds_to_wait
from phylo.http.problems import STATUS, only, problem, wants_page
from phylo.slices import Extension

Parts = Callable[[HttpRequest, Look], Mapping[str, object]]
"""What a slice lets one do with a replay: for the template, under names of its own."""

OF_REPLAYS = Extension[Parts]("of_replays")
REPLAYS = Path(__file__).parents[1] / "data"
IMPORTS, WITHIN = 20, 10 * 60
"""Records that may be imported from one address, within that many seconds."""


@never_cache
@require_GET
def replay(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """A finished match step by step, with both hands open."""
    look = look_or_404(request, match_id)
    match = look.match
    if not match.finished:
        raise Http404("still being played")
    version = version_asked(request, match.version, missing=0)
    more = {
        "record_url": reverse("api-match-record", args=[match.pk]),
        "share_url": reverse("match-share", args=[match.pk])
        if look.seat is not None and match.collection_id is None
        else "",
        "public": match.public,
        "watchers_url": reverse("match-watchers", args=[match.pk]) if match.public else "",
        "play_on": _play_on(request, look, version),
        "play_on_url": reverse("match-play-on", args=[match.pk]),
        "analysis": analysis.shown(look),
    }
    more |= {name: part for parts in OF_REPLAYS for name, part in parts(request, look).items()}
    if request.GET.get("part") == "analysis":
        return render(request, "replays/_analysis.html", more)
    if match.rules in DRAFTS:
        table = draft.replay_context(
            draft_at(match, version),
            names=names_of(seats_of(look)),
            version=version,
            log=story_at(match, None, version),
            latest=log_at(match, None, version),
            reader=look.reader,
        )
        return _draft_page(request, table, match.version, _("Replay"), **more)
    names = names_of(seats_of(look), look.reader)
    reader = Reader(phylo_at(match, version), match.cards, names, look.reader)
    table = table_of(match, seat=None, version=version, names=names, open_hands=True, reader=look.reader)
    return _replay_page(request, table, reader, match.version, _("Replay"), **more)


def _play_on(request: HttpRequest, look: Look, version: int) -> PlayOnForm:
    """With what was chosen in one that was refused, or else the reader's own seat and the level played."""
    played = next((each.bot for each in seats_of(look) if each.bot), BotLevel.FOX)
    return PlayOnForm(
        match=look.match,
        names=names_of(seats_of(look)),
        version=version,
        seat=request.GET.get("seat", look.seat),
        level=request.GET.get("level", played),
    )


@require_GET
def example(request: HttpRequest, slug: str) -> HttpResponse:
    """A recorded game that comes with the site."""
    path = REPLAYS / f"{slug}.json"
    if not path.is_file():
        raise Http404("no such replay")
    data = json.loads(path.read_text(encoding="utf-8"))
    return _recorded(request, data, _("The rulebook’s example"))


@never_cache
@require_GET
def imported(request: HttpRequest, key: str) -> HttpResponse:
    """An imported record, with both hands open."""
    record = get_object_or_404(ImportedRecord, pk=key)
    seats = record.seats if record.player_id is not None and record.player_id == player_id(request) else []
    # Who played both seats on one device is nobody in particular there.
    reader = seats[0] if len(seats) == 1 else None
    return _recorded(request, watched(record), _("Imported game"), imported_key=key, reader=reader)


@never_cache
@require_GET
def imported_record(request: HttpRequest, key: str) -> HttpResponse:
    data = watched(get_object_or_404(ImportedRecord, pk=key))
    response = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="phylo-{key}.json"'
    return response


class ImportForm(forms.Form):
    file = LimitedFile(
        most=LARGEST,
        required=False,
        label=gettext_lazy("A file"),
        widget=forms.FileInput({"accept": ".json,application/json"}),
    )
    text = forms.CharField(
        required=False,
        label=gettext_lazy("or its text"),
        strip=True,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, object]:
        found = super().clean() or {}
        file = found.get("file")
        try:
            found["record"] = file.read().decode() if file is not None else found.get("text", "")
        except UnicodeDecodeError:
            raise forms.ValidationError(_("This file is no text.")) from None
        if not found["record"] and not self.errors:
            raise forms.ValidationError(_("Choose a file or paste its text."))
        return found


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def import_record(request: HttpRequest) -> HttpResponse:
    """
    Import a record to watch. From the form: a redirect to its replay, or the page again with errors. As the
    body of a JSON request: 201 with `{"replay": address}`, or a problem.
    """
    if request.method != "POST":
        return _import_page(request, ImportForm())
    from_program = request.content_type == "application/json"
    form = ImportForm({"text": _body(request)}) if from_program else ImportForm(request.POST, request.FILES)
    # Judging takes time, so it is limited for each address.
    came_from = client_address(request) or "nowhere"
    if wait := seconds_to_wait(f"imports-{came_from}", most=IMPORTS, seconds=WITHIN):
        form.add_error(None, _("That were many records. Wait some minutes before you bring more."))
        refused = _import_refused(request, form, "too-many")
        refused.headers["Retry-After"] = str(wait)
        return refused
    if not form.is_valid():
        return _import_refused(request, form, "malformed")
    # A program without an account is nobody in particular: it would be a new guest each time.
    player = own_player(request).first() if from_program else current_player(request)
    try:
        kept = keep_record(text=form.cleaned_data["record"], player=player)
    except UnreadableRecord as error:
        form.add_error(None, _("This is no record: %(why)s.") % {"why": str(error).rstrip(".")})
        return _import_refused(request, form, "malformed")
    except IllegalRecord as error:
        params = {"number": error.step + 1, "why": sentence(error.refusal)}
        words = _("Action %(number)s is against the rules: %(why)s") % params
        clause = error.refusal.clause
        form.add_error(None, f"{words} ({clause})" if clause else words)
        return _import_refused(request, form, "illegal-record")
    except NotAllowed as error:
        form.add_error(None, str(error))
        return _import_refused(request, form, error.code)
    address = reverse("replay-imported", args=[kept.pk])
    if from_program:
        made = JsonResponse({"replay": address}, status=HTTPStatus.CREATED)
        made["Location"] = address
        return made
    return redirect(address)


@only("POST")
def delete_imported(request: HttpRequest, key: str) -> HttpResponse:
    player = own_player(request).first()
    if player is None or not delete_record(key=key, player=player):
        raise Http404("no such record of yours")
    messages.success(request, _("The record is deleted."))
    return redirect("replay-import")


def _import_page(request: HttpRequest, form: ImportForm, status: int = HTTPStatus.OK) -> HttpResponse:
    own = ImportedRecord.objects.filter(player__in=own_player(request)).defer("text").order_by("-created")
    context = {"form": form, "own": own, "days": settings.IMPORTED_RECORDS_KEPT.days}
    return render(request, "replays/import.html", context, status=status)


def _import_refused(request: HttpRequest, form: ImportForm, code: str) -> HttpResponse:
    if request.content_type != "application/json" and wants_page(request):
        return _import_page(request, form, STATUS[code])
    detail = " ".join(str(words) for errors in form.errors.values() for words in errors)
    return problem(code, detail)


def _body(request: HttpRequest) -> str:
    return request.read(LARGEST + 1).decode("utf-8", "replace")


def _recorded(
    request: HttpRequest, data: Json, title: str, imported_key: str = "", reader: int | None = None
) -> HttpResponse:
    more: dict[str, object] = {}
    if imported_key:
        more = {"record_url": reverse("replay-imported-record", args=[imported_key])}
    if is_drafting(data):
        return _recorded_draft(request, data, title, reader, **more)
    record = Record.read(data)
    last = len(record.actions)
    version = version_asked(request, last, missing=0)
    state, logs = played(record, version)
    occasion = Occasion(
        state=state,
        seat=None,
        version=version,
        names=_names(2, reader),
        cards=pictured(faces(data["cards"]), rules=data["rules"]),
        log=engine_hide(story(logs), None),
        latest=engine_hide(logs[-1], None),
        open_hands=True,
        reader=reader,
    )
    of_table = Reader(state, occasion.cards, occasion.names, reader)
    return _replay_page(request, table_context(occasion), of_table, last, title, **more)


def _names(players: int, reader: int | None) -> list[str]:
    names = [_("Player %(number)d") % {"number": seat + 1} for seat in range(players)]
    if reader is not None:
        names[reader] = _("You")
    return names


def _recorded_draft(
    request: HttpRequest, data: Json, title: str, reader: int | None, **more: object
) -> HttpResponse:
    last = len(data["actions"])
    version = version_asked(request, last, missing=0)
    state, logs = drafted(data, version)
    table = draft.replay_context(
        state,
        names=_names(data["players"], reader),
        version=version,
        log=hide([entry for log in logs for entry in log], None),
        latest=hide(logs[-1], None),
        reader=reader,
    )
    return _draft_page(request, table, last, title, **more)


def _draft_page(
    request: HttpRequest, table: dict[str, object], last: int, title: str, **more: object
) -> HttpResponse:
    context = {"table": table, "last": last, "title": title, "fragment_url": request.path}
    parts = {"table": "table/draft/_fragment.html", "words": "table/draft/_in_words.html"}
    template = parts.get(request.GET.get("part", ""), "replays/draft_replay.html")
    return render(request, template, context | more)


def _replay_page(
    request: HttpRequest, table: dict[str, object], reader: Reader, last: int, title: str, **more: object
) -> HttpResponse:
    if found := other_part(request, lambda: reader, lambda: table):
        return found
    context = {"table": table, "last": last, "title": title, "fragment_url": request.path} | more
    if request.GET.get("part") == "table":
        answer = render(request, "table/_fragment.html", context | {"shown_parts": shown_parts(request)})
        patch_vary_headers(answer, [HEADER])
        return answer
    return render(request, "replays/replay.html", context)
