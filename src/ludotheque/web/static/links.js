// Passing a link on: copying it, or sharing it with the Web Share API.

for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
if (navigator.share) {
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = false;
}

document.addEventListener("click", async (event) => {
  const copy = event.target.closest("[data-copy]");
  if (copy) return copied(document.getElementById(copy.dataset.copy), copy);
  const share = event.target.closest("[data-share]");
  if (share) {
    const { value: url } = document.getElementById(share.dataset.share);
    await navigator.share({ title: share.dataset.title, url }).catch(() => {}); // cancelled
  }
});

document.addEventListener("focusin", (event) => {
  if (event.target.matches?.(".link-text")) event.target.select();
});

// Browsers offer the clipboard API on secure origins only; elsewhere execCommand works.
async function copied(field, button) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
  const before = button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => (button.textContent = before), 2000);
}
