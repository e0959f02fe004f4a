"""Languages as lists of names give them, as codes of two letters."""

from functools import lru_cache

from django.conf.locale import LANG_INFO

# ISO 639-2 and 639-3 of languages in which the large lists have many names.
THREE = {
    "afr": "af", "ara": "ar", "ben": "bn", "bul": "bg", "cat": "ca", "ces": "cs", "cze": "cs", "chi": "zh",
    "zho": "zh", "cmn": "zh", "cym": "cy", "wel": "cy", "dan": "da", "deu": "de", "ger": "de", "dut": "nl",
    "nld": "nl", "ell": "el", "gre": "el", "eng": "en", "est": "et", "eus": "eu", "baq": "eu", "fao": "fo",
    "fas": "fa", "per": "fa", "fin": "fi", "fra": "fr", "fre": "fr", "gla": "gd", "gle": "ga", "glg": "gl",
    "heb": "he", "hin": "hi", "hrv": "hr", "hun": "hu", "hye": "hy", "arm": "hy", "ind": "id", "isl": "is",
    "ice": "is", "ita": "it", "jpn": "ja", "kat": "ka", "geo": "ka", "kaz": "kk", "kor": "ko", "lat": "la",
    "lav": "lv", "lit": "lt", "mal": "ml", "mar": "mr", "mkd": "mk", "mac": "mk", "mlg": "mg", "mon": "mn",
    "mri": "mi", "mao": "mi", "msa": "ms", "may": "ms", "mya": "my", "nep": "ne", "nno": "nn", "nob": "nb",
    "nor": "no", "pol": "pl", "por": "pt", "que": "qu", "ron": "ro", "rum": "ro", "rus": "ru", "slk": "sk",
    "slo": "sk", "slv": "sl", "spa": "es", "sqi": "sq", "alb": "sq", "srp": "sr", "swa": "sw", "swe": "sv",
    "tam": "ta", "tel": "te", "tha": "th", "tur": "tr", "ukr": "uk", "urd": "ur", "vie": "vi", "zul": "zu",
}  # fmt: skip
NAMES = {
    str(about["name"]).lower(): code
    for code, about in LANG_INFO.items()
    if "name" in about and len(code) == 2
} | {"norwegian": "no", "chinese": "zh", "mandarin": "zh", "maori": "mi", "spanish castilian": "es"}


@lru_cache(maxsize=4096)
def language_code(said: str) -> str:
    """`de` for `deu`, `ger`, `German`, `DE` or `de-AT`; other codes stay; empty for what is no language."""
    word = said.strip().lower().replace("_", "-")
    code = NAMES.get(word) or THREE.get(word) or THREE.get(word[:3] if word[3:4] == "-" else "")
    if code:
        return code
    first = word.partition("-")[0]
    return first if first.isascii() and first.isalpha() and 2 <= len(first) <= 3 else ""
