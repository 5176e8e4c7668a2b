/* The dock: the instruction, the dice, and keys, offers or the roll button below them; the rolls of the page. */

const handIsFull = () => page.turn.dice.length === turns.dice;
const rollsLeft = () => (page.turn.throws.length ? DATA.rolls - page.turn.throws.length : 0);

/** Return the phase: over, empty, tapping, rolled (and to be rolled again), or offers. */
function phaseOf(turnOf) {
  return !turnOf
    ? "over"
    : rollsLeft() > 0
      ? "rolled"
      : handIsFull()
        ? "offers"
        : page.turn.dice.length
          ? "tapping"
          : "empty";
}

function showDock(turnOf) {
  const phase = phaseOf(turnOf);
  const root = document.documentElement;
  const place = document.activeElement && document.activeElement.closest("#keys, #offers"); // which may be gone below
  setAttribute(root, "data-phase", phase);
  setAttribute(root, "data-rolls", page.rolling ? "yes" : "no");
  showSpeech(turnOf, phase);
  showOffers(phase);
  showDice(phase);
  showMoment(phase);
  setIdle(find("#undo"), !page.done.length);
  const roll = find("#roll");
  const again = phase === "rolled";
  const open = page.turn.kept.filter((kept) => !kept).length;
  setText(roll.firstChild, again ? pgettext("page", "Roll %(n)s again", { n: open }) : pgettext("page", "Roll"));
  setText(
    roll.lastChild,
    again ? pgettext("page", "roll %(n)s of %(most)s", { n: page.turn.throws.length + 1, most: DATA.rolls }) : ""
  );
  const isHeld = gameColumns && turnOf && mustName(turnOf);
  setIdle(roll, isHeld || (again ? !open : phase !== "empty"));
  roll.classList.toggle("main", !isHeld && (again ? open > 0 : page.rolling && phase === "empty"));
  findAll("#faces button").forEach((key) => setIdle(key, phase !== "empty" && phase !== "tapping"));
  setHidden(find("#result"), phase !== "over");
  if (place) {
    afterwards(keepFocus);
  }
}

/** Move the focus to the next control if the element that had it is gone or finished. */
function keepFocus() {
  const { phase } = document.documentElement.dataset;
  const now = document.activeElement || document.body;
  const isDone = phase === "offers" && now.closest("#keys");
  // Enter presses the button that has the focus
  const offers = page.offers && bestOffer() ? "#offers .offer" : "#offers";
  const next = { offers, rolled: "#roll", empty: page.rolling ? "#roll" : "#faces button" }[phase];
  if (next && find(next) && (isDone || now === document.body || !now.offsetParent)) {
    find(next).focus({ preventScroll: true });
  }
}

/* Speech: one line to see, and whole sentences for a screen reader. */

