// The two trays, the rim between them, and everything that lies there.

import { classMap, clauses, html, nothing, svg } from "../../static/table/kit.js";
import { isChoosing, isOffered, isPicked, isThrowable, picking, tap } from "./choice.js";
import { Layout, MASTER_COLUMN, MASTERS, RIM, WIDTH, column } from "./layout.js";
import { ledger } from "./ledger.js";
import { FACES, PICTURES, SEATS, die, diceWords, master, notThrown, sum } from "./pieces.js";
import { diceOf, goneSince, mastersOf } from "./position.js";

// `told`: the view of what is said of the dice, which may be the one before they fell.
export function trays(view, told) {
  const { details, setup, snapshot, words } = view;
  const { frame } = told;
  const near = setup.seats.length === 1 ? setup.seats[0] : 0;
  const layout = new Layout(near, snapshot.level);
  const acting = frame.awaits === "move" ? frame.seat : frame.roller;
  const waiting = waitingIn(view);
  const lying = (each) => ({ ...each, isWaiting: waiting.has(each.key) });
  const masters = mastersOf(details).map(lying);
  return html`<svg id="board" class="md-board" viewBox="0 0 ${WIDTH} ${layout.height}" role="group"
      aria-label=${words.trays} data-picking=${isChoosing(view) ? picking(view) : ""}>
    ${[1 - near, near].map((seat) => tray(view, told, layout, seat, seat === acting))}
    ${rim(view, told, layout, masters)}
    ${SEATS.map((seat) => ledger(told, layout, seat, seat === acting))}
    ${SEATS.map((seat) => hand(details, layout, seat))}
    ${diceOf(details).map((each) => ordinary(view, layout, lying(each)))}
    ${masters.map((each) => pictured(view, layout, each))}
  </svg>`;
}

function tray(view, told, layout, seat, isActing) {
  const { details, words } = view;
  const top = layout.top(seat);
  const height = layout.tray;
  const lane = (x, width) =>
    svg`<rect class="md-column" x=${x} y=${top + 3} width=${width} height=${height - 6} rx="9"/>`;
  const absent = svg`<text class="md-absent" x=${WIDTH / 2} y=${layout.middle(seat)}>${words.absent}</text>`;
  return svg`<g id="tray-${seat}" class="md-tray md-s${seat} ${isActing ? "md-acting" : ""}"
      role="img" aria-label=${trayLabel(told, seat)}>
    <rect class="md-felt" x="5" y=${top} width=${WIDTH - 10} height=${height} rx="12"/>
    ${FACES.map((face) => lane(column(face) - 23, 46))}${lane(MASTERS + 4, WIDTH - MASTERS - 13)}
    ${details.playing[seat] ? nothing : absent}
  </g>`;
}

function trayLabel({ details, fill, names, words }, seat) {
  const who = { name: names[seat], colour: words.colours[seat] };
  if (!details.playing[seat]) return fill(words.tray_absent, who);
  const dice = details.dice[seat];
  return fill(words.tray, {
    ...who,
    dice: diceWords(dice, details.master[seat], words),
    sum: sum(dice),
  });
}

// Between the trays: the faces, and what went out.
function rim(view, told, layout, masters) {
  const lost = masters.filter(({ alike, isWaiting }) => alike && !isWaiting);
  const y = layout.rimMiddle;
  const why = ({ alike, seat }) => svg`<text class="md-why" x=${WIDTH - 6}
      y=${y + (seat === layout.near ? 13 : -12)}>${view.fill(view.words.all_alike, { face: alike })}</text>`;
  return svg`<g id="rim" class="md-rim" role="img" aria-label=${rimLabel(told, lost)}>
    <rect class="md-plank" x="1" y=${layout.rim} width=${WIDTH - 2} height=${RIM} rx="7"/>
    ${FACES.map((face) => svg`<text class="md-face" x=${column(face)} y=${y}>${face}</text>`)}
    <text class="md-face md-letter" x=${MASTER_COLUMN} y=${y}>${lost.length ? "" : "M"}</text>
    ${lost.map(why)}
  </g>`;
}

function rimLabel({ counted, details, fill, lang, names, words }, lost) {
  const faces = details.pairs.flat();
  const gone = [
    ...FACES.filter((face) => faces.includes(face)).map((face) =>
      counted(words.pairs, faces.filter((each) => each === face).length, { face }),
    ),
    ...lost.map(({ alike, seat }) => fill(words.lost_master, { name: names[seat], face: alike })),
  ];
  return fill(words.out_of_duel, { gone: clauses(gone, lang) || words.nothing });
}

// ---- Dice

// Whether the duel has just begun: its dice are ready in the middle of the trays.
const isOpening = (details) => !details.is_past && details.throw === 1;

