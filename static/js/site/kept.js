// How a visitor likes pages to look, for a year, as phylo/http/cookies.py keeps it.

const prefix = location.protocol === "https:" ? "__Host-" : "";

export const kept = (name) =>
  document.cookie
    .split("; ")
    .find((each) => each.startsWith(`${prefix}${name}=`))
    ?.split("=")[1];

export function keep(name, value) {
  const secure = prefix ? "; secure" : "";
  document.cookie = `${prefix}${name}=${value}; path=/; max-age=31536000; samesite=lax${secure}`;
}
