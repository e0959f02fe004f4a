"""What the texts of a proposal must be, on pages and in the API."""

from cards.curation.models.proposal import LONGEST_DOUBT, LONGEST_REASON, LONGEST_REMARK, LONGEST_SUMMARY
from cards.services.text_fields import TextField

SUMMARY = TextField(name="summary", longest=LONGEST_SUMMARY)
REASON = TextField(name="reason", longest=LONGEST_REASON)
COMMENT = TextField(name="text", longest=LONGEST_REMARK)
DOUBT = TextField(name="reason", longest=LONGEST_DOUBT)
ACCOUNT_REASON = TextField(name="reason", longest=300)
"""Why something is done to an account."""
