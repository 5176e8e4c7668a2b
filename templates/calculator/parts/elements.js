/* Elements and downloads, for the scripts of all pages. */

/** Check that a node is there and of a kind, and return it.
 *
 * @template {Element} Kind
 * @param {Node | null} node
 * @param {{ new (): Kind }} kind
 * @param {string} selector
 */
function ofKind(node, kind, selector) {
  if (node instanceof kind) {
    return node;
  }
  throw new TypeError(`${selector}: ${node} is no ${kind.name}`);
}

/** Return the first HTML element that a selector matches; it must be there.
 *
 * @param {string} selector
 * @param {ParentNode} [within]
 */
export const find = (selector, within = document) => findOf(HTMLElement, selector, within);
/** Return all HTML elements that a selector matches.
 *
 * @param {string} selector
 * @param {ParentNode} [within]
 */
export const findAll = (selector, within = document) => findAllOf(HTMLElement, selector, within);
/** Return the first element that a selector matches, which must be there and of a kind.
 *
 * @template {Element} Kind
 * @param {{ new (): Kind }} kind
 * @param {string} selector
 * @param {ParentNode} [within]
 */
export const findOf = (kind, selector, within = document) => ofKind(within.querySelector(selector), kind, selector);
/** Return all elements that a selector matches, which must be of a kind.
 *
 * @template {Element} Kind
 * @param {{ new (): Kind }} kind
 * @param {string} selector
 * @param {ParentNode} [within]
 */
export const findAllOf = (kind, selector, within = document) =>
  [...within.querySelectorAll(selector)].map((node) => ofKind(node, kind, selector));

/** Return the nearest HTML element around a node, or the node, that a selector matches; it must be there.
 *
 * @param {Element} node
 * @param {string} selector
 */
export const closest = (node, selector) => ofKind(node.closest(selector), HTMLElement, selector);

/** Return the element with the focus; the body if there is none. */
export const focused = () => (document.activeElement instanceof HTMLElement ? document.activeElement : document.body);

/** Make an element with attributes and children; `click` is its click handler.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...Content} children
 */
export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** Make an SVG element with attributes and children.
 *
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...Content} children
 */
export function drawn(name, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

/** Fill an element that was made. An attribute that is false or null is left out.
 *
 * @template {Element} Kind
 * @param {Kind} made
 * @param {Attributes} attributes
 * @param {Content[]} children
 */
function filled(made, attributes, children) {
  Object.entries(attributes).forEach(([key, value]) => {
    if (typeof value === "function") {
      made.addEventListener(key, value);
    } else if (value !== false && value !== null) {
      made.setAttribute(key, value === true ? "" : String(value));
    }
  });
  made.append(...children);
  return made;
}

/** Return what draws on a canvas. Every browser has it.
 *
 * @param {HTMLCanvasElement} canvas
 */
export const penOf = (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));

/* Setters that leave equal values alone, because browsers lay out anew after every assignment. */

/**
 * @param {Node} node
 * @param {string} text
 */
export function setText(node, text) {
  const only = node.firstChild;
  if (only instanceof Text && only === node.lastChild) {
    if (only.data !== text) {
      only.data = text;
    }
  } else if (node.textContent !== text) {
    node.textContent = text;
  }
}

/**
 * @param {HTMLElement} node
 * @param {boolean} isHidden
 */
export function setHidden(node, isHidden) {
  if (node.hidden !== isHidden) {
    node.hidden = isHidden;
  }
}

/** Set an attribute; null takes it away.
 *
 * @param {Element} node
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
 * @param {Element} node
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
 * @param {() => unknown} act
 */
export const afterwards = (act) => requestAnimationFrame(() => setTimeout(act));

/**
 * @param {string} name
 * @param {string | File} text
 * @param {string} type
 */
export function download(name, text, type) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
