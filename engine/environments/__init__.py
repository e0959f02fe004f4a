"""The games as environments for research: numbered actions, observations of fixed width, and adapters.

`phylo` and `drafting` number the actions and write the observations in plain Python, `table` plays a game by
them. The adapters need what their names say: `pettingzoo_env` PettingZoo, `gymnasium_env` Gymnasium,
`openspiel_game` OpenSpiel, and `many_games`, which plays thousands of games at once, NumPy and Numba.
docs/engine-environments.md has the numbers, the shapes and examples.
"""
