/* The fixed parts of the page: the rows of the table, the keys, and names for screen readers. */

const several = DATA.table.some((group) => group.some((row) => row.boxes));

/** Return the dice of a row in two lines, the larger half above; for a sum its sign. */
function rowIcon({ dice, sign }) {
  if (!dice) {
    return sign ? [signNode(sign === "=" ? "sum" : "plus")] : [];
  }
  const top = Math.ceil(dice.length / 2);
  const side = dice.length > 1 ? 47 : 100;
  const step = 5300 / side;
  const placed = dice.map(([face, kind], at) => ({ face, kind, x: (at % top) * step, y: at < top ? 0 : step }));
  const kinds = [...new Set(placed.map((each) => each.kind))].map((kind) =>
    placed.filter((each) => each.kind === kind)
  );
  return [
    drawn(
      "svg",
      {
        class: "block",
        viewBox: `0 0 ${top * (side + 6) - 6} 100`,
        preserveAspectRatio: "xMinYMid",
        "aria-hidden": "true",
      },
      drawn("g", { transform: `scale(${side / 100})` }, ...kinds.flatMap(diceTogether))
    ),
  ];
}

/** Return dice of one kind as few drawings, because a table has a hundred dice. */
function diceTogether(dice) {
  const part = (each, name) => find(`${symbolOf(each.face)} path.${name}, ${symbolOf(each.face)} rect.${name}`);
  const pips = {};
  const apart = dice.filter((each) => each.face && !part(each, "pip"));
  const together = dice.filter((each) => !apart.includes(each));
  const round = together.length ? Number(part(together[0], "body").getAttribute("rx")) : 0;
  const side = 92 - 2 * round;
  const arc = (x, y) => `a${round} ${round} 0 0 1 ${x * round} ${y * round}`;
  const outline = `h${side}${arc(1, 1)}v${side}${arc(-1, 1)}h-${side}${arc(-1, -1)}v-${side}${arc(1, -1)}z`;
  const bodies = together.map(({ x, y }) => `M${x + 4 + round} ${y + 4}${outline}`);
  together
    .filter((each) => each.face)
    .forEach((each) => {
      const pip = part(each, "pip");
      const width = pip.getAttribute("stroke-width");
      pips[width] =
        (pips[width] || "") +
        pip
          .getAttribute("d")
          .replace(/M([\d.]+) ([\d.]+)/g, (_, x, y) => `M${Number(x) + each.x} ${Number(y) + each.y}`);
    });
  return [
    drawn(
      "g",
      { class: `die ${dice[0].kind}` },
      ...(bodies.length ? [drawn("path", { class: "body", d: bodies.join("") })] : []),
      ...Object.entries(pips).map(([width, d]) => drawn("path", { class: "pip", "stroke-width": width, d }))
    ),
    ...apart.map(({ face, kind, x, y }) =>
      drawn("use", { class: `die ${kind}`, href: symbolOf(face), x, y, width: 100, height: 100 })
    ),
  ];
}

const signNode = (name) =>
  drawn(
    "svg",
    { class: "sign die solid", viewBox: "0 0 100 100", "aria-hidden": "true" },
    drawn("use", { href: `#${name}` })
  );

/** Return the steps of a bonus as a ladder of sums and points. */
const ladder = (steps) =>
  element(
    "span",
    { class: "ladder" },
    ...steps.map(([least, points]) =>
      element(
        "span",
        {},
        element("small", {}, String(least)),
        element("span", { class: "heard" }, ": "),
        element("b", {}, String(points).replace("-", "−"))
      )
    )
  );

