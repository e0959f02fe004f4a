"""Settings. By default, without environment variables, the site is on one machine with SQLite and var/.

With DATABASE_URL and REDIS_URL the same code runs on several processes and machines.
"""

import os
import sys
import tomllib
from datetime import timedelta
from pathlib import Path

import drf_spectacular_sidecar
from csp.constants import NONE, SELF, UNSAFE_INLINE
from django.contrib import admin
from django.core.exceptions import ImproperlyConfigured

from phylo import compiled, env
from phylo.api.options import REST_FRAMEWORK as REST_FRAMEWORK
from phylo.api.options import SPECTACULAR_SETTINGS as SPECTACULAR_SETTINGS
from phylo.beside import machine
from phylo.http import logs
from phylo.serving.shares import Limits

BASE_DIR = Path(__file__).resolve().parent.parent
# The site's; that of the engine, which is built for others, is `project.version`.
VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["tool"]["phylo"]["version"]
VAR_DIR = env.private_folder("PHYLO_DATA", default=BASE_DIR / "var")

DEBUG = env.flag("DEBUG")
HTTPS = env.flag("HTTPS")
SECRET_KEY = env.secret_key("SECRET_KEY", kept_in=VAR_DIR / "secret-key")
# Former keys: they still open sessions, links in mails and second factors.
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")

HOST = os.environ.get("HOST") or "127.0.0.1"
PORT = env.integer("PORT", default=8000, most=65535)
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", default=f"localhost,127.0.0.1,[::1],{HOST}")
# Where this process answers Prometheus, None for nowhere (phylo/serving/metrics.py).
METRICS_ADDRESS = env.listening("METRICS_ADDRESS")
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")

# Without Redis a main process has broker and worker inside it, and what is noted and counted for all.
REDIS_URL = env.redis("REDIS_URL")
EMBEDDED = REDIS_URL is None
# Web processes of a site without Redis (phylo/beside/).
WEB_PROCESSES = env.integer("WEB_PROCESSES", default=machine.web_processes(), least=1, most=8)
# Seconds that a call of Redis may take (phylo/http/redis.py).
REDIS_LIMITS = {"socket_timeout": 0.5, "socket_connect_timeout": 0.5}

# Each is built on those before it (phylo/slices.py).
SLICES = [
    "cards",
    "cards.search",
    "cards.taxonomy",
    "cards.evidence",
    "cards.printing",
    "cards.curation",
    "cards.translating",
    "cards.editor",
    "cards.sets",
    "cards.decks",
    "cards.auditor",
    "cards.card_page",
    "cards.loading",
    "games.matches",
    "games.table",
    "games.rules",
    "games.people",
    "games.coaching",
    "games.exercises",
    "games.lobby",
    "games.replays",
    "games.lessons",
    "games.puzzles",
    "games.tournaments",
    "games.ladder",
    "games.archive",
    "games.transfer",
    "games.classes",
    "games.kiosk",
    "games.home",
]
INSTALLED_APPS = [
    # Its own site and modules (phylo/administration.py), so nothing registers itself.
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "corsheaders",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "phylo",
    "phylo.accounts",
    "phylo.jobs",
    "phylo.moderation",
    "phylo.offline",
    *SLICES,
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "phylo.http.cookies.HostSessions",
    "phylo.http.guards.CookieGuards",
    "phylo.http.languages.Languages",
    "django.middleware.common.CommonMiddleware",
    "phylo.accounts.tokens.BearerMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "phylo.http.logs.NoteMiddleware",
    "phylo.http.guards.SessionGuards",
    "phylo.http.limits.RateLimitMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "phylo.accounts.reauthentication.FormsThatWaitMiddleware",
    # Last: only what views ask for counts.
    "phylo.accounts.suspension.SuspensionMiddleware",
]

# Without RE2 a pattern takes as long as somebody likes: only where nobody else waits.
if not compiled.has("re2") and not env.flag("OWN_DEVICE"):
    raise ImproperlyConfigured("google-re2 is missing; OWN_DEVICE=1 is for a site that one person has")
if compiled.refused():
    MIDDLEWARE.append("phylo.http.missing.MissingMiddleware")

ROOT_URLCONF = "phylo.urls"
ASGI_APPLICATION = "phylo.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.matches.waiting.waiting",
                "cards.curation.pages.notices.notice_count",
            ],
            # Most templates use these, so they need not load them.
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "phylo.templatetags.markup",
                "phylo.templatetags.parts",
                "phylo.templatetags.times",
                "cards.templatetags.cards",
            ],
        },
    },
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "environment": "phylo.jinja.environment",
            "functions": {
                "sign": "phylo.templatetags.parts.sign",
                "mark": "cards.templatetags.cards.mark",
                "card_back": "cards.templatetags.cards.card_back",
            },
        },
    },
]

