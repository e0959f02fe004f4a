"""
Curation: from an idea to a trusted card (docs/curation.md).

Stores proposals with versions, comments and votes, verdicts on facts, curators, notices and the log of
decisions. `states` is the state machine of proposals, `permissions` says who may do what; `services` is the
only code that writes. `changes` compares and merges contents and revisions of cards.
"""
