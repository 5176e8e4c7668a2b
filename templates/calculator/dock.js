/* The dock: what is to be done, the dice, and keys, offers or the roll button below them; rolls that the page makes. */

let chosen = ""; // the box of the offer that has the focus; empty for the best
let rollTimers = [];

const handIsFull = () => turn.dice.length === turns.dice;
const rollsLeft = () => (turn.throws.length ? DATA.rolls - turn.throws.length : 0);

/** What is to be done: over, empty, tapping, rolled (and to be rolled again), or offers. */
function phaseOf(turnOf) {
  return !turnOf ? "over" : rollsLeft() > 0 ? "rolled" : handIsFull() ? "offers" : turn.dice.length ? "tapping" : "empty";
}

function showDock(turnOf) {
  const phase = phaseOf(turnOf), root = document.documentElement, place = document.activeElement && document.activeElement.closest("#keys, #offers"); // which may be gone below
  setAttribute(root, "data-phase", phase);
  setAttribute(root, "data-rolls", rolling ? "yes" : "no");
  showSpeech(turnOf, phase);
  showOffers(phase);
  showDice(phase);
  setIdle(find("#undo"), !past.length);
  const roll = find("#roll"), again = phase === "rolled", open = turn.kept.filter((kept) => !kept).length;
  setText(roll.firstChild, again ? say(words.roll_more, { n: open }) : words.roll);
  setText(roll.lastChild, again ? say(words.roll_of, { n: turn.throws.length + 1, most: DATA.rolls }) : "");
  const isHeld = gameColumns && turnOf && mustName(turnOf);
  setIdle(roll, isHeld || (again ? !open : phase !== "empty"));
  roll.classList.toggle("main", !isHeld && (again ? open > 0 : rolling && phase === "empty"));
  findAll("#faces button").forEach((key) => setIdle(key, phase !== "empty" && phase !== "tapping"));
  setHidden(find("#result"), phase !== "over");
  if (place) {
    afterwards(keepFocus);
  }
}

/** When what had the focus has gone, or is done with, the focus is where one goes on. */
function keepFocus() {
  const { phase } = document.documentElement.dataset, now = document.activeElement || document.body, isDone = phase === "offers" && now.closest("#keys");
  const next = { offers: "#offers .offer", rolled: "#roll", empty: rolling ? "#roll" : "#faces button" }[phase];
  if (next && find(next) && (isDone || now === document.body || !now.offsetParent)) {
    find(next).focus({ preventScroll: true });
  }
}

/* What is said: one line for the eyes, and whole sentences for a screen reader. */

function showSpeech(turnOf, phase) {
  const [line, aside] = find("#speech").children, many = isPlaying(match).length > 1;
  const [text, second] = speechOf(turnOf, phase, many), what = lastSaid ? lastSaid.text : "";
  fillPhrase(line, text, text === words.wrote ? lastSaid.player : turnOf, what);
  fillPhrase(aside, second, turnOf && second === words.then ? afterThis(turnOf) : turnOf, what);
}

/** Let a line say a text with the name of a player and what was written in it. */
function fillPhrase(line, text, player, what) {
  const state = JSON.stringify([text, player && nameOf(player), what]);
  if (!text.includes("%(")) {
    setText(line, text);
  } else if (line.dataset.shown !== state) {
    line.replaceChildren(...phrase(text, { player: player ? nameNode(player, true) : "", what }));
  }
  line.dataset.shown = state;
}

let lastSaid = null; // what was written last, and by whom

