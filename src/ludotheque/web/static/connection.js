// The connection of a page to its match: live updates come down, commands go up. It goes by a
// socket, and by server-sent events and requests where sockets do not get through. It reconnects by
// itself, tells the other players that this page is there, and lets go while the tab is hidden. It
// knows nothing of what the page shows:
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
import { SocketLine, StreamLine } from "./lines.js";

const TICK = 5000; // milliseconds
const ASLEEP = 4 * TICK; // a timer this late means that the device was asleep
const PEEK = 20000;
const REST = 10000;
const RETRY = 1000; // at first; then twice as long each time, up to
const LONGEST_RETRY = 30000;
const MOST_BROKEN = 2; // sockets one after the other; then something on the way breaks them
const WITHOUT_SOCKETS = 600000; // for so long
const STALE = { ok: false, status: 409, problem: { code: "stale" } };

export class Connection {
  #address;
  #page;
  #heartbeat;
  #line = null;
  #peeking = null;
  #retrying = null;
  #retry = RETRY;
  #broken = 0; // sockets that broke at once although the server can be reached
  #withoutSocketsUntil = 0;
  #left = false; // the match is gone, or this device's seat is
  #unanswered = new Map(); // by version: the command that the server has not answered yet
  #reached = 0; // the version to which the last command that was carried out has led
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
    this.#heartbeat.restart();
    const sockets = "WebSocket" in globalThis && Date.now() >= this.#withoutSocketsUntil;
    const Line = sockets ? SocketLine : StreamLine;
    const line = new Line(this.#address, this.#page.version(), {
      opened: () => {
        this.#retry = RETRY;
        this.#page.back();
      },
      message: (data) => this.#receive(data, line),
      closed: (how) => this.#lose(how),
    });
    this.#line = line;
  }

  // Close everything: the page is being left.
  stop() {
    this.#left = true;
    this.#close();
  }

  // Send a command: {kind, seat, version, move, throw, confirm}, or a form with these fields.
  // Answers {ok: true, version}, or {ok: false, status, problem}; status 0: the server was not
  // reached. The same button pressed again before the answer is not sent again, nor in a frame that
  // is still shown while the next one waits. A press in a newer frame is: the frame may come before
  // the answer to the command that led to it.
  send(fields) {
    const command = asCommand(fields);
    if (command.kind === "press") return this.#carry(command);
    const pending = this.#unanswered.get(command.version);
    if (pending) return pending;
    if (command.version < Math.max(this.#reached, this.#page.version())) return Promise.resolve(STALE);
    const answer = this.#carry(command).finally(() => this.#unanswered.delete(command.version));
    answer.then(({ version }) => (this.#reached = Math.max(this.#reached, version ?? 0)));
    this.#unanswered.set(command.version, answer);
    return answer;
  }

  // Ask for something that the frames do not hold, such as a "preview" of {move, version}.
  // Answers {ok: true, …what was asked for} or {ok: false, status, problem}.
  async ask(what, fields) {
    if (what === "preview" && this.#line?.isOpen) {
      const asked = { version: Number(fields.version), move: fields.move };
      const { preview, ...answer } = await this.#line.ask({ preview: asked });
      return { ...answer, ...preview };
    }
    return this.#fetch(`${this.#address}/${what}?${new URLSearchParams(fields)}`);
  }

  #receive(data, line) {
    this.#page.back();
    if (data.type === "frame") this.#page.frame(data);
    else if (data.type === "beat") this.#heartbeat.hear(data.beat, line);
    else if (data.type === "rest") this.#rest();
    else if (data.type === "gone") this.#leave("gone");
    else if (data.type === "moved") this.#leave(data.reassigned ? "reassigned" : "moved");
    else this.#page.event(data.type, data);
  }

  async #carry(command) {
    if (this.#line?.isOpen) {
      const said = await this.#line.ask({ command });
      if (said.status !== 0) return said;
      // Cut off before the answer came: by its id the command is carried out once, and answered.
    }
    const answer = await this.#fetch(`${this.#address}/do`, {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/json" },
      body: JSON.stringify(command),
    });
    if (answer.status === 409 && command.kind !== "press") this.follow(); // the match has moved on
    return answer;
  }

  async #fetch(address, options = { headers: { Accept: "application/json" } }) {
    try {
      const answer = await fetch(address, options);
      const said = await answer.json();
      return answer.ok ? { ok: true, ...said } : { ok: false, status: answer.status, problem: said };
    } catch {
      return { ok: false, status: 0, problem: null };
    }
  }

  #close() {
    clearInterval(this.#peeking);
    clearTimeout(this.#retrying);
    this.#line?.drop();
    this.#line = null;
  }

  #leave(reason) {
    this.stop();
    this.#page.left(reason);
  }

  // The line is dead. A stream reconnects by itself, unless it was refused. After a restart of the
  // server not everybody comes back in the same moment.
  #lose({ broke, refused }) {
    this.#page.lost();
    if (!refused) return;
    clearTimeout(this.#retrying);
    const wait = this.#retry * (0.5 + Math.random());
    this.#retrying = setTimeout(() => this.#followIfThere(broke), wait);
    this.#retry = Math.min(2 * this.#retry, LONGEST_RETRY);
  }

  // The match may have been deleted, or sockets do not get through: the server tells by an answer.
  async #followIfThere(broke) {
    try {
      const { status } = await fetch(`${this.#address}/stands`);
      if (status === 404) return this.#leave("not_here");
      if (status === 403) return this.#leave("reassigned");
      this.#broken = broke ? this.#broken + 1 : 0;
    } catch {
      // The server does not answer; that is not the socket's fault.
    }
    if (this.#broken >= MOST_BROKEN) {
      this.#broken = 0;
      this.#withoutSocketsUntil = Date.now() + WITHOUT_SOCKETS;
    }
    return this.follow();
  }

  // Too many pages of this browser follow matches: this one was the oldest, and makes room.
  #rest() {
    this.#release();
    setTimeout(() => document.hidden || this.#line || this.follow(), REST);
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

  // A hidden tab closes its line, because browsers and the server allow only a few; but not where
  // the other players want to know whether this one is there.
  #appearOrHide() {
    if (this.#left) return;
    if (!document.hidden) this.follow();
    else if (!this.#heartbeat.isKept || (this.#line?.isClosed ?? true)) this.#release();
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
  const { kind, seat, version, move, throw: thrown, stand_in: standIn, confirm, sure } = given;
  const command = { kind, seat: Number(seat), version: Number(version), id: newId() };
  if (move !== undefined && move !== null) command.move = move;
  if (thrown !== undefined && thrown !== null) command.throw = thrown;
  if (standIn) command.stand_in = standIn;
  if (confirm === true || sure === "true") command.confirm = true;
  return command;
}

// A name that no other command of the match has. (crypto.randomUUID is there by https only.)
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
