"""
Groups of living things that all live in the same terrain or climates, by general knowledge, and the groups of
a species: its class, order, family and genus.
"""

import csv
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from cards.models import Card, Climate, Terrain

NAMES_PATH = Path(__file__).parents[1] / "data" / "names" / "NameUsage.tsv"

SEA = (
    "Anthozoa", "Asteroidea", "Cephalopoda", "Echinoidea", "Hexactinellida", "Scyphozoa", "Aplysiida",
    "Desmarestiales", "Euphausiacea", "Fucales", "Hapalidiales", "Laminariales", "Lamniformes",
    "Nudibranchia", "Orectolobiformes", "Pteropoda", "Squaliformes", "Acanthuridae", "Arcticidae",
    "Arenicolidae", "Balaenidae", "Balaenopteridae", "Balanidae", "Balistidae", "Calanidae", "Cancridae",
    "Carcinidae", "Caulerpaceae", "Chaetodontidae", "Channichthyidae", "Cheloniidae", "Cypraeidae",
    "Exocoetidae", "Halichondriidae", "Haliotidae", "Halimedaceae", "Himantolophidae", "Labridae",
    "Nacellidae", "Noelaerhabdaceae", "Nototheniidae", "Ovulidae", "Palinuridae", "Patellidae",
    "Pectinidae", "Petrosiidae", "Sebastidae", "Siboglinidae", "Strombidae", "Symbiodiniaceae",
    "Zosteraceae", "Amblyrhynchus", "Amphiprion", "Boreogadus", "Crangon", "Engraulis", "Fragilariopsis",
    "Halophila", "Lysmata", "Mobula", "Mytilus", "Phaeocystis", "Phycodurus", "Plectorhinchus", "Porphyra",
    "Prochlorococcus", "Pterois", "Sphyrna", "Thalassia", "Trichodesmium", "Tridacna",
)  # fmt: skip
"""Classes, orders, families and genera. Families of which some live in lakes are here by genera."""
FRESH_WATER = (
    "Ephemeroptera", "Odonata", "Alligatoridae", "Ampullariidae", "Astacidae", "Castoridae",
    "Ceratophyllaceae", "Chelidae", "Cryptobranchidae", "Dytiscidae", "Lubomirskiidae", "Lymnaeidae",
    "Nelumbonaceae", "Nymphaeaceae", "Ornithorhynchidae", "Parastacidae", "Typhaceae", "Viviparidae",
    "Volvocaceae", "Asterionella", "Aulacoseira", "Daphnia", "Dreissena", "Elodea", "Epischura", "Lemna",
    "Ondatra", "Paratya", "Polypteridae", "Pontederia", "Trapa", "Vallisneria", "Spirogyra",
)  # fmt: skip
"""Those of insects whose larvae alone live in water are here as well."""
FORESTS = (
    "Ailuridae", "Ailuropoda", "Araucaria", "Bertholletia", "Coffea", "Cryptoprocta", "Dendrocalamus",
    "Eciton", "Fagus", "Fargesia", "Fomes", "Gorilla", "Heliconiaceae", "Laetiporus", "Larix",
    "Mandrillus", "Monotropa", "Morpho", "Oophaga", "Picea", "Pseudotsuga", "Rafflesiaceae", "Ravenala",
    "Sequoiadendron", "Shorea", "Tarsiidae", "Taxus", "Theobroma",
)  # fmt: skip
GRASSLANDS = ("Arvicanthis", "Ceratotherium", "Connochaetes", "Cynomys", "Eudorcas", "Rhinanthus")
DESERTS = ("Jaculus", "Moloch", "Welwitschia")
TUNDRA = ("Ovibos",)
TROPICS = (
    "Acanthaster", "Acanthuridae", "Acropora", "Adansonia", "Aechmea", "Aframomum", "Aldabrachelys",
    "Amblyrhynchus", "Ameerega", "Amphiprion", "Ampullariidae", "Angraecum", "Arecaceae", "Argema",
    "Atta", "Avicennia", "Balistoides", "Bertholletia", "Butea", "Canarium", "Carcharhinus",
    "Caulerpaceae", "Centruroides", "Chaetodontidae", "Cheloniidae", "Cichlidae", "Coenobitidae",
    "Coffea", "Coptotermes", "Crocodylidae", "Cyphoma", "Cypraeidae", "Danio", "Dendrocalamus", "Diadema",
    "Diploria", "Dipterocarpaceae", "Dugong", "Eciton", "Eunectes", "Ficus", "Fregata", "Furcifer",
    "Gorgonia", "Gossypium", "Halimedaceae", "Halophila", "Heliconiaceae", "Lysmata", "Mobula", "Morpho",
    "Naja", "Nembrotha", "Ocypodidae", "Oophaga", "Oryx", "Pemphis", "Plectorhinchus", "Pogona",
    "Polypteridae", "Porites", "Prochlorococcus", "Pterois", "Pythonidae", "Rafflesiaceae", "Rhincodon",
    "Rhizophoraceae", "Saccharum", "Scarus", "Sepioteuthis", "Sparisoma", "Sphyrna", "Stichodactylidae",
    "Stipagrostis", "Strelitziaceae", "Strombidae", "Sula", "Symbiodiniaceae", "Tarsiidae", "Termitidae",
    "Thalassia", "Theobroma", "Trichechidae", "Trichodesmium", "Tridacna", "Triodia", "Varanidae",
    "Victoria", "Welwitschia", "Xanthopan", "Xestospongia",
)  # fmt: skip
"""Groups of the tropics and subtropics."""
COLD = (
    "Adamussium", "Anoxycalyx", "Belgica", "Boreogadus", "Channichthyidae", "Coregonus", "Gynaephora",
    "Lemmus", "Monodontidae", "Nacella", "Nototheniidae", "Sanguina", "Somniosus",
)  # fmt: skip
"""Groups of cold lands, lakes and seas."""

TERRAINS_OF: Mapping[str, Terrain] = MappingProxyType(
    dict.fromkeys(SEA, Terrain.OCEAN)
    | dict.fromkeys(FRESH_WATER, Terrain.FRESHWATER)
    | dict.fromkeys(FORESTS, Terrain.FOREST)
    | dict.fromkeys(GRASSLANDS, Terrain.GRASSLAND)
    | dict.fromkeys(DESERTS, Terrain.DESERT)
    | dict.fromkeys(TUNDRA, Terrain.TUNDRA)
)
CLIMATES_OF: Mapping[str, tuple[Climate, ...]] = MappingProxyType(
    dict.fromkeys(TROPICS, (Climate.WARM, Climate.HOT)) | dict.fromkeys(COLD, (Climate.COLD, Climate.COOL))
)


def groups_of(card: Card) -> Iterator[str]:
    """Its class, order, family and genus; order and family are those of the shipped names."""
    genus = card.latin_name.partition(" ")[0]
    yield from dict.fromkeys(filter(None, (card.class_name, *_above().get(genus, ()), genus)))


@cache
def _above() -> Mapping[str, tuple[str, str]]:
    """Maps genera to order and family, without genera of which the names have two."""
    found: dict[str, tuple[str, str]] = {}
    twice = set()
    with NAMES_PATH.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            genus = row["scientificName"].partition(" ")[0]
            above = row["order"], row["family"]
            if any(above) and found.setdefault(genus, above) != above:
                twice.add(genus)
    return MappingProxyType({genus: above for genus, above in found.items() if genus not in twice})
