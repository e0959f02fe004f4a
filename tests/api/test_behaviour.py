"""
Every address of the card database: what it answers to whom, compared with the files in `behaviour/`.

`API_BEHAVIOUR=write` writes these files anew. What changes in them belongs into CHANGELOG.md.
"""

import os
from pathlib import Path

import pytest
from django.test import Client

from cards.curation.models import Proposal
from cards.decks.models import Deck
from cards.models import Card
from cards.services.bulk import export_bulk
from cards.sets.models import Collection, CollectionCard
from phylo.accounts import tokens
from tests.api.recording import Recorder
from tests.curation.conftest import FERN, approved, curator, opened
from tests.decks.conftest import built
from tests.factories import CardFactory, DeckFactory
from tests.members import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.once]
WRITE = os.environ.get("API_BEHAVIOUR") == "write"
FILES = Path(__file__).parent / "behaviour"
EVERYBODY = ("owner", "outsider", "visitor")


@pytest.fixture
def people(cards) -> dict:
    CardFactory(key="home", home=True)
    CardFactory(
        key="tick", animal=True, abilities={"parasitic": {"host": {"class": "Mammalia"}}}, wikidata="Q1"
    )
    return {"owner": curator("Ada"), "outsider": curator("Ben"), "reviewer": curator("Rosa", reviewer=True)}


@pytest.fixture
def recorder(people) -> Recorder:
    """`owner`, `outsider` and `reviewer` are signed in; `program` brings a token of the owner's."""
    secret = tokens.create_token(user=people["owner"], name="bot")
    clients = {name: signed_in(user) for name, user in people.items()}
    strict = Client(enforce_csrf_checks=True)
    program = Client(enforce_csrf_checks=True, headers={"Authorization": f"Bearer {secret}"})
    return Recorder(clients | {"visitor": Client(), "strict": strict, "program": program})


def test_cards(recorder):
    ask = recorder.ask
    ask("", "cards/", "cards/?size=2", "cards/?q=diet:herbivore+sort:-points&size=1&rules=phylo-1.3")
    ask("cards/?q=hrose", "cards/?q=kingdom:nothing", "cards/?q=scale<", "cards/?q=oak+terain:forest")
    ask("cards/?q=x:y&size=3", "cards/?q=%00", "cards/?q=" + "a" * 1100, "cards/?cursor=broken")
    ask("cards/?size=0", "cards/?size=x", "cards/?siz=3", "cards/?size=1&size=2", "cards/?rules=2")
    ask("cards/horse/", "cards/tick/", "cards/fire/", "cards/pasture/", "cards/home/")
    ask("cards/hrose/", "cards/-/", "cards/a b/", "cards/horse/?q=oak")
    ask("cards/horse/eats/?size=1", "cards/oak/eatenby/?rules=phylo-1.3&size=1", "cards/hare/beside/?size=1")
    ask("cards/fire/eats/", "cards/hrose/eats/", "cards/oak/likes/", "cards/horse/eats/?cursor=broken")
    ask("search/explain", "search/explain?q=kind:species+scale<5+hrose", "search/explain?q=scale<")
    ask("search/explain/?q=oak", "search/explain?size=3", "nothing/", "cards")
    ask("search/keys/?keys=oak,horse,oak,nothing", "search/keys/", "search/keys/?keys=a,,b")
    ask("search/random/?q=key:oak", "search/random/?q=nothing", "search/random/?q=scale<")
    ask("cards/?q=scale:9..1", "cards/?q=/(/")
    for name in ("sets", "kinds", "terrains", "climates", "diets", "food-chain", "scales", "kingdoms"):
        ask(f"{name}/")
    ask("keywords/", "keywords/?q=a", "rule-sets/", "rule-sets/?x")
    ask("cards/", Accept="text/html")
    ask("cards/?size=1", Accept="text/html,application/xhtml+xml,*/*;q=0.8")
    ask("cards/?size=1", Accept="application/json; indent=2")
    ask("cards/?size=1", "cards/oak/", Authorization="Bearer phylo_wrong")
    for method in ("post", "put", "patch", "delete", "options"):
        for path in ("", "cards/", "cards/oak/", "bulk/"):
            recorder.send("strict", method, path)
    recorder.send("visitor", "head", "cards/")
    recorder.send("visitor", "head", "cards/nothing/")
    recorder.compare(FILES / "cards.txt", write=WRITE)


def test_a_merged_card(recorder, people):
    ada, rosa = people["owner"], people["reviewer"]
    CardFactory(key="steed", animal=True)

    approved(
        opened(ada, Card.objects.get(key="steed"), kind="merge", into=Card.objects.get(key="horse")), rosa
    )
    recorder.ask("cards/steed/", "cards/steed/eats/?size=1&rules=phylo-1.3", "cards/steed/revisions/?size=1")
    recorder.compare(FILES / "merged.txt", write=WRITE)


