"""How forms become HTML."""

from django.forms.renderers import TemplatesSetting


class PageForms(TemplatesSetting):
    """A field has its label, help and errors on all pages alike: `{{ form.name.as_field_group }}`."""

    field_template_name = "forms/field.html"
