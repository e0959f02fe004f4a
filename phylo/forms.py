"""How forms become HTML."""

from django.forms.renderers import TemplatesSetting


class PageForms(TemplatesSetting):
    """A field with its label, help and errors looks the same on all pages: `{{ form.name.as_field_group }}`."""

    field_template_name = "forms/field.html"
