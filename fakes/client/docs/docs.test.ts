import { expect, it } from 'vitest';
import { settle } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { orderBy, query } from '#ports/docs/query.ts';
import { connect } from '../client.ts';

it('shows an own write at once, then confirmed', async () => {
  const cloud = new FakeCloud();
  const client = connect(cloud);
  await settle();
  const seen: string[] = [];
  client.docs.watchQuery(
    query('a', orderBy('n')),
    {
      next: ({ docs, metadata }) =>
        seen.push(
          `${docs.map(({ id }) => id).join('')} ${metadata.fromCache ? 'cache' : ''} ${metadata.hasPendingWrites ? 'pending' : ''}`,
        ),
    },
    { includeMetadataChanges: true },
  );
  await settle();
  await client.docs.write({ type: 'set', path: 'a/1', data: { n: 1 } });
  await settle();
  expect(seen).toEqual(['  ', '1  pending', '1  ']);
  expect(client.openSubscriptions()).toBe(1);
  await client.dispose();
  expect(client.openSubscriptions()).toBe(0);
});
