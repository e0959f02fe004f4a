from cards.loading.models import CardImport
from phylo.administration import show
from phylo.jobs.administration import CANCEL, WORK

show(CardImport, f"name user {WORK} step applied_at", search="name", steps=CANCEL)
