/** Decides whether a server that stopped by itself is started again. */

const LIMIT = 3;
const WINDOW_MS = 3 * 60 * 1000;

/** Returns a function to call at each crash: true as long as fewer than four fall within three minutes. */
export function crashLimit(): (now: number) => boolean {
  let crashes: number[] = [];
  return (now) => {
    crashes = [...crashes.filter((time) => now - time < WINDOW_MS), now];
    return crashes.length <= LIMIT;
  };
}
