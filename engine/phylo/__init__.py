"""The rules of Phylo.

From the lowest layer to the highest: `criteria`, `cards` and `rules`; `support`, the one predicate, and
`matchup`, the tables made from it; `table` and `game`, a game as data; the legal actions (`actions`,
`notation`, `checks`, `legal`) and their consequences (`effects`, `upkeep`, `turn`); the ways to start a game
(`setup`, `position`, `start`); `state`, which implements the contract, and `record`. `bonds` and `web`
explain a table.
"""
