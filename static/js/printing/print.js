// Downloads the PDF of a print form without leaving the page; the button shows that it is being drawn.
// Without this script the form leads to the PDF itself.

for (const form of document.querySelectorAll("form[data-print]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = form.querySelector("button[data-busy]");
    if (button.getAttribute("aria-disabled") !== "true") print(form, button);
  });
}

async function print(form, button) {
  const status = form.querySelector("[data-status]");
  const usual = button.textContent;
  // Not disabled, which would take the focus away.
  button.setAttribute("aria-disabled", "true");
  button.textContent = status.textContent = button.dataset.busy;
  status.classList.remove("is-wrong");
  const wrong = await saved(form).catch(() => status.dataset.failed);
  status.textContent = wrong || status.dataset.done;
  status.classList.toggle("is-wrong", Boolean(wrong));
  button.textContent = usual;
  button.removeAttribute("aria-disabled");
}

// What is wrong, in words; nothing when the file was saved.
async function saved(form) {
  const address = `${form.action}?${new URLSearchParams(new FormData(form))}`;
  const answer = await fetch(address, { headers: { Accept: "application/pdf, application/problem+json" } });
  if (!answer.ok) return (await answer.json()).detail;
  const name = answer.headers.get("Content-Disposition")?.match(/filename="([^"]+)"/)?.[1] ?? "cards.pdf";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  return "";
}
