/** Checks and readiness of people with mail or webhooks, with and without devices. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { constants, day, hour, minute } from '#domain/constants.ts';
import { failMailAddress, mailSettingsSchema } from '#domain/mail/settings.ts';
import { noticeSchema } from '#domain/notice/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { ServerMail } from '#ports/server/mail.ts';
import { query } from '#ports/docs/query.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { channelOf } from '../channels/channels.ts';
import { createFunctions } from '../index.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { sweep } from '../sweep.ts';

const mail: ServerMail = {
  origin: 'https://muster.example',
  send: async () => ({ messageId: 'a@muster.example', outcome: 'accepted', receipt: null }),
  outcomeOf: async () => 'queued',
};

let stage: FunctionsStage;
beforeAll(() => import('../channels/mail/send-by-mail.ts'));
beforeEach(async () => {
  stage = await FunctionsStage.open({ ...createFunctions(), schedules: {} }, { mail });
  for (const kind of [collectionPaths.schedules, collectionPaths.devices])
    for (const { path } of await stage.server.docs.find(query(kind(teamId))))
      await stage.server.docs.batch([{ type: 'delete', path }]);
  const startsAt = Math.ceil(now() / hour) * hour;
  await stage.call('jonas', 'saveSchedule', {
    ...{ scheduleId: 'nights', name: 'Nights', timezone: 'UTC', takesEffectAt: null },
    layers: [
      { name: 'Daily', startsAt, unit: 'week', every: 1, restrictions: [], people: ['diego'], shadow: false },
    ],
  });
  await later(startsAt - now());
});
afterEach(() => stage.close());

const now = () => stage.server.clock.now();
async function later(milliseconds: number): Promise<void> {
  await stage.cloud.advance(milliseconds);
  await sweep(stage.server);
}
const warnings = async () =>
  (await stage.all(noticeSchema, collectionPaths.notices(teamId))).flatMap(({ userId, content }) =>
    userId === 'diego' && content.kind === 'unreachable' ? [content] : [],
  );
const useMail = () => stage.call('diego', 'saveMailSettings', { address: null, notices: false });
const settingsPath = serverPaths.mailSettings(teamId, 'diego');
const settings = () => stage.get(mailSettingsSchema, settingsPath);
const webhookPath = documentPaths.personalWebhook(teamId, 'hook');
const webhook = (more: object = {}) =>
  stage.save(webhookPath, {
    ...{ id: 'hook', teamId, userId: 'diego', label: 'ntfy', service: 'ntfy', host: 'ntfy.test' },
    ...{ createdAt: 0, createdBy: 'diego', revision: 1, acceptedAt: null, lastDrillAt: now() },
    ...{ failures: 0, problem: '', disabledAt: null },
    ...more,
  });
const work = (run: Parameters<typeof transact<void>>[1]) => transact(stage.server, run);

test('a person without any way of notification gets a notice until mail works', async () => {
  expect(await warnings()).toEqual([{ kind: 'unreachable', devices: [], reached: false }]);
  await useMail();
  await later(1);
  expect(await warnings()).toEqual([]);
});

test('the check runs at once when mail is dropped or an address is turned off', async () => {
  await useMail();
  await later(minute);
  expect(await warnings()).toEqual([]);
  const state = await settings();
  await work(async (unit) => {
    const context = { by: 'system', now: unit.now };
    unit.save(settingsPath, failMailAddress(state, state.address ?? '', 'No such mailbox.', context).state);
  });
  await later(1);
  expect(await warnings()).toEqual([
    { kind: 'unreachable', devices: [{ label: 'Mail', state: 'disabled', channel: 'mail' }], reached: false },
  ]);
  await stage.call('diego', 'forgetMailAddress', {});
  await later(1);
  expect(await warnings()).toEqual([{ kind: 'unreachable', devices: [], reached: false }]);
});

test('the check runs at once when a webhook is disabled or removed', async () => {
  await webhook({ failures: 100 });
  await useMail();
  await later(minute);
  expect(await warnings()).toEqual([]);
  const to = { channel: 'webhook', target: 'hook' } as const;
  const addressee = { teamId, userId: 'diego', to, address: 'hook' };
  await work(async (unit) => {
    await channelOf(to)?.record(unit, addressee, { kind: 'failed', failure: 'It is gone.' });
  });
  await later(1);
  expect(await warnings()).toEqual([
    {
      kind: 'unreachable',
      devices: [{ label: 'ntfy', state: 'disabled', channel: 'webhook' }],
      reached: true,
    },
  ]);
  await stage.call('diego', 'removePersonalWebhook', { webhookId: 'hook' });
  await later(1);
  expect(await warnings()).toEqual([]);
});

test('a webhook whose proof expires causes a notice at that time', async () => {
  await webhook();
  await useMail();
  await stage.call('diego', 'forgetMailAddress', {});
  await later(constants.drillStaleDays * day);
  expect(await warnings()).toEqual([]);
  await later(1);
  expect(await warnings()).toEqual([
    {
      kind: 'unreachable',
      devices: [{ label: 'ntfy', state: 'silent', channel: 'webhook' }],
      reached: false,
    },
  ]);
});

test('readiness lists the ways of each person without their addresses', async () => {
  await useMail();
  await webhook();
  const { functions } = await stage.person('amara');
  const answer = await functions.call<{ readonly people: readonly { readonly userId: string }[] }>(
    'readReadiness',
    { teamId },
  );
  expect(answer.people.find(({ userId }) => userId === 'diego')).toMatchObject({
    ways: [
      { to: { channel: 'mail', target: 'diego' }, takesMessages: true, through: 'mail' },
      { to: { channel: 'webhook', target: 'hook' }, takesMessages: true, through: 'ntfy.test' },
    ],
  });
  expect(JSON.stringify(answer)).not.toContain((await settings()).address);
});
