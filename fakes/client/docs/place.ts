/** The first index whose item is not before `item`. */
export function placeOf<T>(items: readonly T[], item: T, compare: (one: T, other: T) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(items[middle] as T, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
