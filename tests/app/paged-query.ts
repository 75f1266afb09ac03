/** A paged query over a collection in an embedded cloud, for tests. */
import { expect, onTestFinished } from 'vitest';
import { connect, FakeCloud, settle } from '#fakes/index.ts';
import { orderBy, query } from '#ports/docs/query.ts';
import { countReads } from './count-reads.ts';
import { type PagedDocs, PagedQuery, type PageSizes } from '#src/data/client/paged-query.ts';

export const pagedEntries = query('entries', orderBy('at'), orderBy('sequence'));

const usual: PageSizes = { page: 5, pages: 3 };

export const entryName = (at: number) => `e${String(at).padStart(4, '0')}`;

/** Opens the query over `count` documents. Ended with the test, or by `end`. */
export async function startPagedQuery(count: number, sizes = usual) {
  const cloud = new FakeCloud();
  const client = connect(cloud);
  let size = 0;
  const append = async (many: number, sequence = 0) => {
    const writes = Array.from({ length: many }, (_, index) => ({
      type: 'set' as const,
      path: `entries/${entryName(size + index)}`,
      data: { at: Math.floor((size + index) / 2), sequence: size + index + sequence, text: 'as written' },
    }));
    size += many;
    if (many > 0) await cloud.server.docs.batch(writes);
    await settle();
  };
  await append(count);
  const seen = countReads(client.docs);
  let last: PagedDocs | null = null;
  const pages = new PagedQuery(
    seen.docs,
    pagedEntries,
    {
      next: (next) => (last = next),
      error: (error) => {
        throw error;
      },
    },
    sizes,
  );
  await settle();
  let isOpen = true;
  const end = async () => {
    if (!isOpen) return;
    isOpen = false;
    pages.close();
    await settle();
    expect(client.openSubscriptions(), 'open subscriptions after the end').toBe(0);
    await client.dispose();
    cloud.dispose();
  };
  onTestFinished(end);
  const now = (): PagedDocs => {
    if (last === null) throw new Error('Nothing was told.');
    return last;
  };
  return {
    cloud,
    client,
    pages,
    append,
    now,
    end,
    count: seen.count,
    names: () => now().docs.map(({ id }) => id),
    after: async (act: () => unknown) => {
      await act();
      await settle();
    },
  };
}
