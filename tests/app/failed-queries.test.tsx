/** States of every query on screens: a failed or pending query is never shown as an empty list. */
import { act, screen } from '@testing-library/react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { expect, it } from 'vitest';
import type { Incident } from '#domain/incident/schema.ts';
import { collectionPaths, documentPaths, storagePaths } from '#api/paths.ts';
import type { Fault } from '#ports/control.ts';
import { query } from '#ports/docs/query.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import { Palette } from '#src/app/palette.tsx';
import { MyStrip } from '#src/app/live-strip.tsx';
import { AlertsScreen } from '#src/features/alerts/alerts-screen.tsx';
import { ReachableDevices as HomeDevices } from '#src/features/home/devices.tsx';
import { LiveIncidents } from '#src/features/home/live-incidents.tsx';
import { MyPages } from '#src/features/home/my-pages.tsx';
import { OnCallNow } from '#src/features/home/on-call-now.tsx';
import { AlertsPanel } from '#src/features/incidents/alerts-panel.tsx';
import { ContextPane } from '#src/features/incidents/context-pane.tsx';
import { FilesPanel } from '#src/features/incidents/files-panel.tsx';
import { IncidentsScreen } from '#src/features/incidents/incidents-screen.tsx';
import { MergeDialog } from '#src/features/incidents/merge-dialog.tsx';
import { PageDialog } from '#src/features/incidents/page-dialog.tsx';
import { PagesPanel } from '#src/features/incidents/pages-panel.tsx';
import { PeoplePanel } from '#src/features/incidents/people-panel.tsx';
import { TasksPanel } from '#src/features/incidents/tasks-panel.tsx';
import { TimelinePane } from '#src/features/incidents/timeline-pane.tsx';
import { RunbooksPanel } from '#src/features/incidents/runbooks-panel.tsx';
import { RunbooksScreen } from '#src/features/runbooks/runbooks-screen.tsx';
import { AuditScreen } from '#src/features/audit/audit-screen.tsx';
import { IntegrationEvents } from '#src/features/integrations/integration-events.tsx';
import { IntegrationsScreen } from '#src/features/integrations/integrations-screen.tsx';
import { SlackCommands } from '#src/features/integrations/webhooks/slack-commands.tsx';
import { PoliciesScreen } from '#src/features/policies/policies-screen.tsx';
import { InvitesSection } from '#src/features/settings/invites-section.tsx';
import { inviteIdOf } from '#api/invite-token.ts';
import { MyDevices } from '#src/features/me/devices.tsx';
import { MySlack } from '#src/features/me/slack.tsx';
import { ReadinessScreen } from '#src/features/readiness/readiness-screen.tsx';
import { OnCallScreen } from '#src/features/on-call/on-call-screen.tsx';
import { TimePart } from '#src/features/rehearsal/time-part.tsx';
import { entity } from '#src/data/client/documents.ts';
import { directRoomWrites } from '#tests/direct-room-writes.ts';
import { useControl } from '#src/data/client/ports.tsx';
import { arrive, call, declare } from './incident.ts';
import { complaint, seedTeamWithSenders } from './senders.ts';
import { teamId } from './small-team.ts';
import { type AppStage, stage } from './stage.tsx';

interface Part {
  readonly name: string;
  readonly show: (incident: Incident) => ReactNode;
  /** Text of the failure. */
  readonly failed: string;
  /** Text of the loading state. */
  readonly loading?: string;
  /** Text of an empty list, which must not show here. */
  readonly empty?: string | RegExp;
  /** Text of the loaded list. */
  readonly read: string | RegExp;
}

const nothing = () => undefined;

function Time() {
  const control = useControl();
  return control && <TimePart control={control} />;
}

