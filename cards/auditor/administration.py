from cards.auditor.models import PointAudit
from phylo.administration import show
from phylo.jobs.administration import CANCEL, WORK

show(PointAudit, f"rules user {WORK} finished_at", steps=CANCEL)
