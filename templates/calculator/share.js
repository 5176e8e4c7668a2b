/* Sharing a game: as text, as a picture of its card, and as a file for `sheetgen check`. */

menuEntries.push({
  order: 60,
  icon: "share",
  text: pgettext("page", "Share this game"),
  note: () => "",
  act: () => chooseShare(page.match),
});

const fileName = (shared) => `${DATA.ruleset}-${whenOf(shared).slice(0, 10)}`;

/** Return the totals of all players as text. */
function wordsOf(shared) {
  const date = new Date(whenOf(shared)).toLocaleDateString(language, { dateStyle: "long" });
  return `${DATA.title}, ${date}: ${ranking(game, shared)
    .map(({ player, decides }) => `${nameIn(shared.players, player)} ${plain(decides)}`)
    .join(", ")}`;
}

const csvOf = (shared) => "\ufeff" + asCsv(DATA.ruleset, DATA.rows, DATA.separator, resultOf(game, shared));
const canShare = () => typeof navigator.share === "function";

/** Share a game if the device can; else offer its files. */
function shareGame(shared) {
  if (canShare()) {
    shareNow(shared);
  } else {
    chooseShare(shared);
  }
}

const pictureFile = async (shared) =>
  new File([await pictureOf(shared)], `${fileName(shared)}.png`, { type: "image/png" });
const cardFile = (shared) => new File([csvOf(shared)], `${fileName(shared)}.csv`, { type: "text/csv" });
/** Return the file for another phone, as text: browsers share no JSON. */
const runFile = (shared) => new File([gameFile(shared)], `${fileName(shared)}.txt`, { type: "text/plain" });

/** Share text, picture and card, as far as the device accepts them. */
async function shareNow(shared) {
  const files = [await pictureFile(shared), cardFile(shared), runFile(shared)];
  if (
    !(await handOver(
      shared,
      [3, 2, 1, 0].map((most) => files.slice(0, most))
    ))
  ) {
    chooseShare(shared);
  }
}

/** Hand the first of some lists of files to the device that it accepts. Return false if that failed. */
async function handOver(shared, lists) {
  const all = lists.map((files) => ({
    text: wordsOf(shared),
    title: DATA.title,
    ...(files.length ? { files } : {}),
  }));
  const data = all.find((each) => !each.files || (navigator.canShare && navigator.canShare(each)));
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error.name === "AbortError"; // which is nobody's fault: the list was closed
  }
}

/** Check whether the device takes a file of a kind from pages. */
const canSend = (name, type) =>
  canShare() && Boolean(navigator.canShare) && navigator.canShare({ files: [new File(["-"], name, { type })] });

function chooseShare(shared) {
  const isOver = isFinished(game, shared);
  const date = new Date(whenOf(shared)).toLocaleDateString(language, { dateStyle: "long" });
  openSheet({
    title: pgettext("page", "Share this game"),
    sub: [
      isOver
        ? `${DATA.title}, ${date}`
        : `${DATA.title}, ${roundText(shared)}. ${pgettext("page", "It goes on here as well.")}`,
    ],
    kind: "sheet",
    body: shareWays(shared),
  });
}

/** Return a row for a way to share; without `act` it is off, and its line says why. */
function wayRow(icon, title, line, act, more = {}) {
  const row = button("", act, { class: "way", disabled: !act, ...more });
  row.append(glyph(icon), element("span", {}, title, element("small", {}, line)), ...(act ? [glyph("next")] : []));
  return element("li", {}, row);
}