def test_bulk_files(recorder):
    ask = recorder.ask
    ask("bulk/", "bulk/nothing", "bulk/cards-20200101T000000Z.csv")
    # Their names and sizes change with the time and the version of the compressor.
    recorder.names |= {
        r'"size": \d+': '"size": "<size>"',
        r"\(\d+ bytes\)": "(bytes)",
        r"-\d+/\d+": "-<last>",
    }
    recorder.names |= {r"\*/\d+": "*/<size>"}
    names = [file.name for file in export_bulk()]
    ask("bulk/", "bulk/?x")
    for name in names:
        ask(f"bulk/{name}")
    ask(f"bulk/{names[0]}?x", f"bulk/{names[0]}", Accept="text/html")
    for wanted in ("bytes=0-9", "bytes=100-", "bytes=999999999-", "bytes=9-0"):
        ask(f"bulk/{names[0]}", Range=wanted)
    recorder.send("visitor", "head", f"bulk/{names[0]}")
    recorder.send("visitor", "post", f"bulk/{names[0]}")
    recorder.compare(FILES / "bulk.txt", write=WRITE)


def slugged(deck: Deck, slug: str) -> str:
    Deck.objects.filter(pk=deck.pk).update(slug=slug)
    return slug


def test_decks(recorder, people):
    ask, send = recorder.ask, recorder.send
    recorder.names[r'"severity": "(\w+)", "text": "[^"]*"'] = r'"severity": "\1", "text": "<sentence>"'
    recorder.names |= {r'"code": "[^"]+"': '"code": "<code>"', r"code: \"[^\"]+\"\n": 'code: "<code>"\n'}
    private = slugged(built(people["owner"], {"oak": 3, "horse": 2}, name="Wood"), "a-private-one")
    heath = built(people["owner"], {"oak": 2}, name="Heath", rules="phylo-1.3", visibility="public")
    public = slugged(heath, "a-public-one")
    for path in ("", "versions/", "versions/1/", "versions/2/", f"versions/{10**12}/", "problems/"):
        ask(f"decks/{private}/{path}", by=EVERYBODY)
    ask(f"decks/{public}/", f"decks/{public}/versions/", by=("visitor",))
    ask("decks/", "decks/?size=1", "decks/?size=1&sort=new", "decks/?size=1&sort=popular", by=EVERYBODY)
    ask("decks/?mine=true", "decks/?mine=false&size=1", by=EVERYBODY)
    ask(
        "decks/?q=heath",
        "decks/?card=oak",
        "decks/?card=nothing",
        "decks/?rules=phylo-1.3",
        "decks/?maker=Ada",
    )
    ask("decks/?ready=true", "decks/?ready=false", "decks/?complete=true", "decks/?ready=1", "decks/?sort=x")
    ask("decks/?cursor=broken", "decks/?cursor=WyJzbHVnIiwxXQ", "decks/?size=0", "decks/?whose=mine")
    ask("decks/meadow/", "decks/meadow/versions/", "decks/meadow/problems/", "decks/nothing/")
    ask("decks/meadow/versions/?cursor=x", "decks/meadow/?x", by=("visitor",))

    bodies = [
        {}, {"name": "New"}, {"name": ""}, {"name": 1}, {"name": "x" * 300}, {"name": "New", "surprise": 1},
        {"name": "New", "cards": {"oak": 3, "nothing": 1}}, {"name": "New", "cards": []},
        {"name": "New", "cards": {"oak": -1}}, {"name": "New", "cards": {"oak": "1"}},
        {"name": "New", "rules": "phylo-2"}, {"name": "New", "starter": "oak"},
        {"name": "New", "opening_hand": "oak"}, {"name": "New", "opening_hand": ["horse"]},
        {"name": "New", "key": "x" * 300},
        {
            "name": "Full", "notes": "Grass.", "rules": "phylo-1.3", "starter": "pasture",
            "cards": {"oak": 2, "pasture": 1}, "opening_hand": ["oak"], "key": "one",
        },
        "not json", "[]", '{"name": "a", "name": "b"}', "[" * 3000, "\xff",
    ]  # fmt: skip
    for body in bodies:
        made = send("owner", "post", "decks/", body)
        if made.status_code == 201:
            recorder.hide(made.json()["slug"], "<made>")
    send("owner", "post", "decks/", "a" * 70_000)
    send("owner", "post", "decks/", "name=New", content_type="application/x-www-form-urlencoded")
    send("strict", "post", "decks/", {"name": "New"})
    send("program", "post", "decks/", {"name": ""})
    send("owner", "post", "decks/?x=1", {"name": "New"})

    sent = [
        {"settings_version": 1, "name": "Forest"}, {"settings_version": 1, "name": "Wood"},
        {"version": 1, "cards": {"oak": 4}}, {"name": "Wood"}, {"copies": {"horse": 1}}, {"version": "2"},
        {"version": True}, {"version": 2, "copies": {"horse": 1}}, {"version": 1, "copies": {"horse": 2}},
        {"settings_version": 2, "visibility": "listed"}, {"version": 3, "copies": {"oak": 999}},
        {"settings_version": 2, "visibility": "unlisted", "note": "x" * 400},
        {"settings_version": 2, "name": None}, {"version": 3, "key": "k"},
    ]  # fmt: skip
    for body in sent:
        for name in EVERYBODY if body is sent[0] else ("owner",):
            send(name, "patch", f"decks/{private}/", body)
    send("owner", "patch", "decks/meadow/", {"settings_version": 1, "name": "Mine"})
    send("strict", "patch", f"decks/{private}/", {"settings_version": 2, "name": "X"})
    for name, path, body in (
        ("outsider", f"{private}/copy/", {}), ("outsider", f"{public}/copy/", None),
        ("outsider", f"{public}/copy/", {"version": 1, "name": "Mine"}),
        ("outsider", f"{public}/copy/", {"version": 7}), ("outsider", f"{public}/copy/", {"version": 0}),
        ("outsider", f"{public}/copy/", {"name": 1}), ("owner", "nothing/copy/", {}),
    ):  # fmt: skip
        made = send(name, "post", f"decks/{path}", body)
        if made.status_code == 201:
            recorder.hide(made.json()["slug"], "<copy>")
    ask(f"decks/{public}/copy/")
    for name in ("outsider", "visitor", "strict", "owner", "owner"):
        send(name, "delete", f"decks/{private}/")
    send("owner", "options", "decks/")
    send("owner", "put", "decks/meadow/", {})
    recorder.compare(FILES / "decks.txt", write=WRITE)


