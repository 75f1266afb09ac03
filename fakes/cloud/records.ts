/**
 * State of a service, divided into records that change apart from each other. A record's key is `part/rest`: the part names the
 * kind.
 */

/** A value is plain data but for document values; `undefined` stands for no record. */
export type Entry = readonly [key: string, value: unknown];

/** Receives each key whose record has changed or is gone. */
export type Note = (key: string) => void;

/** All records of one kind. Keys are without the part's name. */
export interface Part {
  get(key: string): unknown;
  entries(): Iterable<Entry>;
  /** Stored entries as `restore` needs them: in order, and with the values alone. */
  found?(entries: readonly Entry[]): readonly Entry[];
  /** Called after a restore, with the present records. */
  adopt?(entries: readonly Entry[]): void;
}

export interface ServiceRecords {
  get(key: string): unknown;
  all(): Iterable<Entry>;
  /** Replaces everything by earlier entries of `all`, in any order. Notes only records that differ. */
  restore(entries: Iterable<Entry>): void;
}

/** `restore` gets the entries of each part. @throws errors of `restore` about unreadable entries */
export function serviceRecords<Name extends string>(
  parts: { readonly [name in Name]: Part },
  restore: (found: { readonly [name in Name]: readonly Entry[] }) => void,
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
      const byPart = Object.fromEntries(names.map((name) => [name, [] as Entry[]])) as Record<Name, Entry[]>;
      for (const [key, value] of entries) {
        const [name, rest] = divided(key);
        if (!Object.hasOwn(byPart, name)) throw new TypeError(`There are no records named ${name}.`);
        byPart[name as Name].push([rest, value]);
      }
      const found = names.map((name) => [name, parts[name].found?.(byPart[name]) ?? byPart[name]] as const);
      restore(Object.fromEntries(found) as Record<Name, readonly Entry[]>);
      for (const name of names) parts[name].adopt?.(byPart[name]);
    },
  };
}

function divided(key: string): readonly [name: string, rest: string] {
  const slash = key.indexOf('/');
  return [key.slice(0, slash), key.slice(slash + 1)];
}

/** A part of one record, whose key is empty. */
export const onePart = (read: () => unknown): Part => ({
  get: read,
  entries: () => [['', read()]],
});

/** The object that `onePart` stored. @throws TypeError when it is missing or none */
export function oneOf<T extends object>(entries: readonly Entry[]): T {
  return recordOf<T>(entries[0]?.[1]);
}

/** @throws TypeError for a value that is no object */
export function recordOf<T extends object>(value: unknown): T {
  if (typeof value !== 'object' || value === null) throw new TypeError('A record is missing, or broken.');
  return value as T;
}

export const valuesOf = <T>(entries: readonly Entry[]): readonly T[] =>
  entries.map(([, value]) => value as T);

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
