"""
Classes at work: pupils without accounts, lessons that a teacher leads, and the end of a class
(docs/classes.md).

Stores classes, pupils, and the long work of packing or ending one. `services.joining` lets pupils in,
`services.contact_rules` says whom they may meet, `allowed_pages` which pages they may open, and
`services.lessons` is what a teacher does during a lesson.
"""
