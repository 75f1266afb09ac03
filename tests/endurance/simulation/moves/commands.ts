/**
 * Moves for every command of the catalogue, derived from its entry, or written here where random input would seldom find a valid
 * subject. A command without one does not compile.
 */
import type { CommandInput, CommandName } from '#api/commands.ts';
import { incidentStatuses, roomRoles, severities } from '#domain/incident/schema.ts';
import { statusesOnOffer } from '#domain/incident/transitions.ts';
import { expectationOf } from '#domain/page/expectation.ts';
import type { Page } from '#domain/page/schema.ts';
import { accounts, policyIds, serviceIds } from '../team.ts';
import { chanceOf, type Dice, pick } from '../world/plan.ts';
import type { World } from '../world/world.ts';
import { cancelCover, releaseCover, requestCover, takeCover } from './cover.ts';
import { derivedMove } from './derived.ts';
import { confirmNotification, disableDevice } from './devices.ts';
import { anIncident, type MoveKind, roomOf } from './kind.ts';

const someone = (die: number) => pick(accounts, die)?.uid ?? '';

function whom(die: number): CommandInput<'page'>['whom'] {
  return chanceOf(60, die)
    ? { kind: 'policy', policyId: pick(policyIds, die >> 4) ?? '' }
    : { kind: 'people', userIds: [...new Set([someone(die >> 4), someone(die >> 8)])] };
}

const whoIsAsked = (world: World, [, die]: Dice) =>
  pick(
    world.pages.flatMap(({ waitingFor }) => waitingFor),
    die,
  );

const holdersOf = ({ status, acknowledgements }: Page): readonly string[] =>
  status === 'acknowledged' ? acknowledgements.map(({ userId }) => userId) : [];

