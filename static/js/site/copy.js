// Buttons that copy the text of another element: <button data-copy="id of the element" hidden>.

const WHILE_TOLD = 2000;

function status(button) {
  return button.closest("section")?.querySelector("[data-copied]") ?? null;
}

async function copy(button) {
  const source = document.getElementById(button.dataset.copy);
  const statusLine = status(button);
  if (!source) return;
  let done = true;
  try {
    await navigator.clipboard.writeText(source.textContent.trim());
  } catch {
    done = false;
    getSelection().selectAllChildren(source);
  }
  if (statusLine) statusLine.textContent = done ? statusLine.dataset.copied : statusLine.dataset.refused;
  button.classList.toggle("copied", done);
  setTimeout(() => {
    button.classList.remove("copied");
    if (statusLine) statusLine.textContent = "";
  }, WHILE_TOLD);
}

function show(root) {
  for (const button of root.querySelectorAll("[data-copy][hidden]")) button.hidden = false;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (button) copy(button);
});
// What comes later, drawn anew by another module, has its buttons shown as well.
new MutationObserver(() => show(document)).observe(document.documentElement, {
  childList: true,
  subtree: true,
});
show(document);
