/* The page at a table: the page itself, and what joins it with the phones of the others. */

import "./main.js";
import { menuEntries } from "./parts/menu.js";
import { flash } from "./parts/notes.js";
import { listen } from "./state/events.js";
import { view } from "./state/page.js";
import { takeSeat } from "./state/seat.js";
import { noteFound, noteLost, noteMissed, showCompany, tellBegun, tellHeard, tellSleep } from "./views/company.js";
import { askDigits, askLog, openJoining, showJoining } from "./views/joining.js";
import { askDoubts, showSeatList, tellSat } from "./views/seats.js";

listen("shown", showCompany);
listen("table", showJoining);
listen("table", showCompany);
listen("table lost", noteLost);
listen("table found", noteFound);
listen("caught up", noteMissed);
listen("heard", tellHeard);
listen("refused", flash);
listen("barred", askDigits);
listen("log wanted", askLog);
listen("table", askDoubts);
listen("focus returned", () => view.table && askDoubts());
listen("sat", tellSat);
listen("begun", tellBegun);
listen("sit down", openJoining);
listen("sleepy", tellSleep);

/* The menu of a table: its players, and no other game in its place. */
menuEntries.forEach((entry) => {
  if (entry.icon === "people") {
    const { act } = entry;
    entry.act = () => (view.table ? showSeatList() : act());
  } else if (entry.icon === "plus" || entry.icon === "redo") {
    entry.isShown = () => view.table === null;
  }
});

takeSeat();
