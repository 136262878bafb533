// The notice above the table: a refusal with its rule, a hint, a lost connection.

const notice = document.getElementById("notice");
const { match, game } = document.getElementById("match").dataset;

export function tell(text, rule = null, reason = "refused") {
  notice.dataset.reason = reason;
  notice.querySelector(".notice-text").textContent = text;
  const link = notice.querySelector(".notice-rule");
  link.hidden = !rule;
  if (rule) link.href = `/rules/${game}?match=${match}#${rule}`;
  notice.hidden = false;
}

export function hideNotice(reason = null) {
  if (!reason || notice.dataset.reason === reason) notice.hidden = true;
}

// Ask a yes-or-no question in a dialog; resolves to whether the answer was yes.
export function confirmed(name, question = null) {
  const dialog = document.getElementById(name);
  if (question) dialog.querySelector("p").textContent = question;
  dialog.returnValue = "";
  return new Promise((answered) => {
    dialog.addEventListener("close", () => answered(dialog.returnValue === "yes"), { once: true });
    dialog.showModal();
  });
}

notice.querySelector(".notice-close").addEventListener("click", () => hideNotice());