function tableRow(row) {
  if (row.kind === "head") {
    return element(
      "tr",
      { class: "head" },
      element(
        "th",
        { scope: "rowgroup", colspan: "2" },
        element(
          "div",
          {},
          element("span", {}, row.name),
          ...(several
            ? [element("span", { class: "whose" }), element("small", {}, pgettext("page", "points"))]
            : [element("small", { class: "beside", hidden: true, "aria-hidden": "true" }, pgettext("page", "best"))])
        )
      )
    );
  }
  const isBox = row.kind === "box";
  const small = (name, text) => (text ? [" ", element("small", { class: name }, text)] : []);
  const name = element(
    "span",
    { class: "name" },
    element("span", { class: "words" }, row.name),
    ...small("need", row.need),
    ...small("hint", row.short || row.hint),
    ...small("whole", row.short ? row.hint : "")
  );
  const worth = row.worth
    ? [element("b", { class: "worth" }, row.worth)]
    : row.most
      ? [element("small", { class: "most" }, row.most)]
      : [];
  const label = element(
    "button",
    { type: "button", class: "label", tabindex: "-1" },
    ...rowIcon(row),
    name,
    ...worth,
    ...(row.points && !row.boxes ? [ladder(row.steps)] : [])
  );
  const isDrawn =
    gameColumns && row.dice && DATA.table.flat().filter((each) => String(each.dice) === String(row.dice)).length === 1;
  const kinds = [
    isBox ? "score" : row.kind,
    ...(isDrawn ? ["drawn"] : []),
    ...(row.level > 1 ? ["level2"] : []),
    ...(row.level > 2 ? ["level3"] : []),
    ...(row.boxes ? ["many"] : []),
    ...(row.within || (several && row.points && !row.boxes) ? ["within"] : []),
  ];
  return element(
    "tr",
    {
      class: kinds.join(" "),
      "data-row": row.id,
      "data-boxes": isBox ? (row.boxes || [row.id]).join(" ") : null,
      "data-across": row.across ? "yes" : null,
      "data-totals": [
        ...(row.boxes ? ["="] : []),
        ...(isBox ? [] : [row.id]),
        ...(row.points ? [row.points] : []),
      ].join(" "),
    },
    element("th", { scope: "row" }, label)
  );
}

/** Keys and their actions. */
const KEYS = [
  ["1–6", pgettext("page", "one die more")],
  ["⌫", pgettext("page", "one die less")],
  ["⏎", weights ? pgettext("page", "write the solid one") : pgettext("page", "write the chosen one")],
  ["↑ ↓", pgettext("page", "choose a box")],
  ["G", pgettext("page", "let the page roll")],
  ["Ctrl Z", pgettext("page", "undo")],
];

function makeShell() {
  const name = (selector, text) => find(selector).setAttribute("aria-label", text);
  const fill = (selector, text) => {
    find(selector).textContent = text;
  };
  document.documentElement.classList.toggle("several", several);
  if (gameColumns) {
    document.documentElement.dataset.columns = gameColumns.length;
  }
  find("table").append(...DATA.table.map((group) => element("tbody", {}, ...group.map(tableRow))));
  find("#faces").append(
    ...Array.from({ length: turns.sides }, (_, at) =>
      element(
        "button",
        { type: "button", value: String(at + 1), "aria-label": faceName(at + 1) },
        die(shownFace(at + 1), "open")
      )
    )
  );
  find("#card").append(
    ...KEYS.map(([keys, what]) =>
      element("div", {}, element("dt", {}, element("kbd", {}, keys)), element("dd", {}, what))
    )
  );
  fill("h1", DATA.title);
  fill(".onpaper", [DATA.variant, DATA.facts].filter(Boolean).join(" · "));
  fill("#record small", pgettext("page", "your best"));
  document.documentElement.dataset.dice = turns.dice;
  fill("#names span", pgettext("page", "Players"));
  fill(".reminders", DATA.reminders);
  fill("#result", pgettext("page", "Result"));
  name("#seats", pgettext("page", "Players"));
  name("table", pgettext("page", "Score sheet"));
  name("#dock", pgettext("page", "Dice"));
  name("#dice", pgettext("page", "The dice on the table"));
  name("#undo", pgettext("page", "Undo"));
  name("#menu", pgettext("page", "Menu"));
  name("#faces", pgettext("page", "Tap what you rolled"));
  name("#erase", pgettext("page", "Take back a die"));
  name("#offers", pgettext("page", "What the dice are worth"));
  name("#card", pgettext("page", "Keys"));
}

makeShell();
