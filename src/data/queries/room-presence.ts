/**
 * People in a room, updated entry by entry: the cost of a beat does not depend on the number of people, and a beat that changes nothing
 * shown calls no listener.
 */
import * as v from 'valibot';
import { constants } from '#domain/constants.ts';
import { type Presence, presenceSchema } from '#domain/presence/schema.ts';
import type { ChildEvent } from '#ports/realtime/realtime.ts';

export interface Present {
  readonly userId: string;
  /** Typing, if one of the person's tabs is. */
  readonly doing: Presence['doing'];
}

export interface RoomPresenceOptions {
  /** The reader is here, however long ago the last beat was by a clock that has been moved. */
  readonly readerId: string;
  /** Server time. */
  readonly now: () => number;
  /** Called with the people by id after a change, once for all changes of one turn. */
  readonly changed: (people: readonly Present[]) => void;
}

export const isFresh = ({ seenAt }: Presence, now: number): boolean =>
  now - seenAt < constants.presenceStaleSeconds * 1000;

export class RoomPresence {
  private readonly options: RoomPresenceOptions;
  /** Entries by person and slot: a person has one for each tab. */
  private readonly people = new Map<string, Map<string, Presence>>();
  /** The person of each slot. */
  private readonly owners = new Map<string, string>();
  private readonly shown = new Map<string, Present['doing']>();
  private isTelling = false;
  private isClosed = false;

  constructor(options: RoomPresenceOptions) {
    this.options = options;
  }

  apply({ type, child: { key, value } }: Pick<ChildEvent, 'type' | 'child'>): void {
    const read = type === 'removed' ? null : v.safeParse(presenceSchema, value);
    const entry = read?.success ? read.output : null;
    const before = this.owners.get(key);
    if (before !== undefined && before !== entry?.userId) this.remove(before, key);
    if (entry === null) return;
    this.owners.set(key, entry.userId);
    const slots = this.people.get(entry.userId) ?? new Map<string, Presence>();
    slots.set(key, entry);
    this.people.set(entry.userId, slots);
    this.show(entry.userId);
  }

  /** Looks for people whose last beat is too long ago. */
  expire(): void {
    for (const userId of this.people.keys()) this.show(userId);
  }

  close(): void {
    this.isClosed = true;
  }

  private remove(userId: string, key: string): void {
    this.owners.delete(key);
    const slots = this.people.get(userId);
    slots?.delete(key);
    if (slots?.size === 0) this.people.delete(userId);
    this.show(userId);
  }

  private show(userId: string): void {
    const { readerId, now } = this.options;
    const entries = [...(this.people.get(userId)?.values() ?? [])];
    const at = now();
    const fresh = userId === readerId ? entries : entries.filter((entry) => isFresh(entry, at));
    const typing = fresh.some(({ doing }) => doing === 'typing') ? 'typing' : 'looking';
    const doing = fresh.length === 0 ? undefined : typing;
    if (this.shown.get(userId) === doing) return;
    if (doing === undefined) this.shown.delete(userId);
    else this.shown.set(userId, doing);
    this.tell();
  }

  private tell(): void {
    if (this.isTelling) return;
    this.isTelling = true;
    queueMicrotask(() => {
      this.isTelling = false;
      if (this.isClosed) return;
      this.options.changed([...this.shown].map(([userId, doing]) => ({ userId, doing })));
    });
  }
}