def test_collections(recorder, people):
    DeckFactory(slug="other")
    _wood, heath = (
        Collection.objects.create(slug=slug, name=slug.title(), owner=people["owner"], visibility=seen)
        for slug, seen in (("wood", "private"), ("heath", "public"))
    )

    for place, key in enumerate(("oak", "horse")):
        CollectionCard.objects.create(collection=heath, card=Card.objects.get(key=key), place=place)
    recorder.ask(
        "collections/", "collections/?size=1", "collections/?cursor=x", "collections/?q=x", by=EVERYBODY
    )
    recorder.ask("collections/wood/", "collections/heath/", "collections/nothing/", by=EVERYBODY)
    recorder.ask("collections/heath/?x")
    send, heath = recorder.send, "collections/heath/"
    recorder.ask("collections/?mine=true", f"{heath}people/", f"{heath}links/", by=EVERYBODY)
    for name in ("owner", "visitor", "strict"):
        made = send(name, "post", "collections/", {"name": "Moor", "key": "one"})
        if made.status_code == 201:
            recorder.hide(made.json()["slug"], "<made>")
    for body in ({}, {"name": "Moor", "licence": "own-work"}, {"name": "Moor", "slug": "moor"}):
        send("owner", "post", "collections/", body)
    for name in EVERYBODY:
        send(name, "patch", heath, {"version": 1, "name": "Moor"})
    for body in ({"name": "Fen"}, {"version": 1, "name": "Fen"}, {"version": 2, "visibility": "listed"}):
        send("owner", "patch", heath, body)
    for name in EVERYBODY:
        send(name, "post", f"{heath}cards/", {"card": "daisy", "place": 0})
    send("owner", "post", f"{heath}cards/", {"card": "nothing"})
    send("owner", "delete", f"{heath}cards/nothing/")
    send("owner", "delete", f"{heath}cards/oak/")
    send("outsider", "post", f"{heath}own/", {"contents": FERN})
    send("owner", "post", f"{heath}own/", {"contents": {"kind": "home"}})
    send("visitor", "post", "collections/join/", {"code": "nothing", "called": "Tim"})
    send("owner", "post", f"{heath}leave/")
    for name in ("outsider", "owner", "owner"):
        send(name, "delete", heath)
    recorder.compare(FILES / "collections.txt", write=WRITE)


