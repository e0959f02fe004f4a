"""A record of any game, ready to be played again."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.contract import IllegalAction, InvalidRecord, MalformedAction, State
from engine.drafting import record as drafting
from engine.drafting.state import State as Draft
from engine.phylo.record import Record
from engine.phylo.state import State as Phylo
from engine.record_format import CardData, Log

Action = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Begun:
    """
    The game of a record before its first action, with what has happened until then; `cards` and `options` are
    for Phylo alone.
    """

    state: Phylo | Draft
    log: Log
    actions: Sequence[Action]
    cards: Mapping[str, CardData]
    options: Action

    @property
    def rules(self) -> str:
        return rules_of(self.state)

    def played(self) -> Iterator[tuple[int, Action]]:
        """
        Each action and its step, which is carried out, and logged, after it has been looked at. Raises
        InvalidRecord for one that is not legal.
        """
        for step, action in enumerate(self.actions):
            yield step, action
            try:
                self.log.extend(self.state.apply(action))
            except (IllegalAction, MalformedAction) as error:
                raise InvalidRecord(f"actions[{step}]: {error}") from None


def begun(data: object) -> Begun:
    """The game of a record as it begins. Raises InvalidRecord."""
    if drafting.is_drafting(data):
        draft = drafting.checked(data)
        actions = draft["actions"]
        for step, action in enumerate(actions):
            if not isinstance(action, Mapping) or action.get("seat") not in range(draft["players"]):
                raise InvalidRecord(f"actions[{step}]: an action is an object with the seat of a player")
        listed = [dict(each) for each in actions if isinstance(each, Mapping)]
        return Begun(Draft(drafting.dealt(draft)), [], listed, {}, {})
    record = Record.read(data)
    assert isinstance(data, Mapping)
    return Begun(record.start, list(record.log), record.actions, data["cards"], data.get("options", {}))


def rules_of(state: Phylo | Draft) -> str:
    """The key of the rules of a game."""
    return state.rules.key if isinstance(state, Phylo) else state.draft.game.key


def turn_of(state: State) -> int:
    """The turn as people count it: in a drafting game each has several choices."""
    return state.draft.turn if isinstance(state, Draft) else state.number
