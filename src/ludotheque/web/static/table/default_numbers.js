// Numbers on the default table: plates, rows of numbers, what every seat has.

import { html, nothing, written } from "./kit.js";

export function plate(view, { label }, value) {
  return html`<p class="plain-plate"><b>${written(value)}</b> <span>${label}</span></p>`;
}

export function numbers(view, { label }, value) {
  return html`<p class="plain-plate"><b>${inRow(value)}</b> <span>${label}</span></p>`;
}

function inRow(value) {
  if (!Array.isArray(value)) return written(value);
  return value.map(inRow).join(Array.isArray(value[0]) ? " | " : " · ") || "–";
}

// A row for each seat, a column for each field.
export function holdings({ snapshot, names }, fields) {
  if (!fields.length) return nothing;
  const row = (name, seat) => html`<tr class="seat-${seat}">
    <th scope="row"><span class="seat-mark" aria-hidden="true"></span> ${name}</th>
    ${fields.map((field) => html`<td>${inRow(snapshot[field.name][seat])}</td>`)}
  </tr>`;
  return html`<table class="plain-holdings">
    <thead><tr><td></td>${fields.map(({ label }) => html`<th scope="col">${label}</th>`)}</tr></thead>
    <tbody>${names.map(row)}</tbody>
  </table>`;
}

// A position of which nothing is declared, to be read.
export function laidOut(value) {
  if (Array.isArray(value)) {
    const plain = value.every((each) => each === null || typeof each !== "object");
    if (plain) return value.length ? value.join(" · ") : "–";
    return html`<ol class="plain-list">${value.map((each) => html`<li>${laidOut(each)}</li>`)}</ol>`;
  }
  if (value !== null && typeof value === "object") {
    const rows = Object.entries(value).map(
      ([name, each]) => html`<div><dt>${name.replaceAll("_", " ")}</dt><dd>${laidOut(each)}</dd></div>`,
    );
    return html`<dl class="plain-position">${rows}</dl>`;
  }
  return value === null ? "–" : String(value);
}
