"""The view of a bot: what its seat sees, and what a player in that seat knows besides."""

from collections.abc import Mapping, Sequence

from engine.phylo.start import cards_in
from engine.phylo.state import State
from engine.record_format import BotView, CardData, LogEntry

DEALT = -1
"""Before the first step of a log."""


def bot_view(
    state: State,
    seat: int,
    cards: Mapping[str, CardData],
    *,
    known_decks: Sequence[Sequence[str]] = (),
    log: Sequence[LogEntry] = (),
) -> BotView:
    """What a bot in that seat gets.

    `cards` has the cards of the seat's own deck, of all that it sees or was shown, and of `known_decks`;
    others are left out. `log` is the game's log up to now, without which nothing is known of the other hand.
    """
    view, deck = state.view_for(seat), list(state.matchup.pools[seat])
    shown = shown_hand(log, 1 - seat)
    keys = cards_in(view).union(deck, shown, *known_decks)
    return {
        **view,
        "cards": {key: cards[key] for key in sorted(keys) if key in cards},
        "deck": deck,
        "known_decks": known_decks,
        "known_hand": shown,
        "lower": state.lower_originals(),
    }


def shown_hand(log: Sequence[LogEntry], seat: int) -> list[str]:
    """The cards that everybody knows to be in a hand: shown by revealing or recovering, and not used since.

    After a take-back it is as it was then; entries tell by their `step`, as in the log of a match.
    """
    known: list[str] = []
    after: dict[int, list[str]] = {}
    for entry in log:
        step, to = entry.get("step"), entry.get("to")
        if entry["event"] == "took-back" and isinstance(to, int):
            known = list(after[max((each for each in after if each < to), default=DEALT)]) if after else []
        elif entry["event"] == "opponent-discards" and entry.get("seat") == 1 - seat:
            _forget(known, entry.get("cards", []))
        elif entry.get("seat") == seat:
            _follow(known, entry)
        after[DEALT if step is None else step] = known.copy()
    return known


def _follow(known: list[str], entry: LogEntry) -> None:
    match entry["event"]:
        case "revealed":
            known += [entry["card"]] if "card" in entry else []
        case "recovered":
            known += entry["cards"]
        case "played" | "discarded" | "event-played":
            _forget(known, [entry["card"]])
        case "spread":  # in 1.4a they come from the pile, where they are not known to be in hand either
            _forget(known, entry["cards"])


def _forget(known: list[str], keys: Sequence[str]) -> None:
    for key in keys:
        if key in known:
            known.remove(key)
