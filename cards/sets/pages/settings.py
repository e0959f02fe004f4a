"""The settings of a set, its deletion, and its people."""

from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from cards.models import Visibility
from cards.models.builder import builder_of, known_builder
from cards.pages.qr import qr_svg
from cards.services.choice_fields import VISIBILITY
from cards.sets import services
from cards.sets.access import LEAST, SetAction, Standing, own_set_or_404, set_or_404, standing_of
from cards.sets.fields import CALLED
from cards.sets.models import Collection
from cards.sets.pages.lists import SetForm
from phylo.http.answers import conflicts_shown, refuse
from phylo.http.input import whole_number
from phylo.http.problems import Refused
from phylo.http.refusals import ChangedMeanwhile

SEEN_BY = {
    Visibility.PRIVATE: gettext_lazy("Only those who have joined it see it."),
    Visibility.UNLISTED: gettext_lazy("Anyone with its address sees it. It is in no list."),
    Visibility.PUBLIC: gettext_lazy("Everybody sees it, and finds it in the list and in searches."),
}


class SettingsForm(SetForm):
    """`version` is the one that was read."""

    visibility = VISIBILITY.form_field(required=False)
    class_set = forms.BooleanField(
        required=False,
        label=gettext_lazy("By pupils"),
        help_text=gettext_lazy("Pupils make its cards. Only editors see who made which one."),
    )
    consent = forms.BooleanField(
        required=False,
        label=gettext_lazy("Consent"),
        help_text=gettext_lazy(
            "The parents, or whoever decides for the pupils, agree that others see the set. The day is kept. "
            "Without consent a set by pupils stays private."
        ),
    )
    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def set_settings(request: HttpRequest, slug: str) -> HttpResponse:
    collection = own_set_or_404(request, slug, SetAction.DESCRIBE)
    if request.method != "POST":
        return _settings_page(request, collection, SettingsForm(initial=_stored(collection)))
    form = SettingsForm(request.POST)
    status, conflicts = HTTPStatus.BAD_REQUEST, None
    if form.is_valid():
        given = form.cleaned_data
        owner = standing_of(builder_of(request), collection) >= Standing.OWNER
        try:
            collection = services.describe_set(
                collection_id=collection.pk,
                builder=builder_of(request),
                version=given["version"],
                name=given["name"],
                description=given["description"],
                licence=given["licence"],
                visibility=given["visibility"] or None,
                class_set=given["class_set"] if owner else None,
                consent=given["consent"] if owner else None,
            )
        except ChangedMeanwhile as error:
            # Sent again, it replaces what is stored.
            form = SettingsForm(request.POST.dict() | {"version": error.version})
            status, conflicts = HTTPStatus.CONFLICT, conflicts_shown(form, error)
        except Refused as error:
            refuse(form, error)
        else:
            messages.success(request, _("Saved."))
            return redirect("set", collection.slug)
    return _settings_page(request, collection, form, status=status, conflicts=conflicts)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    collection = own_set_or_404(request, slug, SetAction.DELETE)
    if request.method == "POST":
        try:
            services.delete_set(collection_id=collection.pk, builder=builder_of(request))
        except Refused as error:
            messages.warning(request, str(error))
            return redirect("set-delete", slug)
        messages.success(request, _("“%(name)s” is deleted.") % {"name": collection.name})
        return redirect("sets")
    context = {
        "set": collection,
        "own": collection.own_cards.count(),
        "people": collection.people.count(),
    }
    return render(request, "sets/delete.html", context)


def _stored(collection: Collection) -> dict[str, object]:
    fields = ("name", "description", "licence", "visibility", "class_set", "consent", "version")
    return {name: getattr(collection, name) for name in fields}


