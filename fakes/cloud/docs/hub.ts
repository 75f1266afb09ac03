/** Listeners by target: a commit is matched only with the targets that it can touch. */
import { PortError } from '#ports/errors.ts';
import type { ErrorData } from '#provider-kit/error-data.ts';
import type { DocState } from '#query/doc-state.ts';
import { type LiveResult, LiveDoc, LiveQuery } from '#query/live-query.ts';
import { admits, evaluate, type Plan } from '#query/plan.ts';
import { PredicateIndex } from '#query/predicate-index.ts';
import { queryKey } from '#query/query-key.ts';
import type { StoreChange, DocStore, StoredDoc } from '#query/store.ts';
import type { Sink } from '../session.ts';
import { History } from './history.ts';
import type { Accepted, WireListenRequest, DocsStreamEvent, ServedTargetChange } from './protocol.ts';

/** A listened document or query, with its listeners. */
interface Topic {
  readonly live: LiveResult;
  readonly listeners: Map<Stream, Set<number>>;
  readonly close: () => void;
}

/** Event stream of one connection. */
interface Stream {
  readonly sink: Sink;
  /** Queue of writes whose acceptance it receives; `null` for none. */
  readonly queue: string | null;
  readonly targets: Map<number, Topic>;
}

/** Author of a commit: a connection, and the queue of the writes, which other connections may share. */
export interface Author {
  readonly session: string;
  readonly queue: string | null;
}

export class Hub {
  private readonly store: DocStore;
  private readonly stamp: () => { readonly epoch: string; readonly version: number };
  private readonly history: History;
  private readonly streams = new Map<string, Stream>();
  private readonly byQueue = new Map<string, Set<Stream>>();
  private readonly queries = new Map<string, Topic>();
  private readonly docs = new Map<string, Topic>();
  private readonly routes = new PredicateIndex<Topic>();

  constructor(
    store: DocStore,
    stamp: () => { readonly epoch: string; readonly version: number },
    history: History = new History(),
  ) {
    this.store = store;
    this.stamp = stamp;
    this.history = history;
  }

  /** Begins the history: from now on a listen may be resumed by a version alone. */
  remember(): void {
    this.history.keep(this.stamp().version);
  }

  /**
   * Opens the stream of a connection on this queue and sends it the `last` accepted write of the queue: its answer may have been
   * lost. Returns a function that closes it with all its targets.
   */
  connect(
    session: string,
    sink: Sink,
    queue: string | null = null,
    last: Accepted | null = null,
  ): () => void {
    const stream: Stream = { sink, queue, targets: new Map() };
    this.streams.set(session, stream);
    if (last)
      sink.event({ ...this.stamp(), docs: [], targets: [], accepted: last } satisfies DocsStreamEvent);
    if (queue !== null) this.byQueue.set(queue, (this.byQueue.get(queue) ?? new Set<Stream>()).add(stream));
    return () => {
      for (const target of [...stream.targets.keys()]) this.drop(stream, target);
      this.leaveQueue(stream);
      if (this.streams.get(session) === stream) this.streams.delete(session);
    };
  }

  /** Forgets everything: the store's past was replaced. */
  clear(): void {
    this.streams.clear();
    this.byQueue.clear();
    this.queries.clear();
    this.docs.clear();
    this.routes.clear();
  }

  /** @throws PortError unavailable while the connection has no stream */
  listen(session: string, request: WireListenRequest, plan: Plan | null): void {
    const stream = this.streams.get(session);
    // A slow line may bring the question before the stream that is to answer it.
    if (!stream) throw new PortError('unavailable', 'The stream is not open yet. Ask again in a moment.');
    if (stream.targets.has(request.target)) return;
    const topic =
      'doc' in request.what ? this.docTopic(request.what.doc) : plan && this.queryTopic(plan, queryKey(plan));
    if (!topic) return;
    stream.targets.set(request.target, topic);
    const targets = topic.listeners.get(stream) ?? new Set();
    topic.listeners.set(stream, targets.add(request.target));
    stream.sink.event(this.firstAnswer(request, topic.live, plan));
  }

  unlisten(session: string, target: number): void {
    const stream = this.streams.get(session);
    if (stream) this.drop(stream, target);
  }

  /** Tells a dropped target why it receives no more. */
  refuse(session: string, target: number, refused: ErrorData): void {
    const { epoch, version } = this.stamp();
    const event: DocsStreamEvent = {
      epoch,
      version,
      docs: [],
      targets: [{ target, refused }],
      accepted: null,
    };
    this.streams.get(session)?.sink.event(event);
  }

  /** Ends a connection's stream with all its targets. */
  end(session: string, error: PortError): void {
    const stream = this.streams.get(session);
    if (!stream) return;
    for (const target of [...stream.targets.keys()]) this.drop(stream, target);
    this.streams.delete(session);
    this.leaveQueue(stream);
    stream.sink.end(error);
  }

