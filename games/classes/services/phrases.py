"""What pupils say to each other at a table unless their teacher allows free words."""

from django.utils.translation import gettext_lazy as _

PHRASES = (
    _("Hello!"),
    _("Good luck!"),
    _("Your turn."),
    _("One moment, I am thinking."),
    _("What does this card do?"),
    _("Nice card!"),
    _("I made this card."),
    _("Well played!"),
    _("Oh no!"),
    _("Thank you!"),
    _("Can we ask the teacher?"),
    _("Good game. Once more?"),
)
