import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import { commandCatalogue, type CommandName } from '#api/commands.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import type { Id } from '#domain/base.ts';
import { collectionPaths } from '#api/paths.ts';
import { FunctionsStage, errorOf, teamId } from '#tests/functions/stage.ts';
import type { CommandContext, CommandHandler } from './command.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const declaration = {
  title: 'Checkout fails',
  severity: 'SEV3',
  serviceIds: ['checkout'],
  private: false,
  alertId: null,
  page: [{ kind: 'people', userIds: ['jonas'] }],
} as const;
const declared = (more: object = {}) => ({
  ...declaration,
  serviceIds: [...declaration.serviceIds],
  page: [{ kind: 'people' as const, userIds: ['jonas'] }],
  ...more,
});
const incidents = async () => (await stage.all(incidentSchema, collectionPaths.incidents(teamId))).length;

describe('a command sent again', () => {
  test('gives the same answer and does nothing twice', async () => {
    const before = await incidents();
    const first = await stage.call('diego', 'declareIncident', declared({ commandId: 'same' }));
    const stored = stage.stored();
    const second = await stage.call('diego', 'declareIncident', declared({ commandId: 'same' }));
    expect(second).toEqual(first);
    expect(stage.stored()).toBe(stored);
    expect(await incidents()).toBe(before + 1);
  });

  test('at the same moment is done once', async () => {
    const before = await incidents();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        stage.call('diego', 'declareIncident', declared({ commandId: 'same' })),
      ),
    );
    expect(new Set(answers.map(({ incidentId }) => incidentId)).size).toBe(1);
    expect(await incidents()).toBe(before + 1);
  });

  test('because its answer was lost is done once', async () => {
    const before = await incidents();
    const diego = await stage.person('diego');
    await diego.control.inject({
      kind: 'lose-answer',
      service: 'functions',
      operation: 'call:declareIncident',
    });
    const commandId = 'lost';
    const lost = await errorOf(stage.call('diego', 'declareIncident', declared({ commandId })));
    expect(lost.error).toBeNull();
    expect(await incidents()).toBe(before + 1);
    await stage.cloud.advance(5_000);
    const again = await stage.call('diego', 'declareIncident', declared({ commandId }));
    expect(again.number).toBe(42);
    expect(await incidents()).toBe(before + 1);
  });

  test('by someone else, or as something else, is a conflict', async () => {
    await stage.call('diego', 'declareIncident', declared({ commandId: 'same' }));
    const stored = stage.stored();
    const other = await errorOf(stage.call('priya', 'declareIncident', declared({ commandId: 'same' })));
    expect(other).toMatchObject({ code: 'failed-precondition', error: { code: 'conflict' } });
    const another = await errorOf(
      stage.call('diego', 'acknowledgePage', { commandId: 'same', pageId: 'cards-page' }),
    );
    expect(another.error?.code).toBe('conflict');
    expect(stage.stored()).toBe(stored);
  });
});

