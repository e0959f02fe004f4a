"""Reports, decisions on them, suspensions and the audit log (docs/moderation.md)."""
