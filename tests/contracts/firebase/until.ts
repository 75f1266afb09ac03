/** For what happens outside of this process's hands: looked at again and again, never waited for blindly. */

const longestMs = 20_000;

/** @throws Error when it has not come true in 20 s */
export async function until(what: string, isSo: () => boolean): Promise<void> {
  const end = performance.now() + longestMs;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`It did not come true that ${what}.`);
    await new Promise((resolve) => void setTimeout(resolve, 1));
  }
}
