/* Elements and downloads, for the scripts of all pages. */

/**
 * @param {string} selector
 * @param {any} [within]
 * @returns {any}
 */
export const find = (selector, within = document) => within.querySelector(selector);
/**
 * @param {string} selector
 * @param {any} [within]
 * @returns {any[]}
 */
export const findAll = (selector, within = document) => [...within.querySelectorAll(selector)];

/** Make an element with attributes and children; `click` is its click handler.
 *
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...any} children
 * @returns {any}
 */
export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** Make an SVG element with attributes and children.
 *
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...any} children
 * @returns {any}
 */
export function drawn(name, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

/**
 * @param {any} made
 * @param {Record<string, any>} attributes
 * @param {any[]} children
 * @returns {any}
 */
function filled(made, attributes, children) {
  Object.entries(attributes).forEach(([key, value]) => {
    if (key === "click") {
      made.addEventListener("click", value);
    } else if (value !== false && value !== null) {
      made.setAttribute(key, value === true ? "" : value);
    }
  });
  made.append(...children);
  return made;
}

/* Setters that leave equal values alone, because browsers lay out anew after every assignment. */

/**
 * @param {any} node
 * @param {string} text
 */
export function setText(node, text) {
  const only = node.firstChild;
  if (only && only === node.lastChild && only.nodeType === Node.TEXT_NODE) {
    if (only.data !== text) {
      only.data = text;
    }
  } else if (node.textContent !== text) {
    node.textContent = text;
  }
}

/**
 * @param {any} node
 * @param {boolean} isHidden
 */
export function setHidden(node, isHidden) {
  if (node.hidden !== isHidden) {
    node.hidden = isHidden;
  }
}

/** Set an attribute; null takes it away.
 *
 * @param {any} node
 * @param {string} name
 * @param {string | null} value
 */
export function setAttribute(node, name, value) {
  if (value === null) {
    node.removeAttribute(name);
  } else if (node.getAttribute(name) !== value) {
    node.setAttribute(name, value);
  }
}

/**
 * @param {any} node
 * @param {string} name
 * @param {boolean} isOn
 */
export function toggle(node, name, isOn) {
  if (node.classList.contains(name) !== isOn) {
    node.classList.toggle(name, isOn);
  }
}

/** Run a function after the next frame, when a layout delays nothing.
 *
 * @param {(...args: any[]) => any} act
 */
export const afterwards = (act) => requestAnimationFrame(() => setTimeout(act));

/**
 * @param {string} name
 * @param {any} text
 * @param {string} type
 */
export function download(name, text, type) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
