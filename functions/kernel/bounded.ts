/** Runs `run` for each item, at most `most` at the same time, started in order. `run` may not throw: others would go on unseen. */
export async function forEachBounded<T>(
  items: readonly T[],
  most: number,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const lane = async () => {
    // Lanes share the iterator: each takes the next item.
    for (const item of left) await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane));
}
