/* The stage: the paper as it will be, and what to know about it. On phones the paper is a window of its own. */

import { element, setAttribute, setText } from "../../calculator/parts/elements.js";
import { gameOf, language, pgettext, root } from "../state/data.js";
import { gameNow } from "../state/own.js";
import { python } from "../state/python.js";
import { printed } from "../state/printing.js";
import { madeNow, printedNow, result } from "../state/result.js";
import { close } from "../state/windows.js";
import { isClub, typedNames, wish } from "../state/wish.js";
import { infoNodes } from "./info.js";
import { makeKit } from "./kit.js";
import { button } from "./parts.js";
import { makeTyped } from "./typed.js";
import { outlines } from "./wrong.js";

/** Return the name of the document of the wish: that of the game, and how many play. */
export function documentTitle() {
  const { title } = gameNow();
  const players = typedNames().length;
  return players && wish.tab !== "rules"
    ? pgettext("workshop", "%(game)s for %(n)s", { game: title, n: players })
    : title;
}

/** Return the address of the picture of the sheet that is ready to print. */
const readyPicture = () => `${root}${language}/${gameOf(wish.game).picture}`;

/** Return the address of the picture of the page that is shown; that of the ready-made sheet until there is one. */
export function pictureNow() {
  const page = printed.isAsked ? printed.document?.pictures[0] : printedNow()?.pictures[result.page];
  return page ?? readyPicture();
}

/** Return the stage, and the function that shows in it what was made. */
export function makeStage() {
  const title = element("h1", { tabindex: -1 });
  const back = button("back", "", close, { class: "bare square", "aria-label": pgettext("workshop", "Back") });
  const head = element("header", { class: "preview-head" }, back, title);
  const picture = element("img", { alt: "" });
  const typed = makeTyped(() => show());
  const over = element("div", { class: "over" });
  const paper = element("div", { class: "paper" }, picture, typed.part, over);
  const enlarge = button("search", pgettext("workshop", "enlarge"), () => paper.classList.toggle("large"), {
    class: "bare enlarge",
  });
  paper.addEventListener("click", () => paper.classList.toggle("large"));
  const read = element("a", { class: "read", target: "_blank" }, pgettext("workshop", "Read the sheet"));
  const preview = element(
    "section",
    { class: "preview", "aria-label": pgettext("workshop", "Preview") },
    head,
    paper,
    read,
    enlarge
  );
  const info = element("aside", { class: "info", "aria-label": pgettext("workshop", "About the document") });
  const desk = element("div", { class: "desk" }, preview, info);
  const { view: kit, show: showKit } = makeKit();
  const stage = element("div", { class: "stage" }, desk, kit);

  function show() {
    typed.show();
    const made = typed.isTurning() ? null : madeNow();
    const isKit = made !== null && made.parts.length > 0 && result.wrong === null && !printed.isAsked;
    kit.hidden = !isKit;
    desk.hidden = isKit;
    desk.classList.toggle("of-club", wish.tab === "sheet" && isClub());
    if (isKit) {
      showKit(made);
    }
    setText(title, documentTitle());
    setAttribute(picture, "src", typed.isTurning() ? readyPicture() : pictureNow());
    picture.alt = made?.alt || pgettext("workshop", "Score sheet: %(game)s", { game: gameOf(wish.game).title });
    paper.classList.toggle("old", result.wrong !== null && python.stage === "ready");
    setAttribute(read, "href", made ? made.address : null);
    read.hidden = made === null;
    over.replaceChildren(...(python.stage === "ready" ? outlines() : []));
    info.replaceChildren(...infoNodes());
  }
  return { stage, show };
}
