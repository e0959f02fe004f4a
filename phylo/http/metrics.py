"""
Counts and times for Prometheus, each process its own; phylo/serving/metrics.py answers with them.

Labels take few values, none of which a visitor chooses, and nothing says who did what. prometheus_client and
not django-prometheus: that one measures inside Django, where files, refused bodies and shutdowns are not
seen, and puts database backends of its own in the place of ours.
"""

from prometheus_client import Counter, Gauge, Histogram

REQUESTS = Counter(
    "phylo_requests",
    "Requests. Status none: the client left before.",
    ["route", "method", "status"],
)
RESPONSES = Histogram(
    "phylo_response_seconds",
    "Seconds until a response began, of a stream too.",
    ["route"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
REFUSED = Counter("phylo_refused", "Requests refused because there was too much to do.", ["work"])
STREAMS = Gauge("phylo_streams_open", "Live streams that are open.")
MOVES = Counter("phylo_moves", "Moves that were stored, by people or programs.", ["rules", "by"])
THINKING = Histogram(
    "phylo_computer_thinking_seconds",
    "Seconds that the computer took to choose an action.",
    ["level"],
    buckets=(0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
THINKER_RESTARTS = Counter(
    "phylo_thinker_restarts", "Times that the thinking process had ended and was started again."
)
QUERIES = Histogram(
    "phylo_database_query_seconds",
    "Seconds that a query took.",
    buckets=(0.001, 0.005, 0.025, 0.1, 0.5, 2.5),
)
QUERY_ERRORS = Counter("phylo_database_errors", "Queries that failed, by Django's exception.", ["error"])
REPLICA_READS = Counter(
    "phylo_replica_reads",
    "Requests that a replica may answer: it did, or `later` (none has what the visitor wrote), `none` (none "
    "is in use), `again` (the primary was asked after it).",
    ["outcome"],
)
