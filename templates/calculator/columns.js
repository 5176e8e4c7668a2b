/* Several columns for each player, announced boxes, points by the number of the roll, and rolls that win at once.
 *
 * Runs after state.js, and only on pages with a game that has one of these (`is_rare` in calculator/page.py).
 */

const ORDERS = { down: "↓", up: "↑", outwards: "↕", inwards: "⇅" };

/* Names over the columns */

/** Return the head of a column: its name, its order, and the button that announces one of its boxes. */
function columnHead({ prefix, name, fill, marks }) {
  const said = [
    ...(has(ORDERS, fill) ? [seen("span", { class: "order" }, ORDERS[fill])] : []),
    element("span", {}, name),
    ...(marks ? [element("small", {}, marks)] : []),
  ];
  const isNamed = has(turns.announced || {}, prefix);
  return element(
    "th",
    { scope: "col" },
    isNamed
      ? element(
          "button",
          { type: "button", class: "names", "data-prefix": prefix, click: () => askName(prefix) },
          ...said
        )
      : element("div", {}, ...said)
  );
}

/** Show whose columns these are, and the name of each. */
function showColumnHeads(order, columns) {
  const row = find("#names");
  const shape = JSON.stringify([order, order.map((place) => nameOf(columns[place].player)), page.isPrinting]);
  if (row.dataset.shown !== shape) {
    row.dataset.shown = shape;
    const whose = order.map((place) => shortened(nameOf(columns[place].player), "700 15px", 150));
    const owner = element(
      "th",
      { scope: "col", class: "owner" },
      order.length > 1 || columns.length === 1 ? heard(pgettext("page", "Box")) : element("bdi", {}, whose[0])
    );
    row.replaceChildren(owner, ...order.flatMap(() => gameColumns.map(columnHead)));
    findAll("thead .owners").forEach((each) => each.remove());
    if (order.length > 1) {
      row.before(
        element(
          "tr",
          { class: "owners" },
          element("td", {}),
          ...whose.map((each) =>
            element("th", { scope: "colgroup", colspan: gameColumns.length }, element("bdi", {}, each))
          )
        )
      );
    }
  }
  row.classList.toggle("upright", !page.isPrinting && areTight(measure("column", () => row.lastChild.clientWidth)));
  findAll(".names", row).forEach((node) =>
    setIdle(node, !nextPlayer(game, page.match) || !mayName(node.dataset.prefix))
  );
}

/** Check whether a word in a head is wider than its column or button. */
const areTight = (room) =>
  gameColumns.some(({ prefix, name }) =>
    name.split(" ").some((word) => widthOf(word, "700 14px") > room - (has(turns.announced || {}, prefix) ? 7 : 0))
  );

/** Return the row of a box and below it its column, for a list of offers. */
function titleAndColumn(where) {
  const { name, fill } = gameColumns.find(({ prefix }) => where.startsWith(prefix));
  return [rowTitle(where), element("small", {}, `${has(ORDERS, fill) ? ORDERS[fill] : ""} ${name}`.trim())];
}

/* Boxes that are named */

/** Return the prefix of the column of a box if its boxes have to be announced; else undefined. */
const namedIn = (where) => Object.keys(turns.announced || {}).find((prefix) => where.startsWith(prefix));

/** Check whether a box of such a column may still be announced. For typed dice the page cannot know, and allows it. */
const mayName = (prefix) => !page.turn.named && page.turn.throws.length <= turns.announced[prefix];

/** Check whether the next roll must wait: a box has to be announced first, or no open box could take the roll. */
function mustName(player) {
  const next = momentAt(turns, Math.min(page.turn.throws.length + 1, DATA.rolls), false);
  const open = openBoxes(turns, cardFrom(entriesOf(page.match, player)), next);
  return (
    !page.turn.named &&
    open
      .map(({ box }) => namedIn(box))
      .every((prefix) => prefix !== undefined && page.turn.throws.length >= turns.announced[prefix])
  );
}

/** Return the offers that may be written: the announced box, else those of columns without announcement. */
const namedOffers = (offers) =>
  offers.filter(({ box }) => (page.turn.named ? box === page.turn.named : namedIn(box) === undefined));

/** Let the player announce an open box of a column; it shows what the dice are worth there. */
function askName(prefix) {
  const player = nextPlayer(game, page.match);
  const card = cardFrom(entriesOf(page.match, player));
  const all = handIsFull() ? legalEntries(game, turns, card, rollOf(page.turn.dice), momentIn(turns, page.turn)) : {};
  if (!mayName(prefix)) {
    flash(
      page.turn.named ? pgettext("page", "announced: %(row)s", { row: rowName(page.turn.named) }) : lateText(prefix)
    );
    return;
  }
  const item = ({ box }) => {
    const worth = has(all, box) ? [element("b", {}, plain(Math.max(...all[box].points)))] : [];
    return element(
      "button",
      {
        type: "button",
        class: "chip offer",
        "data-box": box,
        click: () => {
          dialog.close();
          nameBox(box, player);
        },
      },
      iconOf(box),
      element("span", { class: "what" }, rowTitle(box)),
      ...worth
    );
  };
  const dialog = openSheet({
    title: pgettext("page", "Announce a box"),
    sub: [pgettext("page", "This turn must then end in it.")],
    kind: "sheet naming",
    body: [
      element(
        "div",
        { class: "instead" },
        ...nextBoxes(turns, card)
          .filter((next) => namedIn(next.box) === prefix)
          .map(item)
      ),
    ],
  });
}

const lateText = (prefix) =>
  turns.announced[prefix]
    ? pgettext("page", "A box is announced after roll %(n)s at the latest.", { n: turns.announced[prefix] })
    : pgettext("page", "A box is announced before the first roll.");

/** Announce a box: the turn must end in it. */
function nameBox(where, player) {
  change(page.match, { ...page.turn, named: where });
  flash(pgettext("page", "%(player)s announces %(row)s.", { player: isolated(player), row: rowName(where) }));
}

/** Return the name of the row of a box, without its column. */
const rowTitle = (where) => find(".words", rowOf(where)).textContent;

/* A roll that wins at once */

/** Return the offer of a roll that wins at once: its box if that is open, else the win alone; none for other rolls. */
function winningOffers(legal) {
  const roll = rollOf(page.turn.dice);
  const isFirst = page.turn.throws.length
    ? page.turn.throws.length === 1
    : page.turn.number === 1 || (page.turn.first && !turns.together);
  const boxes = isFirst && has(turns.wins || {}, roll) ? turns.wins[roll] : [];
  const [offer] = legal.filter((each) => boxes.includes(each.box));
  return boxes.length
    ? [
        offer
          ? { ...offer, wins: true }
          : {
              box: boxes[0],
              category: categoryOf(turns, boxes[0]),
              points: 0,
              bonus: 0,
              brings: 0,
              choices: [],
              loss: 0,
              value: 1,
              weight: 1,
              wins: true,
              isBare: true,
            },
      ]
    : [];
}

/** End the game with a win at once. Its box is written if it is open. */
function winAtOnce(offer) {
  const { player } = page.offers;
  const made = offer.isBare ? page.match : withEntry(page.match, player, offer.box, choice(offer), playedDice());
  page.lastEntry = { player, text: pgettext("page", "A win at once") };
  mark(offer.box, player);
  change({ ...made, won: player.id }, newTurn());
  announce(outcome());
  notify("finished", page.match);
}