const room: readonly Part[] = [
  {
    name: 'the alerts of a room',
    show: (incident) => <AlertsPanel incident={incident} />,
    failed: 'The alerts can’t be read',
    loading: 'Loading the alerts',
    empty: /No alert is linked/,
    read: 'Search is down',
  },
  {
    name: 'the pages of a room',
    show: (incident) => <PagesPanel incident={incident} />,
    failed: 'The pages can’t be read',
    loading: 'Loading the pages',
    empty: /Nobody has been paged/,
    read: 'Acknowledge',
  },
  {
    name: 'the tasks of a room',
    show: (incident) => <TasksPanel incident={incident} />,
    failed: 'The tasks can’t be read',
    loading: 'Loading the tasks',
    read: 'Roll back',
  },
  {
    name: 'the files of a room',
    show: (incident) => <FilesPanel incident={incident} uploads={[]} onFiles={nothing} />,
    failed: 'The files can’t be read',
    loading: 'Loading the files',
    read: 'access.log',
  },
  {
    name: 'the services of a room',
    show: (incident) => <ContextPane incident={incident} />,
    failed: 'The services can’t be read',
    loading: 'Loading the services',
    empty: /A service that is gone/,
    read: 'Payments',
  },
  {
    name: 'the runbooks of a room',
    show: (incident) => <RunbooksPanel incident={incident} />,
    failed: 'The runbooks can’t be read',
    loading: 'Loading the runbooks',
    empty: /None is for this severity/,
    read: /Restart search/,
  },
  {
    name: 'the timeline',
    show: (incident) => (
      <TimelinePane
        incident={incident}
        lost={[]}
        onTakeBack={nothing}
        onForget={nothing}
        findRequest={0}
        onFind={nothing}
        onFindClose={nothing}
      />
    ),
    failed: 'The timeline can’t be read',
    loading: 'Loading the timeline',
    read: 'Declines since ten',
  },
  {
    name: 'the people of a room',
    show: (incident) => <PeoplePanel incident={incident} />,
    failed: 'Who is here can’t be read',
    empty: 'Away',
    read: 'Away',
  },
  {
    name: 'the incidents to merge into',
    show: (incident) => <MergeDialog incident={incident} onClose={nothing} />,
    failed: 'The live incidents can’t be read',
    loading: 'Loading the live incidents',
    empty: /There is no other live incident/,
    read: 'It belongs to',
  },
];

