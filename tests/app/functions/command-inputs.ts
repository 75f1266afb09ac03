/** One valid input for each command, about things of the demonstration team. A command without one does not compile. */
import type { CommandInput, CommandName } from '#api/commands.ts';
import { inviteIdOf } from '#api/invite-token.ts';

const inviteToken = 'ab'.repeat(20);
const key = { keyId: '0123456789abcdef'.repeat(4), keyEnding: 'cdef' };
const morning = { startsAt: Date.UTC(2026, 0, 20), endsAt: Date.UTC(2026, 0, 21) };

export type CommandInputs = {
  readonly [N in CommandName]: Omit<CommandInput<N>, 'teamId' | 'commandId'>;
};

/** Inputs without team and command id. `userId`: person of commands that somebody may give for themselves. */
export const commandInputs = (userId: string): CommandInputs => ({
  createTeam: { name: 'New', timezone: 'Europe/Berlin', displayName: 'Somebody' },
  joinDemonstration: { displayName: 'Somebody' },
  saveTeam: { name: 'Muster', timezone: 'UTC', fallbackPeople: [], mailDomains: [] },
  deleteTeam: { name: 'Muster' },
  restoreTeam: {},
  leaveTeam: { replacementId: null },
  inviteMember: { inviteId: inviteIdOf(inviteToken), role: 'viewer', note: '', address: null, days: 7 },
  revokeInvite: { inviteId: inviteIdOf(inviteToken) },
  acceptInvite: { token: inviteToken, displayName: 'Else' },
  setMemberRole: { userId: 'lena', role: 'viewer', replacementId: 'priya' },
  transferOwnership: { userId: 'mei' },
  removeMember: { userId: 'lena', replacementId: 'priya' },
  saveProfile: { displayName: 'Me', timezone: 'Europe/Berlin', phone: null, picture: null },
  decideRecovery: { userId: 'tom', approve: true },
  registerDevice: { deviceId: 'd', registration: 'a-registration', label: '', userAgent: '' },
  removeDevice: { deviceId: 'd' },
  sendDrill: { deviceId: 'd' },
  drillMember: { userId: 'mei' },
  askToMend: { userId: 'tom' },
  seeNotices: { noticeIds: ['n'], seen: true },
  saveNotificationRules: {
    userId,
    high: { atOnce: 'all', later: [] },
    low: { atOnce: 'phone', later: [] },
    quietHours: null,
  },

  declareIncident: {
    title: 'Checkout fails',
    severity: 'SEV3',
    serviceIds: ['checkout'],
    private: false,
    alertId: null,
    page: [{ kind: 'people', userIds: ['jonas'] }],
  },
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
  recordSignOfLife: { pageId: 'checkout-page' },
  recordReceipt: { pageId: 'checkout-page', deliveryId: 'none', receipt: 'shown' },

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
    ...key,
  },
  saveIntegration: { integrationId: 'search-alertmanager', name: 'Search', serviceId: 'search' },
  rotateKey: { integrationId: 'search-alertmanager', ...key, keepPrevious: true },
  setSigningSecret: { integrationId: 'search-alertmanager', secret: null },
  saveMapping: {
    integrationId: 'mail',
    mapping: { summary: 'text', dedupKey: null, severity: null, action: null, links: [], labels: [] },
  },
  saveRouting: {
    integrationId: 'search-alertmanager',
    serviceId: 'checkout',
    rules: [
      {
        id: 'quiet',
        name: 'Nothing of the test zone',
        conditions: [{ kind: 'matches', part: 'label', label: 'zone', pattern: 'test-.*' }],
        action: { kind: 'drop' },
      },
    ],
  },
  saveHeartbeat: { integrationId: 'mail', intervalMinutes: 5, graceMinutes: 1 },
  revokeIntegration: { integrationId: 'search-alertmanager' },
  sendTestMessage: { integrationId: 'search-alertmanager' },
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
  removeSchedule: { scheduleId: 'mail' },
  createOverride: {
    overrideId: 'mine',
    scheduleId: 'shop',
    startsAt: Date.UTC(2025, 11, 1),
    endsAt: Date.UTC(2026, 1, 1),
    userId,
    insteadOf: null,
  },
  moveOverride: { overrideId: 'saturday-cover', ...morning },
  removeOverride: { overrideId: 'saturday-cover' },
  requestCover: { requestId: 'mine', scheduleId: 'shop', userId, ...morning, asked: null, note: '' },
  takeCover: { requestId: 'school-play', userId },
  releaseCover: { requestId: 'school-play' },
  cancelCover: { requestId: 'school-play' },
  createFeed: { feedId: 'a'.repeat(64), scope: 'team', scheduleId: null },
  revokeFeed: { feedId: 'a'.repeat(64) },
  saveTimeOff: {
    timeOffId: 'mine',
    userId,
    startsAt: Date.UTC(2026, 0, 20),
    endsAt: Date.UTC(2026, 1, 1),
    allDayIn: null,
    note: 'Away',
  },
  removeTimeOff: { timeOffId: 'mine', userId },
  saveLeaveCalendar: {
    calendarId: 'leave',
    name: 'Leave',
    concerned: null,
    source: { kind: 'file', text: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR' },
  },
  mapLeaveName: { calendarId: 'leave', who: 'Tom', userId: 'tom' },
  readLeaveCalendar: { calendarId: 'leave' },
  removeLeaveCalendar: { calendarId: 'leave' },
});
