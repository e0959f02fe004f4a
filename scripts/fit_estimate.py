"""Fits the estimate of Phylo's search to games of its policy, and writes engine/bots/phylo/coefficients.py.

.venv/bin/python scripts/fit_estimate.py [GAMES]     # of each rule set, by default 3,000

Ready decks and seeds are fixed, and all sums are of whole numbers until the last step: another run writes the
same, unless cards, ready decks or the policy have changed. Needs Numba, and NumPy that comes with it.
"""

import os
import sys
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "engine" / "bots" / "phylo" / "coefficients.py"
GAMES = 3_000
DEALS = 10
"""Of the same two decks, because tables for others take longest to make."""
WIDER = 110
"""Hundredths of a point for each point of the residual, a tenth more because the curve has long tails."""
RIDGE = 1.0
"""Added to the sum of squares of each feature, for stretches with few positions."""
HEAD = '''"""The coefficients of estimate.py; scripts/fit_estimate.py writes this file.

From {games:,} games of each rule set: V1.4a, then V1.3. LEADS has a row for each stretch of a game and a
number for each feature, SPREADS how far the lead at the end was from the estimate, all in hundredths
of a point.
"""

'''


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    fitted = [fit(positions(rules, games)) for rules in ("phylo-1.4a", "phylo-1.3")]
    leads = [row for rows, _ in fitted for row in rows]
    spreads = [spread for _, spreads in fitted for spread in spreads]
    lines = ["# fmt: off", "LEADS = ("]
    lines += [f"    {', '.join(map(str, row))}," for row in leads]
    lines += [")", f"SPREADS = ({', '.join(map(str, spreads))})", "# fmt: on"]
    OUTPUT.write_text(HEAD.format(games=games) + "\n".join(lines) + "\n", encoding="utf-8")


def positions(rules: str, games: int) -> list[list[int]]:
    """Each turn's beginning: the stretch, the features, and the lead at the end, for the seat to act."""
    from engine.bots.phylo.estimate import FEATURES, describe, stretch_of
    from engine.bots.phylo.policy import ROOM, choose, prepare
    from engine.flat import layout as at
    from engine.flat.compiled import array
    from engine.flat.translate import from_game, universe_of
    from engine.flat.turn import act, score
    from engine.phylo.start import new_game
    from tests.ready_decks import deck_starters, ready_decks

    cards, decks = ready_decks(rules)
    starters, slugs = deck_starters(rules), sorted(decks)
    w, actions, found = array(ROOM), array(at.MOST_ACTIONS), []
    for seed in range(games):
        pair = Random(seed // DEALS).choices(slugs, k=2)
        known = {key: cards[key] for slug in pair for key in (*decks[slug], starters[slug]) if key in cards}
        state = new_game(
            rules, known, [decks[slug] for slug in pair], seed, starters=[starters[slug] for slug in pair]
        )
        universe = universe_of(state)
        s, t, number, seen = from_game(state, universe, seed), universe.tables, 0, []
        prepare(s, t, w)
        while not s[at.OVER]:
            if s[at.NUMBER] != number:
                number = s[at.NUMBER]
                describe(s, t, w, 0)
                seen.append([int(s[at.SEAT]), stretch_of(s, t), *(int(each) for each in w[:FEATURES])])
            act(s, t, choose(s, t, w, actions))
        lead = int(score(s, t, 0) - score(s, t, 1))
        found += [[*row, -lead if seat else lead] for seat, *row in seen]
    return found


def fit(found: list[list[int]]) -> tuple[list[list[int]], list[int]]:
    """The coefficients of each stretch, and how far the lead is from the estimate."""
    import numpy as np

    from engine.bots.phylo.estimate import STRETCHES

    every, leads, spreads = np.array(found), [], []
    for stretch in range(STRETCHES):
        rows = every[every[:, 0] == stretch, 1:]
        x, y = rows[:, :-1], rows[:, -1]
        squares = (x.T @ x).astype(float) + RIDGE * np.eye(x.shape[1])
        solved = np.linalg.solve(squares, (x.T @ y).astype(float))
        leads.append([round(100 * each) for each in solved.tolist()])
        spreads.append(round(WIDER * float(np.std(y - x @ solved))))
    return leads, spreads


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phylo.settings")
    os.environ["PHYLO_PLAIN"] = "0"
    main()
