import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AuditEntry } from '#domain/audit/schema.ts';
import { toDocument } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import type { Write } from '#ports/docs/docs.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { arrive, call, declare } from '#tests/app/incident.ts';
import { button } from '#tests/app/room.tsx';
import { seedSmallTeam, teamId } from '#tests/app/small-team.ts';
import { stage } from '#tests/app/stage.tsx';
import { AuditScreen } from './audit-screen.tsx';

const settings = {
  name: 'Eastwind',
  timezone: 'Europe/Berlin',
  fallbackPeople: ['ada', 'sam'],
  mailDomains: [],
};
const open = (options: Partial<Parameters<typeof stage>[0]> = {}) =>
  stage({ as: 'Ada', path: '/audit', screen: <AuditScreen />, ...options });
const rows = () =>
  screen
    .getAllByRole('button')
    .filter((one) => one.hasAttribute('data-row'))
    .map(({ textContent }) => textContent);

/** A team with so many entries, one a minute; every second one by Lin. */
const withEntries = (count: number) => async (server: ServerPorts) => {
  await seedSmallTeam(server);
  const now = server.clock.now();
  const entry = (n: number): AuditEntry => ({
    id: `entry-${String(n).padStart(5, '0')}`,
    teamId,
    createdAt: now - n * 60_000,
    createdBy: n % 2 === 0 ? 'ada' : 'lin',
    revision: 1,
    byName: n % 2 === 0 ? 'Ada Moreno' : 'Lin Ødegård',
    command: n % 2 === 0 ? 'saveTeam' : 'saveRunbook',
    subject: { kind: 'team', id: teamId, label: `Subject ${n}` },
    about: `team:${teamId}`,
    incidentId: null,
    automatic: n % 10 === 9,
    changes: [],
    omitted: 0,
  });
  const writes = Array.from({ length: count }, (_, n): Write => ({
    type: 'set',
    path: documentPaths.auditEntry(teamId, entry(n).id),
    data: toDocument(entry(n)),
  }));
  await server.docs.batch(writes);
};

test('a change is one line, which expands to before and after in words', async () => {
  const app = await open();
  expect(screen.getByText('Nothing has been changed yet')).toBeVisible();
  await call(await app.person('Lin'), 'saveTeam', settings);
  await arrive(app);
  expect(rows()).toEqual([expect.stringMatching(/Lin Ødegård.*Save the team’s settings.*Eastwind/)]);

  await app.user.click(button(/Save the team’s settings/));
  const table = within(screen.getByRole('table', { name: /Team Eastwind changed/ }));
  expect(table.getByRole('row', { name: /^Name Northwind Eastwind/ })).toBeVisible();
  expect(table.getByRole('row', { name: /Fallback people Ada Moreno Ada Moreno, Sam Osei/ })).toBeVisible();
});

test.each(['Lin', 'Sam', 'Vera'] as const)('%s sees that the audit is for owners', async (name) => {
  await open({ as: name });
  expect(screen.getByText(/^Only owners may read the audit log/)).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Audit' })).toBeNull();
});

test('the address filters by person, command and days, without reports of devices', async () => {
  const app = await open({ seed: withEntries(40), path: '/audit?by=lin&command=saveRunbook' });
  expect(rows()).toHaveLength(16);
  expect(rows().every((text) => text?.includes('Lin'))).toBe(true);
  await app.user.click(screen.getByRole('switch', { name: 'What devices report' }));
  await arrive(app);
  expect(rows()).toHaveLength(20);
  expect(app.path()).toBe('/audit?by=lin&command=saveRunbook&devices=yes');

  await app.go('/audit?from=1999-01-01&to=1999-01-02');
  expect(screen.getByText('Nothing matches')).toBeVisible();
  await app.user.click(button('Show all'));
  await arrive(app);
  expect(rows()).toHaveLength(36);
});

test('days begin in the team’s zone', async () => {
  const app = await open({ seed: withEntries(3) });
  const now = app.server.clock.now();
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(now);
  await app.go(`/audit?from=${today}&to=${today}`);
  expect(rows().length).toBeGreaterThan(0);
});

test('a search by incident finds all entries of the incident', async () => {
  const app = await open();
  const lin = await app.person('Lin');
  const { incidentId } = await declare(app, lin, { page: [{ kind: 'people', userIds: ['sam'] }] });
  await call(lin, 'saveTeam', settings);
  const pages = await app.server.docs.find(query(collectionPaths.pages(teamId)));
  const pageId = pages[0]?.path.split('/').at(-1) ?? '';
  await call(await app.person('Sam'), 'acknowledgePage', { pageId });
  await arrive(app);
  expect(rows()).toHaveLength(3);
  await app.user.click(button(/Declare an incident/));
  await app.user.click(button('Only this incident'));
  await arrive(app);
  expect(app.path()).toBe(`/audit?about=incident%3A${incidentId}`);
  expect(rows()).toHaveLength(2);
  await app.user.click(button('Show every subject'));
  await arrive(app);
  expect(rows()).toHaveLength(3);
});

test('10,000 entries are paged, and each page shows 50', async () => {
  const app = await open({ seed: withEntries(10_000), path: '/audit?devices=yes' });
  expect(rows()).toHaveLength(50);
  expect(rows()[0]).toContain('Subject 0');
  expect(button('Newer')).toHaveAccessibleDescription('These are the newest.');
  await app.user.click(button('Older'));
  await arrive(app);
  expect(rows()).toHaveLength(50);
  expect(rows()[0]).toMatch(/Subject 50$/);
  await app.user.click(button('Newer'));
  await arrive(app);
  expect(rows()[0]).toMatch(/Subject 0$/);
});

test('an export holds all filtered entries, on every page', async () => {
  const app = await open({ seed: withEntries(1_100), path: '/audit?by=ada' });
  const saved: Blob[] = [];
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL(blob: Blob) {
        saved.push(blob);
        return 'blob:saved';
      }
      static override revokeObjectURL() {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  await app.user.click(button('JSON'));
  await arrive(app);
  await app.user.click(button('CSV'));
  await arrive(app);
  const [json, csv] = await Promise.all(saved.map((blob) => blob.text()));
  const read = JSON.parse(json ?? '[]') as readonly { by: { id: string } }[];
  expect(read).toHaveLength(550);
  expect(read.every(({ by }) => by.id === 'ada')).toBe(true);
  expect(csv?.trimEnd().split('\r\n')).toHaveLength(551);
  expect(screen.getAllByText('550 entries are in the file').length).toBeGreaterThan(0);
});

test('a failed read is shown as a failure, with a retry', async () => {
  const app = await open();
  await app.client.control.inject({
    kind: 'refuse',
    service: 'docs',
    operation: 'listen',
    code: 'permission-denied',
  });
  await app.go('/audit?by=lin');
  expect(screen.getByText('The audit can’t be read')).toBeVisible();
  await app.user.click(button('Try again'));
  await arrive(app);
  expect(screen.getByText('Nothing matches')).toBeVisible();
});

test('j and k move, Enter opens', async () => {
  const app = await open({ seed: withEntries(3) });
  await app.user.keyboard('jj');
  await waitFor(() => expect(document.activeElement).toHaveTextContent('Subject 1'));
  await app.user.keyboard('{Enter}');
  expect(screen.getByText('Nothing was changed: it was so already.')).toBeVisible();
  await app.user.keyboard('k');
  await waitFor(() => expect(document.activeElement).toHaveTextContent('Subject 0'));
});