def test_proposals(recorder, people):

    ask, send = recorder.ask, recorder.send
    clover = CardFactory(key="clover", name="Clover", phylum="Angiosperms")
    approved(opened(people["owner"], clover, points=3), people["reviewer"])
    edit = opened(people["owner"], Card.objects.get(key="clover"), points=4)
    new = opened(people["outsider"])
    ask("cards/clover/revisions/", "cards/clover/revisions/?size=1", "cards/clover/revisions/2/")
    ask("cards/clover/revisions/9/", f"cards/clover/revisions/{10**12}/", "cards/nothing/revisions/")
    ask("cards/clover/revisions/?cursor=x")
    ask(
        "proposals/", "proposals/?size=1", "proposals/?state=published", "proposals/?state=x", by=("visitor",)
    )
    ask("proposals/?kind=new", "proposals/?card=clover", "proposals/?author=Ben", "proposals/?mine=true")
    ask("proposals/?mine=true", "proposals/?cursor=x", f"proposals/{10**12}/", by=("owner",))
    one = f"proposals/{edit.pk}/"
    ask(one, f"{one}decisions/", f"{one}comments/", by=(*EVERYBODY, "reviewer"))
    ask(f"{one}submit/", f"{one}?x")
    bodies = [
        {}, {"kind": "new", "contents": []}, {"kind": "dance"}, {"kind": "edit", "card": "no-such-card"},
        {"kind": "retire"}, {"kind": "retire", "card": "clover", "on_top_of": 10**12},
        {"kind": "retire", "card": "clover", "surprise": 1}, {"kind": "new", "contents": {"scale": 99}},
        {"kind": "edit", "card": "clover", "contents": {"points": 3}, "submit": True},
        {"kind": "new", "submit": "yes"}, {"kind": "new", "key": 1}, {"kind": "new", "summary": "x" * 2000},
        {"kind": "new", "contents": FERN, "summary": "Seen.", "key": "first"},
    ]  # fmt: skip
    for body in bodies:
        send("owner", "post", "proposals/", body)
    send("visitor", "post", "proposals/", {"kind": "new"})
    send("strict", "post", "proposals/", {"kind": "new"})
    draft = Proposal.objects.latest("pk")
    mine = f"proposals/{draft.pk}/"
    for name in EVERYBODY:
        send(name, "patch", mine, {"version": 1, "contents": {"points": 9}})
    for body in ({}, {"version": 1, "contents": {"points": 8}}, {"version": "1"}, {"version": 2, "x": 1}):
        send("owner", "patch", mine, body)
    for body in ({}, {"version": 7}, {"version": 2}, {"version": 2}):
        send("owner", "post", f"{mine}submit/", body)
    for body in ({"version": 2}, {"version": 2, "contents": {"points": 3}}, {"contents": {}}):
        send("owner", "post", f"{one}rebase/", body)
    for name, body in (
        ("visitor", {"supports": True}), ("owner", {"supports": True}), ("outsider", {"supports": 1}),
        ("outsider", {}), ("outsider", {"supports": False}), ("outsider", {"supports": None}),
    ):  # fmt: skip
        send(name, "post", f"{one}vote/", body)
    for body in (
        {"column": "scale", "value": 3, "agrees": True}, {"column": "scale", "value": 9, "agrees": True},
        {"column": "x", "value": 3, "agrees": True}, {"column": "points", "value": 4, "agrees": False},
        {"column": "scale", "value": 3, "agrees": None}, {"column": "scale", "agrees": None},
    ):  # fmt: skip
        send("outsider", "post", f"{one}facts/", body)
    for body in (
        {"text": "Well.", "key": "one"},
        {"text": "Well.", "key": "one"},
        {"text": "", "key": "two"},
        {"text": "x" * 3000, "key": "k"},
        {"text": "No key."},
        {"text": 1, "key": "k"},
    ):
        send("outsider", "post", f"{one}comments/", body)
    ask(f"{one}comments/")
    for name, body in (
        ("owner", {"do": "approve", "version": 1}), ("visitor", {"do": "approve", "version": 1}),
        ("reviewer", {"do": "dance"}), ("reviewer", {"do": "reject", "version": 1}),
        ("reviewer", {"do": "approve"}), ("reviewer", {"do": "approve", "version": 7}),
        ("reviewer", {"do": "revert", "reason": "No."}), ("reviewer", {"do": "revert", "version": 1}),
        ("reviewer", {}), ("reviewer", {"do": "ask-changes", "version": 1, "reason": "Sources."}),
        ("reviewer", {"do": "approve", "version": 1}),
    ):  # fmt: skip
        send(name, "post", f"{one}decision/", body)
    send("outsider", "post", f"proposals/{new.pk}/withdraw/", {"reason": "Wrong."})
    send("outsider", "post", f"proposals/{new.pk}/withdraw/")
    ask(f"{one}decisions/", f"proposals/{new.pk}/decisions/", by=("reviewer",))
    recorder.compare(FILES / "proposals.txt", write=WRITE)
