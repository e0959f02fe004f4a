"""
The framework of the API below /api/v1/, used by every app; it knows nothing about cards or matches.

An address is a `Resource`, each of its methods an `operation`. What goes in and out is described by
serializers, which produce both the answers and the OpenAPI document:

    class ShoeSerializer(serializers.Serializer[Shoe]):
        size = serializers.IntegerField(help_text="In millimetres.")
        api = Link("api-shoe", "pk")

    class NewShoe(Body):
        size = Whole(min_value=1)

    class ShoeList(Resource):
        tag = "shoes"

        @operation("listShoes", "All shoes", answer=page_of(ShoeSerializer), query=PageParameters)
        def get(self) -> Page[Shoe]:
            return by_number(Shoe.objects.all(), self.given, self.at)

        @operation("makeShoe", "Make one", answer=ShoeSerializer, body=NewShoe, status=HTTPStatus.CREATED)
        def post(self) -> Shoe:
            return services.make_shoe(**self.sent)

A method takes the parts of its path by name and returns an object for its serializer, a response, or None for
no content (204). `self.given` holds the query parameters and `self.sent` the body, both validated. The body
is read only on first use, so that permission is checked before it.

The document is for programmers and in English alone, so what only it says does not go through gettext;
problems do.

Refusals are exceptions: services raise subclasses of `phylo.http.problems.Refused`, which has the code and
the message. For exceptions of libraries see `refusals.answer_to`.

- `resource.py`: Resource, operation, Address; conditional answers, `Location`, `Link`
- `parameters.py`: query parameters; `bodies.py`: request bodies
- `fields.py`: links; `paging.py`: paged lists with cursors
- `refusals.py`: exceptions as problems; `throttles.py`: authentication and rate limits
- `schema.py`: what drf-spectacular cannot read from the serializers
"""