function showSpeech(turnOf, phase) {
  const [line, aside] = find("#speech").children;
  const many = isPlaying(page.match).length > 1;
  const [text, second] = speechOf(turnOf, phase, many);
  const what = page.lastEntry ? page.lastEntry.text : "";
  fillPhrase(line, text, text === pgettext("page", "%(player)s: %(what)s") ? page.lastEntry.player : turnOf, what);
  fillPhrase(
    aside,
    second,
    turnOf && second === pgettext("page", "then %(player)s") ? afterThis(turnOf) : turnOf,
    what
  );
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

const zerosText = (n) => npgettext("page", "%(n)s box is worth 0", "%(n)s boxes are worth 0", n);

/** Return the instruction, and the text at its end. */
function speechOf(turnOf, phase, many) {
  const zeros = page.offers ? page.offers.list.filter((offer) => !offer.value).length : 0;
  const noughts =
    page.offers && zeros === page.offers.list.length
      ? pgettext("page", "Every box is worth 0")
      : zeros
        ? zerosText(zeros)
        : many && turnOf && afterThis(turnOf)
          ? pgettext("page", "then %(player)s")
          : "";
  switch (phase) {
    case "over":
      return [outcome(), ""];
    case "rolled":
      return [
        many ? pgettext("page", "%(player)s, tap what you keep") : pgettext("page", "Tap what you keep"),
        page.turn.named
          ? namedText()
          : pgettext("page", "after roll %(n)s of %(most)s", { n: page.turn.throws.length, most: DATA.rolls }),
      ];
    case "offers":
      return page.offers
        ? [
            page.offers.best.wins
              ? pgettext("page", "A win at once")
              : many
                ? pgettext("page", "%(player)s, choose a box")
                : pgettext("page", "Choose a box"),
            page.turn.named ? namedText() : noughts,
          ]
        : [
            turns.announced
              ? pgettext("page", "Announce a box first")
              : pgettext("page", "Nothing can be written here yet."),
            "",
          ];
    case "tapping":
      return [
        many ? pgettext("page", "%(player)s, tap what you rolled") : pgettext("page", "Tap what you rolled"),
        page.turn.named
          ? namedText()
          : npgettext("page", "%(n)s die to go", "%(n)s dice to go", turns.dice - page.turn.dice.length),
      ];
    default:
      if (page.turn.named) {
        return [many ? pgettext("page", "%(player)s rolls") : pgettext("page", "Tap what you rolled"), namedText()];
      }
      if (!page.match.entries.length) {
        return [
          many ? pgettext("page", "%(player)s starts") : pgettext("page", "Tap what you rolled"),
          pgettext("page", "%(turns)s turns, %(rolls)s rolls", { turns: game.boxes.length, rolls: DATA.rolls }),
        ];
      }
      return page.lastEntry
        ? [pgettext("page", "%(player)s: %(what)s"), many ? pgettext("page", "%(player)s rolls") : ""]
        : [many ? pgettext("page", "%(player)s rolls") : pgettext("page", "Tap what you rolled"), ""];
  }
}

const namedText = () => pgettext("page", "announced: %(row)s", { row: rowTitle(page.turn.named) });

/** Return the player whose turn is next; null if there is no other. */
function afterThis(player) {
  const order = inTurn(page.match).filter((each) => !each.left && !isFull(game, page.match, each));
  const at = order.findIndex((each) => each.id === player.id);
  const after = order[(at + 1) % order.length];
  return after && after.id !== player.id ? after : null;
}

/** Return the points in a box and the bonus they bring, as part of a sentence. */
function entryWords(where, points, brings) {
  return brings > 0
    ? pgettext("page", "%(row)s %(points)s and bonus %(brings)s", { row: categoryName(where), points, brings })
    : `${categoryName(where)} ${points}`;
}

/** Return what the dice are worth, for a screen reader. */
function offersText() {
  if (!page.offers) {
    return diceText();
  }
  const zeros = page.offers.list.filter((offer) => !offer.value).length;
  const { best: offer } = page.offers;
  const isNothing = zeros === page.offers.list.length;
  const marked = weights ? pgettext("page", "Best: %(what)s") : pgettext("page", "Most points: %(what)s");
  const first = isNothing
    ? pgettext("page", "Every box is worth 0")
    : say(marked, { what: entryWords(offer.box, offer.points, offer.brings) });
  const rest = zeros && !isNothing ? ` ${zerosText(zeros)}.` : "";
  return `${diceText()}. ${first}.${rest}`.replace("..", ".");
}

/* Dice */

function showDice(phase) {
  page.rollTimers.forEach(clearTimeout);
  const hand = find("#dice");
  const counts =
    page.offers && phase === "offers"
      ? countingDice(turns, chosenOffer(), page.turn.dice, momentIn(turns, page.turn))
      : [];
  while (hand.children.length < turns.dice) {
    hand.append(
      element(
        "button",
        { type: "button", class: "slot", click: (event) => tapDie([...hand.children].indexOf(event.currentTarget)) },
        die(0, "blank")
      )
    );
  }
  [...hand.children].forEach((slot, place) => {
    const face = page.turn.dice[place];
    const kept = phase === "rolled" && page.turn.kept[place];
    const counting = phase === "rolled" ? kept : counts[place];
    const kind = face === undefined ? "blank" : counting ? "solid" : "open";
    const drawing = slot.firstChild;
    const stays = phase === "rolled" && hasToStay(turns, page.turn, place);
    setAttribute(drawing, "class", `die ${kind}${face && phase === "tapping" ? " lands" : ""}`);
    turnTo(drawing, shownFace(face || 0));
    const label =
      face === undefined
        ? pgettext("page", "no die")
        : phase === "rolled"
          ? say(
              stays
                ? pgettext("page", "%(face)s, stays")
                : kept
                  ? pgettext("page", "%(face)s, kept")
                  : pgettext("page", "%(face)s, will be rolled"),
              { face: faceName(face) }
            )
          : counting
            ? pgettext("page", "%(face)s, counts", { face: faceName(face) })
            : faceName(face);
    setAttribute(slot, "aria-label", label);
    setAttribute(slot, "aria-pressed", phase === "rolled" ? String(kept) : null);
    const { length } = page.turn.dice; // where one is taken away, the others move up
    const does = phase === "rolled" ? `keep ${page.turn.throws.length} ${kept}` : `take ${length}`;
    setAttribute(slot, "data-does", face === undefined ? null : does);
    setIdle(slot, face === undefined || stays || (page.turn.throws.length > 0 && phase !== "rolled"));
  });
}

const diceText = () => page.turn.dice.map(faceName).join(" ");

/** Add a die with a tapped face. The page stops rolling. */
function addDie(face) {
  if (handIsFull() || page.turn.throws.length || !nextPlayer(game, page.match)) {
    return;
  }
  page.rolling = false;
  change(page.match, { ...page.turn, dice: [...page.turn.dice, face] }, true);
  announce(handIsFull() ? offersText() : diceText());
  afterwards(showBest);
}

/** Keep or free a rolled die, unless it must stay; remove a typed one. */
function tapDie(place) {
  if (place >= page.turn.dice.length) {
    return;
  }
  if (!page.turn.throws.length) {
    change(page.match, { ...page.turn, dice: page.turn.dice.filter((_, at) => at !== place) }, true);
  } else if (rollsLeft() > 0 && hasToStay(turns, page.turn, place)) {
    flash(pgettext("page", "%(face)s, stays", { face: faceName(page.turn.dice[place]) }));
  } else if (rollsLeft() > 0) {
    amend({ ...page.turn, kept: page.turn.kept.map((kept, at) => (at === place ? !kept : kept)) });
    announce(find("#dice").children[place].getAttribute("aria-label"));
  }
}

const dropDie = () => {
  if (!page.turn.throws.length) {
    tapDie(page.turn.dice.length - 1);
  }
};

/* Rolls: dice are drawn and stored before they are shown. What was seen stays: undo takes back what was written. */

/** Draw one fair face for each place: bytes from the last, incomplete part of their range are dropped. */
function drawnFaces(count, sides) {
  const even = 256 - (256 % sides);
  const faces = [];
  while (faces.length < count) {
    faces.push(
      ...crypto
        .getRandomValues(new Uint8Array(2 * count))
        .filter((byte) => byte < even)
        .map((byte) => byte % sides)
    );
  }
  return faces.slice(0, count).map((face) => face + 1);
}

function roll() {
  const player = nextPlayer(game, page.match);
  const { throws, kept } = page.turn;
  const isNew = !throws.length;
  if (
    !player ||
    (gameColumns && mustName(player)) ||
    (isNew ? page.turn.dice.length : !rollsLeft() || kept.every(Boolean))
  ) {
    return;
  }
  const faces = drawnFaces(turns.dice, turns.sides);
  const stays = isNew ? faces.map(() => false) : kept;
  const dice = faces.map((face, place) => (stays[place] ? page.turn.dice[place] : face));
  const before = throws.map((each, at) =>
    at === throws.length - 1 ? { ...each, keep: page.turn.dice.filter((_, place) => kept[place]) } : each
  );
  page.rolling = true;
  amend({ ...page.turn, dice, kept: stays, throws: [...before, { roll: dice }], first: false }, true);
  announce(
    `${pgettext("page", "Roll %(n)s of %(most)s", { n: page.turn.throws.length, most: DATA.rolls })}: ${offersText()}`
  );
  notify("rolled", page.turn);
  tumble(stays);
  afterwards(showBest);
}

/** Let dice tumble for the eyes: what they show is decided. */
function tumble(stays) {
  page.rollTimers = [];
  if (isStill()) {
    return;
  }
  [...find("#dice").children]
    .filter((_, place) => !stays[place])
    .forEach((slot, place) => {
      const last = page.turn.dice[[...find("#dice").children].indexOf(slot)];
      slot.animate([{ transform: "rotate(-14deg)" }, {}], { duration: 400, delay: 40 * place, fill: "backwards" });
      [0, 133, 266, 400].forEach((after, step) =>
        page.rollTimers.push(
          setTimeout(
            () => {
              turnTo(slot.firstChild, shownFace(step < 3 ? 1 + ((last + 2 * step + place) % turns.sides) : last));
            },
            40 * place + after
          )
        )
      );
    });
}

/* Offers */

// Offers are a list where there is room, else a line without zeros and icons.
const asList = () => isLying.matches || innerWidth >= 900;

/** Show the offers there are; without dice they are out of sight, and stay as they are. */
function showOffers(phase) {
  const box = find("#offers");
  if (!page.offers && phase !== "offers") {
    return;
  }
  const isWaiting = phase === "rolled";
  const isNothing = Boolean(page.offers) && !page.offers.list.some((offer) => offer.value);
  const isList = asList();
  const list = page.offers
    ? page.offers.list.filter((offer) => isList || offer.value || isNothing || isMarked(offer))
    : [];
  const state = JSON.stringify([
    list.map((offer) => [offer.box, offer.points, offer.brings, offer.wins]),
    isWaiting,
    isList,
    isTiny(),
  ]);
  if (box.dataset.shown === state) {
    return;
  }
  box.dataset.shown = state;
  box.classList.toggle("nothing", isNothing);
  const shown = isTiny() ? list.slice(0, 1) : list;
  box.replaceChildren(
    ...shown.map((offer, place) => chip(offer, place, isWaiting, isList)),
    ...(shown.length < list.length ? [restButton(list)] : [])
  );
  if (page.isScrolled) {
    box.scrollLeft = 0; // which lays out the page there and then
  }
}

/** What can be told of typed dice, where it matters: the number of their roll, or that it was a first one. */
const MOMENTS = [
  ...(new Set(turns.numbers).size > 1 ? ["number"] : []),
  ...(turns.first_rolls && (turns.together || !turns.numbers) ? ["first"] : []),
];

/** Show the buttons that tell which roll typed dice are of. */
function showMoment(phase) {
  const box = find("#moment");
  setHidden(box, phase !== "offers" || page.turn.throws.length > 0 || !MOMENTS.length);
  if (!box.firstChild) {
    box.append(
      ...MOMENTS.map((what) =>
        button("", () => tellMoment(what), { icon: what === "first" ? "check" : null, class: "chip toggle" })
      )
    );
    findAll("button", box).forEach((node) => node.append(element("span")));
  }
  MOMENTS.forEach((what, at) => {
    const { first, number = DATA.rolls } = page.turn;
    const node = box.children[at];
    setAttribute(node, "aria-pressed", what === "first" ? String(first) : null);
    setText(
      node.lastChild,
      what === "number"
        ? pgettext("page", "roll %(n)s of %(most)s", { n: number, most: DATA.rolls })
        : turns.together
          ? pgettext("page", "all at once")
          : pgettext("page", "First roll")
    );
  });
}

/** Take typed dice for a first roll or not, or for the next roll; after the last one comes the first. */
function tellMoment(what) {
  const { first, number = DATA.rolls } = page.turn;
  const told = what === "first" ? { first: !first } : { number: (number % DATA.rolls) + 1 };
  change(page.match, { ...page.turn, ...told }, true);
  announce(offersText());
}

/** Return a button that lists all offers, where there is room for the best one alone. */
const restButton = (list) =>
  button(
    `+${list.length - 1}`,
    () => {
      const chips = list.map((offer, place) => chip(offer, place, false, false));
      const dialog = openSheet({
        title: pgettext("page", "Choose a box"),
        body: [element("div", { class: "instead", click: () => dialog.close() }, ...chips)],
      });
    },
    { class: "chip rest", name: pgettext("page", "What the dice are worth") }
  );

/** Return a button that writes an offer. */
function chip(offer, place, isWaiting, isList) {
  const isFirst = place === 0 && isMarked(offer);
  const isBest = isFirst && offer === bestOffer() && !isWaiting;
  const name = `${entryWords(offer.box, offer.points, offer.brings)}${isFirst ? `, ${markedText()}` : ""}`;
  return element(
    "button",
    {
      type: "button",
      class: `chip offer${isBest ? " best" : offer.value ? "" : " zero"}`,
      "data-box": offer.box,
      click: () => writeOffer(offer),
    },
    ...(isList
      ? [seen("span", { class: "place" }, String(place + 1)), seen("span", { class: "icon" }, iconOf(offer.box))]
      : []),
    seen(
      "span",
      { class: "what" },
      ...(offer.wins
        ? [pgettext("page", "A win at once")]
        : isList && gameColumns
          ? titleAndColumn(offer.box)
          : [categoryName(offer.box)])
    ),
    ...(offer.isBare ? [] : [seen("b", {}, plain(offer.points))]),
    ...(offer.brings ? [seen("small", {}, signed(offer.brings))] : []),
    heard(name)
  );
}

const choice = (offer) => ({ points: offer.points, bonus: offer.bonus });

/** Write an offer; ask first if it is a 0, also one that brings a bonus. */
function writeOffer(offer) {
  if (offer.wins) {
    winAtOnce(offer);
  } else if (offer.points) {
    enter(offer.box, page.offers.player, choice(offer), true);
  } else {
    askZero(offer);
  }
}

/** Write points into a box, or empty it; `byDice` if this uses the dice on the table. */
function enter(where, player, what, byDice = false) {
  const entries = entriesOf(page.match, player);
  const before = entries.find((entry) => entry.box === where);
  if (
    !hasPlayer(page.match, player) ||
    (before && what && before.points === what.points && before.bonus === what.bonus)
  ) {
    return;
  }
  const dice = byDice ? playedDice() : {};
  const idOf = (match) => (nextPlayer(game, match) || {}).id;
  const isTurn = idOf(page.match) === player.id;
  const brings = what && !before ? brought(game, entries, { box: where, ...what }) : 0;
  const led = leaders();
  page.lastEntry = what
    ? { player, text: brings > 0 ? entryWords(where, what.points, brings) : `${categoryName(where)} ${what.points}` }
    : null;
  mark(where, player);
  const next = withEntry(page.match, player, where, what, dice);
  const isNew = byDice || (isTurn && !before) || idOf(next) !== idOf(page.match);
  change(next, isNew ? turnIn(next) : page.turn);
  sayWritten(where, player, what, led);
  notify("written", { player, where, what });
  if (isFinished(game, page.match)) {
    notify("finished", page.match);
  }
}

/** Return the dice on the table and their roll, in the form of an entry. */
const playedDice = () => ({
  dice: page.turn.dice,
  ...(isFirst() ? { first: true } : {}),
  ...(page.turn.number && !page.turn.throws.length ? { number: page.turn.number } : {}),
  ...(page.turn.throws.length ? { throws: page.turn.throws } : {}),
});

/** Let a screen reader say an entry, and who is in the lead. */
function sayWritten(where, player, what, led) {
  const now = leaders();
  const after = nextPlayer(game, page.match);
  const parts = [
    `${isolated(player)}: ${page.lastEntry ? page.lastEntry.text : `${rowName(where)} ${pgettext("page", "open")}`}.`,
  ];
  if (now.includes(player.id) && !led.includes(player.id)) {
    parts.push(
      say(now.length > 1 ? pgettext("page", "%(player)s leads too now.") : pgettext("page", "%(player)s leads now."), {
        player: isolated(player),
      })
    );
  }
  parts.push(
    after
      ? isPlaying(page.match).length > 1
        ? say(`${pgettext("page", "%(player)s rolls")}.`, { player: isolated(after) })
        : ""
      : outcome()
  );
  announce(parts.join(" ").trim());
}

/** Return the ids of the players in the lead. */
function leaders() {
  const places = ranking(game, page.match);
  return places.filter((each) => each.decides > 0 && each.place === 1).map((each) => each.player.id);
}

/** Mark a box as just written. */
function mark(where, player) {
  page.lastBox = `${where} ${player.id}`;
  clearTimeout(page.justTimer);
  page.justTimer = setTimeout(() => {
    page.lastBox = "";
    render();
  }, 1200);
}
