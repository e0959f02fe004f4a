from cards.api.version import code_version, data_version
from phylo.api.resource import Resource


class CardResource(Resource):
    """About cards and what comes with the site, all of which one version counts."""

    def stored(self) -> str | None:
        return f"{code_version()} {data_version()}"
