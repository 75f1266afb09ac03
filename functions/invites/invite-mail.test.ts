/** Invites by mail: content, bounds, and the inviter's notice of a failure. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { hour } from '#domain/constants.ts';
import { noticeSchema } from '#domain/notice/schema.ts';
import { inviteSchema } from '#domain/team/invite.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { inviteIdOf } from '#api/invite-token.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { PortError } from '#ports/errors.ts';
import type { OutgoingMail, SentMail } from '#ports/server/mail.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';

let stage: FunctionsStage;
let sent: OutgoingMail[];
let answer: () => Promise<SentMail>;
const taken: SentMail = { messageId: 'a@muster.example', outcome: 'accepted', receipt: null };

// Fetched with the first mail.
beforeAll(() => import('../on-demand.ts'));
beforeEach(async () => {
  sent = [];
  answer = async () => taken;
  const mail = {
    origin: 'https://muster.example',
    send: (one: OutgoingMail) => {
      sent.push(one);
      return answer();
    },
    outcomeOf: async () => 'queued' as const,
  };
  stage = await FunctionsStage.open(createFunctions(), { mail });
});
afterEach(() => stage.close());

const tokenOf = (name: string) => inviteIdOf(name).slice(0, 40);
const address = 'noor@example.com';
async function invite(name: string, more: object = {}, at = stage) {
  const token = tokenOf(name);
  const output = await at.call('amara', 'inviteMember', {
    ...{ inviteId: inviteIdOf(token), role: 'responder', note: '', address, token, days: 7 },
    ...more,
  });
  await at.cloud.advance(1);
  return output.mail;
}
const failures = async () =>
  (await stage.all(noticeSchema, collectionPaths.notices(teamId))).flatMap(({ userId, content }) =>
    content.kind === 'inviteNotMailed' ? [{ userId, ...content }] : [],
  );

test('an invite with an address is mailed, and its link admits the invited person', async () => {
  expect(await invite('one')).toBe('sending');
  await expect.poll(() => sent).toHaveLength(1);
  const [mail] = sent;
  expect(mail).toMatchObject({ to: address, subject: expect.stringContaining('invites you') });
  const token = /\/invite#[^.]+\.(\S+)/u.exec(mail?.text ?? '')?.[1] ?? '';
  const client = await stage.stranger('noor');
  await client.auth.createUser({ email: address, password: 'correct horse' });
  const join = { teamId, commandId: stage.newCommand(), token, displayName: 'Noor' };
  expect(await client.functions.call('acceptInvite', join)).toMatchObject({ role: 'responder' });
  expect(await failures()).toEqual([]);
});

test('the token is not stored once the mail is sent', async () => {
  await invite('one');
  const stored = JSON.stringify(stage.cloud.snapshot().services);
  expect(stored).toContain(inviteIdOf(tokenOf('one')));
  expect(stored).not.toContain(tokenOf('one'));
});

test.each([
  ['without an address', { address: null }],
  ['without the token', { token: null }],
])('%s no mail is sent', async (_what, more) => {
  expect(await invite('one', more)).toBe('none');
  expect(sent).toEqual([]);
});

test('a server without mail reports that none is sent', async () => {
  const plain = await FunctionsStage.open(createFunctions(), { mail: null });
  expect(await invite('one', {}, plain)).toBe('none');
  await plain.close();
});

test('a token of another invite is rejected and makes no invite', async () => {
  const error = await errorOf(invite('one', { token: tokenOf('two') }));
  expect(error.code).toBe('invalid-argument');
  expect(sent).toEqual([]);
});

test.each([
  ['not-found', 'takes no mail for it'],
  ['unavailable', 'can’t be reached'],
  ['failed-precondition', 'refused'],
] as const)(
  'a mail server that answers %s is reported to the inviter, and the invite stays',
  async (code, words) => {
    answer = () => Promise.reject(new PortError(code, 'No.'));
    expect(await invite('one')).toBe('sending');
    if (code === 'unavailable') await stage.cloud.advance(2 * hour);
    await expect
      .poll(failures)
      .toEqual([
        { userId: 'amara', kind: 'inviteNotMailed', address, problem: expect.stringContaining(words) },
      ]);
    expect(
      await stage.get(inviteSchema, documentPaths.invite(teamId, inviteIdOf(tokenOf('one')))),
    ).toMatchObject({
      ...{ status: 'open', mailStatus: 'failed', mailProblem: expect.stringContaining(words) },
    });
  },
);

test('invite mails are limited per address, team and day, and further invites are not mailed', async () => {
  for (let n = 0; n < settingsLimits.mailConfirmationsPerDay; n++)
    expect(await invite(`same ${n}`)).toBe('sending');
  expect(await invite('same more')).toBe('limit');
  for (let n = settingsLimits.mailConfirmationsPerDay; n < settingsLimits.inviteMailsPerDay; n++)
    expect(await invite(`other ${n}`, { address: `noor${n}@example.com` })).toBe('sending');
  expect(await invite('one more', { address: 'zoe@example.com' })).toBe('limit');
  await expect.poll(() => sent).toHaveLength(settingsLimits.inviteMailsPerDay);
});

test('counters of mails are removed after a day', async () => {
  await invite('one');
  const stored = () => stage.stored().includes('mailRates');
  expect(stored()).toBe(true);
  await stage.standStill(25 * hour);
  expect(stored()).toBe(false);
});
