/**
 * Documents, collections and groups that one connection has requested and may read. Hints of changes are published for these alone, by
 * the requested name: a hint holds no id of a document that may not be read.
 */
import type { Query } from '#ports/docs/query.ts';
import { isPortError } from '#ports/errors.ts';
import type { ChangeHint } from '#sync/hinting-backend.ts';
import { collectionOf, lastPart } from '#query/paths.ts';

/** Requests kept at most. Past it, each change is published as `null`: anything may have changed. */
const mostRequests = 5000;

/** A document, a collection or a group, with the requests of it that were allowed. */
interface Subject {
  readonly requests: Set<string>;
  underWay: number;
  /** A change since the first request under way began. */
  hasChanged: boolean;
}

const groupPrefix = 'group ';

export class ReadSubjects {
  private readonly next: (hint: ChangeHint) => void;
  private readonly subjects = new Map<string, Subject>();
  private count = 0;
  /** Whether a request was not kept. */
  private isFull = false;

  constructor(next: (hint: ChangeHint) => void) {
    this.next = next;
  }

  /** Runs a read of a document. A change during the read is published once the read is allowed. */
  doc<T>(path: string, read: () => Promise<T>): Promise<T> {
    return this.read(path, '', read);
  }

  query<T>(query: Query, read: () => Promise<T>): Promise<T> {
    const { collection, group } = query;
    return this.read(group ? groupPrefix + collection : collection, JSON.stringify(query), read);
  }

  hear(hint: ChangeHint): void {
    if (hint === null || this.isFull) {
      this.next(null);
      return;
    }
    const told = new Set<string>();
    for (const path of hint) {
      const collection = collectionOf(path);
      for (const name of [path, collection, groupPrefix + lastPart(collection)]) {
        const subject = this.subjects.get(name);
        if (!subject) continue;
        subject.hasChanged = true;
        if (subject.requests.size > 0) told.add(name);
      }
    }
    this.tell(told);
  }

  /** Drops the permissions of the account that was signed in before. */
  clear(): void {
    this.subjects.clear();
    this.count = 0;
    this.isFull = false;
  }

  private async read<T>(name: string, request: string, read: () => Promise<T>): Promise<T> {
    const subject = this.subjects.get(name) ?? { requests: new Set(), underWay: 0, hasChanged: false };
    this.subjects.set(name, subject);
    if (subject.underWay++ === 0) subject.hasChanged = false;
    try {
      const answer = await read();
      // Cleared meanwhile.
      if (this.subjects.get(name) !== subject) return answer;
      const wasTold = subject.requests.size > 0;
      if (!subject.requests.has(request)) {
        if (this.count >= mostRequests) {
          this.isFull = true;
          this.next(null);
          return answer;
        }
        this.count++;
        subject.requests.add(request);
      }
      if (subject.hasChanged && !wasTold) this.tell(new Set([name]));
      return answer;
    } catch (error) {
      if (isPortError(error, 'permission-denied') && subject.requests.delete(request)) this.count--;
      throw error;
    } finally {
      if (--subject.underWay === 0 && subject.requests.size === 0 && this.subjects.get(name) === subject)
        this.subjects.delete(name);
    }
  }

  private tell(names: ReadonlySet<string>): void {
    if (names.size === 0) return;
    const isGroup = [...names].some((name) => name.startsWith(groupPrefix));
    // A group is no path.
    this.next(isGroup ? null : [...names]);
  }
}
