// A hint: the moves that the strongest robot would choose, one after the other. The one that is told
// is also laid out on the board, as if the player had chosen it, and one button plays it.

import { fill, html, nothing, render } from "./kit.js";
import { hideNotice, tell } from "./notice.js";
import { withDice } from "./said.js";

const panel = document.getElementById("hints");

export class Hint {
  constructor(table, texts) {
    Object.assign(this, { table, texts, best: [], shown: 0, version: null });
    document.getElementById("match").addEventListener("step", () => this.isOver && this.close());
  }

  // The match has gone on, or the hand that the words speak of is covered.
  get isOver() {
    const { version, covered } = this.table.frame;
    return version !== this.version || covered;
  }

  async ask() {
    const { table, texts } = this;
    const { version } = table.frame;
    this.close();
    tell(texts.thinking, null, "hint");
    try {
      const answer = await fetch(`/match/${table.setup.match}/hint?version=${version}`);
      if (answer.status === 409) return tell(texts.no_hint, null, "hint");
      const said = await answer.json();
      if (!answer.ok) return tell(said.message, null, "hint");
      hideNotice("hint");
      return this.open(said);
    } catch {
      return tell(texts.not_sent);
    }
  }

  open({ version, best }) {
    Object.assign(this, { version, best });
    if (this.isOver || !best.length) return;
    for (const { move, preview } of best) this.table.know(move, preview);
    this.show(0);
  }

  show(place) {
    this.shown = place;
    this.draw();
    panel.hidden = false;
    this.table.layOut(this.best[place].move);
    this.bringIntoSight();
  }

  // The menu may be below the screen's end, and whoever has opened it far from the board that shows the move.
  bringIntoSight() {
    const { root } = this.table;
    const isAbove = root.querySelector(".board").getBoundingClientRect().top < 0;
    if (isAbove) root.querySelector(".seats").scrollIntoView();
  }

  close() {
    panel.hidden = true;
    this.best = [];
    render(nothing, panel);
  }

  draw() {
    const { best, shown, texts } = this;
    const { move, say, chance } = best[shown];
    const next = (shown + 1) % best.length;
    const rank = fill(shown ? texts.hint_next : texts.hint, { chance });
    const other = html`<button type="button" class="secondary" id="hint-next" @click=${() => this.show(next)}
      >${next ? texts.hint_other : texts.hint_best}</button>`;
    const play = () => this.table.view(this.table.frame).play(move);
    render(
      html`<p class="notice-text" role="status"><b>${rank}</b> <span>${withDice(say, this.table.module, this.table.setup)}</span></p>
        <div class="hint-buttons">
          <button type="button" class="primary" id="hint-play" value=${move} @click=${play}>${texts.hint_play}</button>
          ${best.length > 1 ? other : nothing}
          <button type="button" class="quiet" id="hint-close" @click=${() => this.close()}>${texts.close}</button>
        </div>`,
      panel,
    );
  }
}
