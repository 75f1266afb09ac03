/**
 * Gaps at the end of limited results: the server's answer ends at the limit. Where a local change removes a document from such an
 * answer, or moves it behind its end, the next known documents take its place until the server sends the next ones.
 */
import type { Plan } from '#query/plan.ts';
import { isPresent, type PresentDoc } from './local-doc.ts';
import type { LocalDocs } from './local-docs.ts';
import type { OrderedDocs } from './ordered-docs.ts';

const none: ReadonlySet<string> = new Set();

/** Paths of the documents that fill up an answer of `keys`, which `shown` shows; `filling` are the paths of the last call. */
export function refill(
  plan: Plan,
  keys: ReadonlySet<string> | null,
  docs: LocalDocs,
  shown: OrderedDocs,
  filling: ReadonlySet<string>,
): ReadonlySet<string> {
  const { limit, sorting } = plan;
  if (limit === null || !keys || keys.size < limit) return none;
  const changed = docs.pendingAmong(keys);
  if (changed.length === 0) return none;
  const isAfter = (one: PresentDoc, other: PresentDoc) =>
    sorting.compare(one, other) * (plan.fromEnd ? -1 : 1) > 0;
  let last = shown.lastOf(({ path }) => keys.has(path) && !docs.isPending(path));
  for (const path of changed) {
    const doc = docs.confirmed(path);
    if (isPresent(doc) && (!last || isAfter(doc, last))) last = doc;
  }
  if (!last) return none;
  const end = last;
  let room = limit - shown.countUpTo(end);
  for (const path of filling) {
    const doc = keys.has(path) || docs.isPending(path) ? null : shown.get(path);
    if (doc !== null && !isAfter(doc, end)) room++;
  }
  if (room <= 0) return none;
  // Documents of the answer are not beyond `end`; documents with waiting writes may be, and are filtered out.
  const next = docs
    .beyond(plan, end, room + docs.countPending())
    .filter(({ path }) => !keys.has(path) && !docs.isPending(path));
  return new Set(next.slice(0, room).map(({ path }) => path));
}
