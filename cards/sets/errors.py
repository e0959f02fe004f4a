"""Why something is not done with a set. The message can be shown to people; nothing was stored."""


class SetError(Exception):
    pass


class BadSet(SetError):
    """`field` names what is wrong; empty for all of it."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class NotAllowed(SetError):
    """Somebody of this standing may not do it."""


class ChangedMeanwhile(SetError):
    """`edition` is the present one."""

    def __init__(self, message: str, edition: int) -> None:
        super().__init__(message)
        self.edition = edition


class TooMuch(SetError):
    """A limit is reached."""
