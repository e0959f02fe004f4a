from cards.search.models import SavedSearch
from phylo.administration import show

show(SavedSearch, "user name query created", search="name")
