"""The point auditor: what cards are worth by the published formula, and in games between bots.

A worker plays an audit piece by piece (phylo/jobs/runner.py), or a command plays it in one go.
"""
