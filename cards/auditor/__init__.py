"""The point auditor: what cards are worth by the published formula, and in games of bots.

An audit is played piece by piece by a worker (phylo/jobs/runner.py), or in one go by a command.
"""
