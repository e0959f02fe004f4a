"""Uploaded pictures: accepted from accounts, shown with a card or proposal, never as pages of their own."""

from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import conditional_page, require_POST, require_safe

from cards.art.uploads import MOST_BYTES, ArtRefused, picture_file
from cards.curation.permissions import moderates
from cards.models import Artwork
from cards.services.artwork import shown_to_all, store_artwork
from phylo.accounts.models import User
from phylo.accounts.visitors import member_of, reader_of
from phylo.http.files import too_large
from phylo.http.problems import problem

# A public picture may be hidden later; caches then keep it no longer than this.
SHOWN = "public, max-age=300"
GUARDED = {
    "X-Content-Type-Options": "nosniff",
    # Opened directly, it is sandboxed without scripts, forms or an origin.
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@conditional_page
@require_safe
def art_file(request: HttpRequest, sha: str, ext: str) -> HttpResponse:
    """
    A stored picture. It never changes, so a cache only has to check that it may still be seen. Until
    something public shows it, only its uploader and reviewers see it.
    """
    artwork = Artwork.objects.filter(file=sha).first() if ext == "jpg" else None
    everybody = artwork is not None and shown_to_all(sha)
    if artwork is None or not (everybody or _may_look(request, artwork)):
        raise Http404("no such picture")
    headers = GUARDED | {
        "Cache-Control": SHOWN if everybody else "private, no-cache",
        "ETag": quote_etag(sha),
        "Content-Disposition": f'inline; filename="{sha[:12]}.jpg"',
    }
    try:
        content = picture_file(sha).read_bytes()
    except (OSError, ValueError) as error:
        raise Http404("no such picture") from error
    return HttpResponse(content, content_type="image/jpeg", headers=headers)


def _may_look(request: HttpRequest, artwork: Artwork) -> bool:
    user = reader_of(request)
    return user is not None and (user.pk == artwork.user_id or moderates(user))


@never_cache
@require_POST
@login_required
def art_upload(request: HttpRequest) -> HttpResponse:
    """Takes `file`, `artist`, `source` and `licence`; returns a card's `art`, or what is wrong."""
    try:
        artwork = upload_from(request, member_of(request))
    except ArtRefused as error:
        return problem("art", str(error), field=error.field)
    answer = {
        "file": artwork.file,
        "artist": artwork.artist,
        "source": artwork.source,
        "licence": artwork.licence,
        "width": artwork.width,
        "height": artwork.height,
        "url": reverse("art-file", args=[artwork.file, "jpg"]),
    }
    return JsonResponse(answer, status=HTTPStatus.CREATED)


def upload_from(request: HttpRequest, user: User, prefix: str = "") -> Artwork:
    """Store the picture sent with a form whose fields begin with `prefix`; raises ArtRefused."""
    file = request.FILES.get(f"{prefix}file")
    if not isinstance(file, UploadedFile):
        raise ArtRefused("file", _("Choose a picture."))
    if (file.size or 0) > MOST_BYTES:
        # Before it is read into memory.
        raise ArtRefused("file", too_large(MOST_BYTES))
    return store_artwork(
        user=user,
        content=file.read(),
        artist=request.POST.get(f"{prefix}artist", "").strip(),
        source=request.POST.get(f"{prefix}source", "").strip(),
        licence=request.POST.get(f"{prefix}licence", ""),
    )
