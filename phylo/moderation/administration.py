from phylo.administration import show
from phylo.moderation.models import LogEntry, Report

show(Report, "kind key user guest text outcome handled_by handled_at created_at", search="text")
show(LogEntry, "act user about about_guest kind key reason created_at", search="reason", newest="created_at")
