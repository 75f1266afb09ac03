/** Load of commits through interruptions of the server. */
import { expect } from 'vitest';
import type { PostgresDocs } from '#adapters/postgres/docs/postgres-docs.ts';
import { increment } from '#ports/docs/values.ts';

/** Commits between two interruptions. */
const between = 20;
const counter = 'load/sum';

/**
 * Each store adds to one counter without a pause, and sends a commit again until it is answered, as clients do. Expects, after the last
 * interruption, the number of acknowledged commits.
 */
export async function countThrough(
  stores: readonly PostgresDocs[],
  interrupt: () => Promise<void>,
  times: number,
): Promise<void> {
  const load = { acknowledged: 0, isOver: false };
  let reached = () => {};
  const writer = async (store: PostgresDocs, name: string) => {
    for (let at = 0; !load.isOver; at++) {
      const commit = {
        ...{ id: `${name} ${at}`, queue: null, expects: [] },
        writes: [{ type: 'set', path: counter, data: { n: increment(1) }, merge: true }] as const,
      };
      while (!(await store.commit(commit, 'server').then(() => true, isUnavailable)));
      if (++load.acknowledged % between === 0) reached();
    }
  };
  const writers = stores.map((store, at) => writer(store, `writer ${at}`));
  for (let time = 0; time < times; time++) {
    await interrupt();
    await new Promise<void>((resolve) => (reached = resolve));
  }
  load.isOver = true;
  await Promise.all(writers);
  for (const store of stores)
    expect((await store.get(counter, 'server'))?.data).toEqual({ n: load.acknowledged });
}

function isUnavailable(error: unknown): false {
  expect(error).toMatchObject({ code: 'unavailable' });
  return false;
}
