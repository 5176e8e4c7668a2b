/* A game as it is played on the page: who plays, what was written when, and what may be written next. No page in it.
 *
 * Stands after engine.js and turns.js. A match is {id, players: [{id, name}], entries: [{player, box, points, bonus}]}
 * with the entries in the order in which they were made.
 */

const newId = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 8);

function newMatch(names) {
  return { id: newId(), players: names.map((name) => ({ id: newId(), name })), entries: [] };
}

const entriesOf = (match, player) => match.entries.filter((entry) => entry.player === player.id);

/** The card that some entries of one player make. */
function cardFrom(entries) {
  const card = {};
  entries.forEach((entry) => {
    card[entry.box] = entry.points;
  });
  return card;
}

/** The number of further Yachts among some entries; null if there is none. */
const yachtsAmong = (entries) => entries.filter((entry) => entry.bonus).length || null;

function totalsOf(game, entries) {
  return addUp(game, cardFrom(entries), yachtsAmong(entries));
}

/** What can be written in a box: a list of {points, bonus}; of a box that is full, what leaves later entries legal. */
function choicesFor(game, turns, entries, box) {
  const at = entries.findIndex((entry) => entry.box === box);
  const before = at < 0 ? entries : entries.slice(0, at);
  const choices = choicesIn(game, turns, cardFrom(before), box);
  const isFree = at < 0 || !bindsOthers(game, box);
  return isFree ? choices : choices.filter((choice) => canFollow(game, turns, [...before, { box, ...choice }], entries.slice(at + 1)));
}

/** Whether it matters to other boxes what stands in this one, and not just that it is full. */
const bindsOthers = (game, box) => game.yacht_boxes.includes(box) || game.bounds.some((bound) => bound.includes(box));

/** Whether a full box can be emptied again without making later entries illegal. */
function canEmpty(game, turns, entries, box) {
  const at = entries.findIndex((entry) => entry.box === box);
  return canFollow(game, turns, entries.slice(0, at), entries.slice(at + 1));
}

/** Whether some later entries are legal after those before them. */
function canFollow(game, turns, before, after) {
  const card = cardFrom(before);
  return after.every((next) => {
    const choices = choicesIn(game, turns, card, next.box);
    card[next.box] = next.points;
    return choices.some((choice) => choice.points === next.points && choice.bonus === next.bonus);
  });
}

/** The match with an entry made, changed or, without a choice, taken out. */
function withEntry(match, player, box, choice) {
  const at = match.entries.findIndex((entry) => entry.player === player.id && entry.box === box);
  const entries = match.entries.slice();
  const made = choice ? [{ player: player.id, box, points: choice.points, bonus: choice.bonus }] : [];
  entries.splice(at < 0 ? entries.length : at, at < 0 ? 0 : 1, ...made);
  return { ...match, entries };
}

const hasPlayer = (match, player) => match.players.some((each) => each.id === player.id);

function withName(match, player, name) {
  return { ...match, players: match.players.map((each) => (each.id === player.id ? { ...each, name } : each)) };
}

function withoutPlayer(match, player) {
  const players = match.players.filter((each) => each.id !== player.id);
  return { ...match, players, entries: match.entries.filter((entry) => entry.player !== player.id) };
}

const isFull = (game, match, player) => entriesOf(match, player).length === game.boxes.length;

const isFinished = (game, match) => match.players.every((player) => isFull(game, match, player));

/** Whose turn it is: the first of those with the fewest entries; null if all cards are full. */
function nextPlayer(game, match) {
  const open = match.players.filter((player) => !isFull(game, match, player));
  return open.reduce(
    (next, player) => (next && entriesOf(match, next).length <= entriesOf(match, player).length ? next : player),
    null,
  );
}

/** The players with their totals, the best first. */
function ranking(game, match) {
  const totals = match.players.map((player) => ({ player, total: totalsOf(game, entriesOf(match, player)).total || 0 }));
  return totals.sort((one, other) => other.total - one.total);
}

/** A match as plain results: names, and the values of all rows, null for a blank. */
function resultOf(game, match) {
  const cards = match.players.map((player) => {
    const entries = entriesOf(match, player);
    return { ...totalsOf(game, entries), ...cardFrom(entries) };
  });
  const row = (where) => [where, cards.map((card) => (has(card, where) ? card[where] : null))];
  return {
    players: match.players.map((player) => player.name),
    boxes: Object.fromEntries(game.boxes.map(row)),
    totals: Object.fromEntries(game.totals.map((total) => row(total.id))),
  };
}

/** A match that was kept, as far as it is one of this game; null if nothing of it is. */
function checkedMatch(game, match, most) {
  const isText = (value) => typeof value === "string" && value.length < 200;
  const list = (value) => (Array.isArray(value) ? value.filter(Boolean) : []);
  if (!match || !isText(match.id)) {
    return null;
  }
  const players = list(match.players).filter((player, place, all) =>
    isText(player.id) && isText(player.name) && all.findIndex((other) => other.id === player.id) === place).slice(0, most);
  const entries = list(match.entries).filter((entry, place, all) =>
    isText(entry.box) && canHold(game, entry.box, entry.points) && Number.isInteger(entry.bonus) && players.some((player) => player.id === entry.player) &&
    all.findIndex((other) => other.player === entry.player && other.box === entry.box) === place);
  const when = isText(match.when) && !Number.isNaN(Date.parse(match.when)) ? { when: match.when } : {};
  return players.length ? { id: match.id, players, entries, ...when } : null;
}
