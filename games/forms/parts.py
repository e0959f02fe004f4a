"""What the forms of matches share."""

import uuid

from django import forms

# A key of the client's own choice, by which a repeat is known.
KEY = r"[A-Za-z0-9._:-]{1,64}"


def one_key() -> str:
    return uuid.uuid4().hex


def complaints(form: forms.Form) -> list[str]:
    """What is wrong with a form, each with the name of its field."""
    return [
        f"{form.fields[name].label}: {message}"
        if name in form.fields and form.fields[name].label
        else str(message)
        for name, messages in form.errors.items()
        for message in messages
    ]
