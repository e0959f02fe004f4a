// The boot page in the reader's language, where there is one; a web server of plain files cannot choose it.

const known = document.body.dataset.languages.trim().split(" ");
const wanted = navigator.languages.map((each) => each.split("-")[0]).find((each) => known.includes(each));
if (wanted && wanted !== document.documentElement.lang) {
  try {
    const answer = await fetch(`/offline/boot.${wanted}.html`);
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      document.documentElement.lang = wanted;
      document.body.replaceWith(document.adoptNode(page.body));
    }
  } catch {
    // It stays English.
  }
}
