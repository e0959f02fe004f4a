"""Where other pages lead to taking along."""

from phylo.fragments import Fragment

FRAGMENTS = (
    Fragment("your data", "transfer/fragments/account.html"),
    Fragment("community", "transfer/fragments/community.html"),
)
