/* The start of the page. Runs after all other scripts. */

/** Let a button act when it is pressed, but not while it is idle. */
function onPress(selector, act) {
  findAll(selector).forEach((node) =>
    node.addEventListener("click", (event) => {
      if (node.getAttribute("aria-disabled") !== "true") {
        act(event);
      }
    })
  );
}

/** Mark the dice that count for the offer with the focus. */
function followFocus() {
  const now = document.activeElement && document.activeElement.closest("#offers .offer");
  const box = now ? now.dataset.box : "";
  if (box !== page.chosenBox) {
    page.chosenBox = box;
    showDice(phaseOf(nextPlayer(game, page.match)));
  }
}

function start() {
  load();
  onPress("#undo", undo);
  onPress("#menu", showMenu);
  onPress("#roll", roll);
  onPress("#erase", dropDie);
  onPress("#result", () => {
    page.isCardShown = false;
    render();
  });
  onPress("#faces button", (event) => addDie(Number(event.currentTarget.value)));
  onPress("table .label", (event) => explain(event.currentTarget.closest("tr")));
  find("table").addEventListener("focusin", (event) => {
    if (event.target.dataset.key) {
      rove(event.target.dataset.key);
    }
  });
  document.addEventListener("focusin", followFocus);
  document.addEventListener("keydown", pressKey);
  window.addEventListener("storage", follow);
  swipe(find("main"));
  find("#offers").addEventListener(
    "scroll",
    (event) => {
      page.isScrolled = event.target.scrollLeft > 0;
    },
    { passive: true }
  );
  const print = (isNow) => {
    if (page.isPrinting !== isNow) {
      page.isPrinting = isNow;
      render();
    }
  };
  window.addEventListener("beforeprint", () => print(true));
  window.addEventListener("afterprint", () => print(false));
  matchMedia("print").addEventListener("change", (event) => print(event.matches));
  new ResizeObserver(fitAnew).observe(find("#head"));
  document.fonts.ready.then(fitAnew);
  showTheme();
  render();
  warn();
  startGuard();
  if (!readAddress()) {
    offer();
  }
  if (location.hash.endsWith(STATISTICS) && page.finished.length) {
    forgetAddress();
    showStatistics();
  }
}

/** Measure and render again, for another width or after fonts have loaded. */
function fitAnew() {
  widths.clear();
  page.measured = {};
  page.tableShape = "";
  render();
}

/** Show the card of the next player on a swipe. */
function swipe(sheet) {
  let from = null;
  sheet.addEventListener(
    "touchstart",
    (event) => {
      from = event.touches.length === 1 ? event.touches[0] : null;
    },
    { passive: true }
  );
  sheet.addEventListener(
    "touchend",
    (event) => {
      const to = event.changedTouches[0];
      const across = from ? to.clientX - from.clientX : 0;
      if (!isInColumns() && Math.abs(across) > 60 && Math.abs(across) > 2 * Math.abs(to.clientY - from.clientY)) {
        const at = page.match.players.findIndex((player) => player.id === page.shownPlayer);
        const count = page.match.players.length;
        tapSeat((at + (across < 0 ? 1 : count - 1)) % count);
      }
    },
    { passive: true }
  );
}

/** Say at once if this browser stores nothing, with a way out; the first hint waits until it is closed. */
function warn() {
  find("#unkept").append(
    element(
      "p",
      {},
      pgettext("page", "This browser keeps nothing here. Save your games as files before you close the page.")
    ),
    element(
      "div",
      {},
      button(pgettext("page", "Save this game as a file"), () => saveGame(page.match), { class: "keeps" }),
      button("", dismiss, { icon: "close", name: pgettext("page", "Close"), class: "tile" })
    )
  );
  showUnkept();
  if (page.hasRoom) {
    showHint();
  }
}

function dismiss() {
  page.isWarned = true;
  showUnkept();
  showHint();
}

/** Return the parts of a text, those between two asterisks in bold. */
const bolded = (text) => text.split("**").map((part, at) => (at % 2 ? element("b", {}, part) : part));

/** Show the instructions on the first visit. */
function showHint() {
  if (setting("hinted") || page.match.entries.length || page.turn.dice.length) {
    return;
  }
  const step = (face, text) => element("li", {}, die(face, "solid"), element("span", {}, ...text));
  const close = () => {
    if (hint.isConnected) {
      hint.remove();
      setSetting("hinted", true);
    }
  };
  const hint = element(
    "section",
    { id: "first-hint", "aria-label": pgettext("page", "How it works") },
    element(
      "ol",
      {},
      step(1, bolded(pgettext("page", "**Roll** your dice, %(n)s times at most.", { n: DATA.rolls }))),
      step(2, bolded(pgettext("page", "**Tap below** what you rolled."))),
      step(3, bolded(pgettext("page", "**Choose a box.** The points stand there already.")))
    ),
    element(
      "div",
      {},
      element("span", {}, ...bolded(pgettext("page", "No dice at hand? **Roll** lets the page roll."))),
      button(pgettext("page", "Got it"), close)
    )
  );
  find("#dock").before(hint);
  listen("changed", close);
}

/** Ask on the first visit whether to continue the game of another page. */
function offer() {
  const [other] = read(RUN) ? [] : others();
  if (other) {
    keep();
    const players = listed(
      isPlaying(other.match).map((player) => `\u2068${nameIn(other.match.players, player)}\u2069`)
    );
    ask(
      pgettext("page", "A game is not finished here: %(players)s. Play on with it?", { players }),
      pgettext("page", "Play on"),
      () => take(other)
    );
  }
}

if (gameChosen) {
  start();
} else {
  showTheme();
  showShelf();
  startGuard();
  readAddress();
}
