/**
 * Cost of a screen test on the embedded provider: whole screens of Muster on a fresh cloud each time, and one list of twenty
 * incidents compared with the usual way, JSON over a mocked network (MSW).
 */
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { useEffect, useState } from 'react';
import { afterAll, afterEach, expect, it } from 'vitest';
import { connect, FakeCloud, settle } from '#fakes/index.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { orderBy, query } from '#ports/docs/query.ts';
import { stage } from '#tests/app/stage.tsx';

const rounds = 30;
const times = new Map<string, number[]>();

async function timed(name: string, run: () => Promise<void>): Promise<void> {
  const from = performance.now();
  await run();
  times.set(name, [...(times.get(name) ?? []), performance.now() - from]);
}

afterEach(cleanup);

afterAll(() => {
  // The first rounds pay for scripts being read and warmed up.
  const rows = [...times].map(([name, all]) => {
    const [min, median, max] = [0, 0.5, 1].map((share) => at(all.slice(5), share));
    return { what: name, 'median ms': median, 'least ms': min, 'most ms': max };
  });
  console.table(rows);
});

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Number((sorted[Math.round(share * (sorted.length - 1))] ?? 0).toFixed(1));
}

for (const [name, path] of [
  ['home', '/'],
  ['incidents', '/incidents'],
  ['alerts', '/alerts'],
  ['on call', '/oncall'],
  ['sign-in', '/signin'],
] as const)
  it(`the whole app at ${name}, on a fresh cloud with a team`, { repeats: rounds - 1 }, async () => {
    await timed(`whole app: ${name}`, async () => {
      await stage({ as: name === 'sign-in' ? null : 'Ada', path });
      expect(screen.getAllByRole('heading').length).toBeGreaterThan(0);
    });
  });

interface Row {
  readonly id: string;
  readonly title: string;
}

const rows: readonly Row[] = Array.from({ length: 20 }, (_, index) => ({
  id: `i${String(index).padStart(2, '0')}`,
  title: `Incident ${index}`,
}));

const List = ({ items }: { readonly items: readonly Row[] }) => (
  <ul>
    {items.map(({ id, title }) => (
      <li key={id}>{title}</li>
    ))}
  </ul>
);

function LiveList({ docs }: { readonly docs: Docs }) {
  const [items, setItems] = useState<readonly Row[]>([]);
  useEffect(
    () =>
      docs.watchQuery(query('incidents', orderBy('title')), {
        next: (snapshot) =>
          setItems(snapshot.docs.map(({ id, data }) => ({ id, title: String(data?.['title']) }))),
      }),
    [docs],
  );
  return <List items={items} />;
}

function FetchedList() {
  const { data = [] } = useQuery({
    queryKey: ['incidents'],
    queryFn: async () => (await (await fetch('https://backend.example/incidents')).json()) as readonly Row[],
  });
  return <List items={data} />;
}

it('one list on the embedded provider', { repeats: rounds - 1 }, async () => {
  await timed('20 incidents: embedded provider, cloud made anew', async () => {
    const cloud = new FakeCloud();
    await cloud.server.docs.batch(
      rows.map(({ id, title }) => ({ type: 'set' as const, path: `incidents/${id}`, data: { title } })),
    );
    const client = connect(cloud);
    render(<LiveList docs={client.docs} />);
    await act(settle);
    expect(screen.getAllByRole('listitem')).toHaveLength(20);
    await client.dispose();
    cloud.dispose();
  });
});

it('one list over a mocked network', { repeats: rounds - 1 }, async () => {
  await timed('20 incidents: MSW, server made anew', async () => {
    const server = setupServer(http.get('https://backend.example/incidents', () => HttpResponse.json(rows)));
    server.listen();
    const client = new QueryClient();
    render(
      <QueryClientProvider client={client}>
        <FetchedList />
      </QueryClientProvider>,
    );
    expect(await screen.findAllByRole('listitem')).toHaveLength(20);
    client.clear();
    server.close();
  });
});

it('a cloud with eight services', { repeats: rounds - 1 }, async () => {
  await timed('one cloud with eight services', async () => {
    const cloud = new FakeCloud();
    expect(cloud.snapshot().version).toBe(1);
    cloud.dispose();
  });
});
