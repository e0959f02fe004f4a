// Passkeys: the device signs what the page was given, and the form sends its answer.
async function answer(form) {
  const given = form.dataset.from
    ? await (await fetch(form.dataset.from, { headers: { Accept: "application/json" } })).json()
    : JSON.parse(document.getElementById("passkey-options").textContent);
  if (given.request_options) {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(given.request_options.publicKey);
    return navigator.credentials.get({ publicKey });
  }
  const options = given.creation_options.publicKey;
  if (form.elements.passwordless?.checked) {
    Object.assign(options.authenticatorSelection, {
      residentKey: "required", requireResidentKey: true, userVerification: "required",
    });
  }
  return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const refused = form.querySelector("[role=alert]");
    refused.hidden = true;
    try {
      form.elements.credential.value = JSON.stringify((await answer(form)).toJSON());
      form.submit();
    } catch {
      refused.hidden = false;
    }
  });
}
