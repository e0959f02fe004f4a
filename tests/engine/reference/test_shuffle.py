"""Engine and plain reference shuffle as docs/record-format.md says, and as its vectors show."""

import json
import re
from hashlib import sha256
from itertools import islice
from pathlib import Path

import pytest

from engine import chance
from engine.contract import InvalidSetup
from engine.drafting import GAMES
from engine.drafting.draft import Draft
from engine.drafting.state import new_game, restore
from tests.engine.reference.shuffle import Shuffle

DOCUMENT = Path(__file__).parents[3] / "docs" / "record-format.md"
VECTORS = json.loads(
    re.search(r"### The generators.*?```json\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)[1]
)
SEEDS = [vector["seed"] for vector in VECTORS]
CARDS = list(range(24))


def numbers(seed, *bounds):
    """The engine's numbers below these bounds."""
    state, found = chance.start(seed), []
    for bound in bounds:
        number, state = chance.below(state, bound)
        found.append(number)
    return found


@pytest.mark.parametrize("vector", VECTORS, ids=SEEDS)
def test_the_vectors(vector):
    seed, below = vector["seed"], vector["below 40000"]
    chance.check_recorded(vector)
    assert list(islice(Shuffle(seed).words, len(vector["words"]))) == list(map(int, vector["words"]))
    by_reference = Shuffle(seed)
    assert [by_reference.below(40000) for _ in below] == below == numbers(seed, *[40000] * len(below))
    by_reference = Shuffle(seed)
    assert (by_reference.shuffled(CARDS), by_reference.below(2)) == (vector["shuffled"], vector["coin"])
    cards, state = chance.shuffled(chance.start(seed), CARDS)
    assert (cards, chance.below(state, 2)[0]) == (vector["shuffled"], vector["coin"])


def test_a_shuffle_in_which_words_are_thrown_away():
    """One of the vectors, and long shuffles, of which the most throw some away."""
    assert chance.shuffled(chance.start(SEEDS[1]), CARDS)[1] == f"{SEEDS[1]}/24"
    many, state = list(range(400)), chance.start(SEEDS[0])
    by_reference, more = Shuffle(SEEDS[0]), 0
    for _ in range(20):
        used = int(state.split("/")[1])
        cards, state = chance.shuffled(state, many)
        more += int(state.split("/")[1]) > used + 399
        assert cards == by_reference.shuffled(many)
    assert more > 10


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("rules", GAMES)
def test_the_deal_of_a_drafting_game(rules, seed):
    deck = [kind for kind, copies in GAMES[rules].deck.items() for _ in range(copies)]
    draft = Draft.deal(GAMES[rules], 2, seed)
    dealt = [*draft.deck, *(card for hand in reversed(draft.hands) for card in reversed(hand))]
    assert sorted(dealt) == sorted(deck)
    assert draft.deck == Shuffle(seed).shuffled(deck)[: len(draft.deck)]


@pytest.mark.parametrize("rules", GAMES)
def test_a_drafting_game_goes_on_after_a_snapshot(rules):
    """The neutral player's cards are drawn by chance turn by turn."""
    going, stopped = (new_game(rules, 2, SEEDS[0]) for _ in range(2))
    for _ in range(8):
        action = {"seat": going.to_act[0], **going.legal(going.to_act[0])[0]}
        stopped = restore(json.loads(json.dumps(stopped.snapshot())))
        assert going.apply(action) == stopped.apply(action)
    assert going.snapshot() == stopped.snapshot()


@pytest.mark.parametrize("seed", ["", "7", "0" * 63, "0" * 65, "A" * 64, "0" * 63 + "\n", "٣" * 64, "g" * 64])
def test_a_seed_in_text_is_64_digits(seed):
    with pytest.raises(InvalidSetup, match="64 hexadecimal digits"):
        new_game("ecosystem", 2, seed)


def test_what_the_generator_gives_does_not_repeat_or_lean():
    """No proof of secrecy, which is SHA-256's, but of bytes that were cut and joined rightly."""
    counts = [0] * 24
    for number in range(2400):
        cards, _ = chance.shuffled(chance.start(sha256(b"%d" % number).hexdigest()), CARDS)
        counts[cards[0]] += 1
    assert all(60 < count < 140 for count in counts), counts
    assert len(set(islice(Shuffle(SEEDS[0]).words, 64))) > 60
