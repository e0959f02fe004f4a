from cards.curation.models import (
    Curator,
    Decision,
    FactVerdict,
    Notice,
    Proposal,
    ProposalComment,
    ProposalEdit,
    ProposalVote,
)
from phylo.administration import show

# Proposals, comments and curators are decided on at /proposals/, /moderation/ and /curators/.
show(Proposal, "name kind state author card into version summary hidden created_at decided_at", search="name")
show(ProposalEdit, "proposal version summary created_at")
show(ProposalComment, "proposal user text hidden created_at", search="text")
show(ProposalVote, "proposal user supports version changed_at")
show(FactVerdict, "card proposal column user agrees reason changed_at")
show(Curator, "reviewer accepted mails blocked blocked_because")
show(Decision, "event user proposal card reason created_at", search="event reason")
show(Notice, "user event proposal by text created_at read_at mailed_at", search="event")