/** The line of speech, and what stands at its end. */
function speechOf(turnOf, phase, many) {
  const zeros = found ? found.list.filter((offer) => !offer.value).length : 0;
  const noughts = found && zeros === found.list.length ? words.all_zero : zeros ? counted(zeros, words.zeros) : many && turnOf && afterThis(turnOf) ? words.then : "";
  switch (phase) {
    case "over": return [outcome(), ""];
    case "rolled": return [many ? words.keep : words.keep_alone, turn.named ? namedText() : say(words.after_roll, { n: turn.throws.length, most: DATA.rolls })];
    case "offers": return found ? [found.best.wins ? words.wins_now : many ? words.choose : words.choose_alone, turn.named ? namedText() : noughts] : [turns.announced ? words.name_first : words.not_now, ""];
    case "tapping": return [many ? words.tap : words.tap_alone, turn.named ? namedText() : counted(turns.dice - turn.dice.length, words.dice_left)];
    default:
      if (turn.named) {
        return [many ? words.rolls_now : words.tap_alone, namedText()];
      }
      if (!match.entries.length) {
        return [many ? words.starts : words.tap_alone, say(words.turns_rolls, { turns: game.boxes.length, rolls: DATA.rolls })];
      }
      return lastSaid ? [words.wrote, many ? words.rolls_now : ""] : [many ? words.rolls_now : words.tap_alone, ""];
  }
}

const namedText = () => say(words.named_now, { row: rowTitle(turn.named) });

/** Who is at turn after this one; null for nobody else. */
function afterThis(player) {
  const order = inTurn(match).filter((each) => !each.left && !isFull(game, match, each)), at = order.findIndex((each) => each.id === player.id);
  const after = order[(at + 1) % order.length];
  return after && after.id !== player.id ? after : null;
}

/** Points in a box with what they bring, as in a sentence. */
function entryWords(where, points, brings) {
  return brings > 0 ? say(words.with_bonus, { row: categoryName(where), points, brings }) : `${categoryName(where)} ${points}`;
}

/** What the dice are worth, for a screen reader. */
function offersText() {
  if (!found) {
    return diceText();
  }
  const zeros = found.list.filter((offer) => !offer.value).length, { best: offer } = found;
  const first = offer.value ? say(words.best_is, { what: entryWords(offer.box, offer.points, offer.brings) }) : words.all_zero;
  return `${diceText()}. ${first}.${zeros && offer.value ? ` ${counted(zeros, words.zeros)}.` : ""}`.replace("..", ".");
}

/* Dice */

function showDice(phase) {
  rollTimers.forEach(clearTimeout);
  const hand = find("#dice"), counts = found && phase === "offers" ? countingDice(turns, found.by.get(chosen) || found.best, turn.dice, momentIn(turns, turn)) : [];
  while (hand.children.length < turns.dice) {
    hand.append(element("button", { type: "button", class: "slot", click: (event) => tapDie([...hand.children].indexOf(event.currentTarget)) }, die(0, "blank")));
  }
  [...hand.children].forEach((slot, place) => {
    const face = turn.dice[place], kept = phase === "rolled" && turn.kept[place], counting = phase === "rolled" ? kept : counts[place];
    const kind = face === undefined ? "blank" : counting ? "solid" : "open", drawing = slot.firstChild, stays = phase === "rolled" && hasToStay(turns, turn, place);
    setAttribute(drawing, "class", `die ${kind}${face && phase === "tapping" ? " lands" : ""}`);
    turnTo(drawing, shownFace(face || 0));
    const label = face === undefined ? words.no_die : phase === "rolled" ? say(stays ? words.die_stays : kept ? words.die_kept : words.die_open, { face: faceName(face) }) : counting ? say(words.die_counts, { face: faceName(face) }) : faceName(face);
    setAttribute(slot, "aria-label", label);
    setAttribute(slot, "aria-pressed", phase === "rolled" ? String(kept) : null);
    setIdle(slot, face === undefined || stays || (turn.throws.length > 0 && phase !== "rolled"));
  });
}

const diceText = () => turn.dice.map(faceName).join(" ");

/** A tap on a face: one die more, and the page does not roll any longer. */
function addDie(face) {
  if (handIsFull() || turn.throws.length || !nextPlayer(game, match)) {
    return;
  }
  rolling = false;
  change(match, { ...turn, dice: [...turn.dice, face] }, true);
  announce(handIsFull() ? offersText() : diceText());
  afterwards(showBest);
}

