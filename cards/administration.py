from cards.models import Artwork, Card, CardNumbers, CardRevision, CardSet, CardText
from phylo.administration import show

show(Artwork, "file user artist source licence width height size added_at", search="file artist source")
show(CardSet, "name description", search="name")
show(Card, "key number name kind card_set points retired merged_into revision changed_at", search="key name")
show(CardNumbers, "last")
show(CardRevision, "card number origin author proposal_id note created_at", search="note")
show(CardText, "card language name gender fact state version changed_at", search="name")
