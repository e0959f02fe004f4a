"""Lessons in the reader's language."""

from django.utils.translation import gettext

from engine.lessons import Fault, Lesson
from games.lessons.shipped import course
from games.matches.wording import in_words, sentence


def text_of(lesson: Lesson, text: str) -> str:
    """One of a lesson's texts: the site's are translated, what somebody has written is shown as it is."""
    return gettext(text) if text and lesson.key in course().lessons else text


def fault_words(fault: Fault) -> str:
    """What is wrong with a lesson, in sentences."""
    words = in_words(fault.template, fault.fields)
    return f"{words} {sentence(fault.refusal)}" if fault.refusal else words
