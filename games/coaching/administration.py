from games.matches.models import Hint
from phylo.administration import show

show(Hint, "match seat version created")
