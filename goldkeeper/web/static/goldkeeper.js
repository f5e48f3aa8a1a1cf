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
// What is typed survives in this tab: a session that ends, a server that starts anew, a page that is left by mistake.
const KEPT_FIELDS = "form[method=post] :is([name=reason], [name=text], [name=other], textarea[name=note])";
const draftOf = (field) => `draft ${new URL(field.form.action).pathname} ${field.name}`;
const stored = (before) => Object.keys(sessionStorage).filter((key) => key.startsWith(before));
const rename = (key, to) => { sessionStorage.setItem(to, sessionStorage.getItem(key)); sessionStorage.removeItem(key); };
try {
  const came = performance.getEntriesByType("navigation")[0]?.type;
  const refused = document.querySelector("[data-refused]");
  // A form is on its way until the next page says how it went; a refusal, or a way back to the form, is a no.
  const back = refused || came === "reload" || came === "back_forward";
  for (const key of stored("sent ")) {
    if (back) rename(key, key.slice("sent ".length)); else sessionStorage.removeItem(key);
  }
  if (refused && stored("draft ").length) refused.hidden = false;
  for (const field of document.querySelectorAll(KEPT_FIELDS)) {
    const draft = sessionStorage.getItem(draftOf(field));
    if (draft && !field.value) field.value = draft;
  }
  document.addEventListener("input", (event) => {
    const field = event.target;
    if (!field.matches(KEPT_FIELDS)) return;
    if (field.value) sessionStorage.setItem(draftOf(field), field.value); else sessionStorage.removeItem(draftOf(field));
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented) return;
    if (new URL(form.action).pathname === "/leave") { sessionStorage.clear(); return; }
    for (const field of form.querySelectorAll("[name]")) {
      if (field.matches(KEPT_FIELDS) && sessionStorage.getItem(draftOf(field))) rename(draftOf(field), `sent ${draftOf(field)}`);
    }
  });
} catch (_) { /* storage may be switched off; then nothing is kept, and all else works */ }
