/** Visibility of a private incident's alerts and pages on screens. */
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { CommandInput } from '#api/commands.ts';
import { alertSchema } from '#domain/alert/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import type { EmbeddedClient } from '#fakes/client/client.ts';
import type { Backend } from '#ports/backend.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { query, type Query } from '#ports/docs/query.ts';
import { MyStrip } from '#src/app/live-strip.tsx';
import { AlertsScreen } from '#src/features/alerts/alerts-screen.tsx';
import { HomeScreen } from '#src/features/home/home-screen.tsx';
import { MergeDialog } from '#src/features/incidents/merge-dialog.tsx';
import { PageAlarmHost } from '#src/features/page-alarm/page-alarm.tsx';
import { entity } from '#src/data/client/documents.ts';
import { useIncidents } from '#src/data/queries/incidents.ts';
import { arrive, call, declare } from './incident.ts';
import { complaint, seedTeamWithSenders } from './senders.ts';
import { teamId } from './small-team.ts';
import { type AppStage, stage, type StageOptions } from './stage.tsx';

const minute = 60_000;
const screens = (
  <>
    <MyStrip />
    <HomeScreen />
    <PageAlarmHost />
  </>
);
const watching = async (options: StageOptions) => {
  const app = await stage({ seed: seedTeamWithSenders, screen: screens, ...options });
  await arrive(app);
  return app;
};
const alarm = () => screen.queryByRole('alertdialog');
const linPaged: Partial<CommandInput<'declareIncident'>> = {
  title: 'Salaries are readable',
  private: true,
  page: [{ kind: 'people', userIds: ['lin'] }],
};

async function onlyAlert({ server }: AppStage): Promise<string> {
  const [doc] = await server.docs.find(query(collectionPaths.alerts(teamId)));
  const found = doc && entity(alertSchema, doc);
  if (!found) throw new Error('There is no alert.');
  return found.value.id;
}

/** The backend whose live queries are never answered where `holds` says so. */
const holding =
  (holds: (asked: Query) => boolean) =>
  (backend: EmbeddedClient): Backend => {
    const { docs } = backend;
    const watchQuery: Docs['watchQuery'] = (asked, observer, options) =>
      holds(asked) ? () => {} : docs.watchQuery(asked, observer, options);
    return changed<Backend>(backend, { docs: changed<Docs>(docs, { watchQuery }) });
  };

