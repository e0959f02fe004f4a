"""Where other pages lead to a screen for visitors."""

from phylo.fragments import Fragment

FRAGMENTS = (
    Fragment("set settings", "kiosk/fragments/set_settings.html"),
    Fragment("set links", "kiosk/fragments/set_link.html"),
    Fragment("home teach", "kiosk/fragments/home_teach.html"),
    Fragment("teach", "kiosk/fragments/teach.html"),
)
