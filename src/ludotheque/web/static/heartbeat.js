// Signs of life. The server sends a beat every few seconds. Where people play on devices of their
// own, it carries a text, and the page answers it when it comes: browsers slow down the timers of
// hidden tabs, but not their events. Whoever answers no more is absent to the others, though nothing
// was closed.

const LOST = 25000; // milliseconds without a beat after which the connection must be dead

export class Heartbeat {
  #address;
  #heard = null; // when the last beat came; null where there are none
  isKept = false; // whether anybody wants to know that this page is there

  constructor(match) {
    this.#address = `/match/${match}/here`;
  }

  // A connection is about to open.
  restart() {
    if (this.#heard !== null) this.#heard = Date.now();
  }

  // A beat has come, on a line that may carry the answer.
  hear(beat, line) {
    this.#heard = Date.now();
    if (!beat) return;
    this.isKept = true;
    if (!line.beat(beat)) this.tell(beat);
  }

  get isLost() {
    return this.#heard !== null && Date.now() - this.#heard > LOST;
  }

  // Say that this page is there: in answer to a beat, or without a connection.
  tell(beat = "") {
    fetch(this.#address, { method: "POST", headers: { "X-Beat": beat } }).catch(() => {});
  }
}
