/** Lists of more incidents than a page. */
import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Incident } from '#domain/incident/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Backend } from '#ports/backend.ts';
import { countReads, type Reads } from '#tests/app/count-reads.ts';
import { arrive } from '#tests/app/incident.ts';
import { writeIncidents } from '#tests/app/many-incidents.ts';
import { seedSmallTeam, teamId } from '#tests/app/small-team.ts';
import { stage } from '#tests/app/stage.tsx';
import { IncidentsScreen } from './incidents-screen.tsx';

/** The screen for Sam, who is no owner, with so many incidents; the documents that its list reads are counted. */
async function incidents(
  size: number,
  changes: (number: number) => Partial<Incident> = () => ({}),
  path = '/incidents',
) {
  let count: Reads = { documents: 0 };
  const app = await stage({
    as: 'Sam',
    path,
    screen: <IncidentsScreen />,
    seed: async (server) => {
      await seedSmallTeam(server);
      await writeIncidents(server, [1, size], changes);
    },
    backend: (client) => {
      const counted = countReads(
        client.docs,
        ({ collection, limit, limitToLast }) =>
          collection === collectionPaths.incidents(teamId) && (limitToLast === 50 || (limit ?? 0) !== 100),
      );
      ({ count } = counted);
      return Object.create(client, { docs: { value: counted.docs } }) as Backend;
    },
  });
  await arrive(app);
  return { app, read: () => count.documents };
}

const list = () => within(screen.getByRole('list', { name: 'Incidents' }));
const numbers = () =>
  list()
    .getAllByRole('link')
    .map((row) => Number(row.getAttribute('href')?.replace('/incidents/', '')));
const range = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);
const placeAt = (index: number) => {
  const row = list().getAllByRole('listitem').at(index);
  return `${row?.getAttribute('aria-posinset')} of ${row?.getAttribute('aria-setsize')}`;
};
const search = () => screen.getByRole('searchbox', { name: 'Find' });
const liveAt =
  (...live: readonly number[]) =>
  (number: number): Partial<Incident> =>
    live.includes(number) ? { status: 'fixing', severity: number < 100 ? 'SEV1' : 'SEV2' } : {};

test('opening reads one page beside the live incidents, which are on top for any age', async () => {
  const { read } = await incidents(500, liveAt(3, 480));
  expect(read()).toBe(50);
  expect(numbers()).toEqual([3, 480, ...range(500, 451).filter((one) => one !== 480)]);
  expect(placeAt(0)).toBe('1 of 500');
  expect(placeAt(-1)).toBe('51 of 500');
});

test('keys lead to the last incident and back, and each row has its place', async () => {
  const { app } = await incidents(500, liveAt(3, 480));
  list().getAllByRole('link')[0]?.focus();
  await app.user.keyboard('{End}');
  await arrive(app);
  expect(numbers().at(-1)).toBe(1);
  expect(list().getAllByRole('link').at(-1)).toHaveFocus();
  expect(placeAt(-1)).toBe('500 of 500');
  await app.user.keyboard('{Home}');
  await arrive(app);
  expect(numbers().slice(0, 3)).toEqual([3, 480, 500]);
  expect(list().getAllByRole('link')[0]).toHaveFocus();
});

test('filters read only matching incidents', async () => {
  const { app, read } = await incidents(
    500,
    (number) => (number % 10 === 0 ? { severity: 'SEV4' } : {}),
    '/incidents?severity=SEV4&status=over',
  );
  expect(numbers()).toEqual(range(50, 1).map((one) => one * 10));
  expect(read()).toBe(50);
  expect(placeAt(-1)).toBe('50 of 50');
  await app.go('/incidents?status=live');
  await arrive(app);
  expect(screen.getByText('Nothing matches')).toBeVisible();
});

test('private incidents are listed and found only by their people', async () => {
  const { app } = await incidents(120, (number) =>
    number % 2 === 0
      ? { private: true, people: (number % 4 === 0 ? ['sam'] : ['lin']) as Incident['people'] }
      : {},
  );
  expect(numbers()).toEqual(
    range(120, 1)
      .filter((one) => one % 2 === 1 || one % 4 === 0)
      .slice(0, 50),
  );
  await app.user.type(search(), '#2');
  await screen.findByText(/^Looked through all 90 incidents/);
  expect(numbers()).not.toContain(2);
  expect(numbers()).toContain(20);
});

test('loaded rows are live: an ended incident leaves the top and moves to its number', async () => {
  const { app } = await incidents(60, liveAt(30));
  expect(numbers()[0]).toBe(30);
  await act(() => writeIncidents(app.server, [30, 30]));
  await arrive(app);
  expect(numbers()).toEqual(range(60, 11));
  await act(() => writeIncidents(app.server, [61, 61], () => ({ status: 'triage' })));
  await arrive(app);
  expect(numbers().slice(0, 2)).toEqual([61, 60]);
});

test('a search finds the oldest incident by a word, and shows how far the reading has come', async () => {
  const { app } = await incidents(500, (number) => (number === 1 ? { title: 'The cellar is wet' } : {}));
  await app.user.type(search(), 'CELLAR');
  await screen.findByText('Looked through all 500 incidents.');
  expect(numbers()).toEqual([1]);
});

test('an incident number is looked up, and comes before numbers with the same digits', async () => {
  const { app } = await incidents(1000);
  await app.user.type(search(), '9');
  await arrive(app);
  expect(numbers().slice(0, 3)).toEqual([9, 999, 998]);
  expect(screen.getByText('Looked through 200 of 1,000 incidents, newest first.')).toBeVisible();
});
