/** A sample of each call. */
import { inviteIdOf } from '#api/invite-token.ts';
import type { InviteRole } from '#domain/team/invite.ts';
import { documentPaths } from '#api/paths.ts';
import { teamId } from '../team.ts';
import {
  call,
  type CrashOperation,
  alertIn,
  everybody,
  firing,
  holdBack,
  hook,
  incident,
} from './operation.ts';
import type { Sandbox } from './sandbox.ts';

const inviteToken = '0123456789abcdef'.repeat(3).slice(0, 40);
const invited = (role: InviteRole) => ({
  inviteId: inviteIdOf(inviteToken),
  role,
  note: '',
  address: null,
  days: 7,
});
/** The server mails it. */
export const mailedInvite = { ...invited('responder'), address: 'nils@example.com', token: inviteToken };

export const callOperations: readonly CrashOperation[] = [
  call('createTeam', 'of someone without one', {
    prepare: async () => [],
    run: (town) =>
      town.call('nils', 'createTeam', {
        teamId: 'harbour',
        name: 'Harbour',
        timezone: 'Europe/Berlin',
        displayName: 'Nils',
      }),
  }),
  call('joinDemonstration', 'by a stranger', {
    prepare: async () => [],
    run: (town) => town.call('nils', 'joinDemonstration', { displayName: 'Nils' }),
  }),
  call('leaveTeam', 'by who has joined', {
    async prepare(town) {
      await town.call('nils', 'joinDemonstration', { displayName: 'Nils' });
      return [];
    },
    run: (town) => town.call('nils', 'leaveTeam', { replacementId: null }),
  }),
  call('removeDevice', 'that can be paged', {
    prepare: async (town) => [await town.enroll('rita')],
    run: (town, [deviceId = '']) => town.call('rita', 'removeDevice', { deviceId }),
  }),
  call('signOutEverywhere', 'with a device that was paged', {
    async prepare(town) {
      await town.enroll('rita');
      await town.cloud.advance(60_000);
      return [];
    },
    run: (town) => town.signOutEverywhere('rita'),
  }),
  call('saveNotificationRules', 'of oneself', {
    prepare: async () => [],
    run: (town) => holdBack(town, 'rita'),
  }),
  call('inviteMember', 'with a token of its own', {
    prepare: async () => [],
    run: (town) => town.call('adam', 'inviteMember', invited('responder')),
  }),
  call('inviteMember', 'with an address that the invite is mailed to', {
    prepare: async () => [],
    run: (town) => town.call('adam', 'inviteMember', mailedInvite),
  }),
  call('revokeInvite', 'that is open', {
    async prepare(town) {
      await town.call('adam', 'inviteMember', invited('responder'));
      return [];
    },
    run: (town) => town.call('adam', 'revokeInvite', { inviteId: inviteIdOf(inviteToken) }),
  }),
  call('acceptInvite', 'by who is in no team', {
    async prepare(town) {
      await town.call('olga', 'inviteMember', invited('admin'));
      return [];
    },
    run: (town) => town.call('nils', 'acceptInvite', { token: inviteToken, displayName: 'Nils' }),
  }),
  call('setMemberRole', 'of somebody who holds something', {
    async prepare(town) {
      await everybody(town);
      await incident(town, 'rita', { page: [{ kind: 'people', userIds: ['rita'] }] });
      return [];
    },
    run: (town) =>
      town.call('olga', 'setMemberRole', { userId: 'rita', role: 'viewer', replacementId: 'ravi' }),
  }),
  call('transferOwnership', 'to a responder', {
    prepare: async () => [],
    run: (town) => town.call('olga', 'transferOwnership', { userId: 'ravi' }),
  }),
  call('removeMember', 'who is paged, commands in private and has a device', {
    async prepare(town) {
      await everybody(town);
      await incident(town, 'rita', { private: true, page: [{ kind: 'people', userIds: ['rita', 'rosa'] }] });
      await alertIn(town, 'shop', 'checkout');
      return [];
    },
    run: (town) => town.call('olga', 'removeMember', { userId: 'rita', replacementId: 'ravi' }),
  }),
  call('declareIncident', 'from an alert, paging people', {
    async prepare(town) {
      await everybody(town);
      return [await alertIn(town, 'shop', 'checkout')];
    },
    run: (town, [alertId]) =>
      incident(town, 'rita', {
        alertId: alertId ?? null,
        page: [
          { kind: 'people', userIds: ['rosa', 'adam'] },
          { kind: 'policy', policyId: 'together' },
        ],
      }),
  }),
  call('declareIncident', 'in private, paging nobody', {
    prepare: async () => [],
    run: (town) => incident(town, 'rita', { private: true }),
  }),
  call('declareIncident', 'in private, by a policy', {
    async prepare(town) {
      await everybody(town);
      return [];
    },
    run: (town) => incident(town, 'rita', { private: true, page: [{ kind: 'policy', policyId: 'ladder' }] }),
  }),
  call('transitionIncident', 'to its end, with people being asked', {
    async prepare(town) {
      await everybody(town);
      const page = [
        { kind: 'policy', policyId: 'ladder' },
        { kind: 'people', userIds: ['rosa'] },
      ];
      return [await incident(town, 'rita', { page })];
    },
    run: (town, [incidentId = '']) =>
      town.call('rita', 'transitionIncident', { incidentId, to: 'resolved', note: 'Restarted it' }),
  }),
  call('setSeverity', 'of an incident', {
    prepare: async (town) => [await incident(town)],
    run: (town, [incidentId = '']) => town.call('rita', 'setSeverity', { incidentId, severity: 'SEV1' }),
  }),
  call('mergeIncidents', 'with alerts and pages', {
    async prepare(town) {
      await everybody(town);
      const alertId = await alertIn(town, 'shop', 'checkout');
      const page = [{ kind: 'people', userIds: ['rosa'] }];
      return [await incident(town, 'rita', { alertId, page }), await incident(town, 'ravi')];
    },
    run: (town, [incidentId = '', intoId = '']) =>
      town.call('adam', 'mergeIncidents', { incidentId, intoId }),
  }),
  call('assignRole', 'to someone outside a private room', {
    prepare: async (town) => [await incident(town, 'rita', { private: true })],
    run: (town, [incidentId = '']) =>
      town.call('rita', 'assignRole', { incidentId, role: 'scribe', userId: 'rosa' }),
  }),
  call('acceptRole', 'of a commander', {
    async prepare(town) {
      const incidentId = await incident(town, 'rita', { private: true });
      await town.call('rita', 'assignRole', { incidentId, role: 'commander', userId: 'rosa' });
      return [incidentId];
    },
    run: (town, [incidentId = '']) =>
      town.call('rosa', 'acceptRole', { incidentId, role: 'commander', accept: true }),
  }),
  call('joinIncident', 'by an owner, in private', {
    prepare: async (town) => [await incident(town, 'rita', { private: true })],
    run: (town, [incidentId = '']) => town.call('olga', 'joinIncident', { incidentId }),
  }),
  call('withdrawEntry', 'of a comment', {
    async prepare(town) {
      const incidentId = await incident(town);
      await town.comment('ravi', incidentId, 'c1', 'Too much said');
      return [incidentId];
    },
    run: (town, [incidentId = '']) => town.call('adam', 'withdrawEntry', { incidentId, entryId: 'c1' }),
  }),
  call('pinEntry', 'of a comment', {
    async prepare(town) {
      const incidentId = await incident(town);
      await town.comment('ravi', incidentId, 'c1', 'Pool size is 40');
      return [incidentId];
    },
    run: (town, [incidentId = '']) =>
      town.call('ravi', 'pinEntry', { incidentId, entryId: 'c1', pinned: true }),
  }),
  call('page', 'into a private room', {
    async prepare(town) {
      await everybody(town);
      return [await incident(town, 'rita', { private: true })];
    },
    run: (town, [incidentId = '']) =>
      town.call('rita', 'page', {
        incidentId,
        whom: { kind: 'policy', policyId: 'ladder' },
        summary: 'Help',
      }),
  }),
  call('acknowledgePage', 'about an alert of a private room', {
    async prepare(town) {
      await everybody(town);
      const alertId = await alertIn(town, 'shop', 'checkout');
      await incident(town, 'rosa', { private: true, alertId });
      return [await town.pageOf(alertId)];
    },
    run: (town, [pageId = '']) => town.call('rita', 'acknowledgePage', { pageId }),
  }),
  call('acknowledgePage', 'where everyone is to answer', {
    async prepare(town) {
      await everybody(town);
      return [await town.pageOf(await alertIn(town, 'mail', 'queue'))];
    },
    run: (town, [pageId = '']) => town.call('rita', 'acknowledgePage', { pageId }),
  }),
  call('escalatePage', 'by hand', {
    async prepare(town) {
      await everybody(town);
      const page = [{ kind: 'policy', policyId: 'ladder' }];
      const incidentId = await incident(town, 'rosa', { private: true, page });
      const found = await town.call('rosa', 'page', {
        incidentId,
        whom: { kind: 'policy', policyId: 'ladder' },
        summary: 'More',
      });
      return [found.pageId];
    },
    run: (town, [pageId = '']) => town.call('rosa', 'escalatePage', { pageId, reason: 'Faster' }),
  }),
  call('declinePage', 'by the one who is asked', {
    async prepare(town) {
      await everybody(town);
      return [await town.pageOf(await alertIn(town, 'shop', 'checkout'))];
    },
    run: (town, [pageId = '']) => town.call('rita', 'declinePage', { pageId, reason: 'On a train' }),
  }),
  call('repage', 'that somebody has acknowledged', {
    async prepare(town) {
      await everybody(town);
      const pageId = await town.pageOf(await alertIn(town, 'shop', 'checkout'));
      await town.call('rita', 'acknowledgePage', { pageId });
      return [pageId];
    },
    run: (town, [pageId = '']) => town.call('rosa', 'repage', { pageId }),
  }),
  call('handBackPage', 'by who has acknowledged it', {
    async prepare(town) {
      await everybody(town);
      const pageId = await town.pageOf(await alertIn(town, 'shop', 'checkout'));
      await town.call('rita', 'acknowledgePage', { pageId });
      return [pageId];
    },
    run: (town, [pageId = '']) => town.call('rita', 'handBackPage', { pageId }),
  }),
  call('snoozePage', 'by who has acknowledged it', {
    async prepare(town) {
      await everybody(town);
      const pageId = await town.pageOf(await alertIn(town, 'shop', 'checkout'));
      await town.call('rita', 'acknowledgePage', { pageId });
      return [pageId];
    },
    run: (town, [pageId = '']) => town.call('rita', 'snoozePage', { pageId, minutes: 5 }),
  }),
  call('recordSignOfLife', 'by who has acknowledged it', {
    async prepare(town) {
      await everybody(town);
      const pageId = await town.pageOf(await alertIn(town, 'shop', 'checkout'));
      await town.call('rita', 'acknowledgePage', { pageId });
      return [pageId];
    },
    run: (town, [pageId = '']) => town.call('rita', 'recordSignOfLife', { pageId }),
  }),
  call('handOverPage', 'to somebody else', {
    async prepare(town) {
      await everybody(town);
      const pageId = await town.pageOf(await alertIn(town, 'shop', 'checkout'));
      await town.call('rita', 'acknowledgePage', { pageId });
      return [pageId];
    },
    run: (town, [pageId = '']) => town.call('rita', 'handOverPage', { pageId, userId: 'rosa' }),
  }),
  call('recordReceipt', 'of a drill', {
    async prepare(town) {
      const deviceId = await town.enroll('vera');
      const { pageId } = await town.call('vera', 'sendDrill', { deviceId });
      const deliveryId = town.received.at(-1)?.message.data['deliveryId'] ?? '';
      return [pageId, deliveryId];
    },
    run: (town, [pageId = '', deliveryId = '']) =>
      town.call('vera', 'recordReceipt', { pageId, deliveryId, receipt: 'opened' }),
  }),
  call('registerDevice', 'on a browser that was somebody else’s', {
    prepare: async (town) => [await town.enroll('rita')],
    run: (town, [registration = '']) =>
      town.call('ravi', 'registerDevice', { deviceId: 'same', registration, label: 'Mine', userAgent: '' }),
  }),
  call('sendDrill', 'to an own device', {
    prepare: async (town) => [await town.enroll('vera')],
    run: (town, [deviceId = '']) => town.call('vera', 'sendDrill', { deviceId }),
  }),
  call('drillMember', 'with a device', {
    prepare: async (town) => [await town.enroll('rita')],
    run: (town) => town.call('adam', 'drillMember', { userId: 'rita' }),
  }),
  call('askToMend', 'without a tested device', {
    prepare: async () => [],
    run: (town) => town.call('adam', 'askToMend', { userId: 'rita' }),
  }),
  call('linkAlert', 'that shares its page, into a private room', {
    async prepare(town) {
      await everybody(town);
      const alertId = await alertIn(town, 'shop', 'checkout');
      await town.post(hook('shop'), firing('basket'));
      return [alertId, await incident(town, 'rita', { private: true })];
    },
    run: (town, [alertId = '', incidentId = '']) => town.call('rita', 'linkAlert', { alertId, incidentId }),
  }),
  call('acknowledgePage', 'that several alerts share', {
    async prepare(town) {
      await everybody(town);
      const alertId = await alertIn(town, 'shop', 'checkout');
      await town.post(hook('shop'), firing('basket'));
      await town.cloud.advance(60_000);
      return [await town.pageOf(alertId)];
    },
    run: (town, [pageId = '']) => town.call('rita', 'acknowledgePage', { pageId }),
  }),
  call('linkAlert', 'from one room into another', {
    async prepare(town) {
      await everybody(town);
      const alertId = await alertIn(town, 'shop', 'checkout');
      await incident(town, 'rita', { alertId });
      return [alertId, await incident(town, 'rita')];
    },
    run: (town, [alertId = '', incidentId = '']) => town.call('rita', 'linkAlert', { alertId, incidentId }),
  }),
  ...(['acknowledgeAlert', 'resolveAlert'] as const).map((name) =>
    call(name, 'that pages', {
      async prepare(town) {
        await everybody(town);
        const alertId = await alertIn(town, 'shop', 'checkout');
        await incident(town, 'rosa', { alertId });
        return [alertId];
      },
      run: (town, [alertId = '']) => town.call('rita', name, { alertId }),
    }),
  ),
  call('snoozeAlert', 'until it wakes again', {
    async prepare(town) {
      await everybody(town);
      return [await alertIn(town, 'shop', 'checkout')];
    },
    run: (town, [alertId = '']) => town.call('rita', 'snoozeAlert', { alertId, minutes: 10 }),
  }),
  call('saveTeam', 'all of its settings', {
    prepare: async () => [],
    run: (town) =>
      town.call('adam', 'saveTeam', {
        name: 'Harbour',
        timezone: 'UTC',
        fallbackPeople: ['rita'],
        mailDomains: ['example.com'],
      }),
  }),
  call('deleteTeam', 'that pages people', {
    async prepare(town) {
      await everybody(town);
      await ownTeam(town);
      await incident(town, 'rita', { private: true, page: [{ kind: 'policy', policyId: 'ladder' }] });
      return [];
    },
    run: async (town) => town.call('olga', 'deleteTeam', { name: await teamName(town) }),
  }),
  call('restoreTeam', 'with a private room in it', {
    async prepare(town) {
      await everybody(town);
      await ownTeam(town);
      await incident(town, 'rita', { private: true });
      await town.call('olga', 'deleteTeam', { name: await teamName(town) });
      return [];
    },
    run: (town) => town.call('olga', 'restoreTeam', {}),
  }),
];

const teamName = (town: Sandbox) => town.field(documentPaths.team(teamId), 'name');

/** A demonstration can't be deleted. */
async function ownTeam({ cloud }: Sandbox): Promise<void> {
  const path = documentPaths.team(teamId);
  await cloud.server.docs.batch([{ type: 'update', path, changes: { demonstration: false } }]);
}
