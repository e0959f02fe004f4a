"""Settings of the REST framework and of the API's document, which the project's settings take over."""

REST_FRAMEWORK: dict[str, object] = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    # JSON only: a form on another site cannot send it. A second guard besides the CSRF check.
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["phylo.api.throttles.Visitor"],
    "DEFAULT_THROTTLE_CLASSES": ["phylo.api.throttles.Throttle"],
    "DEFAULT_SCHEMA_CLASS": "phylo.api.schema.ApiSchema",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "EXCEPTION_HANDLER": "phylo.api.refusals.refusal",
    # The media type is chosen by the header only.
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS: dict[str, object] = {
    "OAS_VERSION": "3.1.0",
    "TITLE": "Phylo API",
    "VERSION": "1",
    "LICENSE": {"name": "CC BY 4.0", "url": "https://creativecommons.org/licenses/by/4.0/"},
    "DESCRIPTION": (
        "The card database of Phylo: every species, event and habitat, what lives on what, the vocabularies, "
        "decks and the rules; and matches and challenges, for programs that play. Everything public can be "
        "read without a key, by scripts of any site. Whoever plays or has decks brings an account's token. "
        "HEAD works wherever GET does. Fields may be added to answers; none changes its meaning within v1."
    ),
    "TAGS": [
        {"name": "cards", "description": "Cards, and what lives on what."},
        {"name": "search", "description": "The query language, explained."},
        {"name": "vocabularies", "description": "The words that cards are described with."},
        {"name": "decks", "description": "Decks and the rules."},
        {"name": "collections", "description": "Sets that people put together: a region, a class."},
        {"name": "revisions", "description": "What cards have been."},
        {"name": "proposals", "description": "What people want to become of cards."},
        {"name": "matches", "description": "One's own matches, and acting in them."},
        {"name": "challenges", "description": "Finding somebody to play with."},
        {"name": "friends", "description": "Following and blocking people."},
        {"name": "tables", "description": "Open tables of the drafting games."},
        {"name": "tournaments", "description": "Swiss, round robin, arenas and simultaneous games."},
        {"name": "ladder", "description": "Programs that play each other, and how strong they are."},
        {"name": "lessons", "description": "Lessons, and how far one has come."},
        {"name": "puzzles", "description": "Puzzles, the puzzle of the day, and solving them."},
        {"name": "stream", "description": "What needs an answer, as it comes."},
        {"name": "bulk", "description": "Everything at once, as files."},
        {"name": "transfer", "description": "Bringing along what was made on a device or another site."},
        {"name": "archive", "description": "All public games, a file for each month."},
        {"name": "about", "description": "The API itself."},
    ],
    "APPEND_COMPONENTS": {
        "securitySchemes": {
            "token": {
                "type": "http",
                "scheme": "bearer",
                "description": (
                    "A token of an account, from its page. All may `read`; which else it may use, `play` or "
                    "`edit`, and when it expires, is chosen there."
                ),
            }
        }
    },
    "SORT_OPERATIONS": False,
    "SORT_OPERATION_PARAMETERS": False,
    "AUTHENTICATION_WHITELIST": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "docExpansion": "list", "defaultModelsExpandDepth": 0},
    "COMPONENT_SPLIT_PATCH": False,
}