/** Valid input for every call, about things that exist. */
/** Their own tests are in functions/team and functions/invites. */
const elsewhere = ['createTeam', 'joinDemonstration', 'leaveTeam', 'acceptInvite'] as const;
const inputs: Readonly<Record<Exclude<CommandName, (typeof elsewhere)[number]>, object>> = {
  declareIncident: declared(),
  transitionIncident: { incidentId: 'incident-41', to: 'investigating', note: '' },
  mergeIncidents: { incidentId: 'incident-41', intoId: 'incident-40' },
  setSeverity: { incidentId: 'incident-41', severity: 'SEV1' },
  assignRole: { incidentId: 'incident-41', role: 'scribe', userId: 'mei' },
  acceptRole: { incidentId: 'incident-41', role: 'scribe', accept: true },
  joinIncident: { incidentId: 'incident-41' },
  withdrawEntry: { incidentId: 'incident-41', entryId: 'none' },
  pinEntry: { incidentId: 'incident-41', entryId: 'none', pinned: true },
  page: { incidentId: 'incident-41', whom: { kind: 'people', userIds: ['jonas'] }, summary: 'Help' },
  acknowledgePage: { pageId: 'checkout-page' },
  escalatePage: { pageId: 'checkout-page', reason: '' },
  declinePage: { pageId: 'checkout-page', reason: '' },
  repage: { pageId: 'checkout-page' },
  handBackPage: { pageId: 'checkout-page' },
  snoozePage: { pageId: 'checkout-page', minutes: 30 },
  handOverPage: { pageId: 'checkout-page', userId: 'mei' },
  recordReceipt: { pageId: 'checkout-page', deliveryId: 'none', receipt: 'shown' },
  registerDevice: { deviceId: 'd', registration: null, label: '', userAgent: '' },
  removeDevice: { deviceId: 'd' },
  sendDrill: { deviceId: 'd' },
  drillMember: { userId: 'mei' },
  askToMend: { userId: 'mei' },
  linkAlert: { alertId: 'import-alert', incidentId: 'incident-41' },
  acknowledgeAlert: { alertId: 'import-alert' },
  resolveAlert: { alertId: 'import-alert' },
  snoozeAlert: { alertId: 'import-alert', minutes: 60 },
  saveRunbook: {
    runbookId: 'cards-fail',
    name: 'Cards',
    severities: [],
    serviceIds: [],
    steps: [{ id: 's', text: 'Look' }],
  },
  removeRunbook: { runbookId: 'cards-fail' },
  saveService: {
    serviceId: 'mail',
    name: 'Mail',
    description: '',
    policyId: null,
    ownerId: null,
    supportHours: null,
    dependsOn: [],
  },
  removeService: { serviceId: 'catalogue' },
  savePolicy: {
    policyId: 'nights',
    name: 'Nights',
    steps: [{ targets: [{ kind: 'team' }], delayMinutes: 5, mode: 'all', acknowledgedBy: 'any' }],
    repeat: 1,
  },
  removePolicy: { policyId: 'unused' },
  createIntegration: {
    integrationId: 'mail',
    name: 'Mail',
    serviceId: 'checkout',
    kind: 'alertmanager',
    keyId: '0123456789abcdef'.repeat(4),
    keyEnding: 'cdef',
  },
  saveIntegration: { integrationId: 'search-alertmanager', name: 'Search', serviceId: 'search' },
  rotateKey: {
    integrationId: 'search-alertmanager',
    keyId: '0123456789abcdef'.repeat(4),
    keyEnding: 'cdef',
    keepPrevious: true,
  },
  setSigningSecret: { integrationId: 'search-alertmanager', secret: null },
  saveMaintenance: {
    maintenanceId: 'upgrade',
    name: 'Upgrade',
    serviceIds: ['search'],
    matchers: [],
    timezone: 'UTC',
    startsAt: 4_000_000_000_000,
    endsAt: 4_000_003_600_000,
    recurrence: null,
  },
  endMaintenance: { maintenanceId: 'upgrade' },
  saveMapping: {
    integrationId: 'plain',
    mapping: { summary: 'text', dedupKey: null, severity: null, action: null, links: [], labels: [] },
  },
  saveHeartbeat: { integrationId: 'cron', intervalMinutes: 5, graceMinutes: 1 },
  revokeIntegration: { integrationId: 'search-alertmanager' },
  sendTestMessage: { integrationId: 'search-alertmanager' },
  saveSchedule: {
    scheduleId: 'mail',
    name: 'Mail',
    timezone: 'UTC',
    layers: [
      {
        name: 'Weekly',
        people: ['lena'],
        startsAt: 0,
        unit: 'week',
        every: 1,
        restrictions: [],
        shadow: false,
      },
    ],
    takesEffectAt: null,
  },
  removeSchedule: { scheduleId: 'shop' },
  createOverride: {
    overrideId: 'mine',
    scheduleId: 'shop',
    startsAt: 0,
    endsAt: 4_000_000_000_000,
    userId: 'tom',
    insteadOf: null,
  },
  moveOverride: { overrideId: 'saturday-cover', startsAt: 0, endsAt: 4_000_000_000_000 },
  requestCover: {
    requestId: 'mine',
    scheduleId: 'shop',
    userId: 'tom',
    startsAt: 0,
    endsAt: 4_000_000_000_000,
    asked: null,
    note: '',
  },
  takeCover: { requestId: 'school-play', userId: 'tom' },
  releaseCover: { requestId: 'school-play' },
  cancelCover: { requestId: 'school-play' },
  createFeed: { feedId: 'a'.repeat(64), scope: 'mine', scheduleId: null },
  revokeFeed: { feedId: 'a'.repeat(64) },
  seeNotices: { noticeIds: ['n'], seen: true },
  saveTimeOff: {
    timeOffId: 'mine',
    userId: 'tom',
    startsAt: 0,
    endsAt: 86_400_000,
    allDayIn: 'UTC',
    note: '',
  },
  removeTimeOff: { timeOffId: 'mine', userId: 'tom' },
  saveLeaveCalendar: {
    calendarId: 'leave',
    name: 'Leave',
    concerned: null,
    source: { kind: 'file', text: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR' },
  },
  mapLeaveName: { calendarId: 'leave', who: 'Tom', userId: 'tom' },
  readLeaveCalendar: { calendarId: 'leave' },
  removeLeaveCalendar: { calendarId: 'leave' },
  saveNotificationRules: {
    userId: 'amara',
    high: { atOnce: 'all', later: [] },
    low: { atOnce: 'phone', later: [] },
    quietHours: null,
  },
  removeOverride: { overrideId: 'saturday-cover' },
  deleteTeam: { name: 'Muster' },
  restoreTeam: {},
  saveTeam: { name: 'Muster', timezone: 'UTC', fallbackPeople: [], mailDomains: [] },
  saveProfile: { displayName: 'Tom', timezone: 'Europe/Berlin', phone: null, picture: null },
  signOutEverywhere: {},
  decideRecovery: { userId: 'tom', approve: true },
  inviteMember: { inviteId: 'a'.repeat(64), role: 'responder', note: '', address: null, days: 7 },
  revokeInvite: { inviteId: 'a'.repeat(64) },
  setMemberRole: { userId: 'tom', role: 'responder', replacementId: null },
  transferOwnership: { userId: 'mei' },
  removeMember: { userId: 'tom', replacementId: null },
};
const names = Object.keys(inputs) as (keyof typeof inputs)[];
/** What a viewer may do: look after their own devices. */
const open = new Set<CommandName>([
  'registerDevice',
  'removeDevice',
  'sendDrill',
  'recordReceipt',
  'saveProfile',
  'createFeed',
  'revokeFeed',
  'seeNotices',
  'saveTimeOff',
  'removeTimeOff',
  'signOutEverywhere',
]);

describe('a refusal changes nothing', () => {
  test('there is an input here for every call', () => {
    expect(new Set([...names, ...elsewhere])).toEqual(new Set(Object.keys(commandCatalogue)));
  });

  test.each(names)('%s by someone who is signed out', async (name) => {
    const client = await stage.stranger();
    const stored = stage.stored();
    const call = client.functions.call(name, { ...inputs[name], teamId, commandId: 'c' });
    expect(await errorOf(call)).toMatchObject({
      code: 'unauthenticated',
      error: { code: 'unauthenticated' },
    });
    expect(stage.stored()).toBe(stored);
  });

  test.each(names)('%s by someone who is in no team', async (name) => {
    const client = await stage.stranger();
    await client.auth.createUser({ email: 'out@example.com', password: 'correct horse' });
    const stored = stage.stored();
    const call = client.functions.call(name, { ...inputs[name], teamId, commandId: 'c' });
    expect((await errorOf(call)).error?.code).toMatch(
      name === 'recordReceipt' ? /forbidden|not_found/u : /forbidden/u,
    );
    expect(stage.stored()).toBe(stored);
  });

  test.each(names.filter((name) => !open.has(name)))('%s by a viewer', async (name) => {
    const client = await stage.person('tom');
    const stored = stage.stored();
    const call = client.functions.call(name, { ...inputs[name], teamId, commandId: 'c' });
    expect(await errorOf(call)).toMatchObject({
      code: 'permission-denied',
      error: { code: 'forbidden', message: expect.stringMatching(/^Only (responders|admins|owners) may /u) },
    });
    expect(stage.stored()).toBe(stored);
  });

  const withFields = names.filter((name) => Object.keys(commandCatalogue[name].input.entries).length > 2);
  test.each(withFields)('%s with input that does not fit', async (name) => {
    const client = await stage.person('amara');
    const stored = stage.stored();
    const call = client.functions.call(name, { teamId, commandId: 'c' });
    expect(await errorOf(call)).toMatchObject({ code: 'invalid-argument', error: { code: 'invalid' } });
    expect(stage.stored()).toBe(stored);
  });
});

test('a handler gets ids, never strings that nobody has checked', () => {
  expectTypeOf<CommandContext['teamId']>().toEqualTypeOf<Id>();
  expectTypeOf<CommandContext['userId']>().toEqualTypeOf<Id>();
  expectTypeOf<Parameters<CommandHandler<'linkAlert'>>[0]['alertId']>().toEqualTypeOf<Id>();
  expectTypeOf<string>().not.toExtend<Id>();
});
