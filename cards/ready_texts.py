"""
Texts of the ready decks and names of the card sets, for translators: they are data of the engine
(engine/data/decks/, engine/data/sets.toml), where gettext does not look.
"""

from django.utils.translation import gettext, gettext_noop

TEXTS = frozenset(
    {
        gettext_noop("African Savanna"),
        gettext_noop("Serengeti, Tanzania"),
        gettext_noop("Grass for the herds, herds for the hunters, and termites for whoever digs."),
        gettext_noop("Aldabra Atoll"),
        gettext_noop("Aldabra, Seychelles"),
        gettext_noop(
            "Giant tortoises mow the grass, crabs climb the palms, and sharks hunt among the mangroves."
        ),
        gettext_noop("Amazon Rainforest"),
        gettext_noop("Upper Amazon, Peru"),
        gettext_noop("Layer upon layer of leaves, with hermits for the flowers and a harpy for the sloth."),
        gettext_noop("High Himalaya"),
        gettext_noop("Annapurna, Nepal"),
        gettext_noop(
            "From birch woods to the last turf below the ice: blue sheep, a grey cat and birds "
            "that eat bones."
        ),
        gettext_noop("Antarctic Shore"),
        gettext_noop("Antarctic Peninsula"),
        gettext_noop(
            "Two flowers, a few mosses and a fly on land; everything else comes out of a sea full of krill."
        ),
        gettext_noop("Arctic Tundra"),
        gettext_noop("Taimyr Peninsula, Siberia"),
        gettext_noop("Dwarf plants, furry bees and lemmings feed white hunters through a short summer."),
        gettext_noop("Red Gum Forest"),
        gettext_noop("Barmah, Murray River, Australia"),
        gettext_noop(
            "River red gums stand in the flood, swans nest in the rushes, and an old cod waits under a log."
        ),
        gettext_noop("Boreal Wetland"),
        gettext_noop("Mackenzie River, Canada"),
        gettext_noop("Beavers flood the forest, moose wade in and wolves wait on the bank."),
        gettext_noop("Caribbean Coral Reef"),
        gettext_noop("Mesoamerican Barrier Reef, Belize"),
        gettext_noop("Corals that live by light, the fish that graze them, and the sharks that pass by."),
        gettext_noop("Central Park"),
        gettext_noop("Manhattan, New York"),
        gettext_noop("Squirrels, robins and a hawk over the lawns of eight million people."),
        gettext_noop("Drâa Valley"),
        gettext_noop("Zagora, Morocco"),
        gettext_noop(
            "Date palms drink from a river that seldom reaches the sea; beyond them foxes hunt among dunes."
        ),
        gettext_noop("European City"),
        gettext_noop("Rooftops and parks of London"),
        gettext_noop("Pavement flowers and street trees, bees on the balcony and a falcon on the tower."),
        gettext_noop("Everglades"),
        gettext_noop("Florida"),
        gettext_noop(
            "A river of grass: snails for the kite, water holes dug by alligators, and a python let loose."
        ),
        gettext_noop("Great Barrier Reef"),
        gettext_noop("Queensland, Australia"),
        gettext_noop(
            "Coral tables and sea grass under clear water, with turtles, dugongs and a shark that passes."
        ),
        gettext_noop("Great Plains Prairie"),
        gettext_noop("Prairies of Kansas"),
        gettext_noop(
            "Deep-rooted grasses and tall flowers for bison and monarchs, with ferrets below the ground."
        ),
        gettext_noop("Hardangervidda"),
        gettext_noop("Hardanger, Norway"),
        gettext_noop(
            "The largest wild reindeer herds of Europe graze a plateau of lichen, lemmings and late snow."
        ),
        gettext_noop("Monsoon Forest"),
        gettext_noop("Kanha, Madhya Pradesh, India"),
        gettext_noop(
            "Langurs drop leaves for the deer, both listen for the tiger, and all wait for the rain."
        ),
        gettext_noop("Lake Baikal"),
        gettext_noop("Lake Baikal, Siberia"),
        gettext_noop(
            "The deepest lake on Earth has seals, sponges and fish of its own, and larches all around it."
        ),
        gettext_noop("Lancaster Sound"),
        gettext_noop("Nunavut, Canada"),
        gettext_noop("Narwhals follow the edge of the ice, and under it everything lives on one small cod."),
        gettext_noop("Altiplano"),
        gettext_noop("Lauca, Chile"),
        gettext_noop(
            "Cushions as hard as rock, salt lakes and volcanoes, and a condor that hardly ever "
            "beats its wings."
        ),
        gettext_noop("Maldives Atoll"),
        gettext_noop("Maldives, Indian Ocean"),
        gettext_noop("A ring of coral in the blue, where mantas come for plankton and sand is made by fish."),
        gettext_noop("Masoala Rainforest"),
        gettext_noop("Masoala peninsula, Madagascar"),
        gettext_noop(
            "Moths and lemurs pollinate what grows nowhere else, and the fossa comes head first "
            "down the trunk."
        ),
        gettext_noop("Okavango Delta"),
        gettext_noop("Ngamiland, Botswana"),
        gettext_noop("A river ends in the sand and turns it green: lechwe, hippos, lions that swim."),
        gettext_noop("Old Mill Pond"),
        gettext_noop("A pond in lowland Europe"),
        gettext_noop("From glassy algae to water fleas to sticklebacks, and the pike that ends the story."),
        gettext_noop("Olympic Rainforest"),
        gettext_noop("Hoh River, Washington"),
        gettext_noop("Spruces in the fog, ferns under them, elk on the river bars and an eagle above."),
        gettext_noop("Oregon Oak Woodland"),
        gettext_noop("Willamette Valley, Oregon"),
        gettext_noop(
            "Old oaks over flowering shrubs, where hummingbirds carry pollen and the wind sows acorns."
        ),
        gettext_noop("Pacific Kelp Forest"),
        gettext_noop("Monterey Bay, California"),
        gettext_noop("Otters guard the kelp from urchins, and the orca watches the seals."),
        gettext_noop("Ross Sea"),
        gettext_noop("Ross Sea, Antarctica"),
        gettext_noop(
            "Under ice two metres thick lie sponges of glass, and fish with antifreeze in their blood."
        ),
        gettext_noop("Scottish Highlands"),
        gettext_noop("Cairngorms, Scotland"),
        gettext_noop("Heather, pine and birch win back the glens under the eyes of the golden eagle."),
        gettext_noop("Sonoran Desert"),
        gettext_noop("Arizona and Sonora"),
        gettext_noop("Night bats pollinate giant cacti while lizards and roadrunners wait for small feet."),
        gettext_noop("Svalbard Fjords"),
        gettext_noop("Svalbard, Arctic Ocean"),
        gettext_noop("Little auks carry the sea up to the cliffs, and where they nest, the tundra is green."),
        gettext_noop("Red Centre"),
        gettext_noop("Uluru-Kata Tjuta, Australia"),
        gettext_noop("Prickly grass on red sand feeds ants and grubs, and they feed dragons."),
        gettext_noop("Wadden Sea"),
        gettext_noop("Texel to Skallingen, North Sea"),
        gettext_noop("Twice a day the sea leaves a table of mud and mussels for a million birds."),
        gettext_noop("Yangtze Wetlands"),
        gettext_noop("Middle and lower Yangtze, China"),
        gettext_noop(
            "Lotus and tape grass under water that rises and falls by metres, with the last "
            "porpoises of the river."
        ),
        gettext_noop("Phylo Online core"),
        gettext_noop("Phylo classics"),
    }
)


def local_text(text: str) -> str:
    """One of TEXTS in the reader's language; any other stays as it is."""
    return gettext(text) if text in TEXTS else text