// Dice not thrown yet, or picked up.
function hand(details, layout, seat) {
  const count = details.is_past ? 0 : details.in_hand[seat];
  return [0, 1, 2].map((held) => svg`<g id="md-held-${seat}-${held}"
      class="md-held md-s${seat} ${held < count ? "" : "md-off"}" aria-hidden="true"
      transform=${layout.hand(seat, held, isOpening(details))}>${notThrown(11)}</g>`);
}

// Dice that go out slide to the rim when all have fallen: until then they lie with the others.
function waitingIn({ before, details, rolling }) {
  return new Set(rolling.size ? goneSince(before.details, details) : []);
}

function classesOf(view, layout, each) {
  const { equals, isLatest, isMaster, isWaiting, manner, seat } = each;
  return classMap({
    "md-die": true,
    "md-master": isMaster,
    [`md-s${seat}`]: true,
    [`md-${isWaiting ? "left" : manner}`]: true,
    "md-latest": isLatest,
    "md-stacked": manner === "left" && equals?.left > 1,
    [seat === layout.near ? "md-near" : "md-far"]: true,
    "md-stays": isOffered(view, each) && !isThrowable(view, each),
    "md-picked": isPicked(view, each),
    rolling: view.rolling.has(each.key),
  });
}

// What a finger needs around a die. Of three equal ones it is the same which is hit.
function hit({ equals }) {
  const size = equals.left === 3 ? 80 : 68;
  return svg`<rect class="md-hit" x=${-size / 2} y=${-size / 2} width=${size} height=${size}/>`;
}

// A die, whatever lies on its face. Ordinary ones that cannot be picked up are read with their tray.
function piece(view, layout, each, { name, place, ring, face }) {
  const { id, isMaster, manner, picture, seat } = each;
  const isButton = isOffered(view, each);
  const isRead = isButton || (isMaster && manner !== "off");
  const picked = isPicked(view, each);
  const label = picked ? view.fill(view.words.picked, { die: name }) : name;
  return svg`<g id=${id} class=${classesOf(view, layout, each)} data-seat=${seat} data-face=${each.face ?? nothing}
      data-master=${isMaster ? (picture ?? "") : nothing} transform=${place} role=${isButton ? "button" : isRead ? "img" : nothing}
      tabindex=${isButton ? 0 : nothing} aria-pressed=${isButton ? picked : nothing}
      aria-disabled=${isButton && !isThrowable(view, each) ? "true" : nothing} aria-label=${isRead ? label : nothing}
      aria-hidden=${isRead ? nothing : "true"} @click=${() => tap(view, each)}>
    ${manner === "off" ? nothing : svg`<title>${name}</title>`}
    ${isButton && !isMaster ? hit(each) : nothing}<g class="md-lift">${ring}<g class="die-tumble">${face}</g></g></g>`;
}

function ordinary(view, layout, each) {
  return piece(view, layout, each, {
    name: view.fill(view.words.dice[each.seat], { face: each.face }),
    place: placeOf(layout, each),
    ring: svg`<rect class="md-ring" x="-34" y="-34" width="68" height="68" rx="17"/>`,
    face: die(each.seat, view.face(each.key, each.face)),
  });
}

function placeOf(layout, { seat, face, rank, manner, equals, isWaiting }) {
  const { outIn, left, earlier } = equals;
  if (manner === "off") return layout.hand(seat, 1, false);
  if (manner !== "out") return layout.die(seat, face, rank - outIn.length, left);
  if (!isWaiting) return layout.pair(seat, face, rank, outIn.length);
  return layout.die(seat, face, rank - earlier, outIn.length - earlier + left);
}

function pictured(view, layout, each) {
  return piece(view, layout, each, {
    name: masterLabel(view, each),
    place: masterPlace(view, layout, each),
    ring: svg`<rect class="md-ring" x="-35" y="-35" width="70" height="71" rx=${each.seat ? 11 : 25}/>`,
    face: masterFace(view, each),
  });
}

function masterFace(view, { key, manner, picture, seat }) {
  if (!picture) return manner === "hand" ? notThrown(seat ? 5 : 20) : nothing;
  const inTheAir = view.face(key, null);
  return master(seat, inTheAir === null ? picture : PICTURES[inTheAir % PICTURES.length]);
}

function masterPlace(view, layout, { isWaiting, manner, seat }) {
  if (manner === "left" || isWaiting) return layout.master(seat);
  if (manner === "out") return layout.lostMaster(seat);
  return layout.heldMaster(seat, isOpening(view.details));
}

function masterLabel({ fill, names, words }, { alike, picture, seat }) {
  const { name: shown, does } = words.pictures[picture] ?? {};
  const label = !picture ? words.master_held : alike ? words.master_gone : words.master;
  return fill(label, { name: names[seat], shown, does });
}
