// Signs of life. Where people play on devices of their own, the live stream carries a beat every few
// seconds. The page answers each one when it comes: browsers slow down the timers of hidden tabs, but
// not their events. Whoever answers no more is absent to the others, though nothing was closed.

const LOST = 25000; // milliseconds without a beat after which the stream must be dead

export class Heartbeat {
  #address;
  #heard = null; // when the last beat came; null where there are none

  constructor(match) {
    this.#address = `/match/${match}/here`;
  }

  // Answer the beats of a stream that is about to open.
  listen(stream) {
    if (this.isKept) this.#heard = Date.now();
    stream.addEventListener("beat", ({ data }) => {
      this.#heard = Date.now();
      this.tell(JSON.parse(data).beat);
    });
  }

  // Whether anybody wants to know that this page is there.
  get isKept() {
    return this.#heard !== null;
  }

  get isLost() {
    return this.isKept && Date.now() - this.#heard > LOST;
  }

  // Say that this page is there: in answer to a beat, or without a stream.
  tell(beat = "") {
    fetch(this.#address, { method: "POST", headers: { "X-Beat": beat } }).catch(() => {});
  }
}
