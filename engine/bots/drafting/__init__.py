"""Bots for the drafting games.

They limit their work instead of their time, so that the same view gives the same choice.
"""
