"""Bots for Phylo."""
