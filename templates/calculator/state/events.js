/* Events of the page: the state tells what has changed, and a view asks for another one. */

const listeners = {};

export function listen(name, act) {
  listeners[name] = [...(listeners[name] || []), act];
}

export function notify(name, detail) {
  (listeners[name] || []).forEach((act) => act(detail));
}
