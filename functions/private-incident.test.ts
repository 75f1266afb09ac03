/** Every command of the catalogue against a private incident and what belongs to it, as each role. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commandCatalogue, type CommandName } from '#api/commands.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { serverTimestamp } from '#ports/docs/values.ts';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { commandInputs } from '#tests/app/functions/command-inputs.ts';
import { FunctionsStage, errorOf, teamId } from '#tests/app/functions/stage.ts';
import { type Attempt, type Ids, rows } from '#tests/app/functions/private-incident-rows.ts';

const valid = commandInputs('lena');
const attempts = (Object.keys(commandCatalogue) as CommandName[]).flatMap((name) =>
  Object.entries(rows[name] ?? {}).map(([what, attempt]) => [`${name}: ${what}`, name, attempt] as const),
);

let stage: FunctionsStage;
let ids: Ids;

beforeEach(async () => {
  stage = await FunctionsStage.open();
  const declaration = { severity: 'SEV3', serviceIds: [] } as const;
  const alertId = await fire('secret-alert');
  const { incidentId, pageIds } = await stage.call('diego', 'declareIncident', {
    ...declaration,
    serviceIds: [],
    title: 'secret-title',
    private: true,
    alertId,
    page: [{ kind: 'people', userIds: ['kwame'] }],
  });
  const [pageId = ''] = pageIds;
  const [delivery] = await stage.deliveries(pageId);
  const open = await stage.call('lena', 'declareIncident', {
    ...declaration,
    serviceIds: [],
    title: 'For all',
    private: false,
    alertId: null,
    page: [],
  });
  ids = {
    incidentId,
    alertId,
    pageId,
    deliveryId: delivery?.id ?? '',
    entryId: 'comment',
    openIncidentId: open.incidentId,
    openAlertId: await fire('an alert for all'),
  };
  await stage.save(documentPaths.alertEvent(teamId, alertId, ids.entryId), {
    ...{ id: ids.entryId, teamId, alertId, createdAt: stage.cloud.clock.now(), createdBy: 'kwame' },
    ...{ revision: 1, sequence: 0, kind: 'comment', body: 'secret-note' },
  });
  const { docs } = await stage.person('kwame');
  const entry = {
    id: ids.entryId,
    teamId,
    incidentId,
    createdBy: 'kwame',
    createdAt: serverTimestamp(),
    revision: 1,
    sequence: 0,
    kind: 'comment',
    body: 'secret-comment',
  };
  await docs.write({
    type: 'set',
    path: documentPaths.timelineEvent(teamId, incidentId, ids.entryId),
    data: entry,
  });
});
afterEach(() => stage.close());

async function fire(summary: string): Promise<string> {
  const known = new Set((await stage.newAlerts()).map(({ id }) => id));
  await stage.http('/v2/enqueue', {
    routing_key: demoKeys.payments,
    event_action: 'trigger',
    dedup_key: summary,
    payload: { summary, source: 'monitor', severity: 'critical' },
  });
  return (await stage.newAlerts()).find(({ id }) => !known.has(id))?.id ?? '';
}

/** Ids of an incident that does not exist. */
const absent = (): Ids => ({
  ...ids,
  incidentId: 'absent',
  alertId: 'absent',
  pageId: 'absent',
  deliveryId: 'absent',
  entryId: 'absent',
});

async function call(who: Outsider | Insider, name: CommandName, input: object): Promise<unknown> {
  const client = await browserOf(who);
  return client.functions.call(name, { teamId, commandId: stage.newCommand(), ...input });
}

const browsers = {
  viewer: () => stage.person('tom'),
  responder: () => stage.person('lena'),
  admin: () => stage.person('mei'),
  inside: () => stage.person('kwame'),
  owner: () => stage.person('amara'),
  async guest() {
    const client = await stage.stranger('guest');
    await client.auth.guests.signIn();
    await client.functions.call('joinDemonstration', { teamId, commandId: 'join', displayName: 'Guest' });
    return client;
  },
  /** Owns another team. */
  async elsewhere() {
    const client = await stage.stranger('elsewhere');
    await client.auth.createUser({ email: 'else@example.com', password: 'correct horse' });
    const founding = { teamId: 'elsewhere', commandId: 'found', name: 'Elsewhere', displayName: 'Else' };
    await client.functions.call('createTeam', { ...founding, timezone: 'Europe/Berlin' });
    return client;
  },
  nobody: () => stage.stranger('nobody'),
} as const;

const opened = new Map<string, ReturnType<(typeof browsers)['viewer']>>();
afterEach(() => opened.clear());

function browserOf(who: Outsider | Insider) {
  const browser = opened.get(who) ?? browsers[who]();
  opened.set(who, browser);
  return browser;
}

type Insider = 'inside' | 'owner';
type Outsider = Exclude<keyof typeof browsers, Insider>;
const outsiders = Object.keys(browsers).filter((who) => who !== 'inside' && who !== 'owner') as Outsider[];
const userIds: Readonly<Record<string, string>> = {
  viewer: 'tom',
  responder: 'lena',
  admin: 'mei',
  inside: 'kwame',
  owner: 'amara',
};

