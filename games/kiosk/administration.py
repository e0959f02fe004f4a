from games.kiosk.models import KioskDay, KioskVisit
from phylo.administration import show

show(KioskVisit, "guest collection begun")
show(KioskDay, "collection day visits games lessons")
