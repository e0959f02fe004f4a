"""Where the settings of a set lead to its screen for visitors."""

from phylo.fragments import Fragment

FRAGMENTS = (Fragment("set settings", "kiosk/fragments/set_settings.html"),)
