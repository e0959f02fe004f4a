"""The editor: proposing a card, editing one, and editing a proposal. Every button posts the form."""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from cards.art import compose
from cards.art.subject import load_subject
from cards.art.uploads import LICENCES, MOST_BYTES, ArtRefused
from cards.curation import services
from cards.curation.fields import SUMMARY
from cards.curation.models import Proposal, ProposalState
from cards.editor.checks import ERROR, Check, faults_of
from cards.editor.form import CardForm
from cards.editor.layout import drawing_context, form_context
from cards.editor.live import Live, live_context
from cards.editor.names import asked_of, measured_context, names_context
from cards.editor.steps import take_step
from cards.editor.uploads import upload_from
from cards.models import Card, Kind
from cards.pages.addresses import SKETCHES
from cards.services.contents import Columns, contents_of
from phylo.accounts.models import User
from phylo.accounts.visitors import member_of
from phylo.http.files import limits
from phylo.http.input import line_in, number_in
from phylo.http.keys import new_key
from phylo.http.problems import Refused

PART = "X-Part"
"""The request header by which a script asks for part of the page: `live`, `drawings` or `form`."""
LONGEST_ASKED = 240
"""The most characters of a search for a drawing."""
KEPT = "public, max-age=86400, immutable"


@dataclass
class Editing:
    """
    What is being edited, and by whom (None: a guest). `card` is the published card being edited; `proposal`
    the stored one, if any.
    """

    user: User | None
    base: Columns
    card: Card | None = None
    proposal: Proposal | None = None

    @property
    def address(self) -> str:
        if self.proposal is not None:
            return reverse("proposal-edit", args=[self.proposal.pk])
        if self.card is not None:
            return reverse("card-edit", args=[self.card.key])
        return reverse("card-propose")

    @property
    def version(self) -> int | str:
        """The version being edited; empty if nothing is stored yet."""
        return self.proposal.version if self.proposal is not None else ""

    @property
    def in_set(self) -> bool:
        return False

    @property
    def keeps(self) -> bool:
        """Whether what is typed is stored at once, by `keep`."""
        return False

    def keep(self, request: HttpRequest, form: CardForm) -> HttpResponse:
        raise Http404("nothing is kept")

    def stored(self, request: HttpRequest, form: CardForm, *, submit: bool) -> HttpResponse:
        """Store the form, or show the page again with the reason why not."""
        return _keep(request, self, form, submit=submit)

    def live(self, form: CardForm) -> Live:
        return live_context(form, but=self.proposal, in_set=self.in_set)

    def errors(self, form: CardForm) -> list[Check]:
        return [check for check in self.live(form)["checks"] if check.level == ERROR]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def propose(request: HttpRequest) -> HttpResponse:
    """Propose a new card. The address may give its `name`, `latin_name` and `kind`."""
    given = {name: request.GET.get(name, "")[:80] for name in ("name", "latin_name")}
    kind = request.GET.get("kind", "")
    editing = Editing(member_of(request), {})
    start = given | {"kind": kind if kind in (Kind.EVENT, Kind.HABITAT) else Kind.SPECIES.value}
    return edit_form(request, editing, start)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit_card(request: HttpRequest, slug: str) -> HttpResponse:
    """Propose an edit of a published card."""
    card = get_object_or_404(Card.objects.offered(), key=slug)
    base = contents_of(card)
    return edit_form(request, Editing(member_of(request), base, card=card), base)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit_proposal(request: HttpRequest, pk: int) -> HttpResponse:
    """Edit the user's own undecided proposal."""
    user = member_of(request)
    proposal = get_object_or_404(
        Proposal.objects.undecided().filter(author=user, kind__in=["new", "edit"]).select_related("card"),
        pk=pk,
    )
    editing = Editing(user, proposal.contents, card=proposal.card, proposal=proposal)
    return edit_form(request, editing, proposal.contents)


def edit_form(request: HttpRequest, editing: Editing, start: Columns) -> HttpResponse:
    if request.method != "POST":
        return editor_page(request, editing, CardForm.of(start))
    form = CardForm.read(request.POST, editing.base, fixed_kind=editing.card is not None)
    step = request.POST.get("step", "")
    if request.headers.get(PART) == "live":
        return render(request, "editor/_live.html", {**editing.live(form), "alone": True})
    if request.headers.get(PART) == "drawings":
        return render(request, "editor/_drawings_found.html", _drawings(request, form))
    if step == "keep":
        return editing.keep(request, form)
    if step in ("save", "submit"):
        return editing.stored(request, form, submit=step == "submit")
    wrong, focus = "", ""
    if step == "art:upload":
        wrong, focus = _upload(request, editing.user, form), "art-file"
    else:
        focus = take_step(form, step, request.POST)
    return editor_page(request, editing, form, wrong=wrong, focus=focus)


def _upload(request: HttpRequest, user: User | None, form: CardForm) -> str:
    """Store the picture that was sent; returns what is wrong with it, or ""."""
    if user is None:
        return _("Uploading pictures needs an account: somebody has to be responsible for them.")
    try:
        artwork = upload_from(request, user, "art-")
    except ArtRefused as error:
        return str(error)
    form.art["file"] = artwork.file
    form.uploaded = True
    return ""


