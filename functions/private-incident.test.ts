/**
 * Every command of the catalogue against a private incident and what belongs to it, as each role. A new command does not compile
 * until it has a row here.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commandCatalogue, type CommandName } from '#api/commands.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { serverTimestamp } from '#ports/docs/values.ts';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { commandInputs } from '#tests/app/functions/command-inputs.ts';
import { FunctionsStage, errorOf, teamId } from '#tests/app/functions/stage.ts';

/** Ids of a private incident and of what belongs to it, and of an incident and an alert of the whole team. */
interface Ids {
  readonly incidentId: string;
  readonly alertId: string;
  readonly pageId: string;
  readonly deliveryId: string;
  /** A comment by `kwame`. */
  readonly entryId: string;
  readonly openIncidentId: string;
  readonly openAlertId: string;
}

interface Attempt {
  readonly input: (ids: Ids, userId: string) => object;
  /** The least role that gets so far as to be answered by the guard. */
  readonly least: 'viewer' | 'responder';
  /** Answer to a responder in it and to an owner: `done`, or the code of the error. */
  readonly inside: string;
  readonly owner: string;
}
/** `null`: the command takes no id of anything that belongs to an incident. */
type Row = Readonly<Record<string, Attempt>> | null;

const valid = commandInputs('lena');

const responder = { least: 'responder', inside: 'done', owner: 'done' } as const;
const viewer = { ...responder, least: 'viewer' } as const;

