from games.people.models.follow import Follow
from games.people.models.rating import PROVISIONAL, PUZZLES, Rating, RatingChange, shown

__all__ = ["PROVISIONAL", "PUZZLES", "Follow", "Rating", "RatingChange", "shown"]
