// The dice of the match on this page: notes what the server has committed to, and when the match is
// over compares everything that this browser noted with the proof in the record.

import { contradictions, noteCommitment, notesOf } from "./notes.js";

const { match, round, commitment } = document.getElementById("dice-commitment").dataset;
const place = document.getElementById("match");
const table = () => document.getElementById("table");

let checked = false;

function show(id) {
  document.getElementById(id).hidden = false;
}

async function checkRecord() {
  if (checked || table()?.dataset.waits !== "end") return;
  checked = true;
  const answer = await fetch(`/match/${match}/record.jsonl`).catch(() => null);
  if (!answer?.ok) return;
  const verifier = await import("./verifying.js").catch(() => null); // only now: it is large
  if (!verifier) return; // the page is being left, or the server is gone
  const { check, verdictOf } = verifier;
  const report = check(await answer.text());
  const noted = report.proof ? contradictions(notesOf(match), report.proof) : [];
  const verdict = verdictOf([...report.findings, ...noted]);
  if (verdict === "wrong") show("dice-alarm");
  if (verdict === "dice") show("dice-checked");
}

if (!noteCommitment(match, round, commitment)) show("dice-alarm");
new MutationObserver(checkRecord).observe(place, { childList: true, subtree: true, attributes: true });
checkRecord();
