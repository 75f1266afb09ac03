/**
 * Every screen of the route table without a connection, on a device that has seen only home: it shows the same as with a connection, or the
 * notice that the content was not seen here. No endless waiting, and no empty list in the place of an unread one.
 */
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { demoEmail, demoPassword } from '#demo/accounts.ts';
import { seedDemo } from '#demo/team.ts';
import { routeTable, type ScreenRoute } from '#src/app/route-table.tsx';
import { type AppStage, stage } from './stage.tsx';

/** Addresses of screens with parameters, by the route's id. */
const examples: Readonly<Record<string, string>> = {
  room: '/incidents/41',
  'leave-calendar': '/timeoff/calendars/germany',
  schedule: '/schedules/platform',
  service: '/services/checkout',
  policy: '/policies/shop',
  integration: '/integrations/checkout-alertmanager',
  routing: '/integrations/checkout-alertmanager/rules',
  webhook: '/integrations/webhooks/new',
  'maintenance-window': '/maintenance/search-index',
  'settings-section': '/settings/roles',
};

const sentence = /^(?:Incident #\d+: n|N)ot seen on this device yet$/;
const meaning = 'It loads when you are connected.';

/** Further texts that are shown only without a connection, by the route's id. */
const others: Readonly<Record<string, readonly string[]>> = {
  // Of the sentence's screen.
  room: ['Incident #', 'All incidents'],
  readiness: ['Who could be reached now, and what is missing.'],
  me: ['There is no connection to the backend.'],
  diagnostics: ['not connected'],
  declare: [
    'Queue declaration',
    'You are offline. It is queued, and declared when the connection is back. You may leave this page.',
  ],
};

const addressOf = ({ id, path }: ScreenRoute): string => {
  const address = typeof path === 'string' ? path.replace(/^~/, '') : examples[id];
  if (address === undefined) throw new Error(`Add an address of the screen “${id}” to the examples.`);
  return address;
};

interface Shown {
  readonly texts: ReadonlySet<string>;
  readonly waits: readonly string[];
  readonly failures: readonly string[];
}

const main = () => {
  const element = document.querySelector('main');
  if (!element) throw new Error('No screen is shown.');
  return element;
};

function look(): Shown {
  const texts = new Set<string>();
  const walker = document.createTreeWalker(main(), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.add((walker.currentNode.textContent ?? '').trim());
  const all = (selector: string) =>
    Array.from(main().querySelectorAll(selector), (found) => found.textContent);
  // A field's place for its error is an alert without a text.
  return {
    texts,
    waits: all('[aria-busy=true]'),
    failures: all('[role=alert]').filter((text) => text !== ''),
  };
}

async function visit(app: AppStage): Promise<ReadonlyMap<string, Shown>> {
  const shown = new Map<string, Shown>();
  for (const route of routeTable) {
    await app.go(addressOf(route));
    shown.set(route.id, look());
  }
  return shown;
}

test('every screen shows cached data offline and says which data is missing', async () => {
  const app = await stage({ seed: seedDemo });
  const credential = {
    kind: 'password',
    email: demoEmail({ id: 'amara' }),
    password: demoPassword,
  } as const;
  await act(() => app.client.auth.signIn(credential));
  await app.settle();
  await app.network(false);
  const without = await visit(app);
  await app.network(true);
  const connected = await visit(app);
  for (const [id, { texts, waits, failures }] of without) {
    expect.soft(waits, `${id} waits`).toEqual([]);
    expect.soft(failures, `${id} failed`).toEqual([]);
    const allowed = new Set([...(connected.get(id)?.texts ?? []), ...(others[id] ?? []), meaning, '.']);
    const untrue = [...texts].filter((text) => !allowed.has(text) && !sentence.test(text));
    expect.soft(untrue, `${id} shows without a connection only`).toEqual([]);
    expect.soft(texts.size, `${id} shows something`).toBeGreaterThan(1);
  }
  const unread = [...without].filter(([, { texts }]) => texts.has(meaning)).map(([id]) => id);
  expect(unread).toEqual(expect.arrayContaining(['incidents', 'room', 'runbooks', 'audit', 'service']));
  for (const [id, { texts }] of connected) expect.soft(texts.has(meaning), `${id}, connected`).toBe(false);
});
