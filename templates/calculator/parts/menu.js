/* Entries of the menu, which each view adds. */

/** Entries of the menu: {order, icon, text, note: function for the text beside it, act, isShown: if not always}. */
/** @type {any[]} */
export const menuEntries = [];
