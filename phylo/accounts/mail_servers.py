"""The name by which the site greets mail servers, and which stands in the identifiers of its mails."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail.utils import DNS_NAME


def greeting(url: str) -> str:
    """The host of a URL, as mail servers want it (RFC 5321, 4.1.3)."""
    host = urlsplit(url).hostname or "localhost"
    try:
        address = ip_address(host)
    except ValueError:
        return host.encode("idna").decode()
    return f"[{address}]" if address.version == 4 else f"[IPv6:{address}]"


def use_known_name() -> None:
    """Django asks the network for this machine's name, which takes long where there is no network to ask."""
    if settings.SITE_URL_KNOWN:
        DNS_NAME._fqdn = greeting(settings.SITE_URL)
