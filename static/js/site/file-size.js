// Refuses a file that is too large before it is sent: <input type="file" data-most="8388608" data-too-large="…">.
// Without this script the server cuts such a file, and shows the form again.

document.addEventListener("change", (event) => {
  const field = event.target.closest?.("input[type=file][data-most]");
  if (!field) return;
  const large = [...field.files].some((file) => file.size > Number(field.dataset.most));
  field.setCustomValidity(large ? field.dataset.tooLarge : "");
  field.toggleAttribute("aria-invalid", large);
  field.parentElement.querySelector("[data-size-error]")?.remove();
  if (!large) return;
  const error = document.createElement("p");
  error.className = "wrong";
  error.setAttribute("role", "alert");
  error.dataset.sizeError = "";
  error.textContent = field.dataset.tooLarge;
  field.after(error);
});
