/** Where a client keeps what must survive a reload. Values are plain data. */

export interface KeyValueStore {
  /** `undefined` when there is none. */
  get(key: string): Promise<unknown>;
  /** Replaces the value; settles once it would survive a crash. */
  set(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Lasts as long as the object: hand the same one to two clients to play one browser that was reloaded. */
export function memoryStore(): KeyValueStore {
  const values = new Map<string, unknown>();
  return {
    get: (key) => Promise.resolve(values.get(key)),
    set(key, value) {
      values.set(key, structuredClone(value));
      return Promise.resolve();
    },
    remove(key) {
      values.delete(key);
      return Promise.resolve();
    },
  };
}
