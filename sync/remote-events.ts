/** Messages of the server applied to a replica: documents, answers, accepted commits. */
import type { DocState } from '#query/doc-state.ts';
import type { LocalDoc } from './local-doc.ts';
import type { LocalReplica } from './local-replica.ts';
import type { DocsChange } from './transport.ts';
import type { LocalView } from './view.ts';

/** Possibly changed documents, of which some are only `confirmed`, and `whole` views. */
export interface ReplicaChange {
  readonly paths: ReadonlySet<string>;
  /** Documents with the same content as before. */
  readonly confirmed?: ReadonlySet<string>;
  /** Views to recompute. */
  readonly whole?: ReadonlySet<LocalView>;
}

interface Applied {
  readonly change: ReplicaChange;
  /** Documents whose cached content is out of date: to be requested, for use offline. */
  readonly stale: ReadonlySet<string>;
}

/** Applies one event as one change: its parts show together. */
export function applyChanges(
  replica: LocalReplica,
  event: DocsChange,
  viewOf: (target: number) => LocalView | null,
): Applied {
  replica.reach(event.epoch, event.version);
  const paths = new Set<string>();
  const pending = event.accepted.length > 0 ? pendingDocs(replica, event.docs) : null;
  for (const state of event.docs) {
    replica.docs.learn(state);
    paths.add(state.path);
  }
  const whole = new Set<LocalView>();
  const stale = new Set<string>();
  for (const target of event.targets) {
    const view = viewOf(target.target);
    if (!view) continue;
    for (const path of target.stale ?? []) stale.add(path);
    if (target.all) {
      view.answer.keys = new Set(target.all);
      view.answer.current = true;
      whole.add(view);
      for (const path of contradicted(replica, view, event.version)) stale.add(path);
    }
    if (target.all ?? (target.added?.length || target.removed?.length))
      replica.persistence?.answerChanged(view.key);
    for (const path of target.removed ?? []) {
      view.answer.keys?.delete(path);
      paths.add(path);
    }
    replica.release(target.removed ?? []);
    for (const path of target.added ?? []) {
      view.answer.keys?.add(path);
      paths.add(path);
    }
  }
  for (const commit of event.accepted) for (const path of replica.accept(commit)) paths.add(path);
  return { change: { paths, whole, ...(pending && { confirmed: unchanged(replica, pending) }) }, stale };
}

/** Applies the server's answer to a single request; `null` when it says nothing new. */
export function learnDocs(
  replica: LocalReplica,
  epoch: string,
  states: readonly DocState[],
): ReplicaChange | null {
  replica.meet(epoch);
  const learned = states.filter((state) => replica.docs.learn(state));
  return learned.length > 0 ? { paths: new Set(learned.map(({ path }) => path)) } : null;
}

/** Whether an answer to a single request is useful only to its caller and is not cached. */
export function bypassesCache(replica: LocalReplica, epoch: string, states: readonly DocState[]): boolean {
  replica.meet(epoch);
  for (const state of states) if (!replica.bypasses(state)) return false;
  return true;
}

/** Cached documents that match the query but are missing in the server's answer: their cached state is out of date. */
export function contradicted(
  replica: LocalReplica,
  { plan, answer }: LocalView,
  version: number,
): readonly string[] {
  if (!plan || plan.limit !== null) return [];
  return replica.docs
    .matching(plan)
    .filter(({ path, version: seen }) => seen < version && !answer.keys?.has(path))
    .map(({ path }) => path);
}

/** The documents of `states` with waiting writes, as shown now. */
const pendingDocs = ({ docs }: LocalReplica, states: readonly DocState[]): readonly LocalDoc[] =>
  states.flatMap(({ path }) => (docs.isPending(path) ? (docs.get(path) ?? []) : []));

/** Paths of the present documents whose content is the same as before. */
const unchanged = ({ docs }: LocalReplica, before: readonly LocalDoc[]): ReadonlySet<string> =>
  new Set(before.filter(({ path, data }) => data && docs.get(path)?.data === data).map(({ path }) => path));