FORM_RENDERER = "phylo.templatetags.parts.PageForms"

DATABASES = {"default": env.database("DATABASE_URL", sqlite=VAR_DIR / "phylo.sqlite3")}
# Standbys that what only reads may be read from, by alias (phylo/replicas/).
REPLICAS = env.replicas("DATABASE_REPLICA_URL", primary=DATABASES["default"])
DATABASES |= REPLICAS
if REPLICAS:
    DATABASE_ROUTERS = ["phylo.replicas.reading.Router"]
    MIDDLEWARE = [
        "phylo.replicas.reading.WrittenMiddleware",
        *MIDDLEWARE,
        "phylo.replicas.reading.ReplicaMiddleware",
    ]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

IN_MEMORY = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "OPTIONS": {"MAX_ENTRIES": 20_000},
}
# `faces`: card pictures are drawn once. Beyond 1,000 of them, about 200 MB, a third is evicted.
CACHES = {
    # Counts requests, and notes who is present, for all processes together.
    "default": {**IN_MEMORY, "BACKEND": "phylo.beside.cache.CommonCache"}
    if EMBEDDED
    else {
        "BACKEND": "phylo.http.redis.CountingCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "phylo",
        "OPTIONS": REDIS_LIMITS,
    },
    # In place of the above while Redis does not answer.
    "local": IN_MEMORY,
    "faces": {
        "BACKEND": "phylo.http.storage.SpareCache",
        "LOCATION": VAR_DIR / "faces",
        "TIMEOUT": None,
        "OPTIONS": {"MAX_ENTRIES": 1000},
    },
    # What templates keep with {% cache %} until what it was made of changes: parts of pages, most of 50 to
    # 250 KB and four of up to 600; `tiles` of 12 KB; and pages of `cards`, 45 KB each, which a crawler asks
    # for one after another. The least used go first; all three full are about 25 MB.
    "template_fragments": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "fragments",
        "TIMEOUT": None,
        "OPTIONS": {"MAX_ENTRIES": 90},
    },
    "tiles": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "tiles",
        "TIMEOUT": None,
        "OPTIONS": {"MAX_ENTRIES": 600},
    },
    "cards": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "cards",
        "TIMEOUT": None,
        "OPTIONS": {"MAX_ENTRIES": 120},
    },
    # PDFs to print, up to 4 MB each.
    "prints": {
        "BACKEND": "phylo.http.storage.SpareCache",
        "LOCATION": VAR_DIR / "prints",
        "OPTIONS": {"MAX_ENTRIES": 60},
    },
}

