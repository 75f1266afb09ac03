/** What the tabs of one browser share: values that last, a voice, and locks. */
import type { Unsubscribe } from '#ports/shared.ts';
import type { KeyValueStore } from './store.ts';

/** What a browser keeps for all its tabs. */
export interface BrowserStore extends KeyValueStore {
  /** A new tab's share in it. */
  openTab(): TabStore;
}

/**
 * One tab's hands on what all tabs of a browser share, and its voice among them. A tab that is closed, or that crashed, holds
 * no lock, changes nothing any more and hears nothing.
 */
export interface TabStore extends KeyValueStore {
  /** All whose key begins so, by key. */
  list(prefix: string): Promise<readonly (readonly [key: string, value: unknown])[]>;
  /** Sets each, or removes it (`undefined`): all or none, in the order of the calls. Settles once it would survive a crash. */
  write(changes: readonly (readonly [key: string, value: unknown])[]): Promise<void>;
  /** Told each time another tab has set or removed this value; reading it then finds that, or something newer. */
  onChange(key: string, next: () => void): Unsubscribe;
  /** Says something to all other tabs that are open now. They hear what one tab says in the order said; nothing is kept. */
  say(topic: string, message: unknown): void;
  onSaid(topic: string, next: (message: unknown) => void): Unsubscribe;
  /** Asks for a lock that one tab at a time holds, in the order asked. */
  lock(name: string): Lock;
  /** A lock that any number may share while nobody holds it alone. */
  share(name: string): Lock;
  /** `null` when somebody else holds it, alone or shared. */
  tryLock(name: string): Promise<Lock | null>;
  close(): void;
}

export interface Lock {
  /** Resolves once it is held; never when it was let go before. */
  readonly held: Promise<void>;
  /** Lets it go, or no longer waits for it. */
  release(): void;
}