/** Stored and sent state: documents, presence and access, messages, deferred tasks. */
const everything = () => JSON.stringify({ ...stage.cloud.snapshot().services, auth: null });

function expected(who: Outsider, least: Attempt['least']): string {
  if (who === 'nobody') return 'unauthenticated';
  if (who === 'elsewhere') return 'forbidden';
  return least === 'responder' && (who === 'viewer' || who === 'guest') ? 'forbidden' : 'not_found';
}

describe('outside a private incident', () => {
  const table = attempts.flatMap(([what, name, attempt]) =>
    outsiders.map((who) => [`${what}, by ${who}`, name, attempt, who] as const),
  );
  test.each(table)('%s', async (_, name, attempt, who) => {
    await browserOf(who);
    const userId = userIds[who] ?? 'somebody';
    await errorOf(call(who, name, attempt.input(absent(), userId)));
    const before = everything();
    const hidden = await errorOf(call(who, name, attempt.input(ids, userId)));
    expect(everything()).toBe(before);
    expect(hidden.error?.code).toBe(expected(who, attempt.least));
    expect(JSON.stringify(hidden)).not.toContain('secret');
    expect(hidden).toEqual(await errorOf(call(who, name, attempt.input(absent(), userId))));
  });
});

describe('inside a private incident', () => {
  const table = attempts.flatMap(([what, name, attempt]) =>
    (['inside', 'owner'] as const).map((who) => [`${what}, by ${who}`, name, attempt, who] as const),
  );
  test.each(table)('%s', async (_, name, attempt, who) => {
    const asked = call(who, name, attempt.input(ids, userIds[who] ?? ''));
    const answer = await asked.then(
      () => 'done',
      async () => (await errorOf(asked)).error?.code,
    );
    expect(answer).toBe(attempt[who]);
  });
});

describe('a command without an incident id', () => {
  /** Commands that a responder has to give first. */
  const first: Partial<Record<CommandName, readonly CommandName[]>> = {
    revokeApiKey: ['createApiKey'],
    requestCover: ['createOverride'],
    cancelCover: ['createOverride', 'requestCover'],
    releaseCover: ['takeCover'],
  };
  const inputs: Readonly<Record<CommandName, object>> = {
    ...valid,
    createTeam: { ...valid.createTeam, teamId: 'new' },
    saveRunbook: { ...valid.saveRunbook, runbookId: 'r' },
    removeRunbook: { runbookId: 'r' },
    cancelCover: { requestId: 'mine' },
  };
  // Deleting a team ends all of its pages: its own tests are in functions/team. A recovery needs a person with a second factor: functions/account. The others need a calendar (functions/leave-calendars) or the outside (functions/webhooks).
  const elsewhere = new Set<CommandName>([
    'deleteTeam',
    'decideRecovery',
    'mapLeaveName',
    'readLeaveCalendar',
    'saveWebhook',
    'tryWebhook',
    'redeliverWebhook',
  ]);
  const names = (Object.keys(commandCatalogue) as CommandName[]).filter(
    (name) => rows[name] === null && !elsewhere.has(name),
  );
  test.each(names)('%s leaves the private incident unchanged', async (name) => {
    const secrets = async () =>
      JSON.stringify([
        await stage.incident(ids.incidentId),
        await stage.timeline(ids.incidentId),
        await stage.alert(ids.alertId),
        await stage.page(ids.pageId),
        await stage.server.docs.get(documentPaths.delivery(teamId, ids.pageId, ids.deliveryId)),
      ]);
    const before = await secrets();
    // Only those who joined by themselves can leave.
    const { permission } = commandCatalogue[name];
    const isForAdmins =
      permission.of === 'team' && ['configure', 'readiness', 'manageApiKeys'].includes(permission.action);
    const owns = [
      'restoreTeam',
      'inviteMember',
      'setMemberRole',
      'transferOwnership',
      'removeMember',
      'revokeInvite',
    ];
    const who =
      name === 'leaveTeam'
        ? 'guest'
        : name === 'acceptInvite'
          ? 'elsewhere'
          : owns.includes(name)
            ? 'owner'
            : isForAdmins
              ? 'admin'
              : 'responder';
    if (name !== 'acceptInvite') await call(who, 'registerDevice', inputs.registerDevice);
    if (name === 'removePersonalWebhook' || name === 'drillPersonalWebhook')
      await call(who, 'savePersonalWebhook', inputs.savePersonalWebhook);
    if (name === 'acceptInvite' || name === 'revokeInvite')
      await call('owner', 'inviteMember', inputs.inviteMember);
    if (name === 'endMaintenance') await call(who, 'saveMaintenance', inputs.saveMaintenance);
    const kind = { saveMapping: 'json', saveHeartbeat: 'heartbeat' }[name as string];
    if (kind !== undefined) await call(who, 'createIntegration', { ...inputs.createIntegration, kind });
    for (const one of first[name] ?? []) await call(who, one, inputs[one]);
    await call(who, name, inputs[name]);
    expect(await secrets()).toBe(before);
    const pages = await stage.server.docs.find(query(collectionPaths.pages(teamId)));
    expect(pages.filter(({ data }) => data?.['incidentId'] === ids.incidentId)).toHaveLength(2);
  });
});
