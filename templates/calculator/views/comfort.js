/* Comfort: the screen stays on while a game runs; sounds and vibration for those who switch them on. */

import { canStayOn, lockScreen } from "../parts/awake.js";
import { element, setText } from "../parts/elements.js";
import { menuEntries } from "../parts/menu.js";
import { openSheet } from "../parts/sheets.js";
import { isFinished } from "../rules/match.js";
import { game } from "../state/data.js";
import { listen, notify } from "../state/events.js";
import { page, view } from "../state/page.js";
import { setSetting, setting } from "../state/storage.js";
import { pgettext } from "../state/texts.js";

const comfortState = {
  wakeLock: /** @type {ScreenLock | null} */ (null),
  isAsking: false, // the browser was asked for a wake lock and has not answered
  sleepTimer: 0,
  audio: /** @type {AudioContext | null} */ (null),
};

menuEntries.push({
  order: 90,
  icon: "sound",
  text: pgettext("page", "Sound and vibration"),
  note: comfortNote,
  act: showComfort,
  everywhere: true,
});

const canVibrate = typeof navigator.vibrate === "function";
const isOn = {
  sound: () => setting("sound") === true,
  vibration: () => setting("vibration") === true,
  turn: () => setting("vibrates at turn") === true,
  awake: () => setting("awake") !== false,
};

/** Return the kinds that are on, in words. */
function comfortNote() {
  const on = [
    [isOn.sound(), pgettext("page", "sound")],
    [canVibrate && isOn.vibration(), pgettext("page", "vibration")],
    [canVibrate && view.table && isOn.turn(), pgettext("page", "vibration at my turn")],
  ]
    .filter(([is]) => is)
    .map(([, text]) => text);
  return on.length ? on.join(", ") : pgettext("page", "off");
}

function showComfort() {
  /** @type {[name: Comfort, text: string][]} */
  const kinds = [
    ["sound", pgettext("page", "sound")],
    ["vibration", pgettext("page", "vibration")],
    ["turn", pgettext("page", "vibration at my turn")],
    ["awake", pgettext("page", "screen stays on")],
  ];
  const here = { sound: true, vibration: canVibrate, turn: canVibrate && view.table !== null, awake: canStayOn };
  const rows = kinds
    .filter(([name]) => here[name])
    .map(([name, text]) => {
      const state = element("em", {});
      const button = element(
        "button",
        {
          type: "button",
          role: "switch",
          "aria-label": text,
          click: () => {
            setSetting(name === "turn" ? "vibrates at turn" : name, !isOn[name]());
            show();
            tryOut(name);
          },
        },
        element("span", {}, text),
        state
      );
      const show = () => {
        setText(state, isOn[name]() ? pgettext("page", "on") : pgettext("page", "off"));
        button.setAttribute("aria-checked", isOn[name]() ? "true" : "false");
      };
      show();
      return element("li", {}, button);
    });
  openSheet({
    title: pgettext("page", "Sound and vibration"),
    kind: "sheet",
    body: [element("ul", { class: "menu switches" }, ...rows)],
  });
}

/** @param {Comfort} name */
function tryOut(name) {
  if (name === "awake") {
    stayOn();
  } else if (name === "turn") {
    vibrateAtTurn();
  } else if (isOn[name]()) {
    sound("written");
  }
}

/* The screen */

const PATIENCE = 15 * 60000; // a game that nobody plays any more is no reason to keep a screen on

/** Keep the screen on, or stop doing so, as the game and the setting require. */
async function stayOn() {
  const wanted =
    canStayOn &&
    (isOn.awake() || document.querySelector("dialog.square")) &&
    page.match.entries.length > 0 &&
    !isFinished(game, page.match) &&
    document.visibilityState === "visible";
  clearTimeout(comfortState.sleepTimer);
  if (!canStayOn) {
    notify("sleepy");
  }
  if (!wanted) {
    letGo();
    return;
  }
  comfortState.sleepTimer = setTimeout(letGo, PATIENCE);
  if (!comfortState.wakeLock && !comfortState.isAsking) {
    comfortState.isAsking = true;
    try {
      const lock = await lockScreen();
      lock.addEventListener("release", () => {
        comfortState.wakeLock = null;
      });
      comfortState.wakeLock = lock;
    } catch {
      // a battery that is low, say: the screen goes off as it always does
      comfortState.wakeLock = null;
    }
    comfortState.isAsking = false;
  }
}

function letGo() {
  if (comfortState.wakeLock) {
    comfortState.wakeLock.release();
  }
}

listen("changed", stayOn);
listen("square", stayOn);
document.addEventListener("visibilitychange", stayOn);

/* Sounds, made as they are needed: [when, how high in Hz, how long in s], or noise for dice. */

const SOUNDS = {
  written: [
    [0, 660, 0.07],
    [0.06, 880, 0.09],
  ],
  rolled: [0, 0.07, 0.13, 0.22, 0.3].map((at) => [at, 0, 0.04]),
  finished: [
    [0, 523, 0.14],
    [0.13, 659, 0.14],
    [0.26, 784, 0.32],
  ],
};
const PULSES = { written: [15], rolled: [12, 40, 12, 50, 12], finished: [40, 60, 40, 60, 120], turn: [120, 80, 120] };

/** @param {keyof typeof SOUNDS} name */
function sound(name) {
  if (canVibrate && isOn.vibration()) {
    navigator.vibrate(PULSES[name]);
  }
  if (isOn.sound() && window.AudioContext) {
    const audio = comfortState.audio || new AudioContext();
    comfortState.audio = audio;
    audio.resume();
    SOUNDS[name].forEach(([at, high, long]) => {
      (high ? tone : knock)(audio, audio.currentTime + at, long, high);
    });
  }
}

/** Tell at a table that it is the turn of this phone's player, if somebody asked for that. */
function vibrateAtTurn() {
  if (canVibrate && isOn.turn()) {
    navigator.vibrate(PULSES.turn);
  }
}

/** Return a node that starts at a volume and fades out.
 *
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} long
 * @param {number} loud
 */
function fading(audio, at, long, loud) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + long);
  gain.connect(audio.destination);
  return gain;
}

/**
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} long
 * @param {number} high
 */
function tone(audio, at, long, high) {
  const source = audio.createOscillator();
  source.type = "triangle";
  source.frequency.value = high;
  source.connect(fading(audio, at, long, 0.25));
  source.start(at);
  source.stop(at + long);
}

/** Play the sound of a die on a table: a short noise.
 *
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} long
 */
function knock(audio, at, long) {
  const source = audio.createBufferSource();
  const buffer = audio.createBuffer(1, Math.ceil(long * audio.sampleRate), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  samples.forEach((_, place) => {
    samples[place] = 2 * Math.random() - 1;
  });
  source.buffer = buffer;
  source.connect(fading(audio, at, long, 0.2));
  source.start(at);
}

listen("written", () => sound("written"));
listen("rolled", () => sound("rolled"));
listen("finished", () => sound("finished"));
listen("my turn", vibrateAtTurn);
