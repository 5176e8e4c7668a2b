/* What keeps the screen on. */

import { element, penOf } from "./elements.js";

const hasWakeLock = "wakeLock" in navigator; // which browsers have with https, and on the computer itself
/* A video of a canvas keeps the screen on too; not in Safari, where it would need a sound, which stops other music. */
const canPlayStill = "captureStream" in HTMLCanvasElement.prototype && !navigator.vendor.startsWith("Apple");
export const canStayOn = hasWakeLock || canPlayStill;

/** Keep the screen on until the lock is released, or the page is out of sight.
 *
 * @returns {Promise<ScreenLock>}
 */
export const lockScreen = () => (hasWakeLock ? navigator.wakeLock.request("screen") : playStill());

/** Play a video that stands still, which keeps the screen on while it is in sight. Return the like of a wake lock. */
async function playStill() {
  const canvas = element("canvas", { width: 2, height: 2 });
  const draw = () => penOf(canvas).fillRect(0, 0, 2, 2);
  draw(); // Firefox has no stream of a canvas without a context
  const video = element("video", { playsinline: true, "aria-hidden": "true" });
  Object.assign(video, { muted: true, srcObject: canvas.captureStream() });
  video.style.cssText = "position: fixed; left: 0; top: 0; width: 1px; opacity: 0.01; pointer-events: none";
  document.body.append(video);
  draw(); // the one picture of the video
  const lock = Object.assign(new EventTarget(), {
    release: () => {
      video.remove();
      lock.dispatchEvent(new Event("release"));
    },
  });
  await video.play().catch((error) => {
    video.remove();
    throw error;
  });
  return lock;
}