/** Return the ways to share a game: rows, and buttons for what is wanted less often. */
function shareWays(shared) {
  const name = fileName(shared);
  const isOver = isFinished(game, shared);
  const run = runOf(shared);
  const send = async () => {
    if (!canSend("game.txt", "text/plain") || !(await handOver(shared, [[runFile(shared)]]))) {
      saveGame(shared);
    }
  };
  const picture = async () => {
    const file = await pictureFile(shared);
    if (!canSend("card.png", "image/png") || !(await handOver(shared, [[file]]))) {
      download(file.name, file, file.type);
    }
  };
  const isRun = run && !isOver && shared.entries.length > 0;
  const links = isRun && hasAddress ? linksOf(run) : [];
  const square = links.map((link) => qrOf(link, mostQr())).find(Boolean);
  const why = hasAddress
    ? pgettext("page", "Too long for a square")
    : pgettext("page", "Needs an address; this page is a file");
  return [
    element(
      "ul",
      { class: "ways" },
      wayRow(
        "file",
        canSend("game.txt", "text/plain")
          ? pgettext("page", "Send file")
          : pgettext("page", "Save this game as a file"),
        isOver
          ? pgettext("page", "Another phone reads it in")
          : pgettext("page", "Another phone reads it in and plays on"),
        send,
        { class: "way keeps" }
      ),
      ...(isRun
        ? [
            wayRow(
              "qr",
              pgettext("page", "QR code"),
              square ? pgettext("page", "Scan it with another phone, and play on") : why,
              square ? () => showSquare(run.match, square, qrOf(links[0], mostQr()) === null) : null
            ),
          ]
        : []),
      wayRow(
        "picture",
        pgettext("page", "Picture"),
        pgettext("page", "The card as it stands, only to look at"),
        picture
      )
    ),
    element(
      "div",
      { class: "choices" },
      button(pgettext("page", "Copy as words"), () => copy(wordsOf(shared))),
      ...(links.length ? [button(pgettext("page", "Copy as a link"), () => copy(links[0]))] : []),
      button(pgettext("page", "Table (%(kind)s)", { kind: "CSV" }), () =>
        download(`${name}.csv`, csvOf(shared), "text/csv")
      ),
      button(pgettext("page", "Table (%(kind)s)", { kind: "JSON" }), () =>
        download(`${name}.json`, asJson(DATA.ruleset, resultOf(game, shared)), "application/json")
      )
    ),
  ];
}

/* Copying */

/** Copy a text and say so. If the browser refuses, show the text, to be copied by hand. */
async function copy(text) {
  let isCopied = false;
  if (navigator.clipboard) {
    isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false
    );
  }
  if (isCopied || copyByCommand(text)) {
    flashOver(pgettext("page", "Copied."));
  } else {
    showToCopy(text);
  }
}

/** Return a field with a text that can be selected, but not changed. */
function fieldToCopy(text, more = {}) {
  const field = element("textarea", { readonly: true, rows: 5, ...more });
  field.value = text;
  return field;
}

