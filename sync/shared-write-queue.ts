/**
 * Queue of pending writes, shared by all tabs in which a person works: each tab holds all of it, the disk too, and one
 * tab at a time sends. A write is stored on disk before other tabs learn of it, and removed from disk before its end is
 * reported.
 */
import type { TabStore } from '#provider-kit/tab-store.ts';
import type { CacheStorage } from './cache-storage.ts';
import type { LocalReplica } from './local-replica.ts';
import type { StoredWrite } from './stored-records.ts';
import type { TabChannel } from './tab-channel.ts';
import { type WriteOutcome, queuedData, type QueuedWrite } from './write-queue.ts';

/**
 * Most writes sent while the end of an earlier one is not on the disk. A browser that dies leaves that one in the queue, to be sent
 * again: the server must still know it (`mostEarlier` in `fakes/cloud/docs/outcomes.ts` is three times this, for tabs in turn).
 */
const mostAhead = 10;

export class SharedWriteQueue {
  private readonly replica: LocalReplica;
  private readonly tab: TabStore;
  private readonly name: string;
  private readonly disk: CacheStorage;
  private readonly channel: TabChannel;
  /** Waiting writes that would survive this tab. */
  private readonly onDisk = new Set<string>();
  /**
   * Waiting writes of this tab that the disk has refused at least once: open tabs were sent these writes, and may settle them before
   * they are stored; tabs that open later may not find them.
   */
  private readonly refused = new Set<string>();
  /** Settled writes that the disk still has, oldest first, with the number of settled writes before each. */
  private readonly removals = new Map<string, number>();
  private settlements = 0;

  constructor(replica: LocalReplica, tab: TabStore, name: string, disk: CacheStorage, channel: TabChannel) {
    this.replica = replica;
    this.tab = tab;
    this.name = name;
    this.disk = disk;
    this.channel = channel;
  }

  /** Adds the writes that the disk held at the start. */
  found(queue: readonly StoredWrite[]): void {
    for (const { id } of queue) this.onDisk.add(id);
  }

  clear(): void {
    this.onDisk.clear();
    this.refused.clear();
    this.removals.clear();
  }

  /** False while the disk is too far behind for another write to be sent. */
  maySend(): boolean {
    const [oldest] = this.removals.values();
    return oldest === undefined || this.settlements - oldest < mostAhead;
  }

  /** Sends the queue while this tab holds the lock: one tab at a time. */
  send(start: () => void): () => void {
    const lock = this.tab.lock(`${this.name}/sender`);
    let over = false;
    const begin = async () => {
      await lock.held;
      await this.review();
      if (!over) start();
    };
    void begin();
    return () => {
      over = true;
      lock.release();
    };
  }

  /**
   * Passes a write to the other tabs once it would survive this tab: only then may one of them send it. Also when the disk does not store
   * it, so that it is sent at all.
   */
  queued(entry: QueuedWrite): void {
    const data = queuedData(entry);
    this.disk.queueChanged(entry, data, (stored) => {
      (stored ? this.onDisk : this.refused).add(entry.id);
      this.channel.queued(data);
    });
  }

  /**
   * Removes a settled write from the disk, then notifies the other tabs, so that none waits when the sender is gone: a tab that
   * opens either gets the news or does not find the write.
   */
  settled(entry: QueuedWrite, outcome: WriteOutcome, othersKnow: boolean): void {
    const onDisk = this.onDisk.delete(entry.id);
    const refused = this.refused.delete(entry.id);
    this.settlements++;
    if (!othersKnow) this.forget(entry, outcome);
    // Still to be stored here, or stored after the other tab removed it.
    else if (refused || !onDisk) this.disk.queueChanged(entry, undefined);
  }

  /** Adds a write that another tab queued, unless its outcome is known here. */
  takeIn(write: StoredWrite): void {
    const outcome = this.replica.queue.outcome(write.id);
    if (outcome) this.forget(write, outcome);
    else {
      this.onDisk.add(write.id);
      this.replica.hearQueued(write);
    }
  }

  /** Sends writes that the disk has refused to a tab that has opened, before any later write: that tab may send the queue. */
  introduce(): void {
    for (const entry of this.replica.queue.all())
      if (this.refused.has(entry.id)) this.channel.queued(queuedData(entry));
  }

  /**
   * Takes over the writes of closed tabs. A write that waits here but is gone from the disk was settled without notice: the other
   * tabs are asked, and the sender sends it again for its answer. False when the disk can't be read.
   */
  async review(): Promise<boolean> {
    const found = await this.disk.loadQueue();
    if (!found) return false;
    for (const write of found) this.takeIn(write);
    const names = new Set(found.map(({ id }) => id));
    for (const entry of this.replica.queue.all())
      if (this.onDisk.has(entry.id) && !names.has(entry.id)) this.channel.queued(queuedData(entry));
    return true;
  }

  private forget(entry: Pick<QueuedWrite, 'id' | 'order'>, outcome: WriteOutcome): void {
    if (!this.removals.has(entry.id)) this.removals.set(entry.id, this.settlements);
    this.disk.queueChanged(entry, undefined, () => {
      const waited = !this.maySend();
      this.removals.delete(entry.id);
      this.channel.settled(entry.id, outcome);
      if (waited && this.maySend()) this.replica.maySendAgain();
    });
  }
}
