/** Polling for events outside of this process's control. */

const longestMs = 20_000;
/** Much may be on its way. */
const longestTalkMs = 50_000;
/** Timers of the machine, also after others replace them. */
const turn = setImmediate;
const pause = setTimeout;
/** Turns without a pause; later ones take a millisecond each, which leaves the processor to the other process. */
const busyTurns = 100;

export const nextTurn = (turns: number): Promise<void> =>
  new Promise((resolve) => void (turns < busyTurns ? turn(resolve) : pause(resolve, 1)));

/** @throws Error when it has not come true in 20 s */
export async function until(what: string, isSo: () => boolean): Promise<void> {
  const end = performance.now() + longestMs;
  for (let turns = 0; !isSo(); turns++) {
    if (performance.now() > end) throw new Error(`It did not come true that ${what}.`);
    await nextTurn(turns);
  }
}

/** Turns without traffic after which everything under way in this process has arrived. */
const quietTurns = 25;

/**
 * Resolves once nothing has gone through any cable for some turns, each long enough for all that is ready to run.
 * @param forMs and for so long, where the other end is a process of its own
 */
export async function quiet(traffic: () => number, forMs = 0): Promise<void> {
  const end = performance.now() + longestTalkMs;
  let before = traffic();
  let since = performance.now();
  for (let still = 0; still < quietTurns || performance.now() - since < forMs;) {
    if (performance.now() > end) throw new Error('The clients and the server do not stop talking.');
    await nextTurn(still);
    const now = traffic();
    still = now === before ? still + 1 : 0;
    if (now !== before) since = performance.now();
    before = now;
  }
}
