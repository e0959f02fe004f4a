"""
Games as a copy of the site on a device makes them, in plain Python with its settings, exported and brought to
a site: the same ends. `--games 500`.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path


def on_device(folder: Path, games: int) -> None:
    """Play there, and write the file that a person takes along."""
    from phylo.offline import entry

    entry.start(str(folder))
    from games.matches.models import Player
    from phylo.accounts import services
    from phylo.accounts.models import Guest
    from tests.transfer.random_games import random_games

    guest = Guest.objects.create()
    player = Player.objects.create(guest=guest)
    ends = {str(match.pk): match.scores for match in random_games(player, games, seed=1)}
    data = services.download_of_guest(guest=guest, absolute=str)
    (folder / "file.json").write_text(json.dumps(data))
    (folder / "ends.json").write_text(json.dumps(ends))


def on_site(folder: Path) -> int:
    """Bring the file, and compare the ends. How many games there were."""
    import django

    django.setup()
    from django.core.management import call_command

    from games.matches.models import Player
    from games.replays.models import ImportedRecord
    from games.replays.services.judging import judge
    from games.transfer.models import Taken
    from games.transfer.services.importing import DATA_IMPORTS, begin_import, counts
    from phylo.accounts.models import User

    call_command("migrate", verbosity=0)
    player = Player.objects.create(user=User.objects.create_user("Ada"))
    content = (folder / "file.json").read_bytes()
    ends = json.loads((folder / "ends.json").read_text())
    for outcome in ("taken", "known"):
        found = DATA_IMPORTS.do_all(begin_import(player=player, content=content), lambda job: None)
        assert counts(found)[outcome] == len(ends), counts(found)
    for taken in Taken.objects.filter(player=player):
        record = ImportedRecord.objects.get(pk=taken.target)
        assert judge(record.text.encode()).scores == ends[taken.source], taken
    return len(ends)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--device", action="store_true")
    arguments = parser.parse_args()
    if arguments.device:
        on_device(arguments.folder, arguments.games)
        return
    with tempfile.TemporaryDirectory() as folder:
        there = Path(folder) / "device"
        there.mkdir()
        mine = [sys.executable, "-m", "tests.soak.offline", "--device", "--folder", str(there)]
        subprocess.run([*mine, "--games", str(arguments.games)], check=True)
        os.environ |= {"PHYLO_DATA": str(Path(folder) / "site"), "DJANGO_SETTINGS_MODULE": "phylo.settings"}
        (Path(folder) / "site").mkdir()
        print(f"{on_site(there)} games made on a device, taken once, with the same ends")


if __name__ == "__main__":
    main()