/** A tap on a die: keep or free one that was rolled, unless it stays; take back one that was tapped. */
function tapDie(place) {
  if (place >= turn.dice.length) {
    return;
  }
  if (!turn.throws.length) {
    change(match, { ...turn, dice: turn.dice.filter((_, at) => at !== place) }, true);
  } else if (rollsLeft() > 0 && hasToStay(turns, turn, place)) {
    flash(say(words.die_stays, { face: faceName(turn.dice[place]) }));
  } else if (rollsLeft() > 0) {
    amend({ ...turn, kept: turn.kept.map((kept, at) => (at === place ? !kept : kept)) });
    announce(find("#dice").children[place].getAttribute("aria-label"));
  }
}

const dropDie = () => { if (!turn.throws.length) { tapDie(turn.dice.length - 1); } };

/* Rolls: drawn and kept before anything moves, for every place of the hand, so that the same dice fall again after an undo. */

/** One fair face for each place: bytes from the last, uneven part of their range are thrown away. */
function drawnFaces(count, sides) {
  const even = 256 - (256 % sides), faces = [];
  while (faces.length < count) {
    faces.push(...crypto.getRandomValues(new Uint8Array(2 * count)).filter((byte) => byte < even).map((byte) => byte % sides));
  }
  return faces.slice(0, count).map((face) => face + 1);
}

function drawFor(player, number) {
  const key = `${match.id} ${player.id} ${countsOf(match)[player.id]}`, rolls = has(draws, key) ? draws[key] : [];
  if (!rolls[number]) {
    draws = { ...Object.fromEntries(Object.entries(draws).slice(-1000)), [key]: [...rolls, drawnFaces(turns.dice, turns.sides)] };
  }
  return draws[key][number];
}

function roll() {
  const player = nextPlayer(game, match), { throws, kept } = turn, isNew = !throws.length;
  if (!player || (gameColumns && mustName(player)) || (isNew ? turn.dice.length : !rollsLeft() || kept.every(Boolean))) {
    return;
  }
  const faces = drawFor(player, throws.length), stays = isNew ? faces.map(() => false) : kept;
  const dice = faces.map((face, place) => (stays[place] ? turn.dice[place] : face));
  const before = throws.map((each, at) => (at === throws.length - 1 ? { ...each, keep: turn.dice.filter((_, place) => kept[place]) } : each));
  rolling = true;
  change(match, { ...turn, dice, kept: stays, throws: [...before, { roll: dice }], first: false });
  announce(`${say(words.rolled, { n: turn.throws.length, most: DATA.rolls })}: ${offersText()}`);
  notify("rolled", turn);
  tumble(stays);
  afterwards(showBest);
}

/** Let dice tumble for the eyes: what they show is decided. */
function tumble(stays) {
  rollTimers = [];
  if (isStill()) {
    return;
  }
  [...find("#dice").children].filter((_, place) => !stays[place]).forEach((slot, place) => {
    const last = turn.dice[[...find("#dice").children].indexOf(slot)];
    slot.animate([{ transform: "rotate(-14deg)" }, {}], { duration: 400, delay: 40 * place, fill: "backwards" });
    [0, 133, 266, 400].forEach((after, step) => rollTimers.push(setTimeout(() => {
      turnTo(slot.firstChild, shownFace(step < 3 ? 1 + ((last + 2 * step + place) % turns.sides) : last));
    }, 40 * place + after)));
  });
}

/* Offers */

const asList = matchMedia("(min-width: 900px), (max-height: 479.98px) and (min-width: 560px)"); // else as a line, which has no room for zeros and icons
let isScrolled = false; // along the line

/** Show the offers there are; without dice they are out of sight, and stay as they are. */
function showOffers(phase) {
  const box = find("#offers");
  if (!found && phase !== "offers") {
    return;
  }
  const isWaiting = phase === "rolled", list = found ? found.list.filter((offer) => asList.matches || offer.value || !found.best.value) : [];
  const toggles = turn.throws.length || !turns.first_rolls ? [] : turns.numbers || turns.together ? momentButtons() : [firstButton()];
  const state = JSON.stringify([list.map((offer) => [offer.box, offer.points, offer.brings, offer.wins]), isWaiting, toggles.length, turn.first, turn.number, asList.matches]);
  if (box.dataset.shown === state) {
    return;
  }
  box.dataset.shown = state;
  box.classList.toggle("nothing", Boolean(found) && !found.best.value);
  box.replaceChildren(...toggles, ...list.map((offer, place) => chip(offer, place, isWaiting)));
  if (isScrolled) {
    box.scrollLeft = 0; // which lays out the page there and then
  }
}

