"""
Tournaments: Swiss, round robin, arena and simultaneous (docs/tournaments.md).

Stores tournaments, entries, rounds, games with their places, and corrections. `services` is the only code
that writes them: `making`, `entering`, `rounds` (what happens by itself), `corrections`; pairings and
standings are computed without the database. `files` are calendars, spreadsheets and TRF reports.
"""
