"""Bringing many cards at once, from a spreadsheet, into a set."""

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cards.exchange.entry import ExchangeError
from cards.exchange.tables import ANYBODY, decoded, is_workbook, workbook_rows
from cards.models import Builder
from cards.models.builder import builder_of
from cards.sets import services
from cards.sets.fields import NAME
from cards.sets.models import Collection
from cards.sets.tables import LONGEST, MOST_ROWS, Species, species_in
from phylo.accounts.visitors import member_of
from phylo.http.files import LimitedFile
from phylo.http.keys import new_key
from phylo.http.problems import Refused

MOST_BYTES = 512 * 1024


class TableForm(forms.Form):
    """`set` is the slug of a set of the visitor; empty for a new one with this `name`."""

    file = LimitedFile(
        most=MOST_BYTES,
        required=False,
        label=gettext_lazy("A file"),
        help_text=gettext_lazy("XLSX, or CSV as a spreadsheet saves it."),
    )
    text = forms.CharField(
        required=False,
        strip=False,
        max_length=LONGEST,
        label=gettext_lazy("Or copy the rows from your spreadsheet, and paste them"),
        widget=forms.Textarea({"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
    )
    set = forms.ChoiceField(required=False, label=gettext_lazy("Into which set"))
    name = NAME.form_field(forms.TextInput({"autocomplete": "off"}), required=False)

    def __init__(
        self,
        data: Mapping[str, str] | None = None,
        files: MultiValueDict[str, UploadedFile] | None = None,
        *,
        builder: Builder,
        initial: dict[str, str] | None = None,
    ) -> None:
        super().__init__(data, files, initial=initial)
        field = self.fields["set"]
        assert isinstance(field, forms.ChoiceField)
        own = Collection.objects.of(builder).order_by("name", "pk")
        field.choices = [("", _("A new set")), *((each.slug, each.name) for each in own)]

    def clean_file(self) -> str:
        """The file as text, however it was saved."""
        file: UploadedFile | None = self.cleaned_data["file"]
        if file is None:
            return ""
        content = file.read()
        try:
            return _as_csv(content) if is_workbook(content) else decoded(content)[0]
        except ExchangeError as error:
            raise forms.ValidationError(str(error)) from error

    def clean(self) -> dict[str, object]:
        given = super().clean() or {}
        text: str = given.get("file") or given.get("text", "")
        if not given.get("set") and not given.get("name"):
            given["name"] = _("My species")
        if not self.errors:
            try:
                self.species = species_in(text)
            except ExchangeError as error:
                raise forms.ValidationError({"file" if given.get("file") else "text": str(error)}) from error
        return given | {"text": text}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def bring_table(request: HttpRequest) -> HttpResponse:
    """`?set=` chooses the set. POST shows what each row would become; with `make` it becomes that."""
    builder = builder_of(request)
    if request.method != "POST":
        form = TableForm(builder=builder, initial={"set": request.GET.get("set", "")[:80]})
        return render(request, "sets/table.html", {"form": form, "most": MOST_ROWS})
    form = TableForm(request.POST, request.FILES, builder=builder)
    if not form.is_valid():
        context = {"form": form, "most": MOST_ROWS}
        return render(request, "sets/table.html", context, status=HTTPStatus.BAD_REQUEST)
    given = form.cleaned_data
    collection = Collection.objects.of(builder).filter(slug=given["set"]).first() if given["set"] else None
    there = _names_in(collection)
    new = [each for each in form.species if each.name.casefold() not in there]
    if "make" in request.POST:
        return _made(request, builder, collection, str(given["name"]), new)
    context = {
        "given": given,
        "collection": collection,
        "rows": [(each, each.name.casefold() in there) for each in form.species],
        "ready": sum(not each.wrong for each in new),
        "unfinished": sum(bool(each.wrong) for each in new),
        "key": new_key(),
    }
    return render(request, "sets/table_check.html", context)


def _as_csv(content: bytes) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(cells for _place, cells in workbook_rows(content, ANYBODY))
    return text.getvalue()


def _names_in(collection: Collection | None) -> set[str]:
    if collection is None:
        return set()
    return {name.casefold() for name in collection.own_cards.values_list("name", flat=True)}


def _made(
    request: HttpRequest,
    builder: Builder,
    collection: Collection | None,
    name: str,
    species: Sequence[Species],
) -> HttpResponse:
    """
    Finished cards, and drafts of the others; what cannot be stored ends it, and what is stored stays. Sent
    again with its `key` it makes nothing twice.
    """
    made: Counter[bool] = Counter()
    try:
        key = request.POST.get("key", "")
        collection = collection or services.create_set(owner=member_of(request), name=name, key=key)
        for each in species:
            store = services.keep_draft if each.wrong else services.make_card
            store(collection_id=collection.pk, builder=builder, contents=each.contents, key=each.key)
            made[not each.wrong] += 1
    except Refused as error:
        messages.warning(request, str(error))
    words = ngettext("%(count)d card is made.", "%(count)d cards are made.", made[True])
    messages.success(request, words % {"count": made[True]})
    if made[False]:
        words = ngettext(
            "%(count)d is not finished yet: go on with it below.",
            "%(count)d are not finished yet: go on with them below.",
            made[False],
        )
        messages.warning(request, words % {"count": made[False]})
    return redirect("set", collection.slug) if collection is not None else redirect("set-table")
