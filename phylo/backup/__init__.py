from phylo.backup.archive import Refused
from phylo.backup.services import backup, restore

__all__ = ["Refused", "backup", "restore"]
