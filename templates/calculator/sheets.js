/* What comes up from below, and takes the focus with it: sheets, whole screens and questions. */

const glyph = (name) => drawn("svg", { class: "glyph", "aria-hidden": "true" }, drawn("use", { href: `#g-${name}` }));

/** Where a die is drawn: a symbol by its letters, pips by their number. */
const symbolOf = (face) => (typeof face === "string" ? `#face-${face}` : `#die${face}`);

/** What is drawn and said of a face of this game. */
const shownFace = (face) => (DATA.faces && face ? DATA.faces[face - 1].symbol || face : face);
const faceName = (face) => (DATA.faces && face ? DATA.faces[face - 1].name : String(face));

/** A die: solid if it counts, open if it does not, blank if it may show anything. */
const die = (face, kind) => drawn("svg", { class: `die ${kind}`, viewBox: "0 0 100 100", "aria-hidden": "true" }, drawn("use", { href: symbolOf(face) }));

/** The number of a player, as dice: seven is a six and a one. */
function seatDice(place, kind) {
  const faces = DATA.numbers[place];
  return element("span", { class: "faces", "aria-hidden": "true" }, ...(faces ? faces.map((face) => die(face, kind)) : [String(place + 1)]));
}

/** A button with a sign and a word, or with a sign alone and a name for it. */
const button = (text, act, { icon, name, ...more } = {}) =>
  element("button", { type: "button", "aria-label": name || null, click: act, ...more }, ...(icon ? [glyph(icon)] : []), ...(text ? [text] : []));

/** A text with nodes in its places; what is empty is left out. */
function phrase(text, nodes) {
  return text.split(/(%\(\w+\)s)/).filter(Boolean).map((part) => {
    const name = (/^%\((\w+)\)s$/.exec(part) || [])[1];
    return name && name in nodes ? nodes[name] : part;
  });
}

/** What is seen of a button, and what a screen reader says in its place. */
const seen = (name, attributes, ...children) => element(name, { ...attributes, "aria-hidden": "true" }, ...children);
const heard = (text = "") => element("span", { class: "heard" }, text);

/** The name of a player in bold; `short` if it has little room. */
const nameNode = (player, short) => element("b", {}, element("bdi", {}, short ? shortened(nameOf(player), "700 15px", 130) : nameOf(player)));

let sheetNumber = 0;

/** Open a sheet, or with `kind` full a whole screen: {title, icon, sub, body, role, onClose}. The dialog keeps the focus, and gives it back. */
function openSheet({ title, kind = "sheet", icon = null, sub = [], body, role = null, onClose = null }) {
  sheetNumber += 1;
  const name = `sheet-${sheetNumber}`, shut = () => dialog.close();
  const close = button("", shut, { icon: kind.startsWith("full") ? "back" : "close", name: words.close, class: "tile close" });
  const head = element("div", { class: "titled" }, ...(icon ? [icon] : []),
    element("div", {}, element("h2", { id: name }, ...[].concat(title)), ...(sub.length ? [element("p", { class: "who" }, ...sub)] : [])), close);
  const dialog = element("dialog", { class: kind, "aria-labelledby": name, role }, head, ...body);
  document.body.append(dialog);
  dialog.addEventListener("click", (event) => { if (event.target === dialog) { shut(); } });
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (onClose) {
      onClose();
    }
  });
  dialog.showModal();
  return dialog;
}

/** Close all sheets, or one. */
function closeSheet(dialog) {
  (dialog ? [dialog] : findAll("dialog[open]").reverse()).forEach((each) => each.close());
}

const actions = (...buttons) => element("div", { class: "actions" }, ...buttons);

/** A question; no second one follows it. */
function ask(question, yes, act) {
  const dialog = openSheet({
    title: question, kind: "sheet question", role: "alertdialog", body: [actions(
      button(yes, () => { dialog.close(); act(); }, { class: "yes" }),
      button(words.cancel, () => dialog.close(), { class: "main", autofocus: true }),
    )],
  });
  return dialog;
}
