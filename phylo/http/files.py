"""Files in forms: the field says how large they may be, and the page checks it before they are sent."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class LimitedFile(forms.FileField):
    """A file of at most `most` bytes. The page needs the script `file-size`."""

    def __init__(self, *, most: int, help_text: Promise | str = "", **given: Any) -> None:
        self.most = most
        limit = format_lazy(gettext_lazy("At most {size}."), size=size_in_words(most))
        super().__init__(help_text=format_lazy("{} {}", limit, help_text) if help_text else limit, **given)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, str]:
        return super().widget_attrs(widget) | limits(self.most)

    def clean(self, data: UploadedFile | None, initial: object = None) -> UploadedFile | None:
        if data is not None and (data.size or 0) > self.most:
            raise forms.ValidationError(too_large(self.most), code="too-large")
        found: UploadedFile | None = super().clean(data, initial)
        return found


def limits(most: int) -> dict[str, str]:
    """The attributes by which the script `file-size` knows a field's limit."""
    return {"data-most": str(most), "data-too-large": too_large(most)}


def too_large(most: int) -> str:
    return _("The file is larger than %(most)s. Choose a smaller one.") % {"most": size_in_words(most)}


def size_in_words(size: int) -> str:
    if size >= 1024**2:
        return _("%(number)s MB") % {"number": size // 1024**2}
    return _("%(number)s kB") % {"number": size // 1024}
