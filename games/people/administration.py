from games.people.models import Follow, Rating, RatingChange
from phylo.administration import show

show(Follow, "player followed created")
show(Rating, "player bot rules mu sigma games updated")
show(RatingChange, "match rating seat mu_before mu_after created")
