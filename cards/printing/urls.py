from django.urls import path

from cards.printing import pages

urlpatterns = [
    path("cards/print/", pages.print_page, name="cards-print"),
    path("cards/print.pdf", pages.print_pdf, name="cards-print-pdf"),
]
