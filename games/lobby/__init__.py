"""
How people find each other: open tables, challenges, quick pairing, and two on one device.

Stores open tables and who sits there or is invited. `services.open_tables` opens, joins and leaves them,
`services.quick` pairs those who wait for the same, `services.seating` begins the match, and
`services.terms` and `forms` say what can be agreed on, for tournaments too.
"""
