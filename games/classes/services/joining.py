"""How pupils come into their class: the first time by its code, then by the code on their own card."""

import re
import unicodedata
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from cards.sets.models import Collection, CollectionPerson
from games.classes.models import LONGEST_FIRST_NAME, Classroom, Pupil
from games.classes.services import codes
from games.classes.services.animals import ANIMALS
from games.classes.services.contact_rules import name_of
from games.classes.services.errors import BadName, WrongCode
from games.matches.services.errors import NotAllowed
from phylo.accounts import unwanted
from phylo.accounts.models import Guest
from phylo.http.keys import KeyReused, asked_for

MOST_PUPILS = 60
NAME = re.compile(r"{0}(\.| {0}\.?)? ?\d{{0,2}}".format(r"[^\W_]+(?:['’-][^\W_]+)*"))
"""One word or two, such as "Mia", "Mia L." or "Tom 2", and no address."""
ALIKE = {"LATIN", "GREEK", "CYRILLIC"}
"""Scripts whose letters look alike: a name is in one of them."""
SENT_AGAIN = timedelta(minutes=3)
"""How long the form by which a pupil joined may be sent again, as when no answer came."""


def class_at(code: str) -> Classroom:
    """The class that this code opens at the moment. Raises WrongCode."""
    code = codes.normal(code)
    found = Classroom.objects.select_related("collection__owner").filter(
        code=code, code_until__gt=timezone.now(), ending_at=None, collection__hidden=False
    )
    classroom = found.first() if code else None
    if classroom is None:
        raise WrongCode(_("This code opens no class. Look at it again, or ask your teacher."))
    return classroom


def pupil_at(code: str) -> Pupil:
    """The pupil whose card has this code. Raises WrongCode."""
    code = codes.normal(code)
    found = Pupil.objects.select_related("classroom__collection", "guest").filter(
        digest__in=codes.digests_of(code),
        classroom__ending_at=None,
        classroom__collection__hidden=False,
    )
    pupil = found.first() if code else None
    if pupil is None:
        raise WrongCode(_("This code is on no card. Look at it again, or ask your teacher for a new card."))
    return pupil


def join(*, classroom: Classroom, first_name: str, animal: str, key: str = "") -> Pupil:
    """
    Take a new pupil into the class, with a guest of their own; the same key again returns the pupil that it
    made, for as long as SENT_AGAIN. Raises BadName, WrongCode if the class has been closed meanwhile,
    KeyReused, or NotAllowed if it is full.
    """
    first_name = _first_name(first_name)
    if animal not in ANIMALS:
        raise BadName("animal", _("Choose an animal."))
    # Whoever finds the key on a shared device gets nothing by it: it stands for this name and animal alone.
    key = asked_for(key, first_name, animal) if key else ""
    with transaction.atomic():
        collection = Collection.objects.select_for_update().get(pk=classroom.collection_id)
        now = timezone.now()
        open_now = Classroom.objects.filter(pk=classroom.pk, code=classroom.code, code_until__gt=now)
        if not open_now.exists():
            raise WrongCode(_("The class is closed by now. Ask your teacher."))
        there = Pupil.objects.filter(classroom=classroom)
        if key and (made := there.filter(key=key).first()) is not None:
            if made.joined_at < now - SENT_AGAIN:
                raise KeyReused
            return made
        if there.count() >= MOST_PUPILS:
            raise NotAllowed(_("A class has at most %(most)s pupils.") % {"most": MOST_PUPILS})
        pupil = Pupil(classroom=classroom, first_name=first_name, animal=animal, key=key)
        _check_unlike(pupil)
        pupil.guest = Guest.objects.create()
        pupil.person = CollectionPerson.objects.create(
            collection=collection, guest=pupil.guest, called=name_of(pupil)
        )
        _give_card(pupil)
        pupil.save()
    return pupil


def rename(*, pupil: Pupil, first_name: str, animal: str) -> Pupil:
    """Another name or animal for a pupil; the caller holds the set. Raises BadName."""
    pupil.first_name = _first_name(first_name)
    if animal not in ANIMALS:
        raise BadName("animal", _("Choose an animal."))
    pupil.animal = animal
    _check_unlike(pupil)
    pupil.save(update_fields=["first_name", "animal"])
    CollectionPerson.objects.filter(pk=pupil.person_id).update(called=name_of(pupil))
    return pupil


def renew_card(pupil: Pupil) -> None:
    """
    Give the pupil a card with another code: neither the old one nor the form by which they joined lets
    anybody in any more. The caller holds the set.
    """
    pupil.card_number += 1
    _give_card(pupil)
    pupil.key = ""
    pupil.save(update_fields=["card_number", "digest", "key"])


def code_of(pupil: Pupil) -> str:
    """The code on the pupil's card, as it is typed. "" if it can no longer be told: see `card_code`."""
    return codes.card_code(pupil.guest_id, pupil.card_number, pupil.digest)


def _give_card(pupil: Pupil) -> None:
    while True:
        pupil.digest = codes.digest_of_card(pupil.guest_id, pupil.card_number)
        if not Pupil.objects.filter(digest=pupil.digest).exists():
            return
        pupil.card_number += 1


def _first_name(typed: str) -> str:
    name = " ".join(typed.split())
    if not name or not name[0].isalpha():
        raise BadName("first_name", _("Type your first name, or a nickname."))
    scripts = {unicodedata.name(sign, "").partition(" ")[0] for sign in name}
    if len(name) > LONGEST_FIRST_NAME or not NAME.fullmatch(name) or len(scripts & ALIKE) > 1:
        raise BadName(
            "first_name",
            _("Only a first name or a nickname, with at most %(most)s letters.")
            % {"most": LONGEST_FIRST_NAME},
        )
    if unwanted.complaint(name):
        raise BadName("first_name", _("Please choose another name."))
    return name


def _check_unlike(pupil: Pupil) -> None:
    there = Pupil.objects.filter(classroom=pupil.classroom, first_name__iexact=pupil.first_name)
    if there.filter(animal=pupil.animal).exclude(pk=pupil.pk).exists():
        words = _(
            "%(name)s is in the class already. Is that you? Ask your teacher for your card. "
            "Are you somebody else? Choose another animal."
        )
        raise BadName("animal", words % {"name": name_of(pupil)})
