// The time at which a tournament begins is typed in the visitor's own time zone: says how far that is from UTC.

const begins = document.getElementById("tournament-starts_at");
const zone = document.getElementById("tournament-zone");
const help = document.getElementById("tournament-starts_at_helptext");

const tell = () => {
  zone.value = begins.value ? new Date(begins.value).getTimezoneOffset() : "";
};

if (help) help.textContent = help.textContent.replace("UTC", Intl.DateTimeFormat().resolvedOptions().timeZone);
begins.addEventListener("change", tell);
begins.form.addEventListener("submit", tell);
