/**
 * For every command, the inputs that name a private incident or what belongs to it. A new command does not compile until it has a row
 * here.
 */
import type { CommandName } from '#api/commands.ts';
import { commandInputs } from './command-inputs.ts';

/** Ids of a private incident and of what belongs to it, and of an incident and an alert of the whole team. */
export interface Ids {
  readonly incidentId: string;
  readonly alertId: string;
  readonly pageId: string;
  readonly deliveryId: string;
  /** A comment by `kwame`. */
  readonly entryId: string;
  readonly openIncidentId: string;
  readonly openAlertId: string;
}

export interface Attempt {
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

export const rows: Readonly<Record<CommandName, Row>> = {
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
