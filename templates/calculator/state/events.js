/* Events of the page: the state tells what has changed, and a view asks for another one. */

/** Functions by the names of events; `listen` and `notify` check what each is told.
 *
 * @type {Record<string, ((...details: any[]) => unknown)[]>} */
const listeners = {};

/** Let a function be called when an event happens.
 *
 * @template {keyof PageEvents} Name
 * @param {Name} name
 * @param {Listener<Name>} act
 */
export function listen(name, act) {
  listeners[name] = [...(listeners[name] || []), act];
}

/** Tell the listeners of an event that it happens.
 *
 * @template {keyof PageEvents} Name
 * @param {Name} name
 * @param {Details<Name>} details
 */
export function notify(name, ...details) {
  (listeners[name] || []).forEach((act) => {
    act(...details);
  });
}
