// Real dice: tapping a face writes it into the text field, which is all that is sent. Digits typed
// anywhere on the page are faces too.

const match = document.getElementById("match");
const form = () => document.querySelector("form[data-hand]");
const field = () => form().querySelector(".hand-text");

// The faces in the text field, as the server reads them: in a run of digits each is a face.
function faces() {
  return field()
    .value.split(/[\s,;]+/)
    .filter(Boolean)
    .flatMap((word) => (/^\d{2,}$/.test(word) ? [...word] : [word]));
}

function write(words) {
  field().value = words.length ? `${words.join(" ")} ` : "";
  show();
}

// What a slot shows: the picture or the name of the button that writes this word, else the word.
function picture(pad, word) {
  const button = [...pad.children].find(
    ({ dataset }) => dataset.writes.toLowerCase() === word.toLowerCase(),
  );
  return button?.querySelector("svg")?.cloneNode(true) ?? button?.title ?? word.slice(0, 6);
}

function show() {
  if (!form()) return;
  const words = faces();
  const slots = [...form().querySelectorAll(".hand-slot")];
  const pads = [...form().querySelectorAll(".hand-pad")];
  const held = pads.some((pad) => pad.contains(document.activeElement));
  slots.forEach((slot, place) => {
    const word = words[place];
    slot.replaceChildren(...(word === undefined ? [] : [picture(pads[slot.dataset.pad], word)]));
    slot.classList.toggle("filled", word !== undefined);
    slot.classList.toggle("next", place === words.length);
  });
  const next = slots[words.length]?.dataset.pad ?? slots.at(-1)?.dataset.pad;
  pads.forEach((pad) => (pad.hidden = pad.dataset.pad !== next));
  const done = words.length >= slots.length;
  pads.forEach((pad) => [...pad.children].forEach((button) => (button.disabled = done)));
  form().querySelector("[data-erase]").hidden = words.length === 0;
  if (held) (done ? form().querySelector(".primary") : focused(pads, next))?.focus();
}

// When another pad is shown, it takes over the focus.
function focused(pads, next) {
  const pad = pads[next];
  return pad.contains(document.activeElement) ? null : pad.firstElementChild;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest(".hand-button, [data-erase]");
  if (!button || !form()) return;
  write("erase" in button.dataset ? faces().slice(0, -1) : [...faces(), button.dataset.writes]);
});

document.addEventListener("input", (event) => {
  if (form() && event.target === field()) show();
});

document.addEventListener("keydown", (event) => {
  const elsewhere = event.target.closest?.("input, textarea, select, [contenteditable]");
  if (!form() || elsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open]")) return;
  const words = faces();
  if (event.key === "Backspace") {
    event.preventDefault();
    write(words.slice(0, -1));
    return;
  }
  const pad = form().querySelector(".hand-pad:not([hidden])");
  const button = [...(pad?.children ?? [])].find(({ dataset }) => dataset.writes === event.key);
  if (!button || button.disabled) return;
  event.preventDefault();
  write([...words, event.key]);
  if (faces().length >= form().querySelectorAll(".hand-slot").length) {
    form().querySelector(".primary").focus();
  }
});

match.addEventListener("step", show);
show();
