/** Small words for the documents' scenarios. */
import type { CompleteBackend } from '#ports/complete.ts';
import type { Control } from '#ports/control.ts';
import type { QuerySnapshot, WatchOptions, Write } from '#ports/docs/docs.ts';
import type { Query } from '#ports/docs/query.ts';
import type { DocValue, WriteData, WriteValue } from '#ports/docs/values.ts';
import { recorder, type Recorder, type Scene } from '../harness.ts';

export const setWrite = (path: string, data: WriteData): Extract<Write, { type: 'set' }> => ({
  type: 'set',
  path,
  data,
});
export const update = (path: string, changes: Readonly<Record<string, WriteValue>>): Write => ({
  type: 'update',
  path,
  changes,
});
export const remove = (path: string): Write => ({ type: 'delete', path });

/** The last parts of the documents' paths, in the result's order. */
export const ids = ({ docs }: Pick<QuerySnapshot, 'docs'>): readonly string[] => docs.map(({ id }) => id);

/** Events of a subscription in short: ids, then their source. */
export const story = (events: Recorder<QuerySnapshot>): readonly string[] =>
  events.values.map((snapshot) =>
    [
      ids(snapshot).join(','),
      snapshot.metadata.fromCache ? 'cache' : 'server',
      ...(snapshot.metadata.hasPendingWrites ? ['pending'] : []),
    ].join(' '),
  );

/** Loses the answer to the client's next commit, which is carried out. */
export const loseAnswer = (scene: Scene, client: CompleteBackend): Promise<void> =>
  scene.loseAnswer(client, 'docs', 'commit');

export function controlOf({ control }: Pick<CompleteBackend, 'control'>): Control {
  if (!control) throw new Error('This provider has no faults to inject.');
  return control;
}

/** Watches for the rest of the scenario. */
export function followQuery(scene: Scene, client: CompleteBackend, query: Query, options?: WatchOptions) {
  const events = recorder<QuerySnapshot>();
  scene.closing(client.docs.watchQuery(query, events, options));
  return events;
}

/** Applies a snapshot's changes to the documents before; fails where an index does not hold. */
export function replay(before: readonly string[], { changes }: QuerySnapshot): readonly string[] {
  const list = [...before];
  for (const { doc, oldIndex, newIndex } of changes) {
    if (oldIndex >= 0 && list[oldIndex] !== doc.id)
      throw new Error(`${doc.id} was expected at ${oldIndex} of ${list.join(',')}.`);
    if (oldIndex >= 0) list.splice(oldIndex, 1);
    if (newIndex >= 0) list.splice(newIndex, 0, doc.id);
  }
  return list;
}

/** The values of `given` that are not refused with a TypeError. */
export function accepted<T>(given: readonly T[], use: (value: T) => unknown): readonly T[] {
  return given.filter((value) => {
    try {
      use(value);
    } catch (error) {
      return !(error instanceof TypeError);
    }
    return true;
  });
}

export const pad = (at: number) => String(at).padStart(2, '0');

/** Stores the rows as documents `00`, `01`, …, and connects a client to see them. */
export async function fill(
  scene: Scene,
  collection: string,
  rows: readonly Readonly<Record<string, DocValue>>[],
): Promise<CompleteBackend> {
  // Stored in reverse order, so that no query is in order by accident.
  await scene.server.docs.batch(
    rows.map((row, at) => setWrite(`${collection}/${pad(at)}`, row)).toReversed(),
  );
  return scene.connect();
}
