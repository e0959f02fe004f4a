"""What the forms of matches share."""

import uuid

from django import forms

# A key chosen by the client, by which a repeated request is recognised.
KEY = r"[A-Za-z0-9._:-]{1,64}"


def one_key() -> str:
    return uuid.uuid4().hex


def complaints(form: forms.Form) -> list[str]:
    """The errors of a form, each with the label of its field."""
    return [
        f"{form.fields[name].label}: {message}"
        if name in form.fields and form.fields[name].label
        else str(message)
        for name, messages in form.errors.items()
        for message in messages
    ]
