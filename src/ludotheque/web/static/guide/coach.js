// The guide's panel: what is said, the dots, rings around what is meant. It knows no game.

import { overlap, placed } from "./placement.js";

const EDGE = 8; // pixels between the panel and the window's edge
const SETTLING = matchMedia("(prefers-reduced-motion: reduce)").matches ? 150 : 900; // milliseconds of gliding
// What the panel had better not cover, the more the higher the number.
const KEPT_FREE = { ".asked button, .asked .move-help": 4, ".felt-table": 1, ".seats": 0.3 };

const found = (selector) => document.querySelector(selector);
const all = (selectors) => selectors.map(found).filter(Boolean);
const box = (node) => node.getBoundingClientRect();

export class Coach {
  constructor(texts, game) {
    this.texts = texts;
    this.game = game;
    this.panel = document.getElementById("coach");
    this.rings = document.getElementById("coach-rings");
    this.taps = []; // selectors of what is still to be tapped
    this.about = []; // and of what is spoken of
    this.place = null;
    this.until = 0; // the rings follow the page until then
    for (const event of ["resize", "scroll"]) {
      window.addEventListener(event, () => this.follow(), { passive: true });
    }
  }

  part(name) {
    return this.panel.querySelector(`.coach-${name}`);
  }

  // ---- What is said

  showStep(step, number, count) {
    this.taps = [...step.taps];
    this.about = step.about;
    this.part("count").textContent = this.texts.step.replace("{n}", number).replace("{all}", count);
    [...this.part("dots").children].forEach((dot, place) => {
      dot.className = place < number - 1 ? "coach-done" : place === number - 1 ? "coach-now" : "";
    });
    this.say(step.text);
    this.showRules(step.rules);
    this.panel.hidden = false;
    this.settle();
  }

  // The others play: what they do, in words.
  showOthers(text) {
    this.taps = [];
    this.about = [];
    if (text) this.say(text);
    this.showRules([]);
    this.settle();
  }

  say(text) {
    this.part("text").textContent = text;
    this.part("instead").hidden = true;
  }

  // A friendly answer to a wrong tap; said again where it was said before.
  remind(text) {
    const line = this.part("instead");
    line.textContent = "";
    line.hidden = false;
    line.textContent = text;
    this.settle();
  }

  showRules(rules) {
    this.part("rules").replaceChildren(...rules.flatMap((rule) => [" ", this.ruleLink(rule)]));
  }

  ruleLink(rule) {
    const link = document.createElement("a");
    Object.assign(link, { href: `/rules/${this.game}#${rule}`, target: "_blank", rel: "noopener" });
    link.textContent = rule;
    link.ariaLabel = this.texts.rule.replace("{number}", rule);
    return link;
  }

  showEnd() {
    this.taps = [];
    this.about = [];
    this.panel.dataset.ended = "yes";
    this.place = null;
    this.settle();
    this.panel.querySelector(".coach-end .primary").focus({ preventScroll: true });
  }

  // ---- Taps

  // The tap that an event of the page is, if it is one that is asked for.
  tapOf(target) {
    const tap = this.taps.find((selector) => target.closest(selector));
    return tap && isOpen(target.closest(tap)) ? tap : null;
  }

  tick(tap) {
    this.taps = this.taps.filter((each) => each !== tap);
    this.settle();
  }

  focusTap() {
    const [next] = all(this.taps);
    next?.focus({ preventScroll: true });
  }

  // ---- Where it stands

  // Place the panel now, and keep it right while what it points at glides or is drawn.
  settle() {
    this.bringIntoSight();
    this.move();
    this.follow(SETTLING);
  }

  follow(time = 0) {
    const isFollowing = this.until > performance.now();
    this.until = Math.max(this.until, performance.now() + Math.max(time, 50));
    if (!isFollowing) requestAnimationFrame(() => this.track());
  }

  track() {
    this.drawRings();
    const covers = all([...this.taps, ...this.about]).some((node) => overlap(box(this.panel), box(node)));
    if (covers || this.isOutside()) this.move();
    if (performance.now() < this.until) requestAnimationFrame(() => this.track());
  }

  isOutside() {
    const { left, top, right, bottom } = box(this.panel);
    return left < 0 || top < 0 || right > window.innerWidth || bottom > window.innerHeight;
  }

  bringIntoSight() {
    const rects = all(this.taps).map(box);
    const isHidden = rects.some(({ top, bottom }) => top < 0 || bottom > window.innerHeight);
    if (!isHidden) return;
    const middle = (Math.min(...rects.map((each) => each.top)) + Math.max(...rects.map((each) => each.bottom))) / 2;
    window.scrollBy({ top: middle - window.innerHeight / 2, behavior: "instant" });
  }

  move() {
    const { width, height } = box(this.panel);
    const room = { left: EDGE, top: EDGE, right: document.documentElement.clientWidth - EDGE, bottom: window.innerHeight - EDGE };
    const never = all([...this.taps, ...this.about]).map(box);
    const rather = Object.entries(KEPT_FREE).flatMap(([selector, weight]) =>
      [...document.querySelectorAll(selector)].map((node) => [box(node), weight]),
    );
    this.place = placed({ width, height }, room, { never, rather, last: this.place });
    this.panel.style.left = `${this.place.left}px`;
    this.panel.style.top = `${this.place.top}px`;
    this.drawRings();
  }

  drawRings() {
    const wanted = [
      ...all(this.taps).map((node) => [box(node), "coach-ring"]),
      ...all(this.about).map((node) => [box(node), "coach-ring coach-about"]),
    ];
    while (this.rings.children.length > wanted.length) this.rings.lastChild.remove();
    while (this.rings.children.length < wanted.length) this.rings.append(document.createElement("i"));
    wanted.forEach(([{ left, top, width, height }, name], number) => {
      const ring = this.rings.children[number];
      ring.className = name;
      Object.assign(ring.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    });
  }
}

// Whether something can be tapped now.
export function isOpen(node) {
  const isClosed = node.disabled || node.getAttribute("aria-disabled") === "true";
  return !isClosed && !node.closest("[inert], [hidden]") && node.getClientRects().length > 0;
}
