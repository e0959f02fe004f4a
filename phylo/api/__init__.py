"""
The framework of the API below /api/v1/, for every app: it knows nothing of cards or matches.

An address is a `Resource`, each of its methods an `operation`, and what goes in and out a serializer, which
makes the answer and the OpenAPI document alike:

    class ShoeSerializer(serializers.Serializer[Shoe]):
        size = serializers.IntegerField(help_text=_("In millimetres."))
        api = Link("api-shoe", "pk")

    class NewShoe(Body):
        size = Whole(min_value=1)

    class ShoeList(Resource):
        tag = "shoes"

        @operation("listShoes", _("All shoes"), answer=page_of(ShoeSerializer), query=PageParameters)
        def get(self) -> Page[Shoe]:
            return by_number(Shoe.objects.all(), self.given, self.at)

        @operation("makeShoe", _("Make one"), answer=ShoeSerializer, body=NewShoe, status=HTTPStatus.CREATED)
        def post(self) -> Shoe:
            return services.make_shoe(**self.sent)

A method takes the parts of its path by name and gives what its serializer is to show, a response of its own,
or None where there is nothing to say (204). `self.given` are the parameters and `self.sent` the body, both
checked; the body is read when it is asked for, so who may not act is refused first.

What is refused is an exception: `phylo.http.problems.Refused` has the code and the message, and services
raise subclasses of it. For exceptions of libraries see `refusals.answer_to`.

- `resource.py`: Resource, operation, Address; conditional answers, `Location`, `Link`
- `parameters.py`: what may stand behind the question mark; `bodies.py`: what is sent
- `fields.py`: links; `paging.py`: lists by pages, with cursors
- `refusals.py`: exceptions as problems; `throttles.py`: who asks, and how often
- `schema.py`: what drf-spectacular cannot read from the serializers
"""