# Guests have no account but their session, so it outlives the browser.
SESSION_ENGINE = "phylo.accounts.backends"
SESSION_COOKIE_AGE = 365 * 24 * 60 * 60
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid", f"{COOKIE_PREFIX}csrftoken"
MESSAGE_STORAGE = "phylo.http.cookies.Messages"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.flag("HSTS_SUBDOMAINS")
SECURE_REFERRER_POLICY = SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Proxies whose X-Forwarded-For is trusted. Without any, the client is whoever connects.
TRUSTED_PROXIES = env.networks("TRUSTED_PROXIES")
CSRF_FAILURE_VIEW = "phylo.http.problems.csrf_failure"

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["phylo.accounts.backends.NameOrEmail"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("username", "display_name", "email")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "phylo.accounts.passwords.GuessableValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60
# Words that names and texts must not have, and the names that they may have nevertheless.
UNWANTED_WORDS = VAR_DIR / "unwanted-words.txt"
ALWAYS_WANTED = "cards.services.known_cards.names_of_cards"
# Who is a moderator.
MODERATORS = "cards.curation.permissions.reviews"

# django-allauth: signing up and in, sessions, second factors. Our views and texts: phylo/accounts/.
ACCOUNT_ADAPTER = "phylo.accounts.adapter.AccountAdapter"
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*", "email"]
# Also by e-mail address, which the authentication backend looks up.
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_VERIFICATION = "optional"
# An account may claim an address that another has; the mail tells its owner.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_FORMS = {
    "login": "phylo.accounts.forms.SignInForm",
    "signup": "phylo.accounts.forms.SignUpForm",
    "reset_password": "phylo.accounts.forms.ResetForm",
    "reset_password_from_key": "phylo.accounts.forms.ResetPasswordForm",
    "change_password": "phylo.accounts.forms.PasswordForm",
    "add_email": "phylo.accounts.forms.EmailForm",
    "reauthenticate": "phylo.accounts.forms.ReauthenticateForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# Accounts need no e-mail address; then recovery codes are the only way back.
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_ADAPTER = "phylo.accounts.adapter.FactorAdapter"
MFA_TOTP_ISSUER = "Phylo"
MFA_TOTP_TOLERANCE = 1
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
MFA_FORMS = {
    "activate_totp": "phylo.accounts.forms.AppForm",
    "add_webauthn": "phylo.accounts.passkeys.AddForm",
    "login_webauthn": "phylo.accounts.passkeys.SignInForm",
    "authenticate_webauthn": "phylo.accounts.passkeys.SecondStepForm",
    "reauthenticate_webauthn": "phylo.accounts.passkeys.AgainForm",
}
MFA_RATE_LIMITS = {"webauthn_login": "60/m/ip"}
# Whether moderators and staff have no more rights than members until they have a second factor.
STAFF_FACTORS = env.flag("STAFF_FACTORS", default=HTTPS)
# Attempts per time; a name is counted per address, so that nobody can lock out others, and a whole school may
# share an address. Sign-ups and mails are counted by RATE_LIMITS and MAIL_LIMITS.
ACCOUNT_RATE_LIMITS = {
    "login_failed": "6/15m/key,60/15m/ip",
    "reauthenticate": "10/15m/user",
    "change_password": "6/15m/user",
    "manage_email": "10/m/user",
    "reset_password_from_key": "60/m/ip",
    "confirm_email": "1/m/key",
    "login": None,
    "signup": None,
    "reset_password": None,
}

# For links in mails. Where it is not known, mails that a request caused have the address that was asked.
SITE_URL_KNOWN = bool(os.environ.get("SITE_URL"))
SITE_URL = (os.environ.get("SITE_URL") or f"http://{HOST}:{PORT}").rstrip("/")
# For those who have found a weakness (phylo/http/security_txt.py).
SECURITY_CONTACT = env.contact("SECURITY_CONTACT")
MAIL = env.mail("EMAIL_URL", folder=VAR_DIR / "mail")
EMAIL_BACKEND = MAIL.backend
EMAIL_FILE_PATH = MAIL.folder
EMAIL_HOST, EMAIL_PORT = MAIL.host, MAIL.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL.user, MAIL.password
EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL.starttls, MAIL.tls
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = os.environ.get("EMAIL_FROM") or "Phylo <phylo@localhost>"

# Scripts of any site may read the API. They send no cookies, so they see what everybody sees.
CORS_ALLOW_ALL_ORIGINS = True
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS"]
CORS_ALLOW_HEADERS = ["accept", "accept-language", "if-none-match", "if-range", "range"]
# Headers that a script of another site could not read otherwise.
CORS_EXPOSE_HEADERS = [
    "Accept-Ranges", "Allow", "Content-Disposition", "Content-Range", "Deprecation", "ETag", "Link",
    "RateLimit", "RateLimit-Policy", "Retry-After", "Sunset",
]  # fmt: skip

# From where browsers load static files and pictures of cards (docs/deploy.md); empty for the site itself.
STATIC_HOST = "" if DEBUG else env.origin("STATIC_HOST")
STATIC_URL = f"{STATIC_HOST}/static/"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:", "blob:"],
        # Style attributes place cards on the table; style elements stay forbidden.
        "style-src-attr": [UNSAFE_INLINE],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
if STATIC_HOST:
    _files = {f"{kind}-src": [SELF, STATIC_URL] for kind in ("script", "style", "font")}
    CONTENT_SECURITY_POLICY["DIRECTIVES"] |= _files | {"img-src": [SELF, "data:", "blob:", STATIC_HOST]}

LANGUAGE_CODE = "en"
# Each called as those who speak it call it; one that has not all messages is not listed.
LANGUAGES = [("en", "English"), ("fr", "Français"), ("de", "Deutsch"), ("es", "Español")]
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
# In which a day of the site begins and ends; moments are shown in the visitor's own.
TIME_ZONE = env.time_zone("SITE_TIME_ZONE", default="UTC")

# Uploaded art, re-encoded. It is not served as static files (cards/editor/uploads.py).
MEDIA_ROOT = VAR_DIR / "media"
STATIC_ROOT = Path(os.environ.get("STATIC_DIR") or VAR_DIR / "static").absolute()
# Whether the page of the API shows the document, by Swagger UI.
API_VIEWER = True
# The copy that visitors may keep on their devices, where `make static` has written one (phylo/offline/).
OFFLINE_COPY: Path | None = VAR_DIR / "static-copy"
SWAGGER_UI = "drf_spectacular_sidecar/swagger-ui-dist"
# Of the static files inside libraries, only those of the API viewer and the admin are used.
STATICFILES_DIRS = [
    BASE_DIR / "static",
    (SWAGGER_UI, Path(str(drf_spectacular_sidecar.__file__)).parent / "static" / SWAGGER_UI),
    ("admin", Path(str(admin.__file__)).parent / "static" / "admin"),
]
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "phylo.serving.static_files.HashedStaticFilesStorage"
    },
}

