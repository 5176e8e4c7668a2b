/* Elements, texts and downloads, for the scripts of all pages. */

const find = (selector, within = document) => within.querySelector(selector);
const findAll = (selector, within = document) => [...within.querySelectorAll(selector)];

/** Make an element with attributes and children; `click` is its click handler. */
function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** Make an SVG element with attributes and children. */
function drawn(name, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

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

function setText(node, text) {
  const only = node.firstChild;
  if (only && only === node.lastChild && only.nodeType === Node.TEXT_NODE) {
    if (only.data !== text) {
      only.data = text;
    }
  } else if (node.textContent !== text) {
    node.textContent = text;
  }
}

function setHidden(node, isHidden) {
  if (node.hidden !== isHidden) {
    node.hidden = isHidden;
  }
}

/** Set an attribute; null takes it away. */
function setAttribute(node, name, value) {
  if (value === null) {
    node.removeAttribute(name);
  } else if (node.getAttribute(name) !== value) {
    node.setAttribute(name, value);
  }
}

function toggle(node, name, isOn) {
  if (node.classList.contains(name) !== isOn) {
    node.classList.toggle(name, isOn);
  }
}

/** Run a function after the next frame, when a layout delays nothing. */
const afterwards = (act) => requestAnimationFrame(() => setTimeout(act));

/** Fill the places of a text. A value that ends with a mark, such as Yacht!, gets no full stop after it. */
const say = (text, places = {}) =>
  text
    .replace(/%\((\w+)\)s/g, (place, name) => (name in places ? places[name] : place))
    .replace(/([!?\u2026])\./g, "$1");

function download(name, text, type) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
