"""
Help during a match: the coach of a first game, and hints on request.

Stores hints, each for one version of a match. `services.hints` has the strongest level think of one; the
coach looks at single moves only and stores nothing but whether a seat has one.
"""
