from cards.translating.models import ProposedText
from phylo.administration import show

# They are decided on at /translations/.
show(ProposedText, "card language name state hidden author version created_at changed_at", search="name")
