"""
Puzzles: solving them, the puzzle of the day, runs against the clock, and making one of a match.

Those that ship are files in `data/` (docs/puzzles.md). Stores puzzles, answers, runs and the puzzles of days;
`services` is the only code that writes them. How puzzles are found and proved is in engine.puzzles.
"""
