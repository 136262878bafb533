// The connection of a page to its match: live updates come down, commands go up. It reconnects by
// itself, tells the other players that this page is there, and lets go while the tab is hidden.
// It knows nothing of what the page shows:
//
//   new Connection(matchId, {
//     version: () => n,      // the version that the page has
//     frame(data),           // a step of the match
//     event(name, detail),   // "seats", "emote"; "seated": the page is to be loaded again;
//                            // "turn" {mine}: whose turn it is, while there are no frames
//     lost(), back(),        // the server cannot be reached; it can again
//     left(reason),          // for good: "gone", "not_here", "moved", "reassigned"
//   })

import { Heartbeat } from "./heartbeat.js";

const TICK = 5000; // milliseconds
const ASLEEP = 4 * TICK; // a timer this late means that the device was asleep
const PEEK = 20000;
const REST = 10000;
const RETRY = 2000; // at first; then twice as long each time, up to
const LONGEST_RETRY = 30000;

export class Connection {
  #address;
  #page;
  #heartbeat;
  #stream = null;
  #peeking = null;
  #retrying = null;
  #retry = RETRY;
  #left = false; // the match is gone, or this device's seat is
  #unanswered = new Map(); // by version: the command that the server has not answered yet
  #awake = Date.now();

  constructor(match, page) {
    this.#address = `/match/${match}`;
    this.#page = page;
    this.#heartbeat = new Heartbeat(match);
    document.addEventListener("visibilitychange", () => this.#appearOrHide());
    window.addEventListener("online", () => this.follow());
    window.addEventListener("offline", () => page.lost());
    setInterval(() => this.#checkAwake(), TICK);
  }

  // Open the live updates, anew if they are open: what was missed comes first.
  follow() {
    if (this.#left) return;
    this.#close();
    const stream = new EventSource(`${this.#address}/live?since=${this.#page.version()}`);
    this.#stream = stream;
    stream.onmessage = ({ data }) => {
      this.#page.back();
      this.#page.frame(JSON.parse(data));
    };
    this.#heartbeat.listen(stream);
    const on = (name, act) => stream.addEventListener(name, ({ data }) => act(JSON.parse(data)));
    on("rest", () => this.#rest());
    on("gone", () => this.#leave("gone"));
    on("moved", ({ reassigned }) => this.#leave(reassigned ? "reassigned" : "moved"));
    for (const name of ["seated", "seats", "emote"]) {
      on(name, (detail) => this.#page.event(name, detail));
    }
    stream.onopen = () => {
      this.#retry = RETRY;
      this.#page.back();
    };
    stream.onerror = () => {
      this.#page.lost();
      if (stream.readyState !== EventSource.CLOSED) return; // it reconnects by itself
      this.#retrying = setTimeout(() => this.#followIfThere(), this.#retry);
      this.#retry = Math.min(2 * this.#retry, LONGEST_RETRY);
    };
  }

  // Close everything: the page is being left.
  stop() {
    this.#left = true;
    this.#close();
  }

  // Send a command: {kind, seat, version, move, throw, confirm}, or a form with these fields.
  // Answers {ok: true, version}, or {ok: false, status, problem}; status 0: the server was not
  // reached. The same button pressed again before the answer is not sent again. A press in a newer
  // frame is: the frame may come before the answer to the command that led to it.
  send(fields) {
    const command = asCommand(fields);
    if (command.kind === "press") return this.#post(command);
    const pending = this.#unanswered.get(command.version);
    if (pending) return pending;
    const answer = this.#post(command).finally(() => this.#unanswered.delete(command.version));
    this.#unanswered.set(command.version, answer);
    return answer;
  }

  // Ask for something that the frames do not hold, such as a "preview" of {move, version}.
  // Answers {ok: true, …what was asked for} or {ok: false, status, problem}.
  async ask(what, fields) {
    return this.#fetch(`${this.#address}/${what}?${new URLSearchParams(fields)}`);
  }

  async #post(command) {
    const { confirm, ...fields } = command;
    if (confirm) fields.sure = "true";
    const answer = await this.#fetch(`${this.#address}/do`, {
      method: "POST",
      body: new URLSearchParams(fields),
    });
    if (answer.status === 409 && command.kind !== "press") this.follow(); // the match has moved on
    return answer;
  }

  async #fetch(address, options = {}) {
    try {
      const answer = await fetch(address, { headers: { Accept: "application/json" }, ...options });
      const said = await answer.json();
      return answer.ok ? { ok: true, ...said } : { ok: false, status: answer.status, problem: said };
    } catch {
      return { ok: false, status: 0, problem: null };
    }
  }

  #close() {
    clearInterval(this.#peeking);
    clearTimeout(this.#retrying);
    this.#stream?.close();
  }

  get #isClosed() {
    return this.#stream === null || this.#stream.readyState === EventSource.CLOSED;
  }

  #leave(reason) {
    this.stop();
    this.#page.left(reason);
  }

  // Too many pages of this browser follow matches: this stream was the oldest, and makes room.
  #rest() {
    this.#release();
    setTimeout(() => document.hidden || !this.#isClosed || this.follow(), REST);
  }

  // Instead of following, ask now and then.
  #release() {
    this.#close();
    this.#peeking = setInterval(() => this.#peek(), PEEK);
  }

  // Without live updates, poll whether it is this player's turn.
  async #peek() {
    if (this.#heartbeat.isKept) this.#heartbeat.tell();
    const answer = await fetch(`${this.#address}/stands`).catch(() => null);
    if (!answer?.ok || !document.hidden) return;
    this.#page.event("turn", { mine: (await answer.text()).includes('class="now"') });
  }

  // The server refused the stream, and the connection is not lost: the match may have been deleted.
  async #followIfThere() {
    try {
      const { status } = await fetch(`${this.#address}/stands`);
      if (status === 404) return this.#leave("not_here");
      if (status === 403) return this.#leave("reassigned");
    } catch {
      // The server does not answer; the stream reconnects when it does.
    }
    return this.follow();
  }

  // A hidden tab closes its stream, because browsers allow only a few; but not where the other
  // players want to know whether this one is there.
  #appearOrHide() {
    if (this.#left) return;
    if (!document.hidden) this.follow();
    else if (!this.#heartbeat.isKept || this.#isClosed) this.#release();
  }

  // A device that was asleep, or has changed networks, may not notice that its connection is dead.
  // A late timer tells, or a beat that does not come.
  #checkAwake() {
    const asleep = Date.now() - this.#awake > ASLEEP;
    this.#awake = Date.now();
    if ((asleep || this.#heartbeat.isLost) && !document.hidden) this.follow();
  }
}

// A command's fields as the server takes them, from an object or from a form.
function asCommand(fields) {
  const given = fields instanceof FormData ? Object.fromEntries(fields) : fields;
  const { kind, seat, version, move, throw: thrown, confirm, sure } = given;
  const command = { kind, seat: Number(seat), version: Number(version) };
  if (move !== undefined && move !== null) command.move = move;
  if (thrown !== undefined && thrown !== null) command.throw = thrown;
  if (confirm === true || sure === "true") command.confirm = true;
  return command;
}
