/** One run after the other, never two at once, and never more often than needed. */

/**
 * Returns a function that has `run` run soon. Calls that come while it runs, or shortly after, lead to one more run:
 * the last state is always seen.
 */
export function calm(pause: number, run: () => Promise<void>): () => void {
  let busy = false;
  let again = false;

  async function go(): Promise<void> {
    busy = true;
    again = false;
    try {
      await run();
    } catch {
      // What goes wrong in a run is said by the run.
    }
    setTimeout(() => {
      busy = false;
      if (again) void go();
    }, pause);
  }

  return () => {
    again = true;
    if (!busy) void go();
  };
}
