from games.lessons.models import LessonProgress, ProposedLesson
from phylo.administration import show

show(LessonProgress, "player lesson missed done updated", newest="updated")
show(ProposedLesson, "author state version created changed", newest="changed")
