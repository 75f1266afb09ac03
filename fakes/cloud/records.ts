/**
 * State of a service, divided into records that change apart from each other. A record's key is `part/rest`: the part names the
 * kind.
 */

/** A value is plain data but for document values; `undefined` stands for no record. */
export type Entry = readonly [key: string, value: unknown];

/** Receives each key whose record has changed or is gone. */
export type Note = (key: string) => void;

/** A stored record that can't be read. */
export interface UnreadableRecord {
  readonly key: string;
  readonly reason: string;
}

/** Sets a record aside during a restore. `key`: with the part's name. */
export type SetAsideRecords = (key: string, error: unknown) => void;

/** All records of one kind. Keys are without the part's name. */
export interface Part {
  get(key: string): unknown;
  entries(): Iterable<Entry>;
  /** @throws TypeError for a stored value that `found` can't read */
  check?(value: unknown): void;
  /** Stored entries as `restore` needs them: in order, and with the values alone. */
  found?(entries: readonly Entry[]): readonly Entry[];
  /** Called after a restore, with the present records. */
  adopt?(entries: readonly Entry[]): void;
}

export interface ServiceRecords {
  get(key: string): unknown;
  all(): Iterable<Entry>;
  /**
   * Replaces everything by earlier entries of `all`, in any order. Notes only records that differ. Records that can't be read are left
   * out and returned.
   */
  restore(entries: Iterable<Entry>): readonly UnreadableRecord[];
}

/**
 * `restore` gets the entries of each part; it sets aside what it can't read. If it throws all the same, the records that make it throw
 * are searched for and left out.
 */
export function serviceRecords<Name extends string>(
  parts: { readonly [name in Name]: Part },
  restore: (found: { readonly [name in Name]: readonly Entry[] }, setAside: SetAsideRecords) => void,
): ServiceRecords {
  const names = Object.keys(parts) as Name[];
  return {
    get(key) {
      const [name, rest] = divided(key);
      return Object.hasOwn(parts, name) ? parts[name as Name].get(rest) : undefined;
    },
    *all() {
      for (const name of names)
        for (const [key, value] of parts[name].entries()) yield [`${name}/${key}`, value];
    },
    restore(entries) {
      const refused: UnreadableRecord[] = [];
      const readable: Entry[] = [];
      for (const entry of entries) {
        const [name] = divided(entry[0]);
        try {
          if (!Object.hasOwn(parts, name)) throw new TypeError(`There are no records named ${name}.`);
          parts[name as Name].check?.(entry[1]);
          readable.push(entry);
        } catch (error) {
          refused.push(unreadable(entry[0], error));
        }
      }
      const attempt = (some: readonly Entry[]): readonly UnreadableRecord[] => {
        const byPart = Object.fromEntries(names.map((name) => [name, [] as Entry[]])) as Record<
          Name,
          Entry[]
        >;
        for (const [key, value] of some) {
          const [name, rest] = divided(key);
          byPart[name as Name].push([rest, value]);
        }
        const aside = new Map<string, UnreadableRecord>();
        const found = names.map((name) => [name, parts[name].found?.(byPart[name]) ?? byPart[name]] as const);
        restore(Object.fromEntries(found) as Record<Name, readonly Entry[]>, (key, error) => {
          if (!aside.has(key)) aside.set(key, unreadable(key, error));
        });
        for (const name of names) parts[name].adopt?.(byPart[name]);
        return [...aside.values()];
      };
      return [...refused, ...withoutThrowing(readable, attempt)];
    },
  };
}

export const unreadable = (key: string, error: unknown): UnreadableRecord => ({
  key,
  reason: error instanceof Error ? error.message : String(error),
});

/** Attempts all entries; those without which the attempt does not throw are left out. */
function withoutThrowing(
  entries: readonly Entry[],
  attempt: (entries: readonly Entry[]) => readonly UnreadableRecord[],
): readonly UnreadableRecord[] {
  const harmful: UnreadableRecord[] = [];
  let harmless: readonly Entry[] = [];
  let aside: readonly UnreadableRecord[] = [];
  let wasHarmful = false;
  const add = (block: readonly Entry[]) => {
    try {
      aside = attempt([...harmless, ...block]);
      harmless = [...harmless, ...block];
      wasHarmful = false;
    } catch (error) {
      wasHarmful = true;
      const [only] = block;
      if (only === undefined) throw error;
      if (block.length === 1) harmful.push(unreadable(only[0], error));
      else {
        const middle = block.length >> 1;
        add(block.slice(0, middle));
        add(block.slice(middle));
      }
    }
  };
  add(entries);
  if (wasHarmful) aside = attempt(harmless);
  return [...harmful, ...aside];
}

