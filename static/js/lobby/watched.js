// Who opens a table only for those with the link has to say so if others may watch.

for (const listed of document.querySelectorAll('select[name="listed"]'))
  listed.addEventListener("change", () => {
    listed.form.elements.public.checked = listed.value === "lobby";
  });
