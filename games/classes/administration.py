from games.classes.models import Classroom, ClassWork, Pupil
from phylo.administration import show

# Without the names of children, and without their codes.
show(Classroom, "collection ends_on ending_at frozen_at created_at", newest="created_at")
show(ClassWork, "collection kind status done total created_at updated_at", newest="created_at")
show(Pupil, "classroom animal card_number joined_at", newest="joined_at")
