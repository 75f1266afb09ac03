import { screen, within } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { collectionPaths } from '#api/paths.ts';
import type { ServerFigures } from '#api/reads.ts';
import type { EmbeddedClient } from '#fakes/client/client.ts';
import type { Backend } from '#ports/backend.ts';
import { query } from '#ports/docs/query.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { DiagnosticsScreen } from './diagnostics-screen.tsx';
import { teamId } from '#tests/app/small-team.ts';
import { stage } from '#tests/app/stage.tsx';

/** Gives a command while the diagnostics screen is open. */
function Declare() {
  const { mutateAsync: run } = useCommand('declareIncident');
  const declare = () =>
    run({
      title: 'Checkout is down',
      severity: 'SEV2',
      serviceIds: [],
      private: false,
      alertId: null,
      page: [],
    });
  return (
    <button type="button" onClick={() => void declare()}>
      Declare
    </button>
  );
}

const diagnostics = () =>
  stage({
    as: 'Sam',
    path: '/diagnostics',
    screen: (
      <>
        <Declare />
        <DiagnosticsScreen />
      </>
    ),
  });
const panel = (name: RegExp) => within(screen.getByRole('region', { name }));
const row = (key: string) => screen.getByRole('row', { name: new RegExp(`^${key} `) });

it('the diagnostics screen names the provider, the connection and the server’s time', async () => {
  const s = await diagnostics();
  expect(panel(/^Backend/).getByText('embedded')).toBeVisible();
  expect(panel(/^Backend/).getByText('connected')).toBeVisible();
  await s.network(false);
  expect(panel(/^Backend/).getByText('not connected')).toBeVisible();
});

it('the diagnostics screen shows a published change of configuration at once, with the origin of the value', async () => {
  const s = await diagnostics();
  expect(row('acknowledge_timeout_minutes')).toHaveTextContent(/30.*default/);
  await s.publish({ acknowledge_timeout_minutes: '45' });
  expect(row('acknowledge_timeout_minutes')).toHaveTextContent(/45.*remote/);
  await s.publish({ acknowledge_timeout_minutes: null });
  expect(row('acknowledge_timeout_minutes')).toHaveTextContent(/30.*default/);
});

it('the diagnostics screen shows that the default applies instead of an invalid value', async () => {
  const s = await diagnostics();
  await s.publish({ acknowledge_timeout_minutes: 'soon' });
  expect(row('acknowledge_timeout_minutes')).toHaveTextContent('Use a whole number. The default applies: 30');
});

it('the diagnostics screen shows the duration of a command', async () => {
  const s = await diagnostics();
  expect(panel(/^Performance/).queryByRole('row', { name: /command_declareIncident/ })).toBeNull();
  await s.user.click(screen.getByRole('button', { name: 'Declare' }));
  await s.settle();
  expect(panel(/^Performance/).getByRole('row', { name: /command_declareIncident/ })).toHaveTextContent(
    'outcome done',
  );
});

it('the diagnostics screen measures nothing while measuring is switched off', async () => {
  const s = await diagnostics();
  await s.user.click(screen.getByRole('switch', { name: 'Measure' }));
  await s.user.click(screen.getByRole('button', { name: 'Declare' }));
  await s.settle();
  expect(panel(/^Performance/).queryByRole('row', { name: /command_declareIncident/ })).toBeNull();
});

it('the diagnostics screen lists queued commands until they are done', async () => {
  const s = await diagnostics();
  expect(panel(/^Commands waiting/).getByText(/No command waits/)).toBeVisible();
  await s.network(false);
  await s.user.click(screen.getByRole('button', { name: 'Declare' }));
  await s.settle();
  expect(panel(/^Commands waiting/).getByRole('listitem')).toHaveTextContent(
    'Declare an incidentwaits for the connection',
  );
  await s.network(true);
  await s.settle();
  expect(panel(/^Commands waiting/).getByText(/No command waits/)).toBeVisible();
});

it('the diagnostics screen lists the capabilities of the backend', async () => {
  await diagnostics();
  expect(panel(/^Capabilities/).getAllByText('yes').length).toBeGreaterThan(10);
});

it('the diagnostics screen shows rejections by the security rules, with the rule’s line and the reason', async () => {
  const s = await diagnostics();
  const refused = panel(/^Refused by the security rules/);
  await s.client.docs.get('somewhere/else').catch(() => null);
  await s.user.click(refused.getByRole('button', { name: 'Look again' }));
  await s.settle();
  expect(refused.getByText('somewhere/else')).toBeVisible();
  expect(refused.getByText(/no match covers this path/)).toBeVisible();
  await s.client.docs.find(query(collectionPaths.incidents(teamId))).catch(() => null);
  await s.user.click(refused.getByRole('button', { name: 'Look again' }));
  await s.settle();
  const [newest] = refused.getAllByRole('listitem');
  expect(newest).toHaveTextContent(
    /list.*incidents.*firestore\.rules:\d+.*add where\('private', '==', false\)/,
  );
});

it('the diagnostics screen shows figures of all browsers and published values only to admins', async () => {
  const figures: ServerFigures = {
    published: { version: '3', values: { acknowledge_timeout_minutes: '45' } },
    durations: [
      { kind: 'trace', name: 'command_acknowledge', count: 12, medianMs: 40, p95Ms: 95.4, longestMs: 120 },
      { kind: 'network', name: 'https://muster.example', count: 3, medianMs: 7, p95Ms: 8, longestMs: 9 },
    ],
    ofMs: 24 * 3_600_000,
  };
  const backend = (client: EmbeddedClient): Backend => ({
    ...client,
    functions: {
      ...client.functions,
      call: async <T,>(...call: Parameters<typeof client.functions.call>) =>
        call[0] === 'readServerFigures' ? ({ figures } as T) : client.functions.call<T>(...call),
    },
  });
  const admin = await stage({ as: 'Ada', path: '/diagnostics', screen: <DiagnosticsScreen />, backend });
  await admin.settle();
  const shown = panel(/^All browsers/);
  expect(shown.getByRole('row', { name: 'command_acknowledge 12 40 95 120' })).toBeVisible();
  expect(shown.getByRole('row', { name: 'requests to https://muster.example 3 7 8 9' })).toBeVisible();
  expect(shown.getByRole('row', { name: 'acknowledge_timeout_minutes 45' })).toBeVisible();
});

it('the diagnostics screen links to figures that the server does not show, and hides them from other members', async () => {
  const admin = await stage({ as: 'Ada', path: '/diagnostics', screen: <DiagnosticsScreen /> });
  await admin.settle();
  expect(panel(/^All browsers/).getByText(/in its own console/)).toBeVisible();
  admin.view.unmount();
  await diagnostics();
  expect(screen.queryByRole('region', { name: /^All browsers/ })).toBeNull();
});

it('the diagnostics screen shows the browser’s storage, and asks the browser to keep the storage', async () => {
  let isPersisted = false;
  const storage = {
    estimate: async () => ({ usage: 12_300_000, quota: 2_000_000_000 }),
    persisted: async () => isPersisted,
    persist: async () => (isPersisted = true),
  };
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'));
  const s = await diagnostics();
  const stored = panel(/^Storage of this browser/);
  expect(stored.getByText('12.3 MB')).toBeVisible();
  expect(stored.getByText('2.0 GB')).toBeVisible();
  expect(stored.getByText('may be cleared')).toBeVisible();
  await s.user.click(stored.getByRole('button', { name: 'Ask the browser to keep it' }));
  await s.settle();
  expect(stored.getByText('kept')).toBeVisible();
  expect(stored.queryByRole('button')).toBeNull();
});
