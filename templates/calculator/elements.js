/* Elements, texts and files: what the scripts of all pages do with their document. */

const find = (selector, within = document) => within.querySelector(selector);
const findAll = (selector, within = document) => [...within.querySelectorAll(selector)];

/** An element with its attributes and what is in it; `click` is what a click does. */
function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** The same, of a drawing. */
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

/* What stays as it is is not touched, for the browser lays out anew whatever is. */

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

/** Do what nobody waits for once the page is seen; what lays it out anew for itself costs nothing then. */
const afterwards = (act) => requestAnimationFrame(() => setTimeout(act));

/** A text with its places filled; one that ends with a mark of its own, such as Yacht!, gets no full stop after it. */
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
