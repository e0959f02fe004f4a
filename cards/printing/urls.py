from django.urls import path

from cards.printing import pages
from phylo.http.work import Work, asks

urlpatterns = [
    path("cards/print/", asks(Work.SEARCH, pages.print_page), name="cards-print"),
    path("cards/print.pdf", asks(Work.SEARCH, pages.print_pdf), name="cards-print-pdf"),
]
