"""What the site proposes itself where evidence speaks against a card."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from cards.curation import services
from cards.curation.models import Proposal
from cards.curation.queue import Filters, queue
from cards.curation.services.steps import publish_cards
from cards.evidence.models import DataSet, Measurement
from cards.models import Card, Diet
from cards.models.value_source import How, ValueSource
from cards.services.contents import card_from, contents_of
from cards.services.publishing import Origin, Publishing
from phylo.http.refusals import BadValue, ChangedMeanwhile, NotNow
from tests.factories import CardFactory
from tests.members import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def lynx() -> Card:
    """By its evidence a carnivore of scale 7 or 8; the card says herbivore of scale 5."""
    card = CardFactory(key="lynx", animal=True, latin_name="Lynx lynx")
    for key, title in (("elton-traits", "EltonTraits"), ("avonet", "AVONET")):
        DataSet.objects.create(
            key=key, title=title, citation=title, licence="CC0-1.0", address="https://x.org"
        )
    measure("mass_g", 80_000)
    eats(0)
    return card


def measure(trait: str, number: float | None = None, word: str = "", **more: str) -> None:
    row = {"latin_name": "Lynx lynx", "trait": trait, "data_set_id": "elton-traits"} | more
    Measurement.objects.filter(**row).exclude(trait="introduced_to").delete()
    Measurement.objects.create(**row, number=number, word=word)


def eats(plants: int) -> None:
    for food in ("invertebrates", "warm_blooded", "cold_blooded", "fish", "other_vertebrates", "carrion"):
        measure(f"diet_{food}", 100 - plants if food == "warm_blooded" else 0)
    for food in ("fruit", "nectar", "seeds", "other_plants"):
        measure(f"diet_{food}", plants if food == "other_plants" else 0)


def of(group: str) -> Proposal:
    return Proposal.objects.get(author=None, key__startswith=f"evidence-{group}-")


def changed(proposal: Proposal) -> dict[str, object]:
    base = proposal.base_contents or {}
    names = [name for name, value in proposal.contents.items() if value != base[name] and name != "sources"]
    return {name: proposal.contents[name] for name in names}


def test_a_correction_opens_with_the_reasoning_once(lynx, rosa):
    done = services.propose_from_evidence()
    assert (len(done.opened), done.known) == (2, 0)
    diet = of("diet")
    assert diet.summary.splitlines()[0] == "EltonTraits 1.0: 0 % plants; the card says Herbivore."
    assert changed(diet) == {"diet": "carnivore", "food_chain": 3}
    assert diet.contents["sources"]["diet"] == {
        "how": "derived", "data_set": "elton-traits", "value": "0 % plants", "rule": "diet",
    }  # fmt: skip
    assert of("scale").summary.startswith("EltonTraits 1.0: 80 kg; the card says scale 5.")
    assert changed(of("scale")) == {"scale": 7}
    lynx.refresh_from_db()
    assert lynx.diet == Diet.HERBIVORE
    again = services.propose_from_evidence()
    assert (again.opened, again.known) == ([], 2)
    services.reject(proposal_id=diet.pk, user=rosa, version=diet.version, reason="It is another lynx.")
    assert services.propose_from_evidence().opened == []
    assert of("diet").state == "rejected"


def test_both_are_accepted_in_one_go_and_by_any_reviewer(lynx, rosa):
    services.propose_from_evidence()
    waiting = [(each.pk, each.version) for each in queue(rosa, Filters(evidence="all"))]
    done = services.for_all(services.approve, waiting, user=rosa, reason="As measured.")
    assert [outcome.problem for outcome in done] == [None, None]
    lynx.refresh_from_db()
    assert (lynx.scale, lynx.diet, lynx.food_chain) == (7, "carnivore", 3)
    assert {
        column: lynx.source_of(column).how for column in ("scale", "diet", "food_chain")
    } == dict.fromkeys(("scale", "diet", "food_chain"), How.DERIVED)
    assert services.propose_from_evidence().known == 0


def test_when_others_change_the_same_value_it_becomes_stale_and_is_settled(lynx, ada, rosa):
    services.propose_from_evidence()
    edit = services.propose(author=ada, kind="edit", card=lynx, contents={"scale": 6}, summary="Smaller.")
    edit = services.submit(proposal_id=edit.pk, author=ada, version=edit.version)
    services.approve(proposal_id=edit.pk, user=rosa, version=edit.version)
    assert of("scale").state == "stale"
    assert of("diet").state == "open"
    assert services.propose_from_evidence().renewed == 1
    scale = of("scale")
    assert (scale.state, scale.base_contents["scale"], scale.contents["scale"]) == ("open", 6, 7)
    measure("mass_g", 300.0)
    done = services.propose_from_evidence()
    assert done.withdrawn == 1
    assert of("scale").state == "withdrawn"
    with pytest.raises(NotNow):
        services.approve(proposal_id=scale.pk, user=rosa, version=scale.version)


def test_what_keeps_up_with_its_card_is_another_version(ada, rosa, lynx):
    services.propose_from_evidence()
    scale, diet = of("scale"), of("diet")
    services.approve(proposal_id=diet.pk, user=rosa, version=diet.version)
    kept = of("scale")
    assert (kept.state, kept.version, kept.contents["diet"]) == ("open", scale.version + 1, "carnivore")
    assert [each.contents for each in kept.edits.order_by("version")] == [scale.contents, kept.contents]
    with pytest.raises(ChangedMeanwhile):
        services.approve(proposal_id=scale.pk, user=rosa, version=scale.version)


def test_what_a_member_proposes_exactly_so_is_not_opened_again(ada, rosa, lynx):
    services.propose_from_evidence()
    found = Card.objects.get(pk=lynx.pk)
    scale = of("scale")
    publish_cards([card_from(contents_of(found) | {"scale": 6})], Publishing(Origin.REVERT))
    assert of("scale").state == "stale"
    sources = {"scale": scale.contents["sources"]["scale"]}
    edit = services.propose(author=ada, kind="edit", card=lynx, contents={"scale": 7, "sources": sources})
    services.submit(proposal_id=edit.pk, author=ada, version=edit.version)
    assert services.propose_from_evidence().renewed == 0
    assert of("scale").state == "stale"


def test_printed_values_and_what_is_for_people_to_judge_stay(lynx):
    lynx.sources = {name: ValueSource(How.PRINTED).data() for name in ("scale", "diet", "food_chain")}
    lynx.save()
    done = services.propose_from_evidence()
    assert (done.opened, done.printed) == ([], 3)


def test_what_registers_call_invasive_becomes_invasive(lynx):
    for place in ("Azores", "Madeira", "PT"):
        measure("introduced_to", word=place, certainty="invasive", data_set_id=register("griis-portugal"))
    measure("introduced_to", word="CL", certainty="invasive", data_set_id=register("griis-chile"))
    measure("introduced_to", word="PE", data_set_id=register("griis-peru"))
    assert not [each for each in services.propose_from_evidence().opened if "invasive" in each.key]
    measure("introduced_to", word="UY", certainty="invasive", data_set_id=register("griis-uruguay"))
    services.propose_from_evidence()
    invasive = of("invasive")
    assert "invasive in Azores, CL, Madeira, PT, UY; the card is not INVASIVE" in invasive.summary
    on = {"class": "Mammalia", "same": ["scale", "food_chain"]}
    assert changed(invasive) == {"abilities": {"invasive": {"on": on}}}
    measure("introduced_to", word="AR", certainty="invasive", data_set_id=register("griis-argentina"))
    again = services.propose_from_evidence()
    assert (again.opened, again.withdrawn, of("invasive")) == ([], 0, invasive)


def register(key: str) -> str:
    told = {"title": key, "citation": key, "licence": "CC0-1.0", "address": "https://x.org"}
    return DataSet.objects.get_or_create(key=key, defaults=told)[0].pk


def test_members_cannot_propose_in_the_name_of_the_site(lynx, ada):
    with pytest.raises(BadValue, match="belong to the site"):
        services.propose(author=ada, kind="edit", card=lynx, contents={"scale": 6}, key="evidence-scale-x")
    assert not Proposal.objects.exists()


def test_many_of_a_kind_are_reviewed_together(lynx, rosa, capsys):
    CardFactory(key="bobcat", animal=True, latin_name="Lynx rufus")
    measure("mass_g", 80_000, latin_name="Lynx rufus")
    call_command("propose_from_evidence")
    told = capsys.readouterr().out
    assert "proposed EltonTraits 1.0: 80 kg; the card says scale 5. (Bobcat)" in told
    assert "3 corrections proposed, 0 known" in told
    page = signed_in(rosa).get(reverse("proposals"), {"evidence": "scale"}).content.decode()
    assert page.count("From evidence") >= 2
    assert "0 % plants" not in page
    assert page.count('name="pick"') == 2
    proposal = signed_in(rosa).get(reverse("proposal", args=[of("diet").pk])).content.decode()
    assert "From evidence" in proposal
