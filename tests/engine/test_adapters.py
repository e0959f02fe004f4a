"""The adapters pass the tests of the projects that they are for, and their games are the engine's."""

import pickle
import re
import warnings
from pathlib import Path
from random import Random

import gymnasium
import numpy
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver
from open_spiel.python.observation import make_observation

import engine
from engine.environments import gymnasium_env, openspiel_game, pettingzoo_env
from engine.environments.games import ALL
from engine.flat.compiled import COMPILED
from tests.engine.build import BOTH
from tests.engine.test_environments import draft_exchanged, phylo_exchanged

# Where pygame is installed, for the benchmarks, PettingZoo loads games of its own that warn.
with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

every_game = pytest.mark.parametrize("rules", ALL)

# PettingZoo knows environments with masks in their observations by a list of its own names.
of_its_own_list = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning:pettingzoo"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning:pettingzoo"),
]


class TestPettingZoo:
    pytestmark = of_its_own_list

    @every_game
    def test_it_passes_the_test_of_the_interface(self, rules):
        api_test(pettingzoo_env.env(rules), num_cycles=100)

    def test_with_more_players_too(self):
        api_test(pettingzoo_env.env("coral-reef", players=4), num_cycles=100)

    @every_game
    def test_it_passes_the_test_of_seeds(self, rules):
        seed_test(lambda: pettingzoo_env.env(rules), num_cycles=30)

    @every_game
    def test_it_passes_the_test_of_pictures(self, rules):
        render_test(lambda **named: pettingzoo_env.env(rules, **named))

    @every_game
    def test_random_play_is_a_game_of_the_engine(self, rules):
        table = pettingzoo_env.env(rules)
        table.reset(seed=7)
        for seat, agent in enumerate(table.possible_agents):
            table.action_space(agent).seed(seat)
        rewards = dict.fromkeys(table.possible_agents, 0.0)
        for agent in table.agent_iter():
            observation, reward, terminated, truncated, _info = table.last()
            rewards[agent] += reward
            mask = observation["action_mask"]
            table.step(None if terminated or truncated else table.action_space(agent).sample(mask))
        played = table.unwrapped.table
        verdict = engine.judge(played.record())
        assert verdict["ok"]
        assert verdict["over"]
        assert verdict["scores"] == played.state.scores
        assert list(rewards.values()) == played.returns

    def test_an_illegal_action_loses(self):
        table = pettingzoo_env.env()
        table.reset(seed=7)
        agent = table.agent_selection
        table.step(1 + int(numpy.argmin(table.observe(agent)["action_mask"][1:])))
        assert table.rewards[agent] == -1
        assert all(table.terminations.values())


class TestGymnasium:
    @every_game
    @pytest.mark.parametrize("opponent", ["random", "mouse"])
    def test_it_passes_the_check_of_environments(self, rules, opponent):
        name = f"phylo_engine/{rules}-v0"
        check_env(gymnasium.make(name, opponent=opponent, render_mode="ansi").unwrapped)

    @every_game
    @pytest.mark.parametrize("seat", [0, 1])
    def test_random_play_is_a_game_of_the_engine(self, rules, seat):
        table = gymnasium_env.OneSeat(rules, seat=seat, opponent="mouse")
        rng, over = Random(1), False
        table.reset(seed=3)
        while not over:
            legal = numpy.flatnonzero(table.action_masks())
            observation, reward, over, _truncated, info = table.step(rng.choice(legal))
            assert observation in table.observation_space
        verdict = engine.judge(table.table.record())
        assert verdict["ok"]
        assert verdict["over"]
        assert verdict["scores"] == info["scores"]
        assert reward == table.table.returns[seat]

    def test_an_illegal_action_loses(self):
        table = gymnasium_env.OneSeat()
        observation, _info = table.reset(seed=3)
        illegal = int(numpy.argmin(observation["action_mask"]))
        _observation, reward, over, _truncated, info = table.step(illegal)
        assert (reward, over, info) == (-1, True, {"illegal": True})


RECALL = pyspiel.IIGObservationType(perfect_recall=True)


def recalled(state, player):
    """The tensor of an information state, as an array."""
    observer = make_observation(state.get_game(), RECALL)
    observer.set_from(state, player)
    return observer.tensor


