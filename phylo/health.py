"""The address a load balancer asks whether this process can serve."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse


def health(request: HttpRequest) -> JsonResponse:
    """200 {"database": true}; 503 with false when the database does not answer."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return JsonResponse({"database": False}, status=503)
    return JsonResponse({"database": True})
