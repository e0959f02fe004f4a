from games.replays.models import ImportedRecord, MatchAnalysis
from phylo.administration import show

show(MatchAnalysis, "match status done total created_at updated_at")
show(ImportedRecord, "created watched", newest="created")