const rows: Readonly<Record<CommandName, Row>> = {
  createTeam: null,
  joinDemonstration: null,
  saveTeam: null,
  deleteTeam: null,
  restoreTeam: null,
  leaveTeam: null,
  inviteMember: null,
  revokeInvite: null,
  acceptInvite: null,
  setMemberRole: null,
  transferOwnership: null,
  removeMember: null,
  withdrawEntry: {
    'a comment of it': { ...responder, input: ({ incidentId, entryId }) => ({ incidentId, entryId }) },
  },
  pinEntry: {
    'a comment of it': {
      ...responder,
      input: ({ incidentId, entryId }) => ({ ...valid.pinEntry, incidentId, entryId }),
    },
  },
  registerDevice: null,
  saveProfile: null,
  decideRecovery: null,
  removeDevice: null,
  sendDrill: null,
  savePersonalWebhook: null,
  removePersonalWebhook: null,
  drillPersonalWebhook: null,
  drillMember: null,
  askToMend: null,
  saveRunbook: null,
  removeRunbook: null,
  saveService: null,
  removeService: null,
  savePolicy: null,
  removePolicy: null,
  createIntegration: null,
  createApiKey: null,
  revokeApiKey: null,
  saveIntegration: null,
  rotateKey: null,
  setSigningSecret: null,
  saveMaintenance: null,
  endMaintenance: null,
  saveMapping: null,
  saveRouting: null,
  saveHeartbeat: null,
  revokeIntegration: null,
  sendTestMessage: null,
  saveSchedule: null,
  removeSchedule: null,
  createOverride: null,
  moveOverride: null,
  removeOverride: null,
  requestCover: null,
  takeCover: null,
  releaseCover: null,
  cancelCover: null,
  saveNotificationRules: null,
  saveMailSettings: null,
  forgetMailAddress: null,
  createFeed: null,
  revokeFeed: null,
  seeNotices: null,
  saveTimeOff: null,
  removeTimeOff: null,
  saveLeaveCalendar: null,
  mapLeaveName: null,
  readLeaveCalendar: null,
  removeLeaveCalendar: null,
  saveWebhook: null,
  removeWebhook: null,
  tryWebhook: null,
  redeliverWebhook: null,
  saveSlackApp: null,
  linkSlackUser: null,
  declareIncident: {
    'from its alert': {
      ...responder,
      input: ({ alertId }) => ({ ...valid.declareIncident, alertId }),
      inside: 'conflict',
      owner: 'conflict',
    },
  },
  transitionIncident: {
    it: {
      ...responder,
      input: ({ incidentId }) => ({ ...valid.transitionIncident, incidentId, to: 'fixing' }),
      inside: 'forbidden',
    },
  },
  mergeIncidents: {
    'from it': {
      ...responder,
      input: ({ incidentId, openIncidentId }) => ({ incidentId, intoId: openIncidentId }),
      inside: 'forbidden',
    },
    'into it': {
      ...responder,
      input: ({ incidentId, openIncidentId }) => ({ incidentId: openIncidentId, intoId: incidentId }),
      inside: 'forbidden',
    },
  },
  setSeverity: {
    it: {
      ...responder,
      input: ({ incidentId }) => ({ ...valid.setSeverity, incidentId }),
      inside: 'forbidden',
    },
  },
  assignRole: {
    'a vacant one': {
      ...responder,
      input: ({ incidentId }, userId) => ({ ...valid.assignRole, incidentId, userId }),
    },
    'one that is held': {
      ...responder,
      input: ({ incidentId }, userId) => ({ incidentId, role: 'commander', userId }),
      inside: 'forbidden',
    },
  },
  acceptRole: {
    'one that is not offered': {
      ...responder,
      input: ({ incidentId }) => ({ ...valid.acceptRole, incidentId }),
      inside: 'not_found',
      owner: 'not_found',
    },
  },
  addComment: { it: { ...responder, input: ({ incidentId }) => ({ ...valid.addComment, incidentId }) } },
  joinIncident: { it: { ...responder, input: ({ incidentId }) => ({ incidentId }) } },
  page: {
    it: {
      ...responder,
      input: ({ incidentId }) => ({ ...valid.page, incidentId }),
    },
  },
  acknowledgePage: { it: { ...viewer, input: ({ pageId }) => ({ pageId }) } },
  escalatePage: { it: { ...viewer, input: ({ pageId }) => ({ ...valid.escalatePage, pageId }) } },
  declinePage: {
    it: { ...viewer, input: ({ pageId }) => ({ ...valid.declinePage, pageId }), owner: 'forbidden' },
  },
  repage: {
    // The page notifies already.
    it: {
      ...viewer,
      input: ({ pageId }) => ({ pageId }),
      inside: 'illegal_transition',
      owner: 'illegal_transition',
    },
  },
  handBackPage: {
    // The page is not acknowledged.
    it: { ...viewer, input: ({ pageId }) => ({ pageId }), inside: 'forbidden', owner: 'forbidden' },
  },
  snoozePage: {
    // The page is not acknowledged.
    it: {
      ...viewer,
      input: ({ pageId }) => ({ ...valid.snoozePage, pageId }),
      inside: 'forbidden',
      owner: 'forbidden',
    },
  },
  recordSignOfLife: {
    // The page is not acknowledged.
    it: { ...viewer, input: ({ pageId }) => ({ pageId }), inside: 'forbidden', owner: 'forbidden' },
  },
  handOverPage: { it: { ...viewer, input: ({ pageId }) => ({ ...valid.handOverPage, pageId }) } },
  recordReceipt: {
    it: {
      ...viewer,
      input: ({ pageId, deliveryId }) => ({ ...valid.recordReceipt, pageId, deliveryId }),
      owner: 'not_found',
    },
  },
  linkAlert: {
    'its alert to none': { ...responder, input: ({ alertId }) => ({ alertId, incidentId: null }) },
    'its alert to another': {
      ...responder,
      input: ({ alertId, openIncidentId }) => ({ alertId, incidentId: openIncidentId }),
    },
    'another alert to it': {
      ...responder,
      input: ({ openAlertId, incidentId }) => ({ alertId: openAlertId, incidentId }),
    },
  },
  commentAlert: {
    it: { ...responder, input: ({ alertId }) => ({ ...valid.commentAlert, alertId }) },
  },
  withdrawAlertComment: {
    'a comment on its alert': { ...responder, input: ({ alertId, entryId }) => ({ alertId, entryId }) },
  },
  acknowledgeAlert: { it: { ...responder, input: ({ alertId }) => ({ alertId }) } },
  resolveAlert: { it: { ...responder, input: ({ alertId }) => ({ alertId }) } },
  snoozeAlert: { it: { ...responder, input: ({ alertId }) => ({ ...valid.snoozeAlert, alertId }) } },
};

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