/** Proxy of an object with some members replaced. */
function changed<T extends object>(target: T, members: Partial<T>): T {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(name in members ? members : target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

describe('a page of a private incident', () => {
  test('shows its alarm with its title to a recipient', async () => {
    const app = await watching({ as: 'Lin' });
    await declare(app, await app.person('Sam'), linPaged);
    expect(alarm()).toHaveAccessibleName('Salaries are readable');
    expect(screen.getByText(/1 page waits for you/)).toBeVisible();
  });

  test('is invisible to other members', async () => {
    const app = await watching({ as: 'Vera' });
    await declare(app, await app.person('Sam'), linPaged);
    expect(alarm()).toBeNull();
    expect(document.body).not.toHaveTextContent('Salaries');
    expect(screen.queryByText(/\d+ pages? waits?/)).toBeNull();
  });

  test('keeps its alarm while its alert is linked to a private incident', async () => {
    const app = await watching({ as: 'Lin' });
    await app.fire(complaint({ summary: 'Search is down' }));
    await app.advance(5 * minute);
    await arrive(app);
    expect(alarm()).toHaveAccessibleName('Search is down');
    const sam = await app.person('Sam');
    await declare(app, sam, { title: 'Salaries are readable', private: true, alertId: await onlyAlert(app) });
    await arrive(app);
    expect(alarm()).toHaveAccessibleName('Search is down');
    expect(alarm()).toHaveAccessibleDescription(/Incident #1|Search/u);
    expect(
      screen.queryByText(/Nothing is left|nothing is left|has acknowledged|It was escalated/u),
    ).toBeNull();
  });
});

describe('a page to the user', () => {
  const ofPeople = ({ collection, where = [] }: Query) =>
    collection === collectionPaths.pages(teamId) && JSON.stringify(where).includes('"people"');
  const ofEverybody = ({ collection, where = [] }: Query) =>
    collection === collectionPaths.pages(teamId) && JSON.stringify(where).includes('"private"');

  test('is shown while private pages are still loading', async () => {
    const app = await watching({ as: 'Lin', backend: holding(ofPeople) });
    await declare(app, await app.person('Sam'), { ...linPaged, private: false });
    expect(alarm()).toHaveAccessibleName('Salaries are readable');
  });

  test('is shown when only private pages have loaded', async () => {
    const app = await watching({ as: 'Lin', backend: holding(ofEverybody) });
    await declare(app, await app.person('Sam'), linPaged);
    expect(alarm()).toHaveAccessibleName('Salaries are readable');
  });

  test('does not show “Nothing needs you now” before all pages have loaded', async () => {
    await watching({ as: 'Lin', backend: holding(ofPeople) });
    expect(screen.queryByText('Nothing needs you now.')).toBeNull();
  });
});

describe('an alert of a private incident', () => {
  const alerts = (as: 'Vera' | 'Sam' | 'Ada') => watching({ as, path: '/alerts', screen: <AlertsScreen /> });
  const listed = () => screen.queryByRole('list', { name: 'Alerts' });

  test('disappears from the list of other members and returns when it is unlinked', async () => {
    const app = await alerts('Vera');
    await app.fire(complaint({ summary: 'Search is down' }));
    await arrive(app);
    expect(listed()).toHaveTextContent('Search is down');
    const sam = await app.person('Sam');
    const alertId = await onlyAlert(app);
    await declare(app, sam, { private: true, alertId });
    await arrive(app);
    expect(listed()).toBeNull();
    await app.go(`/alerts?alert=${alertId}`);
    await arrive(app);
    expect(await screen.findByText('There is no such alert')).toBeVisible();
    await call(sam, 'linkAlert', { alertId, incidentId: null });
    await app.go('/alerts');
    await arrive(app);
    expect(listed()).toHaveTextContent('Search is down');
  });

  test.each(['Sam', 'Ada'] as const)(
    'stays in the list of a participant and of an owner (%s)',
    async (as) => {
      const app = await alerts(as);
      await app.fire(complaint({ summary: 'Search is down' }));
      await declare(app, await app.person('Sam'), { private: true, alertId: await onlyAlert(app) });
      await arrive(app);
      expect(listed()).toHaveTextContent('Search is down');
    },
  );
});

describe('merging', () => {
  function Merging({ number }: { readonly number: number }) {
    const incident = useIncidents().data?.items.find(({ value }) => value.number === number)?.value;
    return incident ? <MergeDialog incident={incident} onClose={() => {}} /> : null;
  }
  const choose = async (app: AppStage, title: RegExp) => {
    await app.user.click(screen.getByRole('combobox', { name: 'It belongs to' }));
    await app.user.click(within(await screen.findByRole('listbox')).getByRole('option', { name: title }));
  };

  test.each([
    [true, false, /Everyone in the team will see the alerts of #1/],
    [false, true, /Only the people of #2.* will see the alerts/],
    [false, false, null],
    [true, true, null],
  ] as const)('from private %s into private %s says who will see the alerts', async (from, into, words) => {
    const app = await watching({ as: 'Sam', screen: <Merging number={1} /> });
    await declare(app, app, { title: 'One', private: from });
    await declare(app, app, { title: 'Two', private: into });
    await arrive(app);
    expect(screen.queryByText(/will see the alerts/)).toBeNull();
    await choose(app, /Two/);
    expect(screen.queryAllByText(words ?? /will see the alerts/)).toHaveLength(words ? 1 : 0);
  });
});
