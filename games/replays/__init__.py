"""
Finished games: replays, records that people bring to watch, analyses, and playing on from a step.

Stores analyses and imported records. `services.analyses` is the long work that judges each move, and
`services.judging` checks a record in a process of its own, with limits on time and memory.
"""
