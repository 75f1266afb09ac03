/** Download addresses: each is good by a token of its object, until that is replaced, removed, or its addresses are taken back. */
import type { Unsubscribe } from '#ports/shared.ts';
import type { Random } from '#provider-kit/random.ts';
import type { Sink } from '../session.ts';
import type { ObjectStore } from './objects.ts';
import type { StoredObject } from './stored-objects.ts';
import type { TokensPayload } from './protocol.ts';

export class Downloads {
  private readonly store: ObjectStore;
  private readonly random: Random;
  private readonly watching = new Set<Sink>();

  constructor(store: ObjectStore, random: Random) {
    this.store = store;
    this.random = random;
  }

  /** Token of an object's download address, the same while it is valid. */
  tokenOf({ metadata, revoked }: StoredObject): string {
    return this.random.fork(`${metadata.generation}/${revoked}`).id(32);
  }

  /** Runs a change that may invalidate an object's tokens, and notifies those who hold some. */
  ending<T>(path: string, change: () => T): T {
    const before = this.watching.size > 0 ? this.store.get(path) : null;
    const token = before && this.tokenOf(before);
    const result = change();
    if (token !== null && !this.isGood(path, token)) for (const sink of this.watching) sink.event(token);
    return result;
  }

  watch({ held }: TokensPayload, sink: Sink): Unsubscribe {
    for (const { path, token } of held) if (!this.isGood(path, token)) sink.event(token);
    this.watching.add(sink);
    return () => this.watching.delete(sink);
  }

  private isGood(path: string, token: string): boolean {
    const object = this.store.get(path);
    return object !== null && this.tokenOf(object) === token;
  }
}