/** Result of `read` for each entry of a part; entries for which `read` throws are quarantined. */
export function readEach<T>(
  part: string,
  entries: readonly Entry[],
  setAside: SetAsideRecords,
  read: (value: unknown, key: string) => T,
): readonly T[] {
  const results: T[] = [];
  for (const [key, value] of entries) {
    try {
      results.push(read(value, key));
    } catch (error) {
      setAside(`${part}/${key}`, error);
    }
  }
  return results;
}

/** The same for the entries themselves. */
export const readableEntries = <T>(
  part: string,
  entries: readonly Entry[],
  setAside: SetAsideRecords,
  read: (value: unknown, key: string) => T,
): readonly (readonly [string, T])[] =>
  readEach(part, entries, setAside, (value, key) => [key, read(value, key)] as const);

function divided(key: string): readonly [name: string, rest: string] {
  const slash = key.indexOf('/');
  return [key.slice(0, slash), key.slice(slash + 1)];
}

/** A part of one record, whose key is empty. */
export const onePart = (read: () => unknown): Part => ({
  get: read,
  entries: () => [['', read()]],
});

/** Result of `read` for the record of `onePart`; `otherwise` without a readable one. */
export const oneOf = <T>(
  part: string,
  entries: readonly Entry[],
  setAside: SetAsideRecords,
  read: (value: unknown) => T,
  otherwise: () => T,
): T => readEach(part, entries, setAside, read)[0] ?? otherwise();

/** @throws TypeError for a value that is no object */
export function recordOf<T extends object>(value: unknown): T {
  if (typeof value !== 'object' || value === null) throw new TypeError('A record is missing, or broken.');
  return value as T;
}

interface Ordered {
  readonly order: number;
  readonly value: unknown;
}

/** A map whose entries are records. A store gives them back in the order that a map has: that in which keys were first set. */
export class RecordMap<V> extends Map<string, V> {
  private readonly orders = new Map<string, number>();
  private next = 0;
  private readonly note: Note;

  constructor(note: Note) {
    super();
    this.note = note;
  }

  override set(key: string, value: V): this {
    if (!this.has(key)) this.orders.set(key, this.next++);
    super.set(key, value);
    this.note(key);
    return this;
  }

  override delete(key: string): boolean {
    if (!super.delete(key)) return false;
    this.orders.delete(key);
    this.note(key);
    return true;
  }

  override clear(): void {
    for (const key of [...this.keys()]) this.delete(key);
  }

  /** Notes a change within a value. */
  touch(key: string): void {
    if (this.has(key)) this.note(key);
  }

  /** Replaces all entries for a restore, without notes. */
  replaceAll(entries: Iterable<readonly [string, V]>): void {
    super.clear();
    this.orders.clear();
    this.next = 0;
    for (const [key, value] of entries) {
      super.set(key, value);
      this.orders.set(key, this.next++);
    }
  }

  /** `valueOf`: stored form of a value, which may be changed later; default: the value. */
  part(valueOf: (value: V) => unknown = (value) => value): Part {
    const ordered = (key: string, value: V): Ordered => ({
      order: this.orders.get(key) ?? 0,
      value: valueOf(value),
    });
    return {
      get: (key) => {
        const value = this.get(key);
        return value === undefined ? undefined : ordered(key, value);
      },
      entries: () => [...this].map(([key, value]) => [key, ordered(key, value)]),
      check(value) {
        if (typeof recordOf<Partial<Ordered>>(value).order !== 'number')
          throw new TypeError('A record has no place in its order.');
      },
      found: (entries) =>
        entries
          .map(([key, record]) => ({ key, ...recordOf<Ordered>(record) }))
          .sort((one, other) => one.order - other.order)
          .map(({ key, value }) => [key, value]),
      adopt: (entries) => {
        for (const [key, record] of entries) {
          const { order } = record as Ordered;
          if (this.orders.has(key)) this.orders.set(key, order);
          this.next = Math.max(this.next, order + 1);
        }
      },
    };
  }
}
