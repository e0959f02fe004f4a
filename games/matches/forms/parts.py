"""What the forms of matches share."""

from django import forms


def complaints(form: forms.Form) -> list[str]:
    """The errors of a form, each with the label of its field."""
    return [
        f"{form.fields[name].label}: {message}"
        if name in form.fields and form.fields[name].label
        else str(message)
        for name, messages in form.errors.items()
        for message in messages
    ]
