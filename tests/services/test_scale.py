"""The SQL of docs/scale.md on a real PostgreSQL with Django's tables."""

import re
from pathlib import Path
from uuid import UUID

import pytest
from django.db import IntegrityError, connection, transaction

from games.matches.models import Match, Move
from games.matches.services.play import play_bot_turn
from tests.factories import deal

SQL = re.compile(r"```sql\n(.*?)```", re.DOTALL)
IN_JANUARY = UUID("01a2ce8b-d401-7000-8000-000000000000")


@pytest.mark.services
@pytest.mark.django_db
def test_moves_can_be_divided_by_month():
    before = deal(None, bot="random")
    assert play_bot_turn(match_id=before.pk, version=0)
    with connection.cursor() as cursor:
        # What is still to be checked at the end of the transaction would keep the table from being changed.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for part in SQL.findall((Path(__file__).parents[2] / "docs" / "scale.md").read_text()):
            cursor.execute(part)
    assert play_bot_turn(match_id=before.pk, version=1)
    new = Match.objects.get(pk=deal(None, bot="random").pk)
    new.pk = IN_JANUARY
    new.save(force_insert=True)
    move = Move.objects.create(match=new, number=1, seat=0, action={}, key="x", log=[])
    assert parts() == {"games_move_before": 2, "games_move_2027_01": 1}
    for again in ({"number": 1, "key": "y"}, {"number": 2, "key": "x"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Move.objects.create(match=new, seat=0, action={}, log=[], **again)
    assert Move.objects.order_by("-id").first() == move
    new.delete()
    assert parts() == {"games_move_before": 2}


def parts() -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT tableoid::regclass::text, count(*) FROM games_move GROUP BY 1")
        return dict(cursor.fetchall())
