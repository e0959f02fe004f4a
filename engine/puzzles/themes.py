"""What a puzzle is about: one function for each theme, which asks what its best line does."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.phylo.consequences import Consequences, consequences
from engine.phylo.state import State
from engine.puzzles.puzzle import Puzzle
from engine.record_format import Action


@dataclass(frozen=True, slots=True)
class Story:
    """The best line, action by action: the game before each, and what it does; `whole` is all that it does.

    `ends` are the two scores after the turn, with the line and if the player passes at once.
    """

    seat: int
    states: tuple[State, ...]
    actions: tuple[Action, ...]
    steps: tuple[Consequences, ...]
    whole: Consequences
    orders: int
    ends: tuple[tuple[int, ...], tuple[int, ...]]


def story_of(puzzle: Puzzle) -> Story:
    """The story of the first order of the best line."""
    start, line = puzzle.start(), puzzle.lines[0]
    states, steps, state = [start], [], start
    for action in line:
        steps.append(consequences(state, [action]))
        state = state.copy()
        state.apply({**action, "seat": puzzle.seat})
        states.append(state)
    idle = start.copy()
    for game in (state, idle):
        if puzzle.seat in game.to_act and game.number == start.number:
            game.apply({"do": "pass", "seat": puzzle.seat})
    return Story(
        puzzle.seat,
        tuple(states[:-1]),
        line,
        tuple(steps),
        consequences(start, line),
        len(puzzle.lines),
        (tuple(state.scores), tuple(idle.scores)),
    )


def themes_of(puzzle: Puzzle) -> tuple[str, ...]:
    """The themes of a puzzle, in the order of THEMES."""
    story = story_of(puzzle)
    return tuple(name for name, applies in THEMES.items() if applies(story))


def most_points(story: Story) -> bool:
    """All that the line wins are points for cards that it brings to the table."""
    return not save_the_web(story) and not break_theirs(story) and not steal(story)


def save_the_web(story: Story) -> bool:
    """The line keeps own cards that would go at this turn's upkeep."""
    return bool(story.whole.rescued)


def break_theirs(story: Story) -> bool:
    """The other player loses points: cards of theirs go, or are worth less."""
    with_it, without_it = story.ends
    return with_it[1 - story.seat] < without_it[1 - story.seat]


def two_birds(story: Story) -> bool:
    """One action does two things: it rescues or takes away two cards, or does one of these and scores."""
    return any(_birds(story, step) >= 2 for step in story.steps)


def _birds(story: Story, step: Consequences) -> int:
    theirs = [stake for stake in step.removed if stake.seat != story.seat]
    scored = step.won > 0 and not step.taken
    return len(step.rescued) + len(theirs) + len(step.taken) + int(scored)


def last_turn(story: Story) -> bool:
    """It is the last turn of the game."""
    return story.states[0].last_turn


def overtake(story: Story) -> bool:
    """In the last turn, who would not have won by passing wins."""
    (own, other), (own_idle, other_idle) = (
        (scores[story.seat], scores[1 - story.seat]) for scores in story.ends
    )
    return last_turn(story) and own_idle <= other_idle and own > other


def a_wind_is_blowing(story: Story) -> bool:
    """The line plays an event that brings wind, or spreads by one."""
    for state, action in zip(story.states, story.actions, strict=True):
        if action["do"] == "event" and _brings_wind(state, action["card"]):
            return True
        if action["do"] == "spread":
            spaces = {tuple(space["at"]): space for space in state.position()["spaces"]}
            lying = spaces[tuple(action["from"])].get("events", [])
            if any(_brings_wind(state, event["card"]) for event in lying):
                return True
    return False


def _brings_wind(state: State, card: str) -> bool:
    return any(effect.do == "wind" for effect in state.matchup.definitions[card].effects)


def step_by_step(story: Story) -> bool:
    """An action of the line is not possible before another one."""
    start, seat = story.states[0], story.seat
    return any(start.why_not({**action, "seat": seat}) is not None for action in story.actions[1:])


def right_order(story: Story) -> bool:
    """Of two or three actions, one order alone is right."""
    return len(story.actions) > 1 and story.orders == 1


def sacrifice(story: Story) -> bool:
    """An own card goes that would have stayed."""
    return bool(story.whole.exposed) or any(stake.seat == story.seat for stake in story.whole.removed)


def steal(story: Story) -> bool:
    """A card changes sides."""
    return bool(story.whole.taken)


def on_the_move(story: Story) -> bool:
    """A species moves or flies."""
    return _does(story, "move")


def seeds(story: Story) -> bool:
    """A species spreads."""
    return _does(story, "spread")


def event(story: Story) -> bool:
    """An event is played."""
    return _does(story, "event")


def invader(story: Story) -> bool:
    """A species takes the place of another one."""
    return any(
        action["do"] == "play"
        and not action.get("under")
        and any(space["at"] == action["at"] for space in state.position()["spaces"])
        for state, action in zip(story.states, story.actions, strict=True)
    )


def parasite(story: Story) -> bool:
    """A parasite goes under its host."""
    return any(action["do"] == "play" and action.get("under", False) for action in story.actions)


def _does(story: Story, do: str) -> bool:
    return any(action["do"] == do for action in story.actions)


THEMES: Mapping[str, Callable[[Story], bool]] = {
    "most-points": most_points,
    "save-the-web": save_the_web,
    "break-theirs": break_theirs,
    "two-birds": two_birds,
    "steal": steal,
    "sacrifice": sacrifice,
    "step-by-step": step_by_step,
    "right-order": right_order,
    "last-turn": last_turn,
    "overtake": overtake,
    "wind": a_wind_is_blowing,
    "event": event,
    "on-the-move": on_the_move,
    "seeds": seeds,
    "invader": invader,
    "parasite": parasite,
}
"""By key; what each is called on pages is the page's business."""
