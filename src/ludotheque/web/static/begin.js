// The forms that begin a match, marked data-begin. This device can make a seed for the dice, and says
// so. Where nobody else is waited for it contributes the seed here, so that the next page is the table.
// Whatever goes wrong, the form is sent as it would be without a script, and the server's page says
// what is the matter.

function announceSeeds() {
  if (!globalThis.crypto?.getRandomValues) return;
  for (const field of document.querySelectorAll("input[name=scripts]")) field.value = "yes";
}

async function begin(form, submitter) {
  const answer = await fetch(form.action, {
    method: "POST",
    headers: { Accept: "application/json" },
    body: new FormData(form, submitter),
  });
  if (!answer.ok) throw new Error(answer.statusText);
  const { match, alone } = await answer.json();
  if (alone) await import("./seeds.js").then(({ contribute }) => contribute(match)).catch(() => {});
  location.assign(`/match/${match}`); // its lobby goes on with what is missing
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-begin]");
  if (!form || event.submitter?.hasAttribute("formaction")) return; // or the form goes elsewhere
  event.preventDefault();
  if (form.dataset.begin === "sent") return;
  form.dataset.begin = "sent";
  begin(form, event.submitter).catch(() => {
    form.dataset.begin = "";
    sendPlainly(form, event.submitter);
  });
});

// Send a form without this script; what its button says is sent too.
function sendPlainly(form, submitter) {
  if (submitter?.name) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: submitter.name, value: submitter.value });
    form.append(field);
  }
  form.submit();
}

window.addEventListener("pageshow", () => {
  announceSeeds(); // the browser may restore what the fields held
  for (const form of document.querySelectorAll("form[data-begin]")) form.dataset.begin = "";
});
announceSeeds();
