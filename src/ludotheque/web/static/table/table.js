// A match's table in the page: draws frames with the game's own module. It has no connection; what
// a player does is handed to `page`:
//
//   page.send(command)               a command, whose version is the frame's
//   page.press(command)              a reaction → {ok, late}: whether it was taken, or came too late
//   page.uncover(seat, hide)         on a shared screen: somebody is alone, or no longer
//   page.ask(what, fields)           → {ok, …}: a preview, or all of them
//   page.refuse(text, rule), page.clear(), page.say(text)

import { counted, dress, fill, nothing, render } from "./kit.js";
import { fitLines, fly, recentMoves } from "./last_moves.js";
import { wholeTable } from "./shell.js";
import { Typing } from "./typed_dice.js";

const TUMBLE = 600; // milliseconds that dice are in the air
const FLICKER = 90;
const LOOK = 900; // for which the last move is seen before the results that it has brought
const LEAST_TUMBLE = 100; // less cannot be seen
const LOG_SHOWN = 40;
const TEMPO = { slow: 1, normal: 1, fast: 0.6, instant: 0 };
const FACES = 6;

// What a frame has where nothing is said.
const DEFAULTS = {
  awaits: null,
  seat: null,
  roller: null,
  mine: false,
  covered: false,
  moves: [],
  details: {},
  shown: null,
  results: false,
  events: [],
  said: null,
  asked: null,
  log: null,
  last_moves: [],
  taker_back: null,
  take_back_seconds: 0,
  retyper: null,
  typing: null,
  presses: [],
  window: null,
  calls: [],
  lockouts: [],
  resigned: [],
  winners: [],
  ending: null,
};

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export class Table {
  constructor(root, setup, module, page = {}, { replay = false } = {}) {
    Object.assign(this, { root, setup, module, page, replay });
    dress(root.parentElement ?? root, setup.portraits);
    this.frame = null; // what the board shows
    this.before = null; // and what it showed before
    this.told = null; // what the words tell: an earlier frame while dice are in the air
    this.choice = null;
    this.typing = null;
    this.log = [];
    this.previews = new Map(); // of this version: what was asked for, by move
    this.answers = new Map(); // and what was answered
    this.pressed = new Set(); // of this version: the reactions, as seat and name
    this.late = null; // the version at which a reaction came too late
    this.rolling = new Set();
    this.faces = {}; // of dice in the air
    this.reading = false; // results are shown until their reader goes on
    this.goneOn = () => {};
    this.isFresh = false;
  }

  get isRolling() {
    return this.rolling.size > 0;
  }

  // Show a frame; resolves when its dice have landed. `animated`: the step has just happened. Dice of
  // an earlier frame that are still in the air are forgotten.
  async show(given, { animated = false } = {}) {
    const frame = { ...DEFAULTS, ...given };
    const before = this.frame;
    const isNew = before?.version !== frame.version;
    this.frame = frame;
    this.land();
    if (isNew) {
      this.before = before;
      this.reading = false;
      this.pressed = new Set();
      this.previews.clear();
      this.answers.clear();
    }
    const thrown = before && isNew && animated ? await this.tumble(frame, before) : false;
    if (before && isNew && frame.results) await this.lookFirst(frame, thrown);
    if (this.frame !== frame) return; // another one was shown meanwhile
    this.land();
    this.keepLog(frame, isNew);
    this.isFresh = Boolean(before && isNew && animated);
    this.told = frame;
    if (isNew) this.reading = frame.results;
    this.begin(isNew);
    this.draw();
    if (before && isNew && animated) fly(this.root, frame.version, TEMPO[this.setup.pace] ?? 1);
  }

  // The reader of results goes on.
  goOn() {
    this.reading = false;
    this.draw();
    this.goneOn();
  }

  keepLog(frame, isNew) {
    if (frame.log) this.log = frame.log;
    else if (isNew && frame.said) this.log = [...this.log, frame.said].slice(-LOG_SHOWN);
  }

  // A new half-made choice, where a move or a throw is asked for.
  begin(isNew) {
    const { frame } = this;
    const asked = frame.mine && frame.waits_for === "move";
    if (!asked) this.choice = null;
    else if (isNew || !this.choice) {
      this.choice = null;
      this.choice = this.module.choose?.(this.view(frame)) ?? null;
    }
    if (!frame.typing) this.typing = null;
    else if (this.typing?.version !== frame.version) {
      this.typing = new Typing(frame.version, frame.typing);
    }
  }

  // The dice that were thrown tumble, and land before anything is said of them. Whether there were any.
  async tumble(frame, before) {
    const thrown = this.module.tumbles?.(frame, before) ?? [];
    const time = TUMBLE * (TEMPO[this.setup.pace] ?? 1);
    if (!thrown.length || time < LEAST_TUMBLE) return false;
    this.choice = null;
    this.rolling = new Set(thrown);
    for (let spent = 0; spent < 0.6 * time; spent += FLICKER) {
      for (const die of thrown) this.faces[die] = 1 + Math.floor(Math.random() * FACES);
      this.draw();
      await pause(FLICKER);
      if (this.frame !== frame) return true;
    }
    this.faces = {};
    this.draw();
    await pause(0.4 * time);
    return true;
  }

  // The dice that have landed, or the last move, are seen before its results are told.
  async lookFirst(frame, thrown) {
    if (this.frame !== frame || !(thrown || frame.kind === "move")) return;
    this.land();
    this.choice = null;
    this.draw();
    await pause(LOOK * (TEMPO[this.setup.pace] ?? 1));
  }

  land() {
    this.rolling = new Set();
    this.faces = {};
  }

  draw() {
    const { frame, root } = this;
    Object.assign(root.dataset, {
      version: frame.version,
      kind: frame.kind,
      mine: frame.mine && !this.isRolling && !this.reading ? "yes" : "no",
      waits: frame.waits_for,
    });
    root.toggleAttribute("data-rolling", this.isRolling);
    root.toggleAttribute("data-reading", this.reading);
    if (frame.covered) root.dataset.covered = "yes";
    else delete root.dataset.covered;
    const { activeElement: held } = document;
    const holds = root.contains(held);
    render(wholeTable(this), root);
    fitLines(root);
    if (holds && (!root.contains(held) || held.closest("[inert]"))) this.holdFocus();
  }

  // What had the focus is gone or closed: who plays by keyboard, or listens, stays at the table.
  holdFocus() {
    const board = this.root.querySelector(".board");
    board.tabIndex = -1; // for now: a click beside the pieces is not to focus it
    board.addEventListener("blur", () => board.removeAttribute("tabindex"), { once: true });
    board.focus({ preventScroll: true });
  }

  // Nothing of the match stays on the screen.
  clear() {
    render(nothing, this.root);
  }

  // What the game's module is given: see the games' `table.js`.
  view(frame) {
    const { setup, page } = this;
    const drawn = frame.shown ?? frame;
    const at = { version: frame.version };
    return {
      setup,
      frame,
      before: this.before,
      words: setup.words,
      names: setup.names,
      lang: setup.lang,
      snapshot: drawn.snapshot,
      details: drawn.details ?? {},
      choice: frame === this.frame && !this.reading ? this.choice : null,
      mine: frame.mine && !this.replay && !this.isRolling && !this.reading,
      reading: this.reading && frame === this.told,
      isTold: frame === this.told, // else words and points are still those of the frame before
      replay: this.replay,
      recent: recentMoves(this.told ?? frame, setup, this.replay),
      previewed: this.answers.get(this.choice?.move) ?? null,
      rolling: frame === this.frame ? this.rolling : new Set(),
      isFresh: this.isFresh, // the step has just happened, before the viewer's eyes
      face: (die, face) => this.faces[die] ?? face,
      fill,
      counted: (forms, count, places) => counted(forms, count, places, setup.lang),
      redraw: () => this.draw(),
      send: (command) => page.send?.({ ...command, ...at }),
      play: (move) => page.send?.({ kind: "move", seat: frame.seat, move, ...at }),
      roll: () => page.send?.({ kind: "roll", seat: frame.seat, ...at }),
      takeBack: () => page.send?.({ kind: "take-back", seat: frame.taker_back, ...at }),
      pressed: this.pressed,
      press: (seat, name) => this.press({ kind: "press", seat, move: name, ...at }),
      uncover: (seat, hide = false) => page.uncover?.(seat, hide),
      preview: (move) => this.preview(move),
      previews: () => this.allPreviews(),
      say: (text) => page.say?.(text),
      refuse: (text, rule) => page.refuse?.(text, rule),
      clear: () => page.clear?.(),
    };
  }

  // A reaction cannot be taken back, so it shows as pressed at once; the next frame shows whether it
  // was right.
  async press(command) {
    const { pressed, page } = this;
    const key = `${command.seat} ${command.move}`;
    pressed.add(key);
    this.draw();
    const { ok, late } = (await page.press?.(command)) ?? {};
    if (ok) return;
    pressed.delete(key);
    if (late) this.late = this.frame.version;
    this.draw();
  }

  // What a move would do, asked for once; {problem} says why it is not legal.
  preview(move) {
    if (!this.previews.has(move)) this.previews.set(move, this.askPreview(move));
    return this.previews.get(move);
  }

  async askPreview(move) {
    const { version } = this.frame;
    const { ok, problem, ...found } = await this.page.ask("preview", { move, version });
    const answer = ok ? found : { problem };
    if (version === this.frame.version) this.answers.set(move, answer);
    return answer;
  }

  // What a move would do has come with something else, such as a hint: it need not be asked for.
  know(move, preview) {
    this.previews.set(move, Promise.resolve(preview));
    this.answers.set(move, preview);
  }

  // Make a legal move the half-made choice, as if the player had tapped it together.
  layOut(move) {
    if (this.choice) this.module.layOut?.(this.view(this.frame), move);
  }

  // All legal moves with what they would do.
  async allPreviews() {
    const { version } = this.frame;
    const { ok, previews } = await this.page.ask("previews", { version });
    return ok ? previews : [];
  }
}
