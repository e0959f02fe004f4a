from games.replays.models.analysis import MatchAnalysis
from games.replays.models.imported import ImportedRecord

__all__ = ["ImportedRecord", "MatchAnalysis"]