const elsewhere: readonly Part[] = [
  {
    name: 'the policies',
    show: () => <PoliciesScreen />,
    failed: 'The policies can’t be read',
    loading: 'Loading the policies',
    empty: 'No policies yet',
    read: /First /,
  },
  {
    name: 'the integrations',
    show: () => <IntegrationsScreen />,
    failed: 'The integrations can’t be read',
    loading: 'Loading the integrations',
    empty: 'No integrations yet',
    read: 'alertmanager',
  },
  {
    name: 'the messages of a sender',
    show: () => <IntegrationEvents kind="alertmanager" integrationId="pagerduty" />,
    failed: 'The last messages can’t be read',
    loading: 'Loading the last messages',
    empty: /Nothing has been sent/,
    read: 'Opened an alert',
  },
  {
    name: 'the commands and buttons in Slack',
    show: () => <SlackCommands />,
    failed: 'What is taken from Slack can’t be read',
    loading: 'Loading what is taken from Slack',
    empty: 'Connect Slack…',
    read: /Connected since/,
  },
  {
    name: 'the runbooks',
    show: () => <RunbooksScreen />,
    failed: 'The runbooks can’t be read',
    loading: 'Loading the runbooks',
    empty: 'No runbooks yet',
    read: 'Restart search',
  },
  {
    name: 'the audit',
    show: () => <AuditScreen />,
    failed: 'The audit can’t be read',
    loading: 'Loading the audit',
    empty: 'Nothing has been changed yet',
    read: /Restart search|runbook/i,
  },
  {
    name: 'the open invites',
    show: () => <InvitesSection />,
    failed: 'The invites can’t be read',
    loading: 'Loading the invites',
    empty: /No invite is open/,
    read: 'For the new colleague',
  },
  {
    name: 'my pages',
    show: () => <MyPages />,
    failed: 'Your pages can’t be read: someone may need you',
    loading: 'Looking for pages that wait for you',
    empty: /Nothing needs you now/,
    read: /Search is down/,
  },
  {
    name: 'the live incidents',
    show: () => <LiveIncidents />,
    failed: 'The incidents can’t be read',
    loading: 'Loading live incidents',
    empty: 'No live incident',
    read: /Checkout answers with errors/,
  },
  {
    name: 'who is on call now',
    show: () => <OnCallNow />,
    failed: 'The schedules can’t be read',
    loading: 'Loading who is on call',
    empty: 'Nobody is on call',
    read: 'Primary',
  },
  {
    name: 'my devices at home',
    show: () => <HomeDevices />,
    failed: 'Your devices can’t be read',
    loading: 'Checking whether pages reach you',
    empty: /not reachable/,
    read: /not reachable/,
  },
  {
    name: 'my devices',
    show: () => <MyDevices />,
    failed: 'Your devices can’t be read',
    loading: 'Loading your devices',
    empty: /Enable notifications to be reached/,
    read: /Enable notifications to be reached/,
  },
  {
    name: 'my Slack user',
    show: () => <MySlack />,
    failed: 'Whether Slack is connected can’t be read',
    empty: /Link your Slack user/,
    read: /Link your Slack user/,
  },
  {
    name: 'readiness',
    show: () => <ReadinessScreen />,
    failed: 'Who could be reached can’t be read',
    loading: 'Loading who could be reached',
    empty: 'You are never paged',
    read: 'No device',
  },
  {
    name: 'the line about my pages',
    show: () => <MyStrip />,
    failed: 'Your pages can’t be read: someone may need you.',
    empty: /not on call/,
    read: '1 page waits for you',
  },
  {
    name: 'the schedules',
    show: () => <OnCallScreen />,
    failed: 'The schedules can’t be read',
    loading: 'Loading the schedules',
    empty: 'No schedules yet',
    read: 'Primary',
  },
  {
    name: 'the alerts',
    show: () => <AlertsScreen />,
    failed: 'The alerts can’t be read',
    loading: 'Loading the alerts',
    empty: 'No alerts yet',
    read: 'Search is down',
  },
  {
    name: 'the incidents',
    show: () => <IncidentsScreen />,
    failed: 'The incidents can’t be read',
    loading: 'Loading incidents',
    empty: 'No incidents yet',
    read: /Checkout answers with errors/,
  },
  {
    name: 'the open pages of a rehearsal',
    show: () => <Time />,
    failed: 'The open pages can’t be read',
    loading: 'Loading the open pages',
    empty: /No page is open/,
    read: /To the next event/,
  },
];

/** An incident with something in each of its panels, behind a curtain. */
async function behindCurtain({ show }: Part) {
  let shown: ReactNode = null;
  const told = new Set<() => void>();
  const subscribe = (tell: () => void) => {
    told.add(tell);
    return () => void told.delete(tell);
  };
  function Curtain() {
    return useSyncExternalStore(subscribe, () => shown);
  }
  const app = await stage({ as: 'Ada', seed: seedTeamWithSenders, screen: <Curtain /> });
  // Written by another person, so that this browser's cache lacks it.
  const lin = await app.person('Lin');
  const { incidentId } = await declare(app, lin, {
    page: [{ kind: 'people', userIds: ['sam'] }],
  });
  await declare(app, lin, { title: 'Search is slow' });
  await app.fire(complaint({ summary: 'Search is down' }));
  const [alert] = await app.server.docs.find(query(collectionPaths.alerts(teamId)));
  await call(lin, 'linkAlert', { alertId: alert?.id ?? '', incidentId });
  await call(lin, 'saveRunbook', {
    runbookId: 'restart',
    name: 'Restart search',
    severities: [],
    serviceIds: [],
    steps: [{ id: 'one', text: 'Stop writing' }],
  });
  await call(lin, 'saveSlackApp', { signingSecret: 'a'.repeat(32), linkOrigin: 'https://muster.test' });
  const invited = { role: 'viewer', note: 'For the new colleague', address: null, days: 7 } as const;
  await call(lin, 'inviteMember', { inviteId: inviteIdOf('0123456789'.repeat(4)), ...invited });
  let sequence = 0;
  const writes = directRoomWrites(lin.client.docs, { teamId, userId: 'lin', incidentId }, () => sequence++);
  await writes.addTask('Roll back', null);
  await writes.comment('Declines since ten');
  const path = storagePaths.attachment(teamId, incidentId, 'log', 'access.log');
  await writes.attach('log', { name: 'access.log', type: 'text/plain', size: 12, path });
  const incident = entity(
    incidentSchema,
    await app.server.docs.get(documentPaths.incident(teamId, incidentId)),
  );
  if (!incident) throw new Error('The incident was not declared.');
  return {
    app,
    async raise() {
      shown = show(incident.value);
      act(() => {
        for (const tell of told) tell();
      });
      await arrive(app);
    },
  };
}

