/** Results by key. Beyond a number of keys the oldest is forgotten, so that a caller who asks for ever new ones fills no memory. */
export class BoundedMemo<Key, Value extends NonNullable<unknown> | null> {
  private readonly most: number;
  private readonly known = new Map<Key, Value>();

  constructor(most: number) {
    this.most = most;
  }

  /** The cached result, or that of `make`, which is cached. Exceptions of `make` are not. */
  of(key: Key, make: (key: Key) => Value): Value {
    const found = this.known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    const { value: oldest, done } = this.known.keys().next();
    if (!done && this.known.size >= this.most) this.known.delete(oldest);
    this.known.set(key, made);
    return made;
  }

  clear(): void {
    this.known.clear();
  }
}
