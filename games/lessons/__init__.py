"""
Lessons: short positions with a goal, those of the site and those that trusted people write.

The site's own are files in `data/` (docs/lessons.md); stores how far players have come, and proposed
lessons with their way to publication. `services.playing` is what a learner does, `services.proposing` what
authors and reviewers do.
"""
