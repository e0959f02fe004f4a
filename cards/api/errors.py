"""What only the API of cards refuses."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from phylo.problems import Refused


class NoSuchCard(Refused):
    """No card has this key; `near` are keys that come near."""

    code = "not-found"

    def __init__(self, near: list[str]) -> None:
        super().__init__(_("There is no card with this key."))
        self.near = near

    def told(self) -> Mapping[str, object]:
        return {"suggestions": self.near}
