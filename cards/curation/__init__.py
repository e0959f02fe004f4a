"""From an idea to a trusted card: revisions, proposals, and who decides on them.

`states` is the one state machine, `roles` says who may; `services` is the only code that writes.
"""
