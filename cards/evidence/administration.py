from cards.evidence.models import DataSet, Interaction, Measurement
from phylo.administration import show

show(DataSet, "title version licence address citation changed_at", search="title citation")
show(Measurement, "latin_name named trait number word certainty data_set line", search="latin_name trait")
show(Interaction, "eater kind eaten place data_set line", search="eater eaten")
