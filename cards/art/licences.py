"""Credits and licences of the drawings and fonts on a card."""

CC0 = ("CC0", "https://creativecommons.org/publicdomain/zero/1.0/")
CC_BY = ("CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/")
OFL = ("SIL Open Font License 1.1", "https://openfontlicense.org/")
# Icon family -> name, home page, licence and its address.
FAMILIES = {
    "noto": (
        "Noto Emoji",
        "https://github.com/googlefonts/noto-emoji",
        "Apache-2.0",
        "https://www.apache.org/licenses/LICENSE-2.0",
    ),
    "fluent-emoji-flat": (
        "Fluent Emoji",
        "https://github.com/microsoft/fluentui-emoji",
        "MIT",
        "https://opensource.org/license/mit",
    ),
    "game-icons": (
        "Game Icons",
        "https://game-icons.net/",
        "CC BY 3.0",
        "https://creativecommons.org/licenses/by/3.0/",
    ),
}
# Icon family -> its authors.
AUTHORS = {
    "noto": "Google",
    "fluent-emoji-flat": "Microsoft",
    "game-icons": "Lorc, Delapouite and contributors",
}
# Typeface -> its authors and home page.
TYPEFACES = {
    "Bricolage Grotesque": (
        "the Bricolage Grotesque Project Authors",
        "https://github.com/ateliertriay/bricolage",
    ),
    "Source Sans 3": ("Adobe", "https://github.com/adobe-fonts/source-sans"),
    "Newsreader": ("the Newsreader Project Authors", "https://github.com/productiontype/Newsreader"),
}
