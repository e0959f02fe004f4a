"""Lessons: small positions with a goal, as data (docs/lessons.md).

`read_lesson` reads the file of one, `read_course` a folder of them; `progress` says how a lesson stands after
some actions of the learner; `check` proves that one can be solved and that its nudges are true.
"""

from engine.lessons.course import Course, Group, read_course, read_file
from engine.lessons.goals import Goal
from engine.lessons.lesson import Lesson, Nudge, Progress, Status, Step
from engine.lessons.playing import progress
from engine.lessons.reading import read_lesson
from engine.lessons.strict import InvalidLesson
from engine.lessons.trial import Fault, Trial, check

__all__ = [
    "Course",
    "Fault",
    "Goal",
    "Group",
    "InvalidLesson",
    "Lesson",
    "Nudge",
    "Progress",
    "Status",
    "Step",
    "Trial",
    "check",
    "progress",
    "read_course",
    "read_file",
    "read_lesson",
]
