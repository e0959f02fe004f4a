"""The table of the drafting games: what a seat may see, as the pages show it."""
