/* Measures the layout of the calculator's page: what is cut, lies over something else, or is too small to hit. */

window.layout = (() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const CELL = ".box, .seat, .label, .chip, .slot, .fig, .names, button, #speech, #game, #under > *, #record, td, th";
  const SCROLLS = "#offers, #seats.scrolls, main, #dock";
  const SLACK = 1; // px
  const NAMES_ABOVE = "[data-columns='8'] :is(.label, .owner), [data-columns='7'] .sum .label"; // the boxes of their row

  const isSeen = (node) =>
    node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !node.closest(".heard, noscript");

  /** Return the ink of a text: its lines without the room above capitals and below the line. */
  function inkOf(text) {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()]
      .filter((line) => line.width > 0)
      .map(({ left, right, top, height }) => ({ left, right, top: top + 0.2 * height, bottom: top + 0.78 * height }));
  }

  function textsIn(region) {
    const walker = document.createTreeWalker(region, NodeFilter.SHOW_TEXT, (node) =>
      node.data.trim() &&
      !node.parentElement.closest("svg") &&
      isSeen(node.parentElement) &&
      !isClipped(node.parentElement)
        ? NodeFilter.FILTER_ACCEPT
        : NodeFilter.FILTER_SKIP
    );
    const found = [];
    while (walker.nextNode()) {
      found.push({ node: walker.currentNode, said: walker.currentNode.data.trim(), lines: inkOf(walker.currentNode) });
    }
    return found.map(shownOf).filter((each) => each.lines.length && !gaveWay(each));
  }

  /** Return a text with what is shown of its lines, where a row scrolls to the side or an ellipsis ends it. */
  function shownOf({ node, said, lines }) {
    const isShort = getComputedStyle(node.parentElement).textOverflow === "ellipsis";
    const row = isShort ? node.parentElement : node.parentElement.closest("#offers, #seats.scrolls");
    const end = row ? row.getBoundingClientRect().right : Infinity;
    const shown = lines.filter(({ left }) => left < end);
    return { node, said, lines: shown.map((line) => ({ ...line, right: Math.min(line.right, end) })) };
  }

  /** Check whether a text has gone to the line after the line of speech, which nobody sees. */
  const gaveWay = ({ node, lines }) => {
    const speech = node.parentElement.closest("#speech");
    return Boolean(speech) && lines.every((line) => line.top >= speech.getBoundingClientRect().bottom);
  };

  const isClipped = (node) => {
    for (let at = node; at && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).clipPath !== "none") {
        return true;
      }
    }
    return false;
  };

  /** Return the drawings of a region: dice, icons and the corners of who plays. */
  function drawingsIn(region) {
    const drawings = all("svg", region)
      .filter((node) => isSeen(node) && !isClipped(node))
      .map((node) => ({ node, said: node.getAttribute("class"), lines: [inner(node)] }));
    const seat = region.querySelector(".seat.turn");
    const corners = seat ? getComputedStyle(seat, "::before") : null;
    if (!corners || corners.display === "none") {
      return drawings;
    }
    const box = seat.getBoundingClientRect();
    const [left, top, right, bottom] = [
      box.left + parseFloat(corners.left),
      box.top + parseFloat(corners.top),
      box.right - parseFloat(corners.right),
      box.bottom - parseFloat(corners.bottom),
    ];
    const arm = parseFloat(corners.getPropertyValue("--arm"));
    const lines = [left, right - 3].flatMap((x) =>
      [top, bottom - arm].map((y) => ({ left: x, right: x + 3, top: y, bottom: y + arm }))
    );
    return [...drawings, { node: seat, said: "corners", lines }];
  }

  const inner = (node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return { left: left + 1, right: right - 1, top: top + 1, bottom: bottom - 1 };
  };

  const meet = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > SLACK &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > SLACK;

  function* overlaps(parts) {
    for (const [at, one] of parts.entries()) {
      for (const other of parts.slice(at + 1)) {
        if (one.node.parentElement !== other.node.parentElement || one.node.nodeType !== other.node.nodeType) {
          if (one.lines.some((line) => other.lines.some((each) => meet(line, each)))) {
            yield `"${one.said}" over "${other.said}"`;
          }
        }
      }
    }
  }

  const isOutside = (line, box, sides) =>
    (sides.includes("x") && (line.left < box.left - SLACK || line.right > box.right + SLACK)) ||
    (sides.includes("y") && (line.top < box.top - SLACK || line.bottom > box.bottom + SLACK));

  /** Yield the texts that leave their cell, what hides the rest of them, or the window. */
  function* cut({ node, said, lines }) {
    const isAbove = node.parentElement.closest(NAMES_ABOVE);
    const cell = node.parentElement.closest(isAbove ? "tr" : CELL);
    const show = ({ left, right, top, bottom }) => [left, right, top, bottom].map(Math.round).join(" ");
    const at = (box) => `${show(lines[0])} of ${show(box)}`;
    if (cell && lines.some((line) => isOutside(line, cell.getBoundingClientRect(), "xy"))) {
      yield `"${said}" leaves ${cell.id || cell.className || cell.tagName}: ${at(cell.getBoundingClientRect())}`;
    }
    for (let parent = node.parentElement; parent !== document.body; parent = parent.parentElement) {
      const style = getComputedStyle(parent);
      if (style.overflowX !== "visible" && !parent.matches(SCROLLS) && style.display !== "inline") {
        if (lines.some((line) => isOutside(line, parent.getBoundingClientRect(), "xy"))) {
          yield `"${said}" cut by ${parent.id || parent.className}`;
        }
      }
    }
    const scroller = node.parentElement.closest("#offers, #seats.scrolls");
    if (!scroller && lines.some((line) => line.left < -SLACK || line.right > innerWidth + SLACK)) {
      yield `"${said}" leaves the window`;
    }
    const band = node.parentElement.closest("#head, #dock");
    if (band && lines.some((line) => isOutside(line, band.getBoundingClientRect(), band.id === "head" ? "y" : ""))) {
      yield `"${said}" leaves ${band.id}`;
    }
  }

  /** Yield the words of a text that go on in the next line without a hyphen. */
  function* broken({ node }) {
    const range = document.createRange();
    for (const { 0: word, index } of node.data.matchAll(/[^\s\-/…]+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = [...range.getClientRects()].filter((line) => line.width > 0).map((line) => Math.round(line.top));
      if (new Set(tops).size > 1) {
        yield `"${word}" is broken`;
      }
    }
  }

  const isPressed = (node) => isSeen(node) && !isClipped(node);
  const LEAST = 24; // px: of seven columns in a tiny window, and of a name above the boxes of its row

  /** Yield controls under the least width and height, in CSS pixels. */
  function* small(width, height) {
    for (const node of all("main button, #dock button").filter(isPressed)) {
      const box = node.getBoundingClientRect();
      const isAmongMany = innerWidth < 280 && node.matches("[data-columns='8'] td *, [data-columns='8'] .names");
      const least = isAmongMany ? LEAST : node.matches("[data-players=many] .seat") ? Math.min(width, 40) : width;
      const lowest = node.matches("[data-columns='8'] .label") ? LEAST : height;
      if (box.width && (box.width < least - 0.5 || box.height < lowest - 0.5)) {
        yield `${node.id || node.className || node.value}: ${box.width.toFixed(1)} x ${box.height.toFixed(1)}`;
      }
    }
  }

  /** Yield what has to be in sight at any size, and is not. */
  function* missing() {
    for (const label of all("main .label").filter(isSeen)) {
      if (!textsIn(label).length && !drawingsIn(label).length) {
        yield `"${label.textContent}" has neither name nor icon`;
      }
    }
    const isHit = (node) => {
      const box = node.getBoundingClientRect();
      const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return box.width > 0 && (node.contains(hit) || Boolean(hit && hit.closest("button") === node));
    };
    for (const selector of ["#menu", "#undo", "#dice .slot", "#faces button", "#roll", "#offers .offer:first-child"]) {
      for (const node of all(selector).filter(isSeen)) {
        if (!isHit(node)) {
          yield `${selector} is out of sight`;
        }
      }
    }
    if (document.documentElement.dataset.phase === "offers") {
      const [best] = all("#offers .offer");
      if (!best || best.previousElementSibling) {
        yield "the best offer is not the first";
      }
      const ranks = all("#offers .offer .place").filter(isSeen);
      const gap = ranks.findIndex((rank, at) => rank.textContent !== String(at + 1));
      if (gap >= 0) {
        yield `rank ${ranks[gap].textContent} comes after rank ${gap}`;
      }
    }
  }

  /** Return all that is wrong now. */
  function faults(width, height) {
    const root = document.documentElement;
    const regions = [...all("#head"), ...all("main tr").filter((row) => row.offsetParent), ...all("#dock")];
    const wide = root.scrollWidth === innerWidth ? [] : [`the page is ${root.scrollWidth} wide`];
    const found = regions.flatMap((region) => {
      const texts = textsIn(region);
      return [...texts.flatMap((text) => [...cut(text), ...broken(text)]), ...overlaps([...texts, ...drawingsIn(region)])];
    });
    return [...new Set([...wide, ...found, ...small(width, height), ...missing()])];
  }

  return { faults };
})();
