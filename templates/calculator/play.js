/* Taps on boxes and dice become entries. */

function tapBox(where, player) {
  const isOpen = !entriesOf(match, player).some((entry) => entry.box === where);
  if (!isOpen || !handIsFull()) {
    askEntry(where, player, choicesFor(game, turns, entriesOf(match, player), where));
    return;
  }
  const legal = legalFor(player), entry = legal[where];
  if (!entry) {
    const rows = Object.keys(legal).map(rowName);
    flash(say(words.not_here, { row: rowName(where), rows: listed(rows.length > 4 ? [...rows.slice(0, 4), "…"] : rows, "disjunction") }));
    showOffers();
    return;
  }
  const choices = entry.points.map((points) => ({ points, bonus: entry.bonus }));
  if (choices.length === 1 && player === nextPlayer(game, match)) {
    enter(where, player, choices[0], true);
  } else {
    askEntry(where, player, choices, true);
  }
}

/** Write something into a box, or empty it; `byDice` if that uses up the dice on the table. */
function enter(where, player, choice, byDice = false) {
  const before = entriesOf(match, player).find((entry) => entry.box === where);
  if (!hasPlayer(match, player) || (before && choice && before.points === choice.points && before.bonus === choice.bonus)) {
    return;
  }
  const dice = byDice ? { hand, firstRoll } : null;
  if (byDice) {
    clearHand();
  }
  change(withEntry(match, player, where, choice), dice);
  const total = totalsOf(game, entriesOf(match, player)).total, value = choice ? choiceText(choice) : words.open;
  const said = `${rowName(where)}, ${nameOf(player)}: ${value}. ${rowName("total")}: ${total === null ? 0 : total}.`;
  announce(isFinished(game, match) ? `${said} ${outcome()}` : said);
}

/** Offer what the box can hold now. */
function askEntry(where, player, choices, byDice = false) {
  const dialog = find("#entry"), entries = entriesOf(match, player);
  const full = entries.find((entry) => entry.box === where);
  find("h2", dialog).replaceChildren(rowName(where), " · ", element("bdi", {}, nameOf(player)));
  const rule = find(".hint", find(`[data-key="${where} 0"]`).closest("tr"));
  find(".rule", dialog).textContent = rule ? rule.textContent : "";
  find(".values", dialog).replaceChildren(...choices.map((choice) => element("button", {
    type: "button", class: choice.bonus ? "value yacht" : "value", "aria-pressed": full && choiceText(full) === choiceText(choice) ? "true" : null,
    click: () => { dialog.close(); enter(where, player, choice, byDice); },
  }, choiceText(choice))));
  find(".bonus", dialog).hidden = !choices.some((choice) => choice.bonus);
  const isLast = full && entries[entries.length - 1] === full;
  find(".none", dialog).textContent = full ? words.depends : words.not_now;
  find(".none", dialog).hidden = full ? isLast : choices.length > 0;
  const empty = find(".empty", dialog);
  empty.hidden = !full || !canEmpty(game, turns, entries, where);
  empty.onclick = () => { dialog.close(); enter(where, player, null); };
  dialog.showModal();
}

/* Dice */

const handIsFull = () => hand.length === turns.dice;
const legalFor = (player) => legalEntries(game, turns, cardFrom(entriesOf(match, player)), rollOf(hand), firstRoll);

function showHand(turn) {
  const slots = find("#hand");
  while (slots.children.length < turns.dice) {
    slots.append(element("button", { type: "button", class: "slot", click: (event) => dropDie([...slots.children].indexOf(event.currentTarget)) }));
  }
  [...slots.children].forEach((slot, place) => {
    const face = hand[place];
    const label = face === undefined ? words.no_die : say(words.drop, { face });
    if (slot.getAttribute("aria-label") !== label) {
      slot.replaceChildren(face === undefined ? die(0, "blank") : die(face, "solid"));
      slot.setAttribute("aria-label", label);
    }
    setIdle(slot, face === undefined);
  });
  findAll("#faces button").forEach((button) => setIdle(button, handIsFull() || !turn));
  setIdle(find("#drop"), !hand.length);
  if (find("#first")) {
    find("#first").checked = firstRoll;
  }
  setText(find("#dice-head"), turn ? isolated(turn) : words.dice);
  setText(find("#hint"), handIsFull() ? words.tap_box : words.tap_dice);
}

function setHand(dice) {
  const offered = handIsFull();
  hand = dice;
  if (offered || handIsFull()) {
    render();
  } else {
    showHand(nextPlayer(game, match));
  }
}

function clearHand() {
  hand = [];
  firstRoll = false;
}

function addDie(face, byKey) {
  if (handIsFull() || !nextPlayer(game, match)) {
    return;
  }
  setHand([...hand, face]);
  announce(handIsFull() ? `${hand.join(" ")}. ${words.tap_box}` : hand.join(" "));
  showOffers();
  if (byKey && handIsFull()) {
    const first = find("button.offer");
    if (first) {
      first.focus();
    }
  }
}

function dropDie(place) {
  if (place < hand.length) {
    setHand(hand.filter((_, at) => at !== place));
  }
}

/** Bring a box that the dice can go to into sight, if none is. */
function showOffers() {
  const offers = findAll("button.offer"), dice = find("#dice").getBoundingClientRect();
  const floor = dice.left > 0 ? innerHeight : dice.top; // beside the table, or below it
  const sheet = find(".scroll").getBoundingClientRect(), names = find("#heads").cells[0].getBoundingClientRect();
  const isSeen = (button) => {
    const box = button.getBoundingClientRect();
    const isAcross = box.left >= names.right - 1 && box.right <= sheet.right + 1;
    return names.top >= -1 && isAcross && box.top >= names.bottom && box.bottom <= Math.min(floor, innerHeight, sheet.bottom);
  };
  if (offers.length && !offers.some(isSeen)) {
    reveal(offers[0].closest("td"));
  }
}
