/* The pages of a document as small pictures, of which one is on the stage. */

import { element } from "../../calculator/parts/elements.js";
import { pgettext } from "../state/data.js";
import { result, showPage } from "../state/result.js";

/** Return small pictures of the pages; nothing for a document of one page.
 *
 * @param {MadeDocument} made
 */
export function pagesNodes(made) {
  if (made.pictures.length < 2) {
    return [];
  }
  const pages = made.pictures.map((address, page) => {
    const words = pgettext("workshop", "Page %(page)s of %(all)s", { page: page + 1, all: made.pictures.length });
    return pageButton(address, page, words, [element("small", {}, String(page + 1))]);
  });
  return [
    element("div", { class: "small-pages", role: "group", "aria-label": pgettext("workshop", "Pages") }, ...pages),
  ];
}

/** Return a small picture that brings its page on the stage.
 *
 * @param {string} address
 * @param {number} page
 * @param {string} words
 * @param {HTMLElement[]} below
 */
export const pageButton = (address, page, words, below) =>
  element(
    "button",
    {
      type: "button",
      class: "small-page",
      "aria-label": words,
      "aria-pressed": String(page === result.page),
      click: () => showPage(page),
    },
    element("img", { src: address, alt: "", loading: "lazy" }),
    ...below
  );
