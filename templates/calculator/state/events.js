/* Events of the page: the state tells what has changed, and a view asks for another one, without knowing who listens. */

const listeners = {};

export function listen(name, act) {
  (listeners[name] = listeners[name] || []).push(act);
}

export function notify(name, detail) {
  (listeners[name] || []).forEach((act) => act(detail));
}
