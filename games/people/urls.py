from django.urls import path

from games.people import api as friends_api
from games.people.pages import friends, guests, leaders, profile

urlpatterns = [
    path("guest/", guests.guest_name, name="guest-name"),
    path("leaders/", leaders.leaders, name="leaders"),
    path("friends/", friends.friends, name="friends"),
    path("friends/change/", friends.change, name="friends-change"),
    path("people/<str:name>/", profile.person, name="person"),
    path("api/v1/friends/", friends_api.FriendList.as_view(), name="api-friends"),
    path("api/v1/friends/<str:name>/", friends_api.FriendDetail.as_view(), name="api-friend"),
    path("api/v1/blocks/", friends_api.BlockList.as_view(), name="api-blocks"),
    path("api/v1/blocks/<int:block_id>/", friends_api.BlockDetail.as_view(), name="api-block"),
]