  /** Sends one commit to all whom it concerns; always to the author's streams. */
  publish(changes: readonly StoreChange[], author: Author | null, accepted: Accepted | null): void {
    const events = new Map<Stream, { docs: Map<string, DocState>; targets: ServedTargetChange[] }>();
    const eventOf = (stream: Stream) => {
      const event = events.get(stream) ?? { docs: new Map<string, DocState>(), targets: [] };
      events.set(stream, event);
      return event;
    };
    const { epoch, version } = this.stamp();
    let byPath: ReadonlyMap<string, StoreChange> | null = null;
    const changeOf = (path: string) =>
      (byPath ??= new Map(changes.map((change) => [change.path, change]))).get(path);
    for (const [topic, own] of this.concerned(changes)) {
      const answer = topic.live.update(own);
      if (!answer) continue;
      const { present, added, removed } = answer;
      const stale = removed.length === 0 ? removed : removed.filter((path) => changeOf(path) !== undefined);
      for (const [stream, targets] of topic.listeners) {
        const { docs, targets: told } = eventOf(stream);
        for (const doc of present) if (!docs.has(doc.path)) docs.set(doc.path, stateOf(doc));
        for (const path of removed)
          if (changeOf(path)?.after === null) docs.set(path, { path, data: null, version });
        for (const target of targets) told.push({ target, added, removed, stale });
      }
    }
    const own = author && accepted ? this.streamsOf(author) : new Set<Stream>();
    for (const stream of own) eventOf(stream);
    for (const [stream, { docs, targets }] of events) {
      const event: DocsStreamEvent = {
        epoch,
        version,
        docs: [...docs.values()],
        targets,
        accepted: own.has(stream) ? accepted : null,
      };
      stream.sink.event(event);
    }
  }

  private streamsOf({ session, queue }: Author): ReadonlySet<Stream> {
    const streams = new Set(queue === null ? [] : this.byQueue.get(queue));
    const own = this.streams.get(session);
    return own ? streams.add(own) : streams;
  }

  private leaveQueue(stream: Stream): void {
    if (stream.queue === null) return;
    const others = this.byQueue.get(stream.queue);
    others?.delete(stream);
    if (others?.size === 0) this.byQueue.delete(stream.queue);
  }

  private firstAnswer(
    { target, resume }: WireListenRequest,
    live: LiveResult,
    plan: Plan | null,
  ): DocsStreamEvent {
    const { epoch, version } = this.stamp();
    const were = resume && !resume.paths ? this.history.since(resume.since) : null;
    const valid = resume?.epoch === epoch && resume.since <= version && Boolean(resume.paths ?? were);
    const known = valid ? resume : null;
    const held = new Set(resume?.paths ?? (known && were && heldThen(this.store, live, plan, were)));
    const docs: DocState[] = [];
    const all: string[] = [];
    for (const doc of live.docs()) {
      all.push(doc.path);
      if (!known || !held.has(doc.path) || doc.version > known.since) docs.push(stateOf(doc));
    }
    const stale: string[] = [];
    for (const path of held) {
      if (live.has(path)) continue;
      const doc = this.store.get(path);
      if (!doc) docs.push({ path, data: null, version });
      else if (!known || doc.version > known.since) stale.push(path);
    }
    const removed = resume?.paths ? {} : { removed: [...held].filter((path) => !live.has(path)) };
    const anew = resume && !known ? { anew: true } : {};
    return { epoch, version, docs, targets: [{ target, all, stale, ...removed, ...anew }], accepted: null };
  }

  /** Targets that a commit can touch, with the changes that can. */
  private concerned(changes: readonly StoreChange[]): Iterable<readonly [Topic, readonly StoreChange[]]> {
    const [first] = changes;
    if (first && changes.length === 1)
      return Array.from(this.touched(first), (topic) => [topic, changes] as const);
    const byTopic = new Map<Topic, StoreChange[]>();
    for (const change of changes)
      for (const topic of this.touched(change)) {
        const list = byTopic.get(topic);
        if (list) list.push(change);
        else byTopic.set(topic, [change]);
      }
    return byTopic;
  }

  private touched({ path, before, after }: StoreChange): Set<Topic> {
    const found = new Set<Topic>();
    const own = this.docs.get(path);
    if (own) found.add(own);
    if (before) this.routes.find(path, before.data, found);
    if (after) this.routes.find(path, after.data, found, before?.data);
    return found;
  }

  private docTopic(path: string): Topic {
    const known = this.docs.get(path);
    if (known) return known;
    const topic: Topic = {
      live: new LiveDoc(path, this.store.get(path)),
      listeners: new Map(),
      close: () => void this.docs.delete(path),
    };
    this.docs.set(path, topic);
    return topic;
  }

  private queryTopic(plan: Plan, key: string): Topic {
    const known = this.queries.get(key);
    if (known) return known;
    const { index, release } = this.store.indexes.hold(plan);
    const topic: Topic = {
      live: new LiveQuery(plan, index),
      listeners: new Map(),
      close: () => {
        this.queries.delete(key);
        unroute();
        release();
      },
    };
    const unroute = this.routes.add(plan, topic);
    this.queries.set(key, topic);
    return topic;
  }

  private drop(stream: Stream, target: number): void {
    const topic = stream.targets.get(target);
    if (!topic) return;
    stream.targets.delete(target);
    const targets = topic.listeners.get(stream);
    targets?.delete(target);
    if (targets?.size === 0) topic.listeners.delete(stream);
    if (topic.listeners.size === 0) topic.close();
  }
}

const stateOf = ({ path, data, version }: StoredDoc): DocState => ({ path, data, version });

/** The answer as of the state in `were`. */
function heldThen(
  store: DocStore,
  live: LiveResult,
  plan: Plan | null,
  were: ReadonlyMap<string, StoredDoc | null>,
): readonly string[] {
  if (plan && plan.limit !== null) return evaluate(plan, store.past(plan, were)).map(({ path }) => path);
  const same = [...live.docs()].filter(({ path }) => !were.has(path)).map(({ path }) => path);
  const others = [...were].filter(([path, doc]) => doc && (plan ? admits(plan, doc) : live.answers(path)));
  return [...same, ...others.map(([path]) => path)];
}
