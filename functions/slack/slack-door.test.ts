/** Requests to Slack's route with a wrong signature or unreadable content. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { incidentSchema } from '#domain/incident/schema.ts';
import { slackLinkSchema } from '#domain/slack/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { teamId } from '#tests/app/functions/stage.ts';
import { signingSecret, SlackStage, type Sent } from '#tests/app/functions/slack-stage.ts';

let slack: SlackStage;
beforeEach(async () => {
  slack = await SlackStage.open();
});
afterEach(() => slack.close());

const declare = () => slack.body('lena', 'declare Checkout fails');
const now = () => Math.floor(slack.app.cloud.clock.now() / 1000);

/** Status of a request after which nothing is different. */
async function statusOf(body: string, sent: Sent = {}): Promise<number> {
  const before = slack.app.stored();
  const { status, body: answer } = await slack.post(body, sent);
  expect(slack.app.stored()).toBe(before);
  expect(answer).not.toContain(signingSecret);
  return status;
}

test('the Slack endpoint is off without a signing secret', async () => {
  expect(await statusOf(declare())).toBe(401);
  await slack.connect();
  await slack.link('lena');
  expect((await slack.post(declare())).status).toBe(200);
  await slack.app.call('mei', 'saveSlackApp', { signingSecret: null, linkOrigin: 'https://muster.test' });
  expect(await statusOf(declare())).toBe(401);
});

test('the Slack endpoint answers an unknown team, a bad signature and a changed body alike', async () => {
  await slack.connect();
  await slack.link('lena');
  const good = await slack.post(declare(), { secret: 'ab'.repeat(16) });
  const others = [
    await slack.post(declare(), { path: '/in/slack/nobody' }),
    await slack.post(declare(), { path: '/in/slack/__x__' }),
    await slack.post(declare(), { headers: { 'x-slack-signature': '' } }),
    await slack.post(declare(), { headers: { 'x-slack-signature': `v0=${'0'.repeat(64)}` } }),
    await slack.post(declare(), { headers: { 'x-slack-signature': 'v1=0' } }),
    await slack.post(declare(), { headers: { 'x-slack-request-timestamp': 'now' } }),
    await slack.post(declare(), { headers: { 'x-slack-request-timestamp': String(now() + 1) } }),
  ];
  for (const other of others) expect(other).toEqual(good);
  expect(good.status).toBe(401);
  const all = await slack.app.all(incidentSchema, collectionPaths.incidents(teamId));
  expect(all.some(({ createdBy, title }) => createdBy === 'lena' && title === 'Checkout fails')).toBe(false);
});

test('the Slack endpoint accepts requests of the last five minutes only', async () => {
  await slack.connect();
  await slack.link('lena');
  expect(await statusOf(declare(), { timestamp: now() - 301 })).toBe(401);
  expect(await statusOf(declare(), { timestamp: now() + 301 })).toBe(401);
  expect((await slack.post(declare(), { timestamp: now() - 299 })).status).toBe(200);
});

test('the Slack endpoint rejects large requests unread, signed or not', async () => {
  await slack.connect();
  expect(await statusOf(`text=${'x'.repeat(200_000)}`)).toBe(413);
});

test.each([
  '',
  'payload=',
  'payload=%7B',
  `payload=${encodeURIComponent('{"type":"view_submission"}')}`,
  `payload=${encodeURIComponent(JSON.stringify({ type: 'block_actions', team: { id: 'T1' }, user: { id: 'LENA' }, response_url: 'https://evil.test/', actions: [{ action_id: 'ack_page', value: 'x' }] }))}`,
  `payload=${'%5B'.repeat(20_000)}`,
  'team_id=T1&user_id=../../x&command=/muster&text=ack',
  'team_id=T1&user_id=LENA&command=/muster&text=%E0%A4%A',
  `${'a=b&'.repeat(20_000)}command=/muster`,
  'command=%2Fmuster&__proto__=x&constructor=y',
])('the Slack endpoint answers signed garbage with a sentence: %.40s', async (body) => {
  await slack.connect();
  const before = slack.app.storedBesidesRates();
  const { status, body: answer } = await slack.post(body);
  expect(status).toBe(200);
  expect(JSON.parse(answer)).toMatchObject({ response_type: 'ephemeral', text: expect.any(String) });
  expect(slack.app.storedBesidesRates()).toBe(before);
  expect(slack.messages).toEqual([]);
});

test.each([
  ['declare', 'Say what happens'],
  ['declare SEV9 --severity SEV9', 'A severity is one of'],
  ['declare Fails --nothing', 'After the title'],
  ['declare Fails --service Nowhere', 'There is no service'],
  ['ack everything', 'Type the number'],
  ['ack 999999', 'There is no incident'],
  ['link', 'Type the code'],
  ['link wrong-code', 'not good'],
  ['dance', 'There is no such command'],
])('the Slack endpoint states the next step after /muster %s', async (text, expected) => {
  await slack.connect();
  await slack.link('lena');
  const before = slack.app.storedBesidesRates();
  const answer = await slack.say('lena', text);
  expect(answer.response_type).toBe('ephemeral');
  expect(answer.text).toContain(expected);
  expect(slack.app.storedBesidesRates()).toBe(before);
});

test('a Slack user without a linked member can do nothing and is told how to link', async () => {
  await slack.connect();
  const before = slack.app.storedBesidesRates();
  for (const text of ['declare Checkout fails', 'ack', 'oncall', 'alerts'])
    expect((await slack.say('lena', text)).text).toContain('Link Slack');
  expect((await slack.press('lena', 'ack_page', 'x'))?.text).toContain('Link Slack');
  expect(slack.app.storedBesidesRates()).toBe(before);
});

test('a link code works once within ten minutes and moves the Slack user from another member', async () => {
  await slack.connect();
  const code = await slack.codeOf('lena');
  expect((await slack.say('lena', `link ${code.toUpperCase()}`)).text).toContain('You are Lena');
  expect((await slack.say('priya', `link ${code}`)).text).toContain('not good');
  const late = await slack.codeOf('priya');
  await slack.app.standStill(10 * 60_000);
  expect((await slack.say('priya', `link ${late}`)).text).toContain('not good');
  await slack.say('lena', `link ${await slack.codeOf('priya')}`);
  const linkOf = (who: string) => slack.app.get(slackLinkSchema, documentPaths.slackLink(teamId, who));
  expect(await linkOf('priya')).toMatchObject({ slackUser: 'T1/LENA', codeDigest: null });
  expect(await linkOf('lena')).toMatchObject({ slackUser: null, linkedAt: null });
});

test('the signing secret can’t be read by clients and is in no audit entry or answer', async () => {
  await slack.connect();
  const path = serverPaths.slackSecret(teamId, teamId);
  const { docs } = slack.app.cloud.snapshot().services as { docs: { docs: { path: string }[] } };
  expect(JSON.stringify(docs.docs.filter((one) => one.path !== path))).not.toContain(signingSecret);
  const owner = await slack.app.person('amara');
  await expect(owner.docs.get(path)).rejects.toMatchObject({ code: 'permission-denied' });
});
