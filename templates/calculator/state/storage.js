/* Storage. Without localStorage the data stays in the history of the window, so that a reload keeps it. */

import { has } from "../rules/engine.js";

/**
 * @param {string} key
 * @returns {any}
 */
export function read(key) {
  const text = storedText(key);
  try {
    return text === null ? inWindow(key) : JSON.parse(text);
  } catch {
    return inWindow(key);
  }
}

/** Return the text that is stored under a key; null if there is none.
 *
 * @param {string} key
 */
export function storedText(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Data that the window keeps, in each entry of its history. */
export const inside = { ...(history.state && typeof history.state === "object" ? history.state : {}) };
delete inside.sheets; // which belongs to one entry
/** @param {string} key */
const inWindow = (key) => (has(inside, key) ? inside[key] : null);

/** Check whether there is room for another game. */
export function hasStorage() {
  try {
    localStorage.setItem("sheetgen room", "0".repeat(10000));
    localStorage.removeItem("sheetgen room");
    return !Object.keys(inside).length;
  } catch {
    return false;
  }
}

/** Store data, and return whether it is stored for good.
 *
 * @param {string} key
 * @param {any} data
 */
export function write(key, data) {
  try {
    localStorage.setItem(key, JSON.stringify(data));
    delete inside[key];
    return true;
  } catch {
    keepInWindow(key, data);
    return false;
  }
}

/**
 * @param {string} key
 * @param {any} data
 */
function keepInWindow(key, data) {
  try {
    localStorage.removeItem(key); // what is older is not to come before it
  } catch {
    /* there is nothing to forget */
  }
  try {
    inside[key] = data;
    history.replaceState({ ...history.state, ...inside }, "");
  } catch {
    /* the page plays on without */
  }
}

/** @param {string} key */
export function forgetKey(key) {
  localStorage.removeItem(key);
  delete inside[key];
}

export function storageKeys() {
  try {
    return [...Object.keys(localStorage), ...Object.keys(inside)];
  } catch {
    return Object.keys(inside);
  }
}

/** Return a setting that all pages share, such as the theme.
 *
 * @param {string} name
 * @returns {any}
 */
export const setting = (name) => {
  const settings = read("sheetgen settings");
  return settings && has(settings, name) ? settings[name] : undefined;
};

/**
 * @param {string} name
 * @param {any} value
 */
export function setSetting(name, value) {
  const settings = read("sheetgen settings");
  write("sheetgen settings", {
    ...(settings && typeof settings === "object" && !Array.isArray(settings) ? settings : {}),
    [name]: value,
  });
}
