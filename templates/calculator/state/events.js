/* Events of the page: the state tells what has changed, and a view asks for another one. */

/** @type {Record<string, ((detail: any) => any)[]>} */
const listeners = {};

/**
 * @param {string} name
 * @param {(...args: any[]) => any} act
 */
export function listen(name, act) {
  listeners[name] = [...(listeners[name] || []), act];
}

/**
 * @param {string} name
 * @param {any} [detail]
 */
export function notify(name, detail) {
  (listeners[name] || []).forEach((act) => act(detail));
}
