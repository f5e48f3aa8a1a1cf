"use strict";
// Keys for what the page already offers: without this script every button and link still works.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const at = event.target;
  if (event.key === "Escape" && at instanceof HTMLElement && at.matches("input, textarea, select")) { at.blur(); return; }
  if (at instanceof HTMLElement && (at.isContentEditable || at.matches("textarea, select, input:not([type=checkbox], [type=radio])"))) return;
  const found = [...document.querySelectorAll("[data-key]")].find((one) => one.dataset.key === event.key && one.getClientRects().length);
  if (!found) return;
  event.preventDefault();
  if (found.matches("input, textarea, select, summary, [data-focus]")) {
    const closed = found.closest("details:not([open])");
    if (closed) closed.open = true;
    found.focus();
  } else {
    found.click();
  }
});
// One answer a form: a second click while the first is on its way would only be told that it is too late.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent) { event.preventDefault(); return; }
  form.dataset.sent = "yes";
  setTimeout(() => { delete form.dataset.sent; }, 4000);
});
