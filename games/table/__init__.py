"""
What a seat sees of a match, in words and numbers, for the templates of both kinds of games; the pages and the
API of a match.
"""