# The most cards that each process searches in memory (docs/search.md).
SEARCH_CARDS = env.integer("SEARCH_CARDS", default=1_500_000, most=5_000_000)
# API requests per number of seconds: for an address, and for an account from anywhere.
API_LIMITS = {"visitor": (600, 60), "account": (1800, 60)}
# What an address may begin without an account, per number of seconds (phylo/http/limits.py).
RATE_LIMITS = {"sign-ups": (60, 3600), "matches": (600, 3600), "decks": (300, 3600)}
# What an address, and each session there, has at the same time, and how much more may wait
# (phylo/serving/shares.py).
PEOPLE_PER_ADDRESS = env.integer("PEOPLE_PER_ADDRESS", default=50, least=1)
FAIR_SHARES = {
    "requests": Limits(4, 2, 20 * PEOPLE_PER_ADDRESS, 200),
    "expensive": Limits(2, 1, 2 * PEOPLE_PER_ADDRESS, 10),
    "exports": Limits(2, 1, 2 * PEOPLE_PER_ADDRESS, 10),
    "streams": Limits(5 * PEOPLE_PER_ADDRESS, 20),
}
# Six are what a browser opens; only where no proxy hides who connects (phylo/serving/connections.py).
CONNECTIONS_PER_ADDRESS = 10 * PEOPLE_PER_ADDRESS
# Mails that anybody can cause to an address, per number of seconds.
MAIL_LIMITS = {"confirmation": (5, 24 * 3600), "reset": (5, 3600)}
# Idle guests who have nothing are deleted after so long (phylo/accounts/guests.py).
GUESTS_KEPT = timedelta(days=90)
# Game records that people import to watch (games/replays/): for how long after they were last watched, and
# the most bytes of one person and of the site.
IMPORTED_RECORDS_KEPT = timedelta(days=90)
IMPORTED_RECORDS_MOST = {"person": 20_000_000, "site": 1_000_000_000}
# Bulk files are written when the newest is older than BULK_AGE or the cards have changed; BULK_KEPT are kept.
BULK_AGE = timedelta(days=1)
BULK_KEPT = 3

# What waits outside requests, for the status page and the metrics (phylo/jobs/backlog.py).
BACKLOGS = {
    "turns": "games.matches.services.play.turns_waiting",
    "tasks": "phylo.jobs.outbox.backlog",
    "jobs": "phylo.jobs.runner.backlog",
}

# Whether the computer thinks in a child process (phylo/jobs/thinker.py).
THINKING_APART = True
# Whether it does so with compiled code, where Numba is installed. Other processes do without it, which takes
# a second to load and 100 MB; but for commands in which the computer plays.
COMPILED = os.environ.get("PHYLO_PLAIN") != "1"
COMPILED_IN = os.environ.get("PHYLO_COMPILED") or str(VAR_DIR / "compiled")
if sys.argv[1:2] in (["duel"], ["audit_points"], ["find_puzzles"]):
    os.environ["PHYLO_COMPILED"] = COMPILED_IN
else:
    os.environ["PHYLO_PLAIN"] = "1"

CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
# The memory transport polls once a second by default; with Redis a lost task comes back after two minutes.
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"polling_interval": 0.02} if EMBEDDED else {"visibility_timeout": 120, **REDIS_LIMITS}
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TIMEZONE = TIME_ZONE
# Each app brings its own (phylo/jobs/regular.py).
CELERY_BEAT_SCHEDULE: dict[str, dict[str, object]] = {}

LOG_LEVEL = env.choice("LOG_LEVEL", logs.LEVELS, default="WARNING")
LOGGING = logs.settings(level=LOG_LEVEL, style=env.choice("LOG_FORMAT", logs.FORMATS, default="text"))
