"""Names of species in the API, from the lists that the site has imported."""

from django.utils.translation import get_language
from rest_framework import serializers

from cards.api.version import code_version
from cards.taxonomy.lookup import Name, current_editions, found_names
from phylo.api.paging import Listed, list_of
from phylo.api.parameters import Parameters, WholeNumber
from phylo.api.resource import Resource, operation


class NameSerializer(serializers.Serializer[Name]):
    latin_name = serializers.CharField(help_text="The accepted name.")
    authorship = serializers.CharField()
    rank = serializers.CharField(help_text="As the list has it: `species`, `genus` …")
    kingdom = serializers.CharField()
    phylum = serializers.CharField()
    class_name = serializers.CharField()
    family = serializers.CharField()
    region = serializers.CharField(help_text="Where it is native, in the words of the list.")
    extinct = serializers.BooleanField(allow_null=True)
    common_name = serializers.CharField(
        help_text="In the language of the request, or else in English or any other."
    )
    common_names = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="By language.",
    )
    identifiers = serializers.DictField(
        child=serializers.CharField(),
        help_text="What other databases call it, by the columns of a card.",
    )
    found_by = serializers.CharField(
        source="by", help_text="The name that begins like `q`, if it is another; else empty."
    )
    synonym = serializers.BooleanField(help_text="Whether `found_by` is a scientific name.")
    listed_in = serializers.CharField(source="source", help_text="The list and its edition.")


class NameParameters(Parameters):
    q = serializers.CharField(
        max_length=80,
        help_text="The beginning of a Latin or common name: three letters or more.",
    )
    size = WholeNumber(
        required=False,
        default=10,
        min_value=1,
        max_value=50,
        help_text="How many results there are at most.",
    )


class NameList(Resource):
    tag = "search"

    @operation(
        "findNames",
        "Names of everything that lives",
        about=(
            "Species and larger groups, cards or not, with a name that begins like `q`, "
            "well-known ones first. A synonym leads to the accepted name. `listed_in` names the list."
        ),
        answer=list_of(NameSerializer),
        query=NameParameters,
    )
    def get(self) -> Listed[Name]:
        language = (get_language() or "en").partition("-")[0]
        return Listed(found_names(self.given["q"], most=self.given["size"], language=language))

    def stored(self) -> str:
        return f"{code_version()} {[edition.pk for edition in current_editions()]}"
