"""Explanations agree with the rules: in any game, whatever the cards."""

from hypothesis import given

from engine.phylo.bonds import Fit
from engine.phylo.bonds import fits as engine_fits
from engine.phylo.web import web as engine_web
from tests.engine.playouts import Playout, playouts, quick


def places(actions: list[dict], **wanted: object) -> set[tuple[int, ...]]:
    """Where the actions with these fields go to."""
    return {
        tuple(action.get("at") or action["to"])
        for action in actions
        if all(action.get(name) == value for name, value in wanted.items())
    }


def fitting(fits: list[Fit], *, under: bool = False) -> set[tuple[int, ...]]:
    return {tuple(fit.at) for fit in fits if fit.refusal is None and fit.under == under}


@quick
@given(playouts())
def test_a_space_fits_where_the_action_is_legal(game: Playout):
    state = game.state
    if not state.running:
        return
    seat, legal = state.seat, state.legal(state.seat)
    for key in sorted(set(state.position()["hands"][seat])):
        fits = engine_fits(state, seat, key=key)
        if state.matchup.definitions[key].kind == "event":
            assert fitting(fits) == places(legal, do="event", card=key)
            continue
        assert fitting(fits) == places(legal, do="play", card=key, under=None)
        assert fitting(fits, under=True) == places(legal, do="play", card=key, under=True)
        for fit in fits:
            if fit.refusal is None and not fit.under:
                assert any(bond.supports for bond in fit.bonds)
    for space in state.position()["spaces"]:
        moves = engine_fits(state, seat, start=space["at"])
        if places(legal, do="move", **{"from": space["at"]}):
            assert fitting(moves) == places(legal, do="move", **{"from": space["at"]})


@quick
@given(playouts())
def test_the_other_player_may_ask_too(game: Playout):
    """Whose turn it is changes nothing about where a card has support."""
    state = game.state
    if not state.running:
        return
    other = 1 - state.seat
    turned = state.copy()
    turned.seat = other
    for key in sorted(set(state.position()["hands"][other])):
        if state.matchup.definitions[key].kind != "event":
            asked, own = engine_fits(state, other, key=key), engine_fits(turned, other, key=key)
            assert fitting(asked) == fitting(own)


@quick
@given(playouts())
def test_the_web_shows_support_where_nothing_is_missing(game: Playout):
    """Both sides of a bond are listed, and what has nothing to live on says why."""
    state = game.state
    if state.over:
        return
    web = engine_web(state)
    assert web.keys() == {tuple(space["at"]) for space in state.position()["spaces"]}
    risks = {tuple(risk["at"]) for risk in state.at_risk() if not risk["under"] and risk["why"] != "loses-it"}
    if state.running:
        assert risks == {at for at, links in web.items() if links.missing is not None}
    for at, links in web.items():
        if not links.permanent and links.missing is None:
            assert any(bond.supports for bond in links.bonds)
        for bond in links.bonds:
            if bond.supports:
                assert list(at) in [each.at for each in web[tuple(bond.at)].feeds]


@quick
@given(playouts())
def test_the_cascade_is_what_falls(game: Playout):
    """A card that alone feeds another takes it along, and nobody falls with a card that feeds nobody."""
    state = game.state
    if not state.running or state.loose or state.seedlings or state.below:
        return
    for links in engine_web(state).values():
        lost = {tuple(at) for at, _under in links.lost}
        direct = {tuple(each.at) for each in links.feeds if each.only}
        if links.permanent:
            assert not lost
        else:
            assert direct <= lost
            assert direct or not lost
