/**
 * Listens of clients, each with the documents that its authorization depends on: when one of those changes, or the caller's
 * identity, the rules are evaluated again. A change that no listen depends on costs one look-up.
 */
import { isPortError, PortError } from '#ports/errors.ts';
import type { Caller } from '#ports/server/handlers.ts';
import { errorData } from '#provider-kit/error-data.ts';
import type { StoreChange } from '#query/store.ts';
import type { Session } from '../session.ts';
import type { DocsGuard, Question } from './guard.ts';
import type { Hub } from './hub.ts';

interface Leave {
  readonly person: Person;
  readonly target: number;
  readonly question: Question;
  /** Documents that it depends on. */
  depends: readonly string[];
}

/** Listens of one connection. */
interface Person {
  readonly session: string;
  caller: Caller | null;
  readonly leaves: Map<number, Leave>;
}

export class GuardedListens {
  private readonly guard: DocsGuard;
  private readonly hub: Hub;
  private readonly people = new Map<string, Person>();
  private readonly dependants = new Map<string, Set<Leave>>();

  constructor(guard: DocsGuard, hub: Hub) {
    this.guard = guard;
    this.hub = hub;
  }

  /** Registers a stream; returns the function that removes it. */
  connect(session: Session): () => void {
    const person: Person = { session: session.id, caller: session.caller(), leaves: new Map() };
    this.people.set(session.id, person);
    return () => this.forget(person);
  }

  /** Authorizes a listen before it begins. @throws PortError permission-denied, unauthenticated */
  listen(session: Session, target: number, question: Question, listen: () => void): void {
    const { lookups } = this.guard.readBy(question, session);
    listen();
    const person = this.people.get(session.id);
    if (!person || person.leaves.has(target)) return;
    const leave: Leave = { person, target, question, depends: [] };
    person.leaves.set(target, leave);
    this.depend(leave, lookups);
  }

  unlisten(session: string, target: number): void {
    const leave = this.people.get(session)?.leaves.get(target);
    if (leave) this.drop(leave);
  }

  /** A listen that is no longer authorized gets nothing of this change and then the refusal. */
  changed(changes: readonly StoreChange[]): () => void {
    if (this.dependants.size === 0) return done;
    const affected = new Set<Leave>();
    for (const { path } of changes) for (const leave of this.dependants.get(path) ?? []) affected.add(leave);
    return affected.size === 0 ? done : this.review(affected);
  }

  /** Authorizes the listens of a connection again: another person begins anew, the same one may have other rights. */
  identified(session: Session): void {
    const person = this.people.get(session.id);
    const caller = session.caller();
    // A token that is no good says nothing about the person; a better one will follow.
    if (!person || (!caller && session.hasToken())) return;
    const before = person.caller;
    person.caller = caller;
    if (!this.guard.hasRules()) return;
    if (before?.uid === caller?.uid) this.review(person.leaves.values())();
    else {
      this.forget(person);
      this.hub.end(session.id, new PortError('unauthenticated', 'Another person is signed in now.'));
    }
  }

  /** Authorizes all listens by new rules; a refused listen gets the reason. */
  reviewAll(): void {
    this.review([...this.people.values()].flatMap(({ leaves }) => [...leaves.values()]))();
  }

  clear(): void {
    this.people.clear();
    this.dependants.clear();
  }

  private review(leaves: Iterable<Leave>): () => void {
    const { hub } = this;
    const refused: (() => void)[] = [];
    for (const leave of [...leaves]) {
      const { person, target, question } = leave;
      try {
        this.depend(leave, this.guard.read(question, person.caller).lookups);
      } catch (error) {
        if (!isPortError(error)) throw error;
        this.drop(leave);
        hub.unlisten(person.session, target);
        refused.push(() => hub.refuse(person.session, target, errorData(error)));
      }
    }
    return () => {
      for (const tell of refused) tell();
    };
  }

  /** The rules read the document itself, so its listens depend on it too. */
  private depend(leave: Leave, lookups: readonly string[]): void {
    this.release(leave);
    if (!this.guard.hasRules()) return;
    leave.depends = 'doc' in leave.question ? [...lookups, leave.question.doc] : lookups;
    for (const path of leave.depends) {
      const leaves = this.dependants.get(path) ?? new Set();
      this.dependants.set(path, leaves.add(leave));
    }
  }

  private release(leave: Leave): void {
    for (const path of leave.depends) {
      const leaves = this.dependants.get(path);
      leaves?.delete(leave);
      if (leaves?.size === 0) this.dependants.delete(path);
    }
    leave.depends = [];
  }

  private drop(leave: Leave): void {
    this.release(leave);
    leave.person.leaves.delete(leave.target);
  }

  private forget(person: Person): void {
    for (const leave of person.leaves.values()) this.release(leave);
    person.leaves.clear();
    if (this.people.get(person.session) === person) this.people.delete(person.session);
  }
}

const done = () => {};
