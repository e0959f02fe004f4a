"""
Classes at work: a teacher's pupils come in by a code, without an account, and only meet each other. The only
code that writes `Classroom` and `Pupil`.
"""