/** Copy a text by the browser's own command, which works without https, but only during a tap. Return its success. */
function copyByCommand(text) {
  const before = document.activeElement;
  const field = fieldToCopy(text, { class: "heard" });
  (openSheets().pop() || document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (before && before.focus) {
    before.focus({ preventScroll: true });
  }
  return isCopied;
}

function showToCopy(text) {
  const title = pgettext("page", "This browser does not let the page copy.");
  const field = fieldToCopy(text, { "aria-label": title });
  field.style.width = "100%";
  openSheet({ title, body: [field] });
  field.select();
}

/* A running game as a square, which the camera of another phone opens as a link */

const hasAddress = /^https?:$/.test(location.protocol);
/** Return the largest version of a QR code whose modules a camera still tells apart on this screen. */
const mostQr = () => (innerWidth < 340 ? 18 : LARGEST_QR);

/** Return the drawing of a QR code with its quiet zone of four modules: always dark on white, as cameras expect it. */
function drawnQr(rows) {
  const side = rows.length + 8;
  const dark = rows.flatMap((row, y) =>
    [...row.join("").matchAll(/1+/g)].map((run) => `M${run.index + 4} ${y + 4}h${run[0].length}v1h-${run[0].length}z`)
  );
  return drawn(
    "svg",
    {
      class: "qr",
      viewBox: `0 0 ${side} ${side}`,
      "shape-rendering": "crispEdges",
      role: "img",
      "aria-label": pgettext("page", "QR code"),
    },
    drawn("path", { fill: "#ffffff", d: `M0 0h${side}v${side}h-${side}z` }),
    drawn("path", { fill: "#141414", d: dark.join("") })
  );
}

function showSquare(kept, rows, isWithoutRolls) {
  const text = npgettext(
    "page",
    "Point the other phone’s camera here and open the link. It gets the game **as it is now**, %(n)s turn.",
    "Point the other phone’s camera here and open the link. It gets the game **as it is now**, all %(n)s turns.",
    kept.entries.length
  );
  const back = button(pgettext("page", "Other ways"), () => dialog.close(), { icon: "back" });
  const dialog = openSheet({
    title: pgettext("page", "Scan this game"),
    sub: [`${DATA.title}, ${roundText(kept)}`],
    kind: "sheet square",
    body: [
      drawnQr(rows),
      totalsBeside(kept),
      element(
        "p",
        {},
        ...bolded(text),
        ...(isWithoutRolls ? [` ${pgettext("page", "The rolls of earlier turns do not fit.")}`] : [])
      ),
      actions(back),
    ],
    onClose: stayOn,
  });
  stayOn();
}

/** Read in the game of the address, if it has one. It leaves the address, so that a reload does not ask again. */
function readAddress() {
  const version = versionOf(location.hash);
  if (!version) {
    return false;
  }
  const found = gameChosen ? gameInAddress(location.hash) : null;
  forgetAddress();
  if (found) {
    askRead(gamesIn(found));
  } else if (version !== VERSION) {
    tellWhy(pgettext("page", "This link is of another version of the page."));
  } else {
    tellWhy(pgettext("page", "This link holds no game that this page can read. Scan or send it once more."));
  }
  return true;
}

/* The picture: the card as on paper, in the colours of the page. Lengths are those of a phone of 360 by any height. */

const SCALE = 3;
const LABEL = 150;
const MARGIN = 12;
const LINE = 26;
const LEAST_COLUMN = 44;

/** Return the finished card as a picture. */
async function pictureOf(shared) {
  await Promise.all(
    ["400", "700", "900"].map((weight) => document.fonts.load(`${weight} 15px "Sofia Sans Semi Condensed"`))
  );
  const rows = DATA.table.flat().filter((row) => !row.within);
  const columns = columnsOf(shared);
  const heights = rows.map((row) => LINE * Math.ceil((row.boxes || [1]).length / 2));
  const column = Math.max(LEAST_COLUMN, (360 - 2 * MARGIN - LABEL) / columns.length);
  const wide = 2 * MARGIN + LABEL + column * columns.length;
  const head = gameColumns ? 112 : 92;
  const canvas = element("canvas", {
    width: Math.ceil(SCALE * wide),
    height: Math.ceil(SCALE * (head + sumOfAll(heights) + 2 * MARGIN)),
  });
  const pen = penOn(canvas);
  pen.scale(SCALE, SCALE);
  pen.fill("paper", 0, 0, wide, canvas.height);
  pen.write(DATA.title, MARGIN, 34, { size: 30, weight: 900, room: wide - 2 * MARGIN });
  pen.write(
    [DATA.variant, new Date(whenOf(shared)).toLocaleDateString(language, { dateStyle: "long" })]
      .filter(Boolean)
      .join(" · "),
    MARGIN,
    54,
    { size: 14, colour: "soft", room: wide - 2 * MARGIN }
  );
  columns.forEach((each, at) => {
    const many = each.wide || 1;
    pen.write(each.name, MARGIN + LABEL + (at + many / 2) * column, head - (gameColumns ? 30 : 10), {
      weight: 700,
      align: "center",
      room: many * column - 4,
      colour: each.isBest ? "accent" : "ink",
    });
    pen.write(each.below, MARGIN + LABEL + (at + 0.5) * column, head - 10, {
      size: 14,
      align: "center",
      room: column - 4,
    });
  });
  let top = head;
  rows.forEach((row, at) => {
    drawRow(pen, row, columns, { top, high: heights[at], column, wide });
    top += heights[at];
  });
  return new Promise((done) => {
    canvas.toBlob(done, "image/png");
  });
}

/** Return the columns of a game with their values by box and total. A player's first column has the name and the values
 * that belong to all columns. */
function columnsOf(shared) {
  const result = resultOf(game, shared);
  const all = { ...result.boxes, ...result.totals };
  const best = ranking(game, shared)
    .filter((each) => each.place === 1)
    .map((each) => each.player.id);
  return shared.players.flatMap((player, at) =>
    (gameColumns || [{ prefix: "", name: "" }]).map(({ prefix, name }, place) => ({
      name: place ? "" : nameIn(shared.players, player),
      below: name,
      prefix,
      wide: place ? 0 : (gameColumns || [0]).length,
      isBest: shared.players.length > 1 && best.includes(player.id),
      values: Object.fromEntries(Object.entries(all).map(([where, values]) => [where, values[at]])),
    }))
  );
}

function drawRow(pen, row, columns, { top, high, column, wide }) {
  const middle = top + high / 2 + 5;
  const isTotal = row.kind === "grand";
  const isSum = row.kind === "sum";
  if (row.kind === "head") {
    pen.write(row.name, MARGIN, top + 18, { weight: 900, colour: "accent" });
    pen.fill("accent", MARGIN, top + high - 3, wide - 2 * MARGIN, 2);
    return;
  }
  if (isTotal) {
    pen.fill("accent", MARGIN, top + 1, wide - 2 * MARGIN, high - 2);
  } else {
    pen.fill("hair", MARGIN, top + high - 1, wide - 2 * MARGIN, isSum ? 1.5 : 0.75);
  }
  const colour = isTotal ? "paper" : "ink";
  const icon = row.dice || isSum ? 34 : 0;
  pen.dice(row.dice || [], MARGIN, top + high / 2 - 10, 20);
  if (isSum && row.sign) {
    pen.symbol(row.sign === "=" ? "#sum" : "#plus", MARGIN, top + high / 2 - 8, 16);
  }
  pen.write(row.name, MARGIN + icon + (isTotal ? 6 : 0), middle, {
    weight: isSum || isTotal ? 900 : 700,
    colour,
    room: LABEL - icon - 6,
  });
  columns
    .filter((each) => !row.across || each.wide)
    .forEach((each) => {
      const at = columns.indexOf(each);
      const centre = MARGIN + LABEL + (at + (row.across ? each.wide : 1) / 2) * column;
      const prefix = row.across ? "" : each.prefix;
      const boxes = row.boxes || [row.id];
      const texts = boxes
        .map((box) => each.values[prefix + box])
        .map((value) => (value === null ? "" : value === 0 && row.kind === "box" ? "–" : plain(value)));
      const lines = row.boxes
        ? texts
            .reduce(
              (found, text, place) => {
                found[Math.floor(place / 2)].push(text);
                return found;
              },
              Array.from({ length: Math.ceil(texts.length / 2) }, () => [])
            )
            .map((line) => line.join("  "))
        : texts;
      lines.forEach((line, place) =>
        pen.write(line, centre, row.boxes ? top + 18 + place * LINE : middle, {
          size: isTotal ? 18 : 15,
          weight: isTotal || isSum ? 900 : 400,
          colour,
          align: "center",
          room: column - 4,
        })
      );
    });
}

/** Return functions that draw on a canvas in the colours and the font of the page. */
function penOn(canvas) {
  const context = canvas.getContext("2d");
  const style = getComputedStyle(document.documentElement);
  const of = (name) => style.getPropertyValue(`--${name}`).trim();
  const write = (words, x, y, { size = 15, weight = 400, colour = "ink", align = "left", room }) => {
    context.font = `${weight} ${size}px "Sofia Sans Semi Condensed", "Roboto Condensed", "Arial Narrow", sans-serif`;
    context.fillStyle = of(colour);
    context.textAlign = align;
    context.fillText(words, x, y, room);
  };
  const fill = (colour, x, y, wide, high) => {
    context.fillStyle = of(colour);
    context.fillRect(x, y, wide, high);
  };
  const dice = (list, x, y, size) => {
    const top = Math.ceil(list.length / 2);
    const side = list.length > 1 ? 0.47 * size : size;
    list.forEach(([face, kind], at) =>
      drawSymbol(
        context,
        of,
        find(symbolOf(face)),
        kind,
        x + (at % top) * 0.53 * size,
        y + (at < top ? 0 : 0.53 * size),
        side
      )
    );
  };
  const symbol = (name, x, y, side) => drawSymbol(context, of, find(name), "solid", x, y, side);
  return { write, fill, dice, symbol, scale: (across, down) => context.scale(across, down) };
}

/** Draw a die or sign from its symbol on the page. */
function drawSymbol(context, of, symbol, kind, x, y, side) {
  const pips = find("path", symbol);
  const face = find("text", symbol);
  const solid = kind === "solid";
  const corner = Number(find("rect", symbol).getAttribute("rx"));
  context.save();
  context.translate(x, y);
  context.scale(side / 100, side / 100);
  const body = new Path2D();
  body.roundRect(4, 4, 92, 92, corner);
  Object.assign(context, {
    fillStyle: of("accent"),
    strokeStyle: of(kind === "blank" ? "others" : "accent"),
    lineWidth: 8,
    lineCap: "round",
  });
  context[solid ? "fill" : "stroke"](body);
  if (pips) {
    context.lineWidth = Number(pips.getAttribute("stroke-width"));
    context.strokeStyle = of(solid ? "paper" : "accent");
    context.stroke(new Path2D(pips.getAttribute("d")));
  } else if (face) {
    Object.assign(context, {
      font: "700 68px sans-serif",
      textAlign: "center",
      fillStyle: of(solid ? "paper" : "accent"),
    });
    context.fillText(face.textContent, 50, 74, 86);
  }
  context.restore();
}
