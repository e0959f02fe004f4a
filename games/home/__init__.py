"""
Home, the overviews of playing, learning and the community, with what slices offer there, and the page
that begins a match against the computer.

Stores nothing.
"""