/** The button that says whether dice that were typed are those of the first roll. */
const firstButton = () => button(words.first_roll, () => {
  change(match, { ...turn, first: !turn.first }, true);
  find("#offers .toggle").focus({ preventScroll: true });
  announce(offersText());
}, { class: "chip toggle", "aria-pressed": turn.first ? "true" : "false" });

/** A button that writes an offer. */
function chip(offer, place, isWaiting) {
  const isBest = place === 0 && offer.value > 0, name = `${entryWords(offer.box, offer.points, offer.brings)}${isBest ? `, ${words.best}` : ""}`;
  return element("button", {
    type: "button", class: `chip offer${!offer.value ? " zero" : isBest && !isWaiting ? " best" : ""}`, "data-box": offer.box,
    click: () => writeOffer(offer),
  }, ...(asList.matches ? [seen("span", { class: "place" }, String(place + 1)), seen("span", { class: "icon" }, iconOf(offer.box))] : []), seen("span", { class: "what" }, offer.wins ? words.wins_now : categoryName(offer.box)),
  ...(offer.isBare ? [] : [seen("b", {}, plain(offer.points))]), ...(offer.brings ? [seen("small", {}, signed(offer.brings))] : []), heard(name));
}

const choice = (offer) => ({ points: offer.points, bonus: offer.bonus });

/** Write what is offered; what is worth nothing asks once. */
function writeOffer(offer) {
  if (offer.wins) {
    winAtOnce(offer);
  } else if (offer.value) {
    enter(offer.box, found.player, choice(offer), true);
  } else {
    askZero(offer);
  }
}

/** Write something into a box, or empty it; `byDice` if that uses up the dice on the table. */
function enter(where, player, what, byDice = false) {
  const entries = entriesOf(match, player), before = entries.find((entry) => entry.box === where);
  if (!hasPlayer(match, player) || (before && what && before.points === what.points && before.bonus === what.bonus)) {
    return;
  }
  const dice = byDice ? playedDice() : {};
  const isTurn = nextPlayer(game, match).id === player.id, brings = what && !before ? brought(game, entries, { box: where, ...what }) : 0;
  const led = leaders();
  lastSaid = what ? { player, text: brings > 0 ? entryWords(where, what.points, brings) : `${categoryName(where)} ${what.points}` } : null;
  mark(where, player);
  change(withEntry(match, player, where, what, dice), byDice || (isTurn && !before) ? newTurn() : turn);
  sayWritten(where, player, what, led);
  notify("written", { player, where, what });
  if (isFinished(game, match)) {
    notify("finished", match);
  }
}

/** The dice on the table, and what is known of their roll, as an entry has them. */
const playedDice = () => ({
  dice: turn.dice, ...(isFirst() ? { first: true } : {}), ...(turn.number && !turn.throws.length ? { number: turn.number } : {}), ...(turn.throws.length ? { throws: turn.throws } : {}),
});

/** What a screen reader hears of an entry. */
function sayWritten(where, player, what, led) {
  const now = leaders(), after = nextPlayer(game, match), parts = [`${isolated(player)}: ${lastSaid ? lastSaid.text : `${rowName(where)} ${words.open}`}.`];
  if (now.includes(player.id) && !led.includes(player.id)) {
    parts.push(say(now.length > 1 ? words.leads_too : words.leads_now, { player: isolated(player) }));
  }
  parts.push(after ? (isPlaying(match).length > 1 ? say(`${words.rolls_now}.`, { player: isolated(after) }) : "") : outcome());
  announce(parts.join(" ").trim());
}

/** The ids of those who lead. */
function leaders() {
  const places = ranking(game, match);
  return places.filter((each) => each.decides > 0 && each.place === 1).map((each) => each.player.id);
}

let justTimer = 0;

/** Mark a box as written a moment ago. */
function mark(where, player) {
  just = `${where} ${player.id}`;
  clearTimeout(justTimer);
  justTimer = setTimeout(() => { just = ""; render(); }, 1200);
}
