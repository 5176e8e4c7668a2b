/* Entries of the menu, which each view adds. */

/** @type {MenuEntry[]} */
export const menuEntries = [];
