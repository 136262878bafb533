// The sound of dice, synthesised; off until the player switches it on.

const button = document.getElementById("sound");
let on = localStorage.getItem("sound") === "on";
let audio = null;

function show() {
  button?.setAttribute("aria-pressed", String(on));
}

button?.addEventListener("click", () => {
  on = !on;
  localStorage.setItem("sound", on ? "on" : "off");
  show();
  rattle();
});
show();

function knock(at, strength) {
  const length = Math.floor(audio.sampleRate * 0.03);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i += 1) {
    samples[i] = (Math.random() * 2 - 1) * Math.exp(-i / (length / 6));
  }
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  filter.type = "bandpass";
  filter.frequency.value = 1800 + Math.random() * 1200;
  gain.gain.value = strength;
  source.buffer = buffer;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(audio.currentTime + at);
}

export function rattle() {
  if (!on) return;
  audio ??= new AudioContext();
  for (const [at, strength] of [[0, 0.5], [0.08, 0.7], [0.15, 0.4], [0.24, 0.5], [0.36, 0.25]]) {
    knock(at + Math.random() * 0.03, strength);
  }
}
