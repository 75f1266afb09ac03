/** Which places are written here while something is read: the SDK hands out what the server held, without them. */
export type WriteKeys = readonly string[];

interface Reading {
  readonly keys: WriteKeys;
  touched: boolean;
}

const within = (keys: WriteKeys, other: WriteKeys) => other.every((key, index) => keys[index] === key);
const touches = (one: WriteKeys, other: WriteKeys) => within(one, other) || within(other, one);

export class PendingWrites {
  private readonly places = new Set<{ readonly keys: WriteKeys }>();
  private readonly readings = new Set<Reading>();

  async during<T>(keys: WriteKeys, write: () => Promise<T>): Promise<T> {
    const place = { keys };
    this.places.add(place);
    for (const reading of this.readings) if (touches(keys, reading.keys)) reading.touched = true;
    try {
      return await write();
    } finally {
      this.places.delete(place);
    }
  }

  /** Runs `read`; `touched`: a write at, above or below the place was not confirmed yet, or was made meanwhile. */
  async beside<T>(
    keys: WriteKeys,
    read: () => Promise<T>,
  ): Promise<{ readonly value: T; readonly touched: boolean }> {
    const touched = [...this.places].some((place) => touches(place.keys, keys));
    const reading: Reading = { keys, touched };
    this.readings.add(reading);
    try {
      return { value: await read(), touched: reading.touched };
    } finally {
      this.readings.delete(reading);
    }
  }
}
