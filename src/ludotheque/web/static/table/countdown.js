// How much of a reaction window is left: a bar that gets shorter, and the seconds.

const TICK = 200; // milliseconds

let timer = null;

// `frame.received` is when the frame came; dice may have tumbled since.
export function countDown(root, { version, window: time, received }) {
  clearInterval(timer);
  const tick = () => {
    const left = time.left - (performance.now() - received) / 1000;
    const place = root.dataset.version === String(version) && root.querySelector("#countdown");
    if (!place) return clearInterval(timer);
    const [bar, seconds] = place.children;
    bar.max = time.seconds;
    bar.value = Math.max(0, left);
    seconds.textContent = `${Math.max(0, Math.ceil(left))} s`;
    if (left <= 0) clearInterval(timer);
    return null;
  };
  timer = setInterval(tick, TICK);
  tick();
}
