"""The puzzles of the latest days as feeds: Atom, and JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/)."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import IO, TYPE_CHECKING, Any

from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed, SyndicationFeed
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from games.puzzles.pages.daily import today
from games.puzzles.services import daily
from games.puzzles.words.daily import Daily

ITEMS = 14


class JsonFeed(SyndicationFeed):
    content_type = "application/feed+json; charset=utf-8"

    def write(self, outfile: IO[Any], encoding: str) -> None:
        said = {
            "version": "https://jsonfeed.org/version/1.1",
            "title": self.feed["title"],
            "description": self.feed["description"],
            "home_page_url": self.feed["link"],
            "feed_url": self.feed["feed_url"],
            "language": self.feed["language"],
            "items": [
                {
                    "id": item["unique_id"],
                    "url": item["link"],
                    "title": item["title"],
                    "content_html": item["description"],
                    "image": item["picture"],
                    "date_published": item["pubdate"].isoformat(),
                }
                for item in self.items
            ],
        }
        outfile.write(json.dumps(said, ensure_ascii=False).encode(encoding))


if TYPE_CHECKING:
    DailyItems = Feed[Daily, object]
else:
    DailyItems = Feed


class DailyFeed(DailyItems):
    """One for each request, whose host its addresses have."""

    feed_type: type[SyndicationFeed] = Atom1Feed
    title = gettext_lazy("Phylo: puzzle of the day")
    subtitle = description = gettext_lazy("A position of the game and a question, every day.")

    def __init__(self, request: HttpRequest) -> None:
        self.full = request.build_absolute_uri

    def link(self) -> str:
        return reverse("puzzle-of-today")

    def items(self) -> Sequence[Daily]:
        return [Daily.of(row) for row in daily.latest(today=today(), at_most=ITEMS)]

    def item_title(self, item: Daily) -> str:
        return item.title

    def item_description(self, item: Daily) -> SafeString:
        return format_html(
            '<p>{} ({})</p><p><a href="{}"><img src="{}" alt="{}" width="1200" height="630"></a></p>',
            item.asks,
            item.rules,
            self.full(item.path),
            self.full(item.picture_path),
            item.shown,
        )

    def item_link(self, item: Daily) -> str:
        return item.path

    def item_pubdate(self, item: Daily) -> datetime:
        return daily.begins(item.day)

    def item_extra_kwargs(self, item: Daily) -> dict[str, object]:
        return {"picture": self.full(item.picture_path)}


class DailyJsonFeed(DailyFeed):
    feed_type = JsonFeed


@cache_control(public=True, no_cache=True)
@conditional_page
@require_safe
def daily_atom(request: HttpRequest) -> HttpResponse:
    return DailyFeed(request)(request)


@cache_control(public=True, no_cache=True)
@conditional_page
@require_safe
def daily_json(request: HttpRequest) -> HttpResponse:
    return DailyJsonFeed(request)(request)
