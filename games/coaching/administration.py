from games.coaching.models import Hint
from phylo.administration import show

show(Hint, "match seat version created")
