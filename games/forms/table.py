"""The form that sets up a table of a drafting game."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.drafting import GAMES
from games.forms.parts import KEY, one_key
from games.models import BotLevel
from games.services.gatherings import PACES, Table
from games.services.rulebooks import rulebook
from games.words.challenges import pace_in_words, pace_key
from phylo.accounts.models import User

CLOCKS = {pace_key(pace): pace for pace in PACES}
PERSON, HERE = "person", "here"
OTHERS = range(2, 7)
"""The seats beside the maker's, as people count."""
USUAL = {2: BotLevel.GREEDY, 3: BotLevel.GREEDY}
MOST_INVITED = 5


class TableForm(forms.Form):
    """
    Who sits at the table beside its maker, and by what terms; `user` is the maker's account. Of a valid form
    `table` and, by name, `invited`.
    """

    key = forms.RegexField(rf"\A{KEY}\Z", initial=one_key, widget=forms.HiddenInput)
    rules = forms.ChoiceField(
        choices=[(game.key, game.name) for game in GAMES.values()],
        initial=next(iter(GAMES)),
        label=gettext_lazy("Game"),
        widget=forms.RadioSelect,
    )
    invite = forms.CharField(
        required=False,
        max_length=400,
        label=gettext_lazy("Invite by name"),
        help_text=gettext_lazy(
            "Names of people with an account, with commas between them. May be left empty."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    clock = forms.ChoiceField(label=gettext_lazy("Clock"), initial="none")
    listed = forms.ChoiceField(
        choices=[
            ("lobby", gettext_lazy("Anybody in the lobby")),
            ("link", gettext_lazy("Only who has the link")),
        ],
        required=False,
        initial="lobby",
        label=gettext_lazy("Who may join"),
    )
    rated = forms.BooleanField(required=False, label=gettext_lazy("Rated"))
    public = forms.BooleanField(required=False, initial=True, label=gettext_lazy("Others may watch"))

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        user: User | None,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        usual = {f"seat_{seat}": level.value for seat, level in USUAL.items()}
        super().__init__(data, auto_id="table-%s", initial={**usual, **(initial or {})})
        self.user = user
        self.invited: list[User] = []
        levels = [level for level in BotLevel if level in rulebook(next(iter(GAMES))).bots]
        choices = [
            ("", gettext_lazy("Nobody")),
            *((level.value, _("Computer, %(level)s") % {"level": level.label.lower()}) for level in levels),
            (PERSON, gettext_lazy("Somebody online")),
            (HERE, gettext_lazy("Somebody beside you, on this device")),
        ]
        for seat in OTHERS:
            self.fields[f"seat_{seat}"] = forms.ChoiceField(
                choices=choices, required=False, label=_("Seat %(number)d") % {"number": seat}
            )
        clock = self.fields["clock"]
        assert isinstance(clock, forms.ChoiceField)
        clock.choices = [(key, pace_in_words(pace)) for key, pace in CLOCKS.items()]
        if user is None:
            del self.fields["rated"]

    @property
    def seats(self) -> list[forms.BoundField]:
        return [self[f"seat_{seat}"] for seat in OTHERS]

    @property
    def ticks(self) -> list[forms.BoundField]:
        return [self[name] for name in ("rated", "public") if name in self.fields]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        sitting = [given.get(f"seat_{seat}") or "" for seat in OTHERS]
        written = (name.strip() for name in (given.get("invite") or "").split(","))
        names = list(dict.fromkeys(name for name in written if name))
        if len(names) > MOST_INVITED:
            words = _("You may invite %(most)s people at most.")
            self.add_error("invite", words % {"most": MOST_INVITED})
        for name in names[:MOST_INVITED]:
            user = User.objects.named(name).filter(is_active=True).first() if name.isprintable() else None
            if user is None:
                self.add_error("invite", _("There is nobody called %(name)s.") % {"name": name})
            elif user != self.user and user not in self.invited:
                self.invited.append(user)
        if len(self.invited) > sitting.count(PERSON):
            self.add_error("invite", _("There are fewer seats for people online than you have invited."))
        return given | {"sitting": [who for who in sitting if who]}

    @property
    def table(self) -> Table:
        """Of a valid form."""
        given = self.cleaned_data
        sitting = given["sitting"]
        return Table(
            rules=given["rules"],
            bots=[who for who in sitting if who not in (PERSON, HERE)],
            here=sitting.count(HERE),
            people=sitting.count(PERSON),
            pace=CLOCKS[given["clock"]],
            rated=given.get("rated", False),
            public=given["public"],
            listed=given["listed"] != "link",
        )