const emptySentences = ({ empty }: Part) => (empty === undefined ? [] : screen.queryAllByText(empty));

const inject = async ({ client: { control } }: AppStage, fault: object) => {
  for (const service of ['docs', 'realtime'] as const)
    await control.inject({ ...fault, service, times: 10_000 } as Fault);
};

const everything = [...room, ...elsewhere].map((part) => [part.name, part] as const);

it.each(everything)('%s: a failed query shows an error and can be retried', async (_name, part) => {
  const { app, raise } = await behindCurtain(part);
  await inject(app, { kind: 'refuse', operation: 'listen', code: 'permission-denied' });
  await inject(app, { kind: 'refuse', operation: 'watch', code: 'permission-denied' });
  await raise();
  expect(screen.getByText(part.failed)).toBeInTheDocument();
  expect(emptySentences(part)).toEqual([]);
  expect(document.body).not.toHaveTextContent(/permission-denied|refused on purpose/i);
  await app.client.control.clearFaults();
  const again = screen.getAllByRole('button', { name: /Try again/ })[0];
  if (!again) throw new Error('There is no way on.');
  await app.user.click(again);
  await arrive(app);
  expect(screen.queryByText(part.failed)).toBeNull();
  expect(screen.getAllByText(part.read)[0]).toBeInTheDocument();
});

it.each(everything.filter(([, { loading }]) => loading !== undefined))(
  '%s: a query without an answer says what is loading',
  async (_name, part) => {
    const { app, raise } = await behindCurtain(part);
    await inject(app, { kind: 'latency', ms: 60_000 });
    await raise();
    expect(screen.getByText(part.loading ?? '')).toBeInTheDocument();
    expect(emptySentences(part)).toEqual([]);
  },
);

it('the palette offers to retry a query that failed', async () => {
  const { app, raise } = await behindCurtain({
    name: 'palette',
    show: () => <Palette onClose={nothing} openRehearsal={null} />,
    failed: '',
    read: '',
  });
  await inject(app, { kind: 'refuse', operation: 'listen', code: 'permission-denied' });
  await raise();
  expect(screen.getByText('The incidents can’t be read. Try again')).toBeInTheDocument();
  await app.client.control.clearFaults();
  await app.user.click(screen.getByText('The incidents can’t be read. Try again'));
  await arrive(app);
  expect(screen.getByText('#1 Checkout answers with errors')).toBeInTheDocument();
});

it('the page dialog says which choices failed to load', async () => {
  const { app, raise } = await behindCurtain({
    name: 'dialog',
    show: (incident) => <PageDialog incident={incident} onClose={nothing} />,
    failed: '',
    read: '',
  });
  await inject(app, { kind: 'refuse', operation: 'listen', code: 'permission-denied' });
  await raise();
  expect(screen.getByText('The team can’t be read')).toBeInTheDocument();
  await app.user.click(screen.getByText('A policy'));
  expect(screen.getByText('The policies can’t be read')).toBeInTheDocument();
  expect(screen.queryByText(/There is no policy yet/)).toBeNull();
});
