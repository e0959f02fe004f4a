"""Why somebody could not come in, or a class could not be changed."""

from games.matches.services.errors import NotAllowed


class WrongCode(NotAllowed):
    """No class and no card has this code, or not any more."""

    code = "not-found"


class BadName(NotAllowed):
    """What was typed into a field cannot be taken."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message, field)