def _keep(request: HttpRequest, editing: Editing, form: CardForm, *, submit: bool) -> HttpResponse:
    """Store the draft, and submit it if asked. If refused, the form is shown again with the reason."""
    user = member_of(request)
    if submit and (wrong := editing.errors(form)):
        return editor_page(request, editing, form, wrong=_("It cannot be submitted yet."), faults=wrong)
    contents = form.contents()
    if editing.proposal is None and contents == form.base:
        return editor_page(request, editing, form, wrong=_("Nothing has been changed yet."))
    try:
        proposal = _stored(
            user=user,
            contents=contents,
            summary=request.POST.get("summary", ""),
            card=editing.card,
            proposal=editing.proposal,
            version=number_in(request.POST.get("version", "")),
            key=request.POST.get("key", ""),
        )
    except Refused as error:
        return refused_page(request, editing, form, error)
    if not submit:
        messages.success(request, _("The draft is saved. Nobody else sees it until you submit it."))
        return redirect("proposal-edit", proposal.pk)
    try:
        if proposal.state in (ProposalState.DRAFT, ProposalState.CHANGES):
            proposal = services.submit(proposal_id=proposal.pk, author=user, version=proposal.version)
    except Refused as error:
        messages.warning(request, _("The draft is saved, but not submitted: %(why)s") % {"why": error})
        return redirect("proposal-edit", proposal.pk)
    messages.success(request, _("Others can see it now, and reviewers decide on it."))
    return redirect("proposal", proposal.same_as_id or proposal.pk)


def _stored(
    *,
    user: User,
    contents: Columns,
    summary: str,
    card: Card | None,
    proposal: Proposal | None,
    version: int,
    key: str,
) -> Proposal:
    """Create or change the proposal; raises Refused."""
    if proposal is not None and proposal.state == ProposalState.STALE:
        # Applied to the card as it is now: others' changes stay, unless the author changed the same column.
        mine = {name: value for name, value in contents.items() if value != proposal.contents.get(name)}
        return services.rebase(
            proposal_id=proposal.pk, author=user, version=version, contents=mine, summary=summary
        )
    if proposal is not None:
        return services.edit_draft(
            proposal_id=proposal.pk, author=user, version=version, contents=contents, summary=summary
        )
    kind = "new" if card is None else "edit"
    return services.propose(author=user, kind=kind, card=card, contents=contents, summary=summary, key=key)


def refused_page(request: HttpRequest, editing: Editing, form: CardForm, error: Refused) -> HttpResponse:
    """The form again, with the reason and a link to the field that it is about."""
    found = faults_of(error)
    wrong = _("It is not saved yet.") if found else str(error)
    return editor_page(request, editing, form, wrong=wrong, faults=found)


def editor_page(
    request: HttpRequest,
    editing: Editing,
    form: CardForm,
    *,
    wrong: str = "",
    faults: Sequence[Check] = (),
    focus: str = "",
) -> HttpResponse:
    live = editing.live(form)
    posted = request.method == "POST"
    context: dict[str, object] = {**live, **form_context(form, live["said"]), **_drawings(request, form)}
    context |= measured_context(form.values["latin_name"])
    context |= names_context(asked_of(form) if request.POST.get("step") == "names" else "")
    context |= {
        "editing": editing,
        "wrong": wrong,
        "faults": faults,
        "focus": focus,
        "summary_text": request.POST.get("summary", "")
        if posted
        else (editing.proposal.summary if editing.proposal else ""),
        "longest_summary": SUMMARY.longest,
        "version": request.POST.get("version", "") if posted else editing.version,
        "key": request.POST.get("key", "") if posted and not wrong else new_key(),
        "licences": [(code, _licence_name(code)) for code in LICENCES],
        "most_megabytes": MOST_BYTES // 1024**2,
        "picture_limits": limits(MOST_BYTES),
        "picture_url": reverse("art-file", args=[form.art["file"], "jpg"]) if _has_picture(form) else "",
    }
    template = "editor/_parts.html" if request.headers.get(PART) == "form" else "editor/edit.html"
    status = HTTPStatus.BAD_REQUEST if wrong and template == "editor/edit.html" else HTTPStatus.OK
    return render(request, template, context, status=status)


def _drawings(request: HttpRequest, form: CardForm) -> dict[str, object]:
    """`draw` is the word of a button, `draw-q` what was typed."""
    return drawing_context(form, (request.POST.get("draw") or request.POST.get("draw-q", ""))[:LONGEST_ASKED])


def _licence_name(code: str) -> str:
    licence = LICENCES[code]
    name = str(licence.name)
    return _("%(name)s (shown as a whole)") % {"name": name} if licence.whole else name


def _has_picture(form: CardForm) -> bool:
    file = form.art.get("file", "")
    return len(file) == 64 and file.isascii() and file.isalnum()


@require_safe
def sketch(request: HttpRequest, signed: str) -> HttpResponse:
    """The picture of a card that is not stored. Its content was signed when the form was rendered."""
    try:
        key, face = SKETCHES.unsign_object(signed)
    except signing.BadSignature as error:
        raise Http404("no such picture") from error
    return HttpResponse(compose(face, key), content_type="image/svg+xml", headers={"Cache-Control": KEPT})


@require_safe
def names_found(request: HttpRequest) -> HttpResponse:
    """The species with a name that begins with `?q=`, as options of a list."""
    response = render(request, "editor/_name_options.html", names_context(line_in(request.GET.get("q", ""))))
    response.headers["Cache-Control"] = "private, max-age=60"
    return response


@require_safe
def drawing(request: HttpRequest, family: str, name: str) -> HttpResponse:
    """
    A drawing alone, for choosing one; `?tint=` is the colour of a drawing of one colour, `?values=` are those
    of a figure.
    """
    tint, values = request.GET.get("tint", ""), request.GET.get("values", "")
    found = load_subject(f"{family}:{name}" + (f" #{tint}" if tint else f" {values}" if values else ""))
    if found is None:
        raise Http404("no such drawing")
    box = " ".join(f"{each:g}" for each in found.box)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{found.markup}</svg>'
    return HttpResponse(svg, content_type="image/svg+xml", headers={"Cache-Control": "public, max-age=3600"})
