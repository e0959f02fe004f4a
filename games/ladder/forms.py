"""The form of a program: its name, what it is, and what it plays."""

from django import forms
from django.utils.translation import gettext_lazy as _

from cards.decks.models import Deck
from cards.models import Visibility
from games.ladder.models import LONGEST_ABOUT, Program
from games.matches.clauses import EVERY, rules_title
from phylo.accounts import names
from phylo.accounts.forms import free_name
from phylo.accounts.models import User


class ProgramForm(forms.Form):
    """A new program of the owner's, or one of theirs."""

    name = forms.CharField(
        label=_("Name"),
        max_length=names.LONGEST_NAME,
        validators=names.USERNAME_VALIDATORS,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
        help_text=_("“(program)” stands behind it wherever others read it."),
    )
    about = forms.CharField(
        label=_("What it is"),
        max_length=LONGEST_ABOUT,
        help_text=_("A sentence, such as “Looks two turns ahead, in Rust.”"),
    )
    source = forms.URLField(
        label=_("Where its source is (if you like)"), required=False, assume_scheme="https", max_length=200
    )
    plays = forms.MultipleChoiceField(
        label=_("What it plays"),
        choices=lambda: [(key, rules_title(key)) for key in EVERY],
        widget=forms.CheckboxSelectMultiple,
    )
    decks = forms.ModelMultipleChoiceField(
        Deck.objects.none(), label=_("Its decks"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: object = None, *, owner: User, program: Program | None = None) -> None:
        self.user = program.player.user if program else None
        initial: dict[str, object] = {"plays": list(EVERY)}
        if program is not None and self.user is not None:
            initial = {
                "name": self.user.username,
                "about": program.about,
                "source": program.source,
                "plays": program.plays,
                "decks": program.decks.all(),
            }
        super().__init__(data, auto_id="%s", label_suffix="", initial=initial)  # type: ignore[arg-type]
        own = Deck.objects.filter(owner=owner, visibility=Visibility.PUBLIC, collection=None, complete=True)
        decks = self.fields["decks"]
        assert isinstance(decks, forms.ModelMultipleChoiceField)
        decks.queryset = own.order_by("name")
        self.has_decks = own.exists()

    def clean_name(self) -> str:
        return free_name(self.cleaned_data["name"], but=self.user)
