from games.transfer.models import DataImport, ImportItem, Taken
from phylo.administration import show
from phylo.jobs.administration import CANCEL, WORK

show(DataImport, f"player {WORK}", steps=CANCEL)
show(ImportItem, "data_import number kind outcome reason")
show(Taken, "player kind created", newest="created")
