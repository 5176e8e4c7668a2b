/* A screen that stays on while a game runs, and, for who asks for them, sounds and vibration. */

menuEntries.push({ order: 90, icon: "sound", text: words.comfort, note: comfortNote, act: showComfort, everywhere: true });

const canVibrate = typeof navigator.vibrate === "function", canStayOn = "wakeLock" in navigator;
const isOn = { sound: () => setting("sound") === true, vibration: () => setting("vibration") === true, awake: () => setting("awake") !== false };

/** Which of them are on, in words. */
function comfortNote() {
  const on = [[isOn.sound(), words.sound], [canVibrate && isOn.vibration(), words.vibration]].filter(([is]) => is).map(([, text]) => text);
  return on.length ? on.join(", ") : words.off;
}

function showComfort() {
  const kinds = [["sound", words.sound], ...(canVibrate ? [["vibration", words.vibration]] : []), ...(canStayOn ? [["awake", words.awake]] : [])];
  const rows = kinds.map(([name, text]) => {
    const state = element("em", {}), button = element("button", { type: "button", role: "switch", "aria-label": text, click: () => { setSetting(name, !isOn[name]()); show(); tryOut(name); } }, element("span", {}, text), state);
    const show = () => { setText(state, isOn[name]() ? words.on : words.off); button.setAttribute("aria-checked", isOn[name]() ? "true" : "false"); };
    show();
    return element("li", {}, button);
  });
  openSheet({ title: words.comfort, kind: "sheet", body: [element("ul", { class: "menu switches" }, ...rows)] });
}

function tryOut(name) {
  if (name === "awake") {
    stayOn();
  } else if (isOn[name]()) {
    play("written");
  }
}

/* The screen */

const PATIENCE = 15 * 60000; // a game that nobody plays any more is no reason to keep a screen on
let lock = null, isAsking = false, sleepTimer = 0;

/** Hold the screen on, or let it go, as the game and the setting have it. */
async function stayOn() {
  const wanted = canStayOn && isOn.awake() && match.entries.length > 0 && !isFinished(game, match) && document.visibilityState === "visible";
  clearTimeout(sleepTimer);
  if (!wanted) {
    letGo();
    return;
  }
  sleepTimer = setTimeout(letGo, PATIENCE);
  if (!lock && !isAsking) {
    isAsking = true;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; });
    } catch (error) { // a battery that is low, say: the screen goes off as it always does
      lock = null;
    }
    isAsking = false;
  }
}

function letGo() {
  if (lock) {
    lock.release();
  }
}

listen("changed", stayOn);
document.addEventListener("visibilitychange", stayOn);

/* Sounds, made as they are needed: [when, how high in Hz, how long in s], or noise for dice. */

const SOUNDS = { written: [[0, 660, 0.07], [0.06, 880, 0.09]], rolled: [0, 0.07, 0.13, 0.22, 0.3].map((at) => [at, 0, 0.04]), finished: [[0, 523, 0.14], [0.13, 659, 0.14], [0.26, 784, 0.32]] };
const PULSES = { written: [15], rolled: [12, 40, 12, 50, 12], finished: [40, 60, 40, 60, 120] };
let sounds = null;

function play(name) {
  if (canVibrate && isOn.vibration()) {
    navigator.vibrate(PULSES[name]);
  }
  if (isOn.sound() && window.AudioContext) {
    sounds = sounds || new AudioContext();
    sounds.resume();
    SOUNDS[name].forEach(([at, high, long]) => (high ? tone : knock)(sounds.currentTime + at, long, high));
  }
}

/** How loud a sound is over its time: at once, and fading. */
function fading(at, long, loud) {
  const gain = sounds.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + long);
  gain.connect(sounds.destination);
  return gain;
}

function tone(at, long, high) {
  const source = sounds.createOscillator();
  source.type = "triangle";
  source.frequency.value = high;
  source.connect(fading(at, long, 0.25));
  source.start(at);
  source.stop(at + long);
}

/** A die on a table: a little noise. */
function knock(at, long) {
  const source = sounds.createBufferSource(), buffer = sounds.createBuffer(1, Math.ceil(long * sounds.sampleRate), sounds.sampleRate), samples = buffer.getChannelData(0);
  samples.forEach((_, place) => { samples[place] = 2 * Math.random() - 1; });
  source.buffer = buffer;
  source.connect(fading(at, long, 0.2));
  source.start(at);
}

Object.keys(SOUNDS).forEach((name) => listen(name, () => play(name)));
