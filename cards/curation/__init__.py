"""
From an idea to a trusted card: proposals, discussion and decisions.

`states` is the state machine of proposals, `permissions` says who may do what; only `services` writes.
"""
