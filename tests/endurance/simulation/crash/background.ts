/** Signals of machines, and runs by the clock. */
import {
  alertIn,
  type CrashOperation,
  event,
  everybody,
  firing,
  holdBack,
  hook,
  http,
  incident,
} from './operation.ts';
import { mailedInvite } from './calls.ts';
import { toDocument } from '#api/codec.ts';
import { ingestKeyId } from '#api/ingest-key.ts';
import { serverPaths } from '#api/server-paths.ts';
import { teamId } from '../team.ts';
import type { Sandbox } from './sandbox.ts';

const cronKey = 'key-of-a-heartbeat'.padEnd(32, '0');

export const backgroundOperations: readonly CrashOperation[] = [
  http('an alert that opens and pages', {
    async prepare(town) {
      await everybody(town);
      return [];
    },
    run: (town) => town.post(hook('shop'), firing('checkout')),
  }),
  http('an alert that joins a page', {
    async prepare(town) {
      await everybody(town);
      return [await alertIn(town, 'shop', 'checkout')];
    },
    run: (town) => town.post(hook('shop'), firing('basket')),
  }),
  http('an alert that fires again', {
    async prepare(town) {
      await everybody(town);
      return [await alertIn(town, 'shop', 'checkout')];
    },
    run: (town) => town.post(hook('shop'), firing('checkout')),
  }),
  http('an alert that resolves', {
    async prepare(town) {
      await everybody(town);
      return [await alertIn(town, 'shop', 'checkout')];
    },
    run: (town) => town.post(hook('shop'), firing('checkout', 'resolved')),
  }),
  ...(['trigger', 'acknowledge', 'resolve'] as const).map((action) =>
    http(`an event: ${action}`, {
      async prepare(town) {
        await everybody(town);
        if (action !== 'trigger') await town.post('/v2/enqueue', event('trigger', 'queue'));
        return [];
      },
      run: (town) => town.post('/v2/enqueue', event(action, 'queue')),
    }),
  ),

  {
    name: 'task: a page escalates into a private room',
    operation: 'task:tickPage',
    async prepare(town) {
      await everybody(town);
      await incident(town, 'rosa', { private: true, page: [{ kind: 'policy', policyId: 'ladder' }] });
      return [];
    },
    run: (town) => town.cloud.advance(5 * 60_000 + 10_000),
  },
  {
    name: 'task: a snoozed page begins again',
    operation: 'task:tickPage',
    async prepare(town) {
      await everybody(town);
      const pageId = await town.pageOf(await alertIn(town, 'shop', 'checkout'));
      await town.call('rita', 'acknowledgePage', { pageId });
      await town.call('rita', 'snoozePage', { pageId, minutes: 5 });
      return [];
    },
    run: (town) => town.cloud.advance(5 * 60_000 + 10_000),
  },
  ...(['counted', 'acknowledged', 'over'] as const).map((what): CrashOperation => ({
    name: `task: alerts that joined a page are ${what}`,
    operation: 'task:reviewPage',
    late: true,
    async prepare(town) {
      await everybody(town);
      const alertId = await alertIn(town, 'shop', 'checkout');
      for (const key of ['basket', 'stock']) await town.post(hook('shop'), firing(key));
      if (what === 'acknowledged')
        await town.call('rita', 'acknowledgePage', { pageId: await town.pageOf(alertId) });
      if (what === 'over')
        for (const key of ['checkout', 'basket', 'stock'])
          await town.post(hook('shop'), firing(key, 'resolved'));
      return [];
    },
    run: (town) => town.cloud.advance(60_000),
  })),
  {
    name: 'task: the mail of an invite is sent',
    operation: 'task:sendQueuedMail',
    async prepare(town) {
      await town.call('adam', 'inviteMember', mailedInvite);
      return [];
    },
    run: (town) => town.cloud.advance(1),
  },
  {
    name: 'sweep: the mail of an invite is sent though no task was made of it',
    operation: 'schedule:sweep',
    late: true,
    async prepare(town) {
      town.dieAt('call:inviteMember', 1);
      await town.call('adam', 'inviteMember', mailedInvite);
      return [];
    },
    run: (town) => town.cloud.advance(2 * 60_000),
  },
  {
    name: 'task: a digest of pages beyond the cap',
    operation: 'task:sendDigest',
    late: true,
    async prepare(town) {
      await everybody(town);
      for (let n = 0; n < 12; n++) {
        await incident(town, 'rosa', { page: [{ kind: 'people', userIds: ['rita'] }] });
        await town.cloud.advance(1);
      }
      return [];
    },
    run: (town) => town.cloud.advance(60_000),
  },
  {
    name: 'task: an alert wakes and pages again',
    operation: 'task:wakeAlert',
    async prepare(town) {
      await everybody(town);
      const alertId = await alertIn(town, 'shop', 'checkout');
      await town.call('rita', 'snoozeAlert', { alertId, minutes: 5 });
      return [];
    },
    run: (town) => town.cloud.advance(5 * 60_000 + 10_000),
  },
  ...(['begins', 'ends'] as const).map((what): CrashOperation => ({
    name: `task: a maintenance window ${what}`,
    operation: 'task:tickMaintenance',
    late: true,
    async prepare(town) {
      await everybody(town);
      if (what === 'begins') await alertIn(town, 'shop', 'checkout');
      const now = town.cloud.clock.now();
      const startsAt = what === 'begins' ? now + 60_000 : now;
      await town.call('adam', 'saveMaintenance', {
        ...{ maintenanceId: 'upgrade', name: 'Upgrade', serviceIds: ['shop'], matchers: [], timezone: 'UTC' },
        ...{ startsAt, endsAt: startsAt + 180_000, recurrence: null },
      });
      if (what === 'ends') {
        await town.post(hook('shop'), firing('basket'));
        await town.cloud.advance(150_000);
      }
      return [];
    },
    run: (town) => town.cloud.advance(what === 'begins' ? 90_000 : 60_000),
  })),
  {
    name: 'sweep: a beat is missing',
    operation: 'schedule:sweep',
    late: true,
    async prepare(town) {
      await everybody(town);
      await beating(town);
      await town.cloud.advance(1.5 * 60_000);
      return [];
    },
    run: (town) => town.cloud.advance(60_000),
  },
  http('a beat that ends a missed one', {
    async prepare(town) {
      await everybody(town);
      await beating(town);
      await town.cloud.advance(3 * 60_000);
      return [];
    },
    run: (town) => town.post(`/in/heartbeat/${cronKey}`, {}),
  }),
  {
    name: 'task: a notification that was held back is sent',
    operation: 'task:sendWaiting',
    prepare: heldPage,
    run: (town) => town.cloud.advance(3 * 60_000 + 10_000),
  },
  {
    name: 'sweep: a notification that was held back is sent though no task was made of it',
    operation: 'schedule:sweep',
    late: true,
    async prepare(town) {
      await everybody(town);
      await holdBack(town, 'rosa');
      town.dieAt('call:declareIncident', 1);
      await incident(town, 'rita', { page: [{ kind: 'people', userIds: ['rosa'] }] });
      await town.cloud.advance(2 * 60_000);
      return [];
    },
    run: (town) => town.cloud.advance(2 * 60_000),
  },
  {
    name: 'sweep: pushes that were never sent',
    operation: 'schedule:sweep',
    prepare: unheardPage,
    run: (town) => town.cloud.advance(60_000),
  },
  {
    name: 'sweep: an alert wakes though no task was made of it',
    operation: 'schedule:sweep',
    late: true,
    async prepare(town) {
      await everybody(town);
      const alertId = await alertIn(town, 'shop', 'checkout');
      town.dieAt('call:snoozeAlert', 1);
      await town.call('rita', 'snoozeAlert', { alertId, minutes: 5 });
      await town.cloud.advance(4.5 * 60_000);
      return [];
    },
    run: (town) => town.cloud.advance(60_000),
  },
  {
    name: 'sweep: who comes on call without a device has a notice of it',
    operation: 'schedule:sweep',
    late: true,
    async prepare(town) {
      await everybody(town);
      for (const uid of ['rita', 'ravi']) await town.signOutEverywhere(uid);
      await town.cloud.advance(60_000);
      return [];
    },
    run: (town) => town.cloud.advance(60_000),
  },
  {
    name: 'task: a device that breaks during a shift has a notice',
    operation: 'task:runOnCallCheck',
    late: true,
    async prepare(town) {
      await everybody(town);
      // The first sweep adds the timers of the schedules, the next one runs them.
      await town.cloud.advance(2 * 60_000);
      return [];
    },
    async run(town) {
      for (const uid of ['rita', 'ravi']) await town.signOutEverywhere(uid);
      await town.cloud.advance(60_000);
    },
  },
  {
    name: 'task: admins are told what is missing in the readiness',
    operation: 'task:sendWeeklyDigest',
    late: true,
    async prepare(town) {
      await everybody(town);
      await town.cloud.advance(2 * 60_000);
      return [];
    },
    async run(town) {
      const path = serverPaths.weeklyDigest(teamId, teamId);
      const due = { id: teamId, teamId, dueAt: town.cloud.server.clock.now() };
      await town.cloud.server.docs.batch([{ type: 'set', path, data: toDocument(due) }]);
      await town.cloud.advance(2 * 60_000);
    },
  },
  {
    name: 'sweep: a page escalates though no task was made of it',
    operation: 'schedule:sweep',
    async prepare(town) {
      await unheardPage(town);
      await town.cloud.advance(4.5 * 60_000);
      return [];
    },
    run: (town) => town.cloud.advance(60_000),
  },
];

/** A heartbeat of every minute, which has come once. */
async function beating(town: Sandbox): Promise<void> {
  await town.call('adam', 'createIntegration', {
    ...{ integrationId: 'cron', name: 'Cron', serviceId: 'shop', kind: 'heartbeat' },
    ...{ keyId: ingestKeyId(cronKey), keyEnding: cronKey.slice(-4) },
  });
  await town.call('adam', 'saveHeartbeat', { integrationId: 'cron', intervalMinutes: 1, graceMinutes: 1 });
  await town.post(`/in/heartbeat/${cronKey}`, {});
}

/** A page of which nothing left the run that started it: no push, no task. */
async function unheardPage(town: Sandbox): Promise<readonly string[]> {
  await everybody(town);
  town.dieAt('http', 1);
  await town.post(hook('shop'), firing('checkout'));
  return [];
}

async function heldPage(sandbox: Sandbox): Promise<readonly string[]> {
  await everybody(sandbox);
  await holdBack(sandbox, 'rosa');
  await incident(sandbox, 'rita', { page: [{ kind: 'people', userIds: ['rosa'] }] });
  return [];
}
