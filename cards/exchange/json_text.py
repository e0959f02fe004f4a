"""JSON files, whose mistakes are told as those of every other format."""

from typing import Any

from cards.exchange.entry import ExchangeError
from phylo import json_text


def loads(text: str) -> Any:
    """The value of a text; raises ExchangeError, also for an object that names a field twice."""
    try:
        return json_text.loads(text)
    except json_text.BadJson as error:
        raise ExchangeError(str(error)) from error
