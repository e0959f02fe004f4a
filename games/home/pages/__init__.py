"""Home, the overviews, and the page on which a match against the computer is put together."""
