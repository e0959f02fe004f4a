"""Everything that is done with puzzles: the only code that writes them, attempts at them and runs."""
