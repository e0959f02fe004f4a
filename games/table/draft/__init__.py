"""The table of the drafting games, as the pages show it to a seat."""