class TestOpenSpiel:
    @every_game
    def test_it_passes_the_random_simulation(self, rules, capfd):
        game = pyspiel.load_game(openspiel_game.name_of(rules))
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)

    def test_with_more_players_too(self, capfd):
        game = pyspiel.load_game("ecosystem", {"players": 4})
        pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)

    @every_game
    def test_random_play_is_a_game_of_the_engine(self, rules):
        state, rng = pyspiel.load_game(openspiel_game.name_of(rules)).new_initial_state(), Random(2)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        verdict = engine.judge(state.table.record())
        assert verdict["ok"]
        assert verdict["over"]
        assert verdict["scores"] == state.table.state.scores
        assert state.returns() == state.table.returns

    @every_game
    def test_exchanged_hidden_cards_give_equal_information_states(self, rules):
        exchanged = phylo_exchanged if rules in BOTH else draft_exchanged
        state, rng = pyspiel.load_game(openspiel_game.name_of(rules)).new_initial_state(), Random(4)
        while not state.is_terminal():
            if not state.is_chance_node():
                for player in (0, 1):
                    other = state.clone()
                    other.table.state = exchanged(other.table.state, player, rng)
                    assert other.observation_string(player) == state.observation_string(player)
                    assert other.observation_tensor(player) == state.observation_tensor(player)
                    assert other.information_state_string(player) == state.information_state_string(player)
                    assert numpy.array_equal(recalled(other, player), recalled(state, player))
            state.apply_action(rng.choice(state.legal_actions()))

    def test_what_one_draws_is_in_its_information_state_alone(self):
        """Two deals that begin with the same hand are told apart when the seat draws."""
        game = pyspiel.load_game("phylo_1_4a")
        state = game.new_initial_state()
        state.apply_action(7)
        seat = state.current_player()
        other = state.clone()
        deck = other.table.state.decks[1 - seat]
        deck.reverse()
        for each in (state, other):
            while each.current_player() == seat:
                each.apply_action(0)
        assert state.information_state_string(seat) == other.information_state_string(seat)
        assert state.information_state_string(1 - seat) != other.information_state_string(1 - seat)
        assert numpy.array_equal(recalled(state, seat), recalled(other, seat))
        assert not numpy.array_equal(recalled(state, 1 - seat), recalled(other, 1 - seat))

    @every_game
    def test_a_tensor_with_perfect_recall_has_all_that_the_player_saw_and_did(self, rules):
        game, rng = pyspiel.load_game(openspiel_game.name_of(rules)), Random(6)
        state, seen, done = game.new_initial_state(), [], []
        state.apply_action(3)
        while not state.is_terminal():
            action, mine = rng.choice(state.legal_actions()), state.current_player() == 1
            seen.append(state.observation_tensor(1))
            done.append(action + 1 if mine else 0)
            state.apply_action(action)
        assert len(done) <= game.max_game_length()
        observer = make_observation(game, RECALL)
        for each in (state, state.clone(), pickle.loads(pickle.dumps(state))):
            observer.set_from(each, 1)
            assert observer.dict["seen"][: len(seen)].tolist() == seen
            assert not observer.dict["seen"][len(seen) :].any()
            assert observer.dict["done"][: len(done)].tolist() == done
            assert observer.tensor[-len(seen[0]) :].tolist() == state.observation_tensor(1)
            assert observer.tensor.tolist() == each.information_state_tensor(1)

    @pytest.mark.parametrize("rules", BOTH)
    def test_what_was_revealed_is_recalled(self, rules):
        game = pyspiel.load_game(openspiel_game.name_of(rules))
        state = game.new_initial_state()
        state.apply_action(3)
        revealed = {entry["seat"]: entry["card"] for entry in state.table.log if entry["event"] == "revealed"}
        observer = make_observation(game, RECALL)
        for player in (0, 1):
            observer.set_from(state, player)
            cards = [state.played.catalogue[int(card) - 1] for card in observer.dict["opening"]]
            assert cards == [revealed[player], revealed[1 - player]]

    def test_its_algorithms_run(self):
        game = pyspiel.load_game("phylo_1_4a", {"deals": 2})
        numpy.random.seed(1)
        solver = OutcomeSamplingSolver(game)
        for _round in range(3):
            solver.iteration()
        state = game.new_initial_state()
        state.apply_action(0)
        policy = solver.average_policy().action_probabilities(state)
        assert sum(policy.values()) == pytest.approx(1)


class TestPage:
    PROGRAM = re.compile(
        r"^## ([^\n]+)\n(?:(?!^## ).)*?```python\n(.*?)```\n\n```\n(.*?)```\n", re.DOTALL | re.MULTILINE
    )
    PAGE = (Path(__file__).parents[2] / "docs" / "engine-environments.md").read_text(encoding="utf-8")

    def test_each_program_is_followed_by_what_it_prints(self):
        assert len(self.PROGRAM.findall(self.PAGE)) == self.PAGE.count("```python") == 5

    @pytest.mark.parametrize(
        ("program", "said"),
        [pytest.param(program, said, id=title) for title, program, said in PROGRAM.findall(PAGE)],
    )
    @pytest.mark.filterwarnings("ignore:.*unwrapped")
    def test_a_program_of_the_page(self, program, said, capsys):
        if "many_games" in program and not COMPILED:
            pytest.skip("Numba is not installed")
        exec(compile(program, "docs/engine-environments.md", "exec"), {})
        assert capsys.readouterr().out == said
