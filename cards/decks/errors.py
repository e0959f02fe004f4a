"""Why something is not done with a deck."""


class StaleEdition(Exception):
    """The deck was changed since it was read; `edition` is the present one."""

    def __init__(self, edition: int) -> None:
        super().__init__(edition)
        self.edition = edition


class KeyReused(Exception):
    """The key has made another version of this deck."""


class BadChange(ValueError):
    """`field` names what is wrong, the message says it."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class TooManyDecks(ValueError):
    """The builder has as many decks as one may have."""


class NotTalkedOf(Exception):
    """The deck is private, or one's own: nobody likes or comments it."""


class TooManyComments(Exception):
    """The account has said much in a short time; in so many `seconds` it may go on."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds
