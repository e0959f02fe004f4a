from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EditorConfig(AppConfig):
    name = "cards.editor"
    verbose_name = _("Editor")
    proposal_trials = ("cards.editor.live.tried",)
