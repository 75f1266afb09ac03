/**
 * The server's answer to a limited question ends where the limit does; what comes after its end the server did not say. Where a
 * change made here takes a document out of such an answer, or behind its end, known documents that come next take its place
 * until the server says what does.
 */
import type { Plan } from '#fakes/cloud/docs/plan.ts';
import { isPresent, type LocalDocs, type PresentDoc } from './local-docs.ts';

const none: ReadonlySet<string> = new Set();

/** Paths of those that fill up an answer of `keys`, of which `shown` are there, or whatever else is. */
export function refill(
  plan: Plan,
  keys: ReadonlySet<string> | null,
  docs: LocalDocs,
  shown: (path: string) => PresentDoc | null,
): ReadonlySet<string> {
  const { limit, sorting } = plan;
  if (limit === null || !keys || keys.size < limit || !docs.anyPending()) return none;
  const isAfter = (one: PresentDoc, other: PresentDoc) =>
    sorting.compare(one, other) * (plan.fromEnd ? -1 : 1) > 0;
  let end: PresentDoc | null = null;
  let changed = false;
  for (const path of keys) {
    changed ||= docs.isPending(path);
    const doc = docs.confirmed(path);
    if (isPresent(doc) && (!end || isAfter(doc, end))) end = doc;
  }
  if (!changed || !end) return none;
  const last = end;
  const isWithin = (path: string) => {
    const doc = shown(path);
    return doc !== null && !isAfter(doc, last);
  };
  const waiting = [...docs.pendingPaths()].filter((path) => !keys.has(path));
  const room = limit - [...keys, ...waiting].filter(isWithin).length;
  if (room <= 0) return none;
  const next = docs
    .matching(plan)
    .filter((doc) => isAfter(doc, last) && !keys.has(doc.path) && !docs.isPending(doc.path));
  return new Set((plan.fromEnd ? next.slice(-room) : next.slice(0, room)).map(({ path }) => path));
}
