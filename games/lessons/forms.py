"""The form of a lesson that is written at a step of a replay."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.lessons.reading import AFTER, AFTER_SENTENCES, NUDGE, TITLE, TOLD, TOLD_SENTENCES
from engine.lessons.strict import sentences_in
from engine.lessons.table import USES
from engine.record_format import RecordData
from games.lessons.services.proposing import ABOUT_CARDS, Written
from phylo.http.keys import KEY, new_key

POINTS, USE, WIN = "points", "use", "win"
SENTENCES = {
    "told": (TOLD_SENTENCES, gettext_lazy("Write two or three sentences, each with its full stop.")),
    "after": (AFTER_SENTENCES, gettext_lazy("Write one or two sentences, each with its full stop.")),
}
GOALS = {
    "place": gettext_lazy("play this card"),
    "points": gettext_lazy("have so many points"),
    "keep": gettext_lazy("this card of the learner’s stays on the table"),
    "remove": gettext_lazy("no such card lies on the table"),
    "hold": gettext_lazy("have this card in the hand"),
    "use": gettext_lazy("do this"),
    "win": gettext_lazy("win the game"),
}
USE_WORDS = {
    "play": gettext_lazy("play a card"),
    "habitat": gettext_lazy("play a habitat"),
    "parasite": gettext_lazy("lay a parasite under its host"),
    "invade": gettext_lazy("cover a card with an invader"),
    "move": gettext_lazy("move a card"),
    "flight": gettext_lazy("let a card fly"),
    "spread": gettext_lazy("let a card spread"),
    "event": gettext_lazy("play an event"),
    "discard": gettext_lazy("discard a card to draw"),
}


class LessonForm(forms.Form):
    """`record` is the position, of which the learner may be left less; `content` that of a lesson to edit."""

    title = forms.CharField(max_length=TITLE, label=gettext_lazy("Title"))
    told = forms.CharField(
        max_length=TOLD,
        widget=forms.Textarea({"rows": 3}),
        label=gettext_lazy("What the learner reads, in two or three sentences"),
    )
    goal = forms.ChoiceField(choices=list(GOALS.items()), label=gettext_lazy("The goal"))
    card = forms.ChoiceField(required=False, label=gettext_lazy("Which card, for a goal about one"))
    points = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=500,
        label=gettext_lazy("How many points, for a goal of points"),
    )
    use = forms.ChoiceField(required=False, label=gettext_lazy("What to do, for a goal of doing"))
    nudge = forms.CharField(max_length=NUDGE, label=gettext_lazy("What helps after two wrong tries"))
    after = forms.CharField(max_length=AFTER, label=gettext_lazy("One sentence when it is done"))
    hand = forms.MultipleChoiceField(
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label=gettext_lazy("What the learner has in hand"),
    )
    actions = forms.TypedChoiceField(coerce=int, label=gettext_lazy("Actions that the learner has"))
    key = forms.RegexField(rf"\A{KEY}\Z", initial=new_key, required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        record: RecordData,
        content: Mapping[str, Any] | None = None,
    ) -> None:
        position, cards = record["position"], record["cards"]
        seat, left = position["turn"]["seat"] or 0, position["turn"]["actions_left"]
        held = list(dict.fromkeys(position["hands"][seat]))
        first = _first(content) if content else {"actions": 1, "hand": held}
        super().__init__(data, initial=first)
        named = sorted(((key, str(card["name"])) for key, card in cards.items()), key=lambda each: each[1])
        known: dict[str, list[tuple[Any, Any]]] = {
            "card": [("", "—"), *named],
            "use": [("", "—"), *((use, USE_WORDS[use]) for use in USES)],
            "hand": [(key, cards[key]["name"]) for key in held],
            "actions": [(number, number) for number in range(1, left + 1)],
        }
        for name, choices in known.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices

    def clean(self) -> dict[str, object]:
        given = super().clean() or {}
        asks = given.get("goal")
        needed = asks if asks in (POINTS, USE) else "card" if asks in ABOUT_CARDS else None
        if needed and needed not in self.errors and not given.get(needed):
            self.add_error(needed, _("This goal needs it."))
        for name, (allowed, words) in SENTENCES.items():
            if name in given and sentences_in(given[name]) not in allowed:
                self.add_error(name, words)
        return given

    @property
    def written(self) -> Written:
        """From a valid form."""
        given = self.cleaned_data
        texts = {name: " ".join(given[name].split()) for name in ("title", "told", "nudge", "after")}
        return Written(**texts, goal=_goal(given), hand=given["hand"], actions=given["actions"])


def _goal(given: Mapping[str, Any]) -> dict[str, Any]:
    asks = given["goal"]
    if asks == WIN:
        return {WIN: True}
    return {asks: given[asks] if asks in (POINTS, USE) else given["card"]}


def _first(content: Mapping[str, Any]) -> dict[str, Any]:
    """What the form of a written lesson shows at first."""
    position = content["record"]["position"]
    ((asks, value),) = content["goal"].items()
    return {
        **{name: content[name] for name in ("title", "told", "after")},
        "nudge": content["nudges"][0]["text"],
        "goal": asks,
        (asks if asks in (POINTS, USE) else "card"): value,
        "hand": position["hands"][content["seat"]],
        "actions": position["turn"]["actions_left"],
    }
