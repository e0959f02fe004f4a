// How a visitor likes pages to look, for a year, as phylo/http/cookies.py keeps it.

export function keep(name, value) {
  const prefix = location.protocol === "https:" ? "__Host-" : "";
  const secure = prefix ? "; secure" : "";
  document.cookie = `${prefix}${name}=${value}; path=/; max-age=31536000; samesite=lax${secure}`;
}