def _settings_page(
    request: HttpRequest,
    collection: Collection,
    form: SettingsForm,
    *,
    status: HTTPStatus = HTTPStatus.OK,
    conflicts: list[dict[str, object]] | None = None,
) -> HttpResponse:
    chosen = form["visibility"].value() or collection.visibility
    context = {
        "set": collection,
        "form": form,
        "conflicts": conflicts,
        "owner": standing_of(builder_of(request), collection) >= Standing.OWNER,
        "class_fields": [form["class_set"], form["consent"]],
        "choices": [
            {"value": each.value, "label": each.label, "words": SEEN_BY[each], "chosen": each.value == chosen}
            for each in Visibility
        ],
    }
    return render(request, "sets/settings.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """The people in a set. POST `step`: open or close (`link`: editors or members), or remove (`person`)."""
    collection = own_set_or_404(request, slug, SetAction.SEE_PEOPLE)
    if request.method == "POST":
        own_set_or_404(request, slug, SetAction.INVITE)
        try:
            _change_people(request, collection)
        except Refused as error:
            messages.warning(request, str(error))
        return redirect("set-people", slug)
    links = [
        _invitation(request, "members", collection.member_code),
        _invitation(request, "editors", collection.editor_code),
    ]
    owner = standing_of(builder_of(request), collection) >= LEAST[SetAction.INVITE]
    joined = collection.people.select_related("user").order_by("-editor", "joined_at")
    return render(
        request, "sets/people.html", {"set": collection, "links": links, "people": joined, "owner": owner}
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Opening the page does not join the set; the button does."""
    found = Collection.objects.filter(Q(editor_code=code) | Q(member_code=code), hidden=False)
    collection = found.select_related("owner").first()
    if collection is None:
        return render(request, "sets/join_gone.html", status=HTTPStatus.NOT_FOUND)
    if standing_of(builder_of(request), collection) == Standing.OWNER:
        return redirect("set", collection.slug)
    editor, wrong = collection.editor_code == code, ""
    guest = not request.user.is_authenticated
    if request.method == "POST":
        if editor and guest:
            return redirect(f"{reverse('account_login')}?next={request.path}")
        try:
            services.join(code=code, builder=known_builder(request), called=request.POST.get("called", ""))
        except Refused as error:
            wrong = str(error)
        except Collection.DoesNotExist as error:
            raise Http404("no such link") from error
        else:
            messages.success(request, _("You have joined “%(name)s”.") % {"name": collection.name})
            return redirect("set", collection.slug)
    context = {
        "set": collection,
        "editor": editor,
        "guest": guest,
        "wrong": wrong,
        "called": request.POST.get("called", ""),
        "longest": CALLED.longest,
    }
    status = HTTPStatus.BAD_REQUEST if wrong else HTTPStatus.OK
    return render(request, "sets/join.html", context, status=status)


@never_cache
@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    collection = set_or_404(request, slug)
    try:
        services.leave(collection_id=collection.pk, builder=builder_of(request))
    except Refused as error:
        messages.warning(request, str(error))
        return redirect("set", slug)
    messages.success(request, _("You have left “%(name)s”.") % {"name": collection.name})
    return redirect("sets")


def _invitation(request: HttpRequest, kind: str, code: str | None) -> dict[str, str]:
    """A link for joining; without a code, `url` and `qr` (SVG) are empty."""
    if not code:
        return {"kind": kind, "url": "", "qr": ""}
    url = request.build_absolute_uri(reverse("set-join", args=[code]))
    return {"kind": kind, "url": url, "qr": qr_svg(url, _("The link, to scan"))}


def _change_people(request: HttpRequest, collection: Collection) -> None:
    builder, step = builder_of(request), request.POST.get("step", "")
    editors = request.POST.get("link") == "editors"
    if step == "open":
        services.open_link(collection_id=collection.pk, builder=builder, editors=editors)
    elif step == "close":
        services.close_link(collection_id=collection.pk, builder=builder, editors=editors)
    elif step == "remove":
        person = whole_number(request.POST.get("person", ""), digits=18)
        if person is None:
            raise Http404("nobody")
        services.remove(collection_id=collection.pk, builder=builder, person_id=person)
    else:
        raise Http404("no such step")
