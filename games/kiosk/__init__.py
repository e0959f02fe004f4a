"""
A browser as a screen in a hall, where visitors play without leaving anything behind (docs/kiosk.md).

Stores the visit of the moment, and how many there were in a day. `screens` keeps such a browser on the
pages of its screen; `services` ends a visit with everything of the visitor's.
"""
