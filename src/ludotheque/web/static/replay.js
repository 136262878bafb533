// A replay: the slider, the buttons and autoplay fetch steps without loading the page again.

import { render } from "./table/kit.js";
import { withDice } from "./table/said.js";
import { Table } from "./table/table.js";

const match = document.getElementById("match");
const slider = document.getElementById("moment");
const place = document.getElementById("place");
const autoplay = document.getElementById("autoplay");
const copy = document.getElementById("copy");
const share = document.getElementById("share");
const last = Number(match.dataset.last);
const drawing = drawnTable(); // nothing here waits for it
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
const TEMPO = { slow: 2200, normal: 1400, fast: 600, instant: 250 }; // milliseconds a step stays

let at = Number(match.dataset.at);
let asked = 0; // only the latest answer counts
let clock = null;

async function drawnTable() {
  const { first, ...setup } = JSON.parse(document.getElementById("setup").textContent);
  const { default: module } = await import(match.dataset.table);
  const table = new Table(document.getElementById("table"), setup, module, {}, { replay: true });
  await table.show(first);
  drawDice(document.querySelectorAll("#turns a"), module, setup).then(markTurn); // lines have changed their height
  return table;
}

// The dice that the sentences name are drawn, some sentences at a time: a match may have thousands.
async function drawDice(links, module, setup) {
  for (const [place, link] of links.entries()) {
    if (place % 100 === 99) await new Promise((done) => setTimeout(done));
    const text = link.textContent;
    link.textContent = "";
    render(withDice(text, module, setup), link);
  }
}

function address(step) {
  const url = new URL(window.location.href);
  url.search = `?at=${step}`;
  return url;
}

async function go(step) {
  const wanted = Math.max(0, Math.min(last, step));
  const mine = (asked += 1);
  const [answer, table] = await Promise.all([
    fetch(`/match/${match.dataset.match}/at/${wanted}`),
    drawing,
  ]);
  if (!answer.ok || mine !== asked) return;
  const frame = await answer.json();
  if (mine !== asked) return;
  const isNext = wanted === at + 1;
  at = wanted;
  const landing = table.show(frame, { animated: isNext && !calm.matches });
  slider.value = at;
  if (place) place.textContent = place.textContent.replace(/\d+/, at);
  if (share) share.value = address(at).href;
  history.replaceState(null, "", address(at));
  markLinks();
  await landing; // nothing points at what the dice will show
  if (mine === asked) markTurn();
}

function markLinks() {
  const targets = { first: 0, back: Math.max(0, at - 1), forward: Math.min(last, at + 1), last };
  for (const [name, target] of Object.entries(targets)) {
    const link = document.getElementById(`go-${name}`);
    link.href = `?at=${target}`;
    link.toggleAttribute("aria-disabled", false);
    if (target === at) link.setAttribute("aria-disabled", "true");
  }
}

function markTurn() {
  for (const link of document.querySelectorAll("#turns a")) {
    const here = Number(link.dataset.at) === at;
    link.toggleAttribute("aria-current", false);
    if (here) {
      link.setAttribute("aria-current", "true");
      const list = link.closest("ol"); // scroll the list, and never the page
      list.scrollTop = link.offsetTop - list.offsetTop - (list.clientHeight - link.clientHeight) / 2;
    }
  }
}

function stop() {
  clearInterval(clock);
  clock = null;
  autoplay?.setAttribute("aria-pressed", "false");
  if (autoplay) label(autoplay, autoplay.dataset.play);
}

function start() {
  if (at >= last) at = -1;
  autoplay.setAttribute("aria-pressed", "true");
  label(autoplay, autoplay.dataset.pause);
  const next = async () => {
    await go(at + 1);
    if (at >= last) stop();
  };
  next();
  clock = setInterval(next, TEMPO[match.dataset.pace] ?? TEMPO.normal);
}

function label(button, text) {
  const words = button.querySelector("span") ?? button;
  words.textContent = text;
}

slider.addEventListener("input", () => {
  stop();
  go(Number(slider.value));
});
match.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='?at=']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  stop();
  go(Number(new URL(link.href).searchParams.get("at")));
});
if (autoplay) {
  autoplay.hidden = false;
  autoplay.addEventListener("click", () => (clock ? stop() : start()));
}
if (copy && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(share.value);
    label(copy, copy.dataset.copied);
  });
}
markLinks();
markTurn();
