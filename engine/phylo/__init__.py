"""The rules of Phylo.

From below to above: `criteria`, `cards` and `rules`; `support`, the one predicate, and `matchup`, the tables
made from it; `table` and `game`, a game as data; what may be done with it (`actions`, `notation`, `checks`,
`legal`) and what comes of that (`effects`, `upkeep`, `turn`); the ways into a game (`setup`, `position`,
`start`); `state`, which is the contract, and `record`. `bonds` and `web` explain a table.
"""
