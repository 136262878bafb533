// The page that checks a record: it reads and checks the record in the browser, and shows a report.

import { browserAgrees } from "./fairness.js";
import { contradictions, notesOf } from "./notes.js";
import { lateIn } from "./proof.js";
import { check, verdictOf } from "./verifying.js";

const MOST_CHARACTERS = 5_000_000;
const MOST_SHOWN = 10; // findings; a forged record has hundreds
const SIGNS = { proven: "✓", wrong: "✗", unproven: "?", note: "·" };

const part = (id) => document.getElementById(id);
const sentences = part("sentences").content;
let text = ""; // the record that is shown
let asked = 0; // only the latest record counts

function say(code, params = {}) {
  const template = sentences.querySelector(`[data-code="${code}"]`).textContent;
  return template.replace(/\{(\w+)(?:!r)?\}/g, (_, name) => String(params[name]));
}

const sayFinding = ({ line, code, params }) => say("line", { line, reason: say(code, params) });

function element(name, content, kind = "") {
  const made = document.createElement(name);
  made.append(...[content].flat());
  if (kind) made.className = kind;
  return made;
}

// A sign with a text for screen readers.
function sign(verdict) {
  const drawn = element("span", SIGNS[verdict], "sign");
  drawn.setAttribute("aria-hidden", "true");
  return [drawn, element("span", say(`sign-${verdict}`), "visually-hidden")];
}

function tell(list, verdict, sentence) {
  const item = element("li", [...sign(verdict), " ", element("span", sentence)], verdict);
  list.append(item);
}

async function show(record, name) {
  const mine = (asked += 1);
  text = record;
  const report = withNotes(check(record));
  part("report").hidden = false;
  part("report").dataset.verdict = report.verdict;
  part("verdict").textContent = say(`verdict-${report.verdict}`);
  part("record-name").textContent = name;
  showChecks(report);
  showDraws(report.draws);
  part("answer").replaceChildren();
  part("verdict").focus();
  const agrees = await crossChecked(report);
  if (mine === asked && agrees) tell(part("checks"), ...agrees);
}

// The report with what contradicts this browser's own notes of the match, if it has any.
function withNotes(report) {
  const notes = report.proof && notesOf(report.proof.matchId);
  const findings = [...report.findings, ...(notes ? contradictions(notes, report.proof) : [])];
  findings.sort((one, other) => one.line - other.line);
  return { ...report, notes, findings, verdict: verdictOf(findings) };
}

function showChecks({ findings, seeds, proof, notes, header, draws, verdict }) {
  const list = part("checks");
  list.replaceChildren();
  for (const finding of findings.slice(0, MOST_SHOWN)) {
    tell(list, finding.verdict, sayFinding(finding));
  }
  if (findings.length > MOST_SHOWN) {
    tell(list, verdict, say("more", { count: findings.length - MOST_SHOWN }));
  }
  const proven = draws.filter((draw) => draw.state === "proven").length;
  if (proof) tellRounds(list, proof, header.names);
  if (seeds) tellSeeds(list, proof);
  if (proven) tell(list, "proven", say("draws-right", { count: proven }));
  if (!findings.some(({ part: place }) => place === "shape")) {
    tell(list, "proven", say("shape-right"));
  }
  if (proof) tellNotes(list, notes, findings);
  tell(list, "note", say("not-checked"));
  part("commitment").textContent = seeds ? header.fairness.commitment : "";
  part("compare").hidden = !seeds;
}

function tellSeeds(list, { version, makers }) {
  tell(list, "proven", say("seeds-right"));
  const devices = makers.filter((maker) => maker === "device").length;
  if (devices) tell(list, "proven", say("devices", { count: devices, seats: makers.length }));
  else tell(list, "note", say("no-devices"));
  if (version === 1) tell(list, "note", say("version-1"));
  else tell(list, "proven", say("version-2"));
}

// How often the dice were agreed upon anew before the match, and by whose doing.
function tellRounds(list, { rounds }, names) {
  if (!rounds.length) return;
  const named = (seat) => (Array.isArray(names) ? `${seat} (${names[seat]})` : seat);
  tell(list, "note", say("rounds-anew", { count: rounds.length }));
  rounds.slice(0, MOST_SHOWN).forEach((round, number) => {
    const seats = lateIn(round).map(named).join(", ");
    tell(list, "note", say("round-late", { round: number, seats }));
  });
}

function tellNotes(list, notes, findings) {
  if (!notes) tell(list, "note", say("no-notes"));
  else if (!findings.some(({ part: place }) => place === "notes")) {
    tell(list, "proven", say("notes-right", { count: Object.keys(notes.rounds).length }));
  }
}

async function crossChecked({ seeds, draws }) {
  if (!seeds) return null;
  const known = draws.filter((draw) => draw.right !== null);
  const agrees = await browserAgrees(seeds, known);
  if (agrees === null) return ["note", say("browser-absent")];
  return agrees ? ["proven", say("browser-agrees")] : ["wrong", say("browser-differs")];
}

function showDraws(draws) {
  const rows = draws.map(({ line, number, size, outcome, right, typed, state }) => {
    const given = typed ? say("by-hand") : (right ?? "–");
    const cells = [number, line, size, outcome, given].map((each) => element("td", String(each)));
    return element("tr", [...cells, element("td", sign(state))], state);
  });
  part("draws").replaceChildren(...rows);
  part("draws-part").hidden = !rows.length;
}

function refuse(code) {
  asked += 1;
  part("report").hidden = false;
  part("report").dataset.verdict = "wrong";
  part("verdict").textContent = say(code);
  for (const id of ["record-name", "checks", "draws", "answer"]) part(id).replaceChildren();
  part("draws-part").hidden = true;
  part("compare").hidden = true;
  part("ask").hidden = true;
  part("verdict").focus();
}

async function readFile(file) {
  if (file.size > MOST_CHARACTERS) return refuse("too-large");
  let record;
  try {
    record = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return refuse("not-text");
  }
  part("ask").hidden = false;
  return show(record, file.name);
}

async function readMatch(match) {
  const answer = await fetch(`/match/${encodeURIComponent(match)}/record.jsonl`).catch(() => null);
  if (!answer?.ok) return refuse("no-record");
  part("ask").hidden = false;
  return show(await answer.text(), match);
}

// Only the server has the rules. What it says about the moves is shown as its own statement.
async function askServer() {
  const mine = asked;
  const list = part("answer");
  list.replaceChildren();
  const answer = await fetch("/api/verify", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ record: text }),
  }).catch(() => null);
  const said = answer?.ok ? await answer.json() : null;
  if (mine !== asked) return;
  if (!said) {
    tell(list, "unproven", say("no-answer"));
    return;
  }
  tell(list, said.verdict, say("server-says", { sentence: said.message }));
  for (const finding of said.findings.slice(0, MOST_SHOWN)) {
    tell(list, finding.verdict, finding.message);
  }
}

part("file").addEventListener("change", ({ target }) => {
  if (target.files.length) readFile(target.files[0]);
});
const place = part("drop");
place.addEventListener("dragover", (event) => {
  event.preventDefault();
  place.classList.add("over");
});
place.addEventListener("dragleave", () => place.classList.remove("over"));
place.addEventListener("drop", (event) => {
  event.preventDefault();
  place.classList.remove("over");
  if (event.dataTransfer.files.length) readFile(event.dataTransfer.files[0]);
});
part("ask").addEventListener("click", askServer);
place.hidden = false;

const match = new URLSearchParams(window.location.search).get("match");
if (match) readMatch(match);
