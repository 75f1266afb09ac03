/** Scheduled notices by mail: sent to members who chose mail, and to no others. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { day, hour } from '#domain/constants.ts';
import { serverPaths } from '#api/server-paths.ts';
import { mailSettingsSchema } from '#domain/mail/settings.ts';
import type { OutgoingMail } from '#ports/server/mail.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';
import { weeklyDigestSchema } from '../readiness/weekly-digest.ts';
import { sweep } from '../sweep.ts';

let stage: FunctionsStage;
let sent: OutgoingMail[];
// Fetched with the first mail.
beforeAll(() => import('../on-demand.ts'));
beforeEach(async () => {
  sent = [];
  const mail = {
    origin: 'https://muster.example',
    send: async (one: OutgoingMail) => {
      sent.push(one);
      return { messageId: 'a@muster.example', outcome: 'accepted' as const, receipt: null };
    },
    outcomeOf: async () => 'queued' as const,
  };
  stage = await FunctionsStage.open({ ...createFunctions(), schedules: {} }, { mail });
});
afterEach(() => stage.close());

const now = () => stage.server.clock.now();
async function sweepAt(at: number): Promise<void> {
  await stage.cloud.advance(at - now());
  await sweep(stage.server);
  await stage.cloud.advance(1);
  await settle();
}
const nothing = { notices: false, weeklyDigest: false, shiftReminders: false };
const choose = (who: string, chosen: Partial<typeof nothing>) =>
  stage.call(who, 'saveMailSettings', { address: null, ...nothing, ...chosen });
const mailed = (words: RegExp) => sent.filter(({ subject }) => words.test(subject)).map(({ to }) => to);
const addressOf = async (who: string) => {
  const { functions } = await stage.person(who);
  return (await functions.call<{ readonly address: string }>('readMailSettings', { teamId })).address;
};

test('the weekly digest is mailed to the admins who take it by mail', async () => {
  await choose('amara', { weeklyDigest: true });
  await choose('jonas', { notices: true, shiftReminders: true });
  await sweep(stage.server);
  const { dueAt } = await stage.get(weeklyDigestSchema, serverPaths.weeklyDigest(teamId, teamId));
  await sweepAt(dueAt);
  const to = await addressOf('amara');
  await expect.poll(() => mailed(/^Readiness this week/u)).toEqual([to]);
});

test('the reminder before a shift is mailed to the person who takes reminders by mail', async () => {
  await choose('diego', { shiftReminders: true });
  await choose('priya', { notices: true, weeklyDigest: true });
  const startsAt = Math.ceil(now() / hour) * hour + day;
  const layer = { startsAt, unit: 'day' as const, every: 1, restrictions: [], shadow: false };
  for (const who of ['diego', 'priya'])
    await stage.call('jonas', 'saveSchedule', {
      ...{ scheduleId: `nights-of-${who}`, name: `Nights of ${who}`, timezone: 'UTC', takesEffectAt: null },
      layers: [{ ...layer, name: 'Daily', people: [who, 'lena'] }],
    });
  await stage.cloud.advance(1);
  sent.length = 0;
  await sweepAt(startsAt - hour);
  const to = await addressOf('diego');
  await expect.poll(() => sent.map((one) => one.to)).toEqual([to]);
  expect(sent[0]?.unsubscribeUrl).toMatch(
    /^https:\/\/muster\.example\/in\/mail\/off\/\S+\.shiftReminders\./u,
  );
});

test('settings without choices per kind apply to all kinds', async () => {
  await choose('amara', {});
  const path = serverPaths.mailSettings(teamId, 'amara');
  const { weeklyDigest: _, shiftReminders: __, ...old } = await stage.get(mailSettingsSchema, path);
  await stage.save(path, { ...old, notices: true });
  const { functions } = await stage.person('amara');
  expect(await functions.call('readMailSettings', { teamId })).toMatchObject({
    ...{ notices: true, weeklyDigest: true, shiftReminders: true },
  });
  await sweep(stage.server);
  const { dueAt } = await stage.get(weeklyDigestSchema, serverPaths.weeklyDigest(teamId, teamId));
  await sweepAt(dueAt);
  await expect.poll(() => mailed(/^Readiness this week/u)).toHaveLength(1);
});

test('a choice omitted by an earlier version stays unchanged', async () => {
  await choose('amara', { weeklyDigest: true });
  await stage.call('amara', 'saveMailSettings', { address: null, notices: false });
  const { functions } = await stage.person('amara');
  expect(await functions.call('readMailSettings', { teamId })).toMatchObject({
    ...{ notices: false, weeklyDigest: true, shiftReminders: false },
  });
});
