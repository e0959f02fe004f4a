"""What is wrong on a command line."""

WRONG = 2
"""The exit status after wrong arguments and unreadable files."""


class Wrong(Exception):
    """An argument or a file is wrong; the message is the line to print."""
