"""Phylo as whole numbers in flat arrays: the form of the game that is searched."""
