from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CurationConfig(AppConfig):
    name = "cards.curation"
    verbose_name = _("Curation")
    reportable = ("cards.curation.moderated.Proposals", "cards.curation.moderated.ProposalComments")
    shows_picture = ("cards.curation.queue.shows_picture",)
    account_data = ("cards.curation.account_data.Proposals",)
    of_others = ("cards.curation.pages.queue.queue_page",)
