"""
Who may do what: the table that services, pages and API are tested against.

`yes`; `-` refused (NotAllowed, 403, or 404 where there is nothing to be seen). The columns `own` are of a
proposal, or a comment, of one's own: as a member and as a reviewer.
"""

ACTORS = ("visitor", "member", "trusted", "reviewer", "administrator", "own", "own reviewer", "blocked")

TABLE = """
action            | visitor | member | trusted | reviewer | administrator | own | own reviewer | blocked
read              | yes     | yes    | yes     | yes      | yes           | yes | yes          | yes
read a draft      | -       | -      | -       | -        | -             | yes | yes          | -
read what is hidden | -     | -      | -       | yes      | yes           | yes | yes          | -
propose           | -       | yes    | yes     | yes      | yes           | yes | yes          | -
edit              | -       | -      | -       | -        | -             | yes | yes          | -
submit            | -       | -      | -       | -        | -             | yes | yes          | -
withdraw          | -       | -      | -       | -        | -             | yes | yes          | -
rebase            | -       | -      | -       | -        | -             | yes | yes          | -
comment           | -       | yes    | yes     | yes      | yes           | yes | yes          | -
vote              | -       | yes    | yes     | yes      | yes           | -   | -            | -
report            | -       | yes    | yes     | yes      | yes           | -   | -            | -
report a comment  | -       | yes    | yes     | yes      | yes           | -   | -            | -
confirm a fact    | -       | yes    | yes     | yes      | yes           | -   | -            | -
confirm a card's fact | -   | yes    | yes     | yes      | yes           | -   | -            | -
claim             | -       | -      | yes     | yes      | yes           | -   | -            | -
release           | -       | -      | yes     | yes      | yes           | -   | -            | -
ask for changes   | -       | -      | yes     | yes      | yes           | -   | -            | -
approve           | -       | -      | -       | yes      | yes           | -   | -            | -
reject            | -       | -      | -       | yes      | yes           | -   | -            | -
revert            | -       | -      | -       | yes      | yes           | -   | -            | -
restore           | -       | -      | -       | yes      | yes           | -   | -            | -
hide              | -       | -      | -       | yes      | yes           | -   | -            | -
hide a comment    | -       | -      | -       | yes      | yes           | -   | -            | -
dismiss a report  | -       | -      | -       | yes      | yes           | -   | -            | -
block             | -       | -      | -       | -        | yes           | -   | -            | -
undo all          | -       | -      | -       | -        | yes           | -   | -            | -
name a reviewer   | -       | -      | -       | -        | yes           | -   | -            | -
"""


def rows() -> dict[str, dict[str, bool]]:
    """Action -> actor -> whether they may."""
    lines = [[cell.strip() for cell in line.split("|")] for line in TABLE.strip().splitlines()]
    head, *body = lines
    assert tuple(head[1:]) == ACTORS
    return {cells[0]: dict(zip(ACTORS, (cell == "yes" for cell in cells[1:]), strict=True)) for cells in body}


MATRIX = rows()
CASES = [(action, actor, may) for action, row in MATRIX.items() for actor, may in row.items()]
