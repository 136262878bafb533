// The two ways to a match: a socket, which carries everything; or server-sent events for what comes
// down, with requests for what goes up. Both bring the same messages.
//
//   new Line(address, since, { opened(), message(data), closed({ broke, refused }) })

const NAMES = ["seats", "emote", "beat", "rest", "seated", "moved", "gone"];
const ANSWER = 10000; // milliseconds after which an answer will not come any more
const BROKEN = 30000; // a socket that lasts no longer than this was broken by something on the way
const DONE = 1000; // the code of a socket that the server has no more to say on
const LOST = { ok: false, status: 0, problem: null };

export class SocketLine {
  #socket;
  #on;
  #number = 0;
  #waiting = new Map(); // what waits for an answer, by its number
  #opened = null; // when
  #dropped = false; // by this page

  constructor(address, since, on) {
    const url = new URL(`${address}/socket?since=${since}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    this.#on = on;
    this.#socket = new WebSocket(url);
    this.#socket.onopen = () => {
      this.#opened = Date.now();
      on.opened();
    };
    this.#socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    this.#socket.onclose = ({ code }) => this.#close(code);
  }

  get isOpen() {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  get isClosed() {
    return this.#socket.readyState >= WebSocket.CLOSING;
  }

  // Send a command or a question; resolves to its answer.
  ask(message) {
    const id = (this.#number += 1);
    this.#socket.send(JSON.stringify({ id, ...message }));
    return new Promise((answered) => {
      const timer = setTimeout(() => {
        this.#answer(id, LOST);
        this.#socket.close(); // it is open on this side only
        this.#close();
      }, ANSWER);
      this.#waiting.set(id, (answer) => {
        clearTimeout(timer);
        answered(answer);
      });
    });
  }

  beat(beat) {
    if (this.isOpen) this.#socket.send(JSON.stringify({ beat }));
    return this.isOpen;
  }

  // Close without telling the page, which has asked for it.
  drop() {
    this.#dropped = true;
    this.#socket.close();
    this.#giveUp();
  }

  #receive(data) {
    if (data.type === "answer") this.#answer(data.id, data);
    else if (!this.#dropped) this.#on.message(data);
  }

  #answer(id, answer) {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }

  #giveUp() {
    for (const id of [...this.#waiting.keys()]) this.#answer(id, LOST);
  }

  #close(code = null) {
    this.#giveUp();
    if (this.#dropped) return;
    this.#dropped = true;
    const broke = this.#opened === null || Date.now() - this.#opened < BROKEN;
    if (code !== DONE) this.#on.closed({ broke, refused: true });
  }
}

export class StreamLine {
  #stream;
  isOpen = false; // commands do not go this way

  constructor(address, since, on) {
    this.#stream = new EventSource(`${address}/live?since=${since}`);
    this.#stream.onopen = () => on.opened();
    const receive = ({ data }) => on.message(JSON.parse(data));
    for (const name of ["message", ...NAMES]) this.#stream.addEventListener(name, receive);
    this.#stream.onerror = () => on.closed({ broke: false, refused: this.isClosed });
  }

  get isClosed() {
    return this.#stream.readyState === EventSource.CLOSED;
  }

  beat() {
    return false;
  }

  drop() {
    this.#stream.close();
  }
}
