from django.urls import path

from games.transfer import api, pages
from phylo.http.work import Work, asks

urlpatterns = [
    path("account/data/along/", asks(Work.SEARCH, pages.take_along), name="data-along"),
    path("account/data/import/", asks(Work.SEARCH, pages.import_data), name="data-import"),
    path("account/data/imports/<int:number>/", pages.data_import, name="data-imported"),
    path(
        "account/data/imports/<int:number>/<int:item>/keep/",
        asks(Work.SEARCH, pages.choose_way),
        name="data-choose",
    ),
    path("account/data/imports/<int:number>/refused/", pages.refused, name="data-refused"),
    path("api/v1/data/imports/", asks(Work.SEARCH, api.DataImports.as_view()), name="api-data-imports"),
    path("api/v1/data/imports/<int:number>/", api.DataImportDetail.as_view(), name="api-data-import"),
]
