"""
The core of all games: players, matches and their moves, clocks, offers, chat and live updates.

Stores players, matches, seats, moves, messages and the site's clock. `services.play` is the only way in
which a match changes; `services.matches` begins one, `services.positions` reads any version of one, and
`access` says who is asking and what they may see. What follows from the beginning and the end of a match,
and who may meet whom, is up to the slices above (the Extensions in its services).
"""