export const commandMoves: Readonly<Record<CommandName, MoveKind | null>> = {
  declareIncident: {
    weight: 10,
    act(world, desk, [die, other, third, fourth]) {
      const secret = chanceOf(40, die) ? world.newSecret() : null;
      const free = world.alerts.filter(({ incidentId }) => incidentId === null);
      const alert = chanceOf(50, other) ? pick(free, other >> 3) : undefined;
      const page = chanceOf(50, third) ? [whom(third >> 3)] : [];
      world.give(desk, 'declareIncident', {
        title: `${secret ?? ''}It is down`,
        severity: pick(severities, fourth) ?? 'SEV3',
        serviceIds: [pick(serviceIds, fourth) ?? 'shop'],
        private: secret !== null,
        alertId: alert?.id ?? null,
        page,
      });
      const paging = page[0]
        ? `, paging ${page[0].kind === 'policy' ? page[0].policyId : page[0].userIds.join(' and ')}`
        : '';
      return `declares ${secret ? 'in private' : 'an incident'}${alert ? ' from an alert' : ''}${paging}`;
    },
  },
  transitionIncident: {
    weight: 14,
    act(world, desk, dice) {
      const incident = anIncident(world, desk, dice);
      if (!incident) return null;
      const [, die, other, third] = dice;
      const offered = chanceOf(90, die) ? pick(statusesOnOffer(incident), other) : undefined;
      const to = offered?.to ?? pick(incidentStatuses, other) ?? 'resolved';
      const note = offered?.needsNote === true ? 'It was the cache.' : '';
      const looked = chanceOf(50, third) ? { expectedRevision: incident.revision } : {};
      world.give(desk, 'transitionIncident', { incidentId: incident.id, to, note, ...looked });
      return `sets ${roomOf(incident)} to ${to}`;
    },
  },
  assignRole: {
    weight: 8,
    act(world, desk, dice) {
      const incident = anIncident(world, desk, dice);
      if (!incident) return null;
      const [, die, other] = dice;
      const role = pick(roomRoles, die) ?? 'scribe';
      const userId = chanceOf(40, other) ? desk.uid : someone(other >> 3);
      world.give(desk, 'assignRole', { incidentId: incident.id, role, userId });
      return `offers ${userId} the role of ${role} in ${roomOf(incident)}`;
    },
  },
  acceptRole: {
    weight: 9,
    who: (world, [, die]) =>
      pick(
        world.incidents.flatMap(({ offers }) => roomRoles.flatMap((role) => offers[role]?.userId ?? [])),
        die,
      ),
    act(world, desk, dice) {
      const [die, other] = dice;
      const offers = world.incidents.flatMap((incident) =>
        roomRoles.flatMap((role) => {
          const userId = incident.offers[role]?.userId;
          return userId === desk.uid || (userId && chanceOf(5, die)) ? [{ incident, role }] : [];
        }),
      );
      const offer = pick(offers, other);
      if (!offer) return null;
      const { incident, role } = offer;
      const accept = chanceOf(75, die >> 4);
      world.give(desk, 'acceptRole', { incidentId: incident.id, role, accept });
      return `${accept ? 'takes' : 'refuses'} the role of ${role} in ${roomOf(incident)}`;
    },
  },
  page: {
    weight: 8,
    act(world, desk, dice) {
      const incident = anIncident(world, desk, dice);
      if (!incident) return null;
      const asked = whom(dice[1]);
      // A word of its own, said in this room only.
      const summary = `${world.newSecret()}Come`;
      world.give(desk, 'page', { incidentId: incident.id, whom: asked, summary });
      return `pages ${asked.kind === 'policy' ? asked.policyId : asked.userIds.join(' and ')} into ${roomOf(incident)}`;
    },
  },
  joinDemonstration: {
    weight: 2,
    act(world, desk) {
      if (desk.uid === 'nils' || world.member(desk.uid)) return null;
      world.give(desk, 'joinDemonstration', { displayName: desk.uid.slice(0, 20) });
      return 'joins the team';
    },
  },
  setSeverity: derivedMove('setSeverity', 5),
  joinIncident: derivedMove('joinIncident', 6),
  addComment: derivedMove('addComment', 2),
  mergeIncidents: derivedMove('mergeIncidents', 4),
  acknowledgePage: derivedMove('acknowledgePage', 14, { who: whoIsAsked }),
  declinePage: derivedMove('declinePage', 9, { who: whoIsAsked }),
  escalatePage: derivedMove('escalatePage', 6),
  repage: derivedMove('repage', 5),
  handBackPage: {
    weight: 4,
    who: (world, [, die]) => pick(world.pages.flatMap(holdersOf), die),
    act(world, desk, [die, other]) {
      const held = world.pages.filter((one) => holdersOf(one).includes(desk.uid) || chanceOf(5, die));
      const given = pick(held, other);
      if (!given) return null;
      world.give(desk, 'handBackPage', { pageId: given.id, expected: expectationOf(given) });
      return `gives back the page ${given.id}`;
    },
  },
  snoozePage: {
    weight: 4,
    who: (world, [, die]) => pick(world.pages.flatMap(holdersOf), die),
    act(world, desk, [die, other, third]) {
      const held = world.pages.filter((one) => holdersOf(one).includes(desk.uid) || chanceOf(5, die));
      const snoozed = pick(held, other);
      if (!snoozed) return null;
      const minutes = pick([5, 5, 15, 60, null], third) ?? null;
      world.give(desk, 'snoozePage', { pageId: snoozed.id, minutes, expected: expectationOf(snoozed) });
      return minutes === null
        ? `wakes the page ${snoozed.id}`
        : `snoozes the page ${snoozed.id} for ${minutes} minutes`;
    },
  },
  recordSignOfLife: {
    weight: 4,
    who: (world, [, die]) => pick(world.pages.flatMap(holdersOf), die),
    act(world, desk, [die, other]) {
      const held = world.pages.filter((one) => holdersOf(one).includes(desk.uid) || chanceOf(5, die));
      const page = pick(held, other);
      if (!page) return null;
      world.give(desk, 'recordSignOfLife', { pageId: page.id });
      return `uses Muster with the page ${page.id}`;
    },
  },
  handOverPage: derivedMove('handOverPage', 4),
  acknowledgeAlert: derivedMove('acknowledgeAlert', 4),
  resolveAlert: derivedMove('resolveAlert', 3),
  snoozeAlert: derivedMove('snoozeAlert', 3),
  commentAlert: derivedMove('commentAlert', 2),
  withdrawAlertComment: null,
  linkAlert: derivedMove('linkAlert', 8),
  sendDrill: derivedMove('sendDrill', 2),
  drillMember: derivedMove('drillMember', 1),
  askToMend: derivedMove('askToMend', 1),
  saveNotificationRules: derivedMove('saveNotificationRules', 3),
  saveMailSettings: derivedMove('saveMailSettings', 1),
  forgetMailAddress: derivedMove('forgetMailAddress', 1),
  saveRunbook: derivedMove('saveRunbook', 1),
  removeRunbook: derivedMove('removeRunbook', 1),
  saveService: derivedMove('saveService', 1),
  removeService: derivedMove('removeService', 1),
  createIntegration: derivedMove('createIntegration', 1),
  /** An invariant computes the recipients of a page from the policies at the start. */
  savePolicy: null,
  removePolicy: null,
  createApiKey: derivedMove('createApiKey', 1),
  revokeApiKey: derivedMove('revokeApiKey', 1),
  saveIntegration: derivedMove('saveIntegration', 1),
  sendTestMessage: derivedMove('sendTestMessage', 1),
  /** The machines of the crowd keep their keys. */
  rotateKey: null,
  revokeIntegration: null,
  /** No machine of the crowd signs. */
  setSigningSecret: null,
  /** An invariant computes recipients and times of a page without maintenance windows. */
  saveMaintenance: null,
  endMaintenance: null,
  /** No machine of the crowd sends plain JSON or beats. */
  saveMapping: null,
  saveRouting: null,
  saveHeartbeat: null,
  saveTeam: derivedMove('saveTeam', 1),
  registerDevice: disableDevice,
  /** Nothing in the simulation answers requests. */
  savePersonalWebhook: null,
  removePersonalWebhook: null,
  drillPersonalWebhook: null,
  saveProfile: derivedMove('saveProfile', 1),
  recordReceipt: confirmNotification,
  /** Invariants look up the devices of deliveries. */
  removeDevice: null,
  /** No person has a second factor. */
  decideRecovery: null,
  /** There is one team only. */
  createTeam: null,
  deleteTeam: null,
  restoreTeam: null,
  /** A comment that was withdrawn would look like one that was lost. */
  withdrawEntry: null,
  /** An invariant computes the recipients of a schedule from the one at the start. */
  saveSchedule: null,
  removeSchedule: null,
  createOverride: null,
  moveOverride: null,
  removeOverride: null,
  requestCover,
  takeCover,
  releaseCover,
  cancelCover,
  /** No calendar reads of the crowd. */
  createFeed: null,
  revokeFeed: null,
  /** No person gets a notice. */
  seeNotices: null,
  saveTimeOff: derivedMove('saveTimeOff', 2),
  removeTimeOff: derivedMove('removeTimeOff', 1),
  saveLeaveCalendar: {
    weight: 1,
    act(world, desk, [die, other]) {
      const summary = accounts[die % accounts.length]?.uid ?? 'somebody';
      const text = [
        'BEGIN:VCALENDAR',
        'BEGIN:VEVENT',
        `UID:${other % 3}`,
        'DTSTART;VALUE=DATE:20260601',
        `DTEND;VALUE=DATE:2026060${2 + (other % 5)}`,
        `SUMMARY:${summary}`,
        'END:VEVENT',
        'END:VCALENDAR',
      ].join('\r\n');
      const content = { calendarId: 'leave', name: 'Leave', concerned: null };
      world.give(desk, 'saveLeaveCalendar', { ...content, source: { kind: 'file', text } });
      return `reads in leave of ${summary}`;
    },
  },
  /** The names in a calendar are not among those that moves draw from, and nothing outside is reached. */
  mapLeaveName: null,
  readLeaveCalendar: null,
  // The simulated backend reaches nothing outside.
  saveWebhook: null,
  removeWebhook: null,
  tryWebhook: null,
  redeliverWebhook: null,
  saveSlackApp: null,
  linkSlackUser: null,
  removeLeaveCalendar: {
    weight: 1,
    act(world, desk) {
      world.give(desk, 'removeLeaveCalendar', { calendarId: 'leave' });
      return 'removes the leave calendar';
    },
  },
  /** Ids of comments are not among those that moves draw from. */
  pinEntry: null,
  /** No member leaves: their effects would look like lost ones. */
  leaveTeam: null,
  removeMember: null,
  /** Roles are the simulation’s own: invariants look them up in its accounts. */
  setMemberRole: null,
  transferOwnership: null,
  /** An invited person would join. */
  inviteMember: null,
  revokeInvite: null,
  acceptInvite: null,
};
