from cards.taxonomy.models import Lineage, NameEdition, NameKey, Taxon
from phylo.administration import show

show(
    NameEdition,
    "data_set title version licence state accepted common_names rejected created_at published_at",
    search="data_set title",
)
show(Taxon, "latin_name rank accepted lineage region source_id edition")
show(Lineage, "kingdom phylum class_name order_name family")
show(NameKey, "taxon weight edition")
