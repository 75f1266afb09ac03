/**
 * Slot: one of the numbered entries that a person may have at one place of the realtime database. Claimed by a transaction, so that two
 * tabs don't take the same one; removed by the server when the connection drops; claimed anew after a reconnect. While all slots are taken
 * by other connections no presence is written, and each beat tries again.
 */
import { isPortError } from '#ports/errors.ts';
import type { Realtime, RealtimeValue } from '#ports/realtime/realtime.ts';
import type { Json } from '#ports/shared.ts';
import type { LiveClock } from '../client/clock.tsx';

export interface SlotPlace {
  /** Path above the slots. */
  readonly folder: string;
  /** Paths of the slots, directly below it, in the order in which they are tried. */
  readonly slots: readonly string[];
  /** Id of this holder; part of the entry as `connectionId`. */
  readonly connectionId: string;
  /** The entry without its `connectionId`; asked for at each write. */
  readonly entry: () => { readonly [key: string]: RealtimeValue };
  /** Whether the entry of another connection may be taken over. `now`: server time. */
  readonly isStale: (entry: Json, now: number) => boolean;
  /** Interval, in milliseconds, at which the entry is written anew, or claimed when there is none. */
  readonly beatMs: number;
}

export interface HeldSlot {
  /** Writes the changed entry. */
  write(): void;
  /** Releases the slot. */
  end(): void;
}

export function holdSlot(
  realtime: Realtime,
  clock: Pick<LiveClock, 'now' | 'every'>,
  place: SlotPlace,
): HeldSlot {
  const holder = new Holder(realtime, clock, place);
  return { write: () => holder.write(), end: () => holder.end() };
}

class Holder {
  private readonly realtime: Realtime;
  private readonly clock: Pick<LiveClock, 'now'>;
  private readonly place: SlotPlace;
  private readonly stops: readonly (() => void)[];
  private offset = 0;
  /** Number of connection changes; odd while connected. */
  private connection = 0;
  private held: string | null = null;
  private claiming = false;
  /** Something changed while the slot was being claimed. */
  private again = false;
  private ended = false;

  constructor(realtime: Realtime, clock: Pick<LiveClock, 'now' | 'every'>, place: SlotPlace) {
    this.realtime = realtime;
    this.clock = clock;
    this.place = place;
    this.stops = [
      realtime.watchServerTimeOffset((offset) => (this.offset = offset)),
      realtime.watchConnection((connected) => this.connected(connected)),
      // A write offline would wait and go out with all others at once, with a state that is long over.
      clock.every(place.beatMs, () => this.write()),
    ];
  }

  write(): void {
    if (this.ended || !this.isConnected()) return;
    if (this.claiming) this.again = true;
    else if (this.held === null) void this.claim();
    else this.renew(this.held);
  }

  end(): void {
    this.ended = true;
    for (const stop of this.stops) stop();
    if (this.held !== null) this.release(this.held);
    this.held = null;
  }

  private connected(now: boolean): void {
    if (now === this.isConnected()) return;
    this.connection++;
    this.held = null;
    this.write();
  }

  private isConnected(): boolean {
    return this.connection % 2 === 1;
  }

  private renew(path: string): void {
    this.realtime.set(path, this.entry()).catch(() => {
      // Another connection has the slot, or the person may no longer be here: the next beat tries again.
      if (this.held !== path) return;
      this.held = null;
      this.forget(path);
    });
  }

  private async claim(): Promise<void> {
    this.claiming = true;
    this.again = false;
    const { connection } = this;
    try {
      const { folder, slots } = this.place;
      const { children } = await this.realtime.get(folder);
      const known = new Map(children.map(({ key, value }) => [`${folder}/${key}`, value]));
      for (const path of slots) {
        if (this.ended || connection !== this.connection) break;
        if (this.mayTake(known.get(path) ?? null) && (await this.take(path, connection))) break;
      }
    } catch {
      // Presence is a courtesy: when it can't be said, the next beat tries again.
    } finally {
      this.claiming = false;
      if (connection !== this.connection || (this.again && this.held !== null)) this.write();
    }
  }

  private async take(path: string, connection: number): Promise<boolean> {
    // The removal is registered first, so that nothing stays if the connection drops right after the claim.
    this.leaveRemoval(path);
    const claim = (current: Json) => (this.mayTake(current) ? this.entry() : undefined);
    const committed = await this.claimed(path, claim).catch((error: unknown) => {
      this.forget(path);
      if (isPortError(error, 'permission-denied')) return false;
      throw error;
    });
    if (!committed) this.forget(path);
    else if (this.ended) this.release(path);
    else if (connection === this.connection) this.held = path;
    else if (this.isConnected()) {
      // The claim was sent on a later connection, which has no removal yet.
      this.leaveRemoval(path);
      this.held = path;
    }
    return committed;
  }

  /** Without transactions two tabs that claim at once may write over each other: the next beat finds that out. */
  private async claimed(path: string, claim: (current: Json) => RealtimeValue | undefined): Promise<boolean> {
    const { transactions } = this.realtime;
    if (transactions) return (await transactions.run(path, claim, { applyLocally: false })).committed;
    const next = claim((await this.realtime.get(path)).value);
    if (next !== undefined) await this.realtime.set(path, next);
    return next !== undefined;
  }

  private entry(): { readonly [key: string]: RealtimeValue } {
    return { ...this.place.entry(), connectionId: this.place.connectionId };
  }

  private mayTake(current: Json): boolean {
    if (typeof current !== 'object' || current === null || Array.isArray(current)) return true;
    const { connectionId } = current as { readonly [key: string]: Json };
    return (
      connectionId === this.place.connectionId || this.place.isStale(current, this.clock.now() + this.offset)
    );
  }

  private leaveRemoval(path: string): void {
    const { disconnects } = this.realtime;
    if (disconnects) ignore(disconnects.at(path).remove());
  }

  private forget(path: string): void {
    const { disconnects } = this.realtime;
    if (disconnects) ignore(disconnects.at(path).cancel());
  }

  private release(path: string): void {
    this.forget(path);
    ignore(this.realtime.remove(path));
  }
}

const ignore = (work: Promise<unknown>) => void work.catch(() => undefined);
