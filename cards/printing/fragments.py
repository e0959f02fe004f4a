"""Where the page for teachers leads to printed cards."""

from phylo.fragments import Fragment

FRAGMENTS = (Fragment("teach", "printing/fragments/teach.html"),)
