"""Games of programs on the ladder, begun and ended in a site's data."""


def played(name: str) -> None:
    """The program wins and loses against another one, and plays now."""
    from games.ladder.models import Program
    from games.ladder.services import pairing, programs
    from games.ladder.services.meeting import Free, Meeting
    from games.matches.models import Seat
    from games.matches.services import players
    from phylo.accounts.models import User

    owner = User.objects.create_user(f"{name}-rival")
    rival, _token = programs.make(
        owner=owner, name=f"{name}2", about="The other one.", source="", plays=["ecosystem", "phylo-1.4a"]
    )
    mine = Program.objects.named(name)
    for loser in (rival, mine, rival, None):
        sides = [Free(each.pk, each.owner_id, each.created, {}) for each in (mine, rival)]
        assert pairing.begin(Meeting("phylo-1.4a", *sides))
        if loser is not None:
            loser.refresh_from_db()
            match = loser.playing.match_id
            seat = Seat.objects.get(match=match, player=loser.player_id).number
            players.resign(match_id=match, seat=seat, key="lost")
