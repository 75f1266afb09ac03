/** Authorization of reads and writes by the rules, repeated for each open listen when the answer may have changed. */
import { PortError } from '#ports/errors.ts';
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import { normalQuery } from '#provider-kit/realtime/checks.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { TreeChange } from '#query/tree/change.ts';
import { type Keys, priorityKey, type TreeNode } from '#query/tree/node.ts';
import type { Refusal } from '#firebase-rules/rules/decisions.ts';
import type { DatabaseAuth } from '#firebase-rules/rules-realtime/decisions.ts';
import type { DatabaseRules } from '#firebase-rules/rules-realtime/rules.ts';
import { owner } from '../owner.ts';
import type { Platform } from '../service.ts';
import type { Session } from '../session.ts';
import { PathTrie } from '#query/tree/path-trie.ts';

interface OpenListen {
  readonly session: Session;
  readonly query: NormalQuery;
  readonly end: (error: PortError) => void;
  /** Places that the rules read at the last evaluation. */
  looked: readonly Keys[];
}

export class Guard {
  /** Rules; `null` allows everything. */
  private rules: DatabaseRules | null = null;
  private readonly platform: Platform;
  private readonly root: () => TreeNode;
  private readonly bySession = new Map<string, Set<OpenListen>>();
  /** Open listens by the places that decided about them: a write elsewhere costs nothing. */
  private readonly byPlace = new PathTrie<OpenListen>();

  constructor(platform: Platform, root: () => TreeNode) {
    this.platform = platform;
    this.root = root;
  }

  /** Replaces the rules, also for open listens. */
  publish(rules: DatabaseRules): void {
    this.rules = rules;
    for (const listens of [...this.bySession.values()])
      for (const listen of [...listens]) this.authorizeAgain(listen);
  }

  /** @throws PortError permission-denied, unauthenticated; failed-precondition: a query that no index serves */
  get(query: NormalQuery, session: Session): void {
    this.read(query, session);
    const missing = this.rules?.missingIndex(query);
    if (!missing) return;
    const { index, path } = missing;
    throw new PortError(
      'failed-precondition',
      `Index not defined, add ".indexOn": "${index}", for path "${path}", to the rules`,
    );
  }

  /** Whether the whole content of a place may be read, and so compared. @throws PortError permission-denied, unauthenticated */
  compare(keys: Keys, session: Session): void {
    this.read(normalQuery(withoutPriority(keys).join('/')), session);
  }

  /** Authorizes a listen, and again at each change until the returned function is called. @throws PortError permission-denied */
  listen(query: NormalQuery, session: Session, end: (error: PortError) => void): Unsubscribe {
    const listen: OpenListen = { session, query, end, looked: this.read(query, session) };
    const { id } = session;
    this.bySession.set(id, (this.bySession.get(id) ?? new Set()).add(listen));
    this.watchPlaces(listen);
    return () => {
      const listens = this.bySession.get(id);
      listens?.delete(listen);
      if (listens?.size === 0) this.bySession.delete(id);
      this.forgetPlaces(listen);
    };
  }

  /** @throws PortError permission-denied */
  write(change: TreeChange, session: Session): void {
    const { rules } = this;
    if (!rules || session.caller() === owner) return;
    const { places, before, after, now } = change;
    const auth = authOf(session);
    const refusal = rules.write({ auth, now, before, after, places });
    if (refusal) throw this.denied(refusal, session);
  }

  /** Ends the listens of a connection that its new identity may not have. */
  identified(session: Session): void {
    if (!this.rules) return;
    for (const listen of [...(this.bySession.get(session.id) ?? [])]) this.authorizeAgain(listen);
  }

  /** Evaluates affected listens again after a change at these places, before any listener is notified. */
  changed(places: readonly Keys[]): void {
    if (!this.rules) return;
    const touched = new Set(places.flatMap((keys) => [...this.byPlace.touching(keys)]));
    for (const listen of touched) this.authorizeAgain(listen);
  }

  /** Missing index of a listen: the client is warned, and gets its answer all the same. */
  lacksIndex(query: NormalQuery): boolean {
    return (this.rules?.missingIndex(query) ?? null) !== null;
  }

  private read(query: NormalQuery, session: Session): readonly Keys[] {
    const { rules } = this;
    if (!rules || session.caller() === owner) return [];
    const { looked, refusal } = rules.read({
      auth: authOf(session),
      now: this.platform.clock.now(),
      query,
      root: this.root(),
    });
    if (refusal) throw this.denied(refusal, session);
    return looked;
  }

  private authorizeAgain(listen: OpenListen): void {
    this.forgetPlaces(listen);
    try {
      listen.looked = this.read(listen.query, listen.session);
      this.watchPlaces(listen);
    } catch (error) {
      if (!(error instanceof PortError)) throw error;
      // The next token will show who the caller is; until then the listen stays.
      if (error.code === 'unauthenticated') this.watchPlaces(listen);
      else listen.end(error);
    }
  }

  private watchPlaces(listen: OpenListen): void {
    for (const keys of listen.looked) this.byPlace.add(keys, listen);
  }

  private forgetPlaces(listen: OpenListen): void {
    for (const keys of listen.looked) this.byPlace.remove(keys, listen);
  }

  private denied(refusal: Refusal, session: Session): PortError {
    return this.platform.denial('permission-denied', refusal, session.caller());
  }
}

const withoutPriority = (keys: Keys): Keys => (keys.at(-1) === priorityKey ? keys.slice(0, -1) : keys);

/** @throws PortError unauthenticated: an invalid token identifies neither a person nor nobody */
export function authOf(session: Session): DatabaseAuth | null {
  const caller = session.caller();
  if (!caller) {
    if (session.hasToken())
      throw new PortError('unauthenticated', 'The session has ended, or its token is too old.');
    return null;
  }
  const { sign_in_provider: provider } = (caller.claims['firebase'] ?? {}) as {
    readonly sign_in_provider?: string;
  };
  return { uid: caller.uid, provider: provider ?? null, token: caller.claims };
}
