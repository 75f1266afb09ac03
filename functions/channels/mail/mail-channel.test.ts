/** Pages and notices by mail: who gets which, how a mail is answered, and what a slow or refusing server does to others. */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { day, minute } from '#domain/constants.ts';
import { collectionPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { setAsideSchema } from '#domain/set-aside/schema.ts';
import { mailSettingsSchema } from '#domain/mail/settings.ts';
import { createFunctions } from '#functions/index.ts';
import { PortError } from '#ports/errors.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import type { MailOutcome, OutgoingMail, SentMail, ServerMail } from '#ports/server/mail.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

/** A mail server in the hands of a test. */
class PlayedServer implements ServerMail {
  readonly origin = 'https://muster.example';
  readonly sent: OutgoingMail[] = [];
  answer: (mail: OutgoingMail) => Promise<SentMail> = async () => ({
    ...{ messageId: 'a@muster.example', outcome: 'accepted', receipt: null },
  });
  outcome: MailOutcome = 'queued';

  send(mail: OutgoingMail): Promise<SentMail> {
    this.sent.push(mail);
    return this.answer(mail);
  }

  readonly outcomeOf = async () => this.outcome;
}

// Fetched with the first mail.
beforeAll(async () => {
  await import('./send-by-mail.ts');
  await import('../../mail/confirmation.ts');
  await import('../../mail/mail-route.ts');
  await import('../../mail/outcome.ts');
});

let stage: FunctionsStage;
let mail: PlayedServer;
beforeEach(async () => {
  mail = new PlayedServer();
  stage = await FunctionsStage.open(createFunctions(), { mail });
});
afterEach(() => stage.close());

const address = (who: string) => `${who}.mail@example.com`;

async function takesMail(who: string, notices = false) {
  await stage.call(who, 'saveMailSettings', { address: address(who), notices });
  await stage.cloud.advance(1);
  const link = /https:\S+\/in\/mail\/confirm\/\S+/u.exec(mail.sent.at(-1)?.text ?? '')?.[0] ?? '';
  await request('POST', new URL(link).pathname, 'do=confirm');
  mail.sent.length = 0;
}

async function device(who: string) {
  const client = await stage.stranger(`${who}-phone`);
  const { id: registration } = await client.messaging.register({ ask: true });
  const received: PushMessage[] = [];
  client.messaging.onMessage((message) => received.push(message));
  await stage.call(who, 'registerDevice', {
    ...{ deviceId: `${who}-phone`, registration, label: '', userAgent: 'iPhone' },
  });
  return received;
}

async function request(method: string, path: string, body = '') {
  const { control } = await stage.stranger('machine');
  const answer = await control.http({ method, path, headers: {}, body });
  await settle();
  return answer;
}

async function page(userIds: readonly string[], title = 'Search is down'): Promise<string> {
  const { pageIds } = await stage.call('amara', 'declareIncident', {
    ...{ title, severity: 'SEV2', serviceIds: [], alertId: null, private: false },
    page: [{ kind: 'people', userIds: [...userIds] }],
  });
  await stage.cloud.advance(1);
  return pageIds[0] ?? '';
}

const mailsTo = (who: string) => mail.sent.filter(({ to }) => to === address(who));
const linkIn = ({ text }: OutgoingMail): string =>
  new URL(/https:\S+\/in\/mail\/page\/\S+/u.exec(text)?.[0] ?? 'https://none').pathname;

describe('a page by mail', () => {
  test('reaches a person without a device, is acknowledged from the mail, and removes the other recipient’s notification', async () => {
    const pushed = await device('kwame');
    await takesMail('lena');
    const pageId = await page(['lena', 'kwame']);
    const [sent] = mailsTo('lena');
    if (!sent) throw new Error('No mail came.');
    expect(sent.subject).toContain('Search is down');
    expect(sent.text.split('\n')[0]).toMatch(/Acknowledge within \d+ min/u);
    expect(sent.text.split('\n')[2]).toMatch(/^Answer: https:\/\/muster\.example\/in\/mail\/page\//u);
    expect(sent.unsubscribeUrl).toBeUndefined();
    expect((await stage.deliveries(pageId)).find(({ userId }) => userId === 'lena')).toMatchObject({
      ...{ to: { channel: 'mail', target: 'lena' }, status: 'accepted' },
    });

    const path = linkIn(sent);
    const stored = stage.stored();
    for (const method of ['GET', 'HEAD', 'GET'])
      expect(await request(method, path)).toMatchObject({ status: 200 });
    expect(stage.stored()).toBe(stored);

    const answer = await request('POST', path, 'do=acknowledge');
    expect(answer).toMatchObject({ status: 200 });
    expect(await stage.page(pageId)).toMatchObject({
      ...{ status: 'acknowledged', acknowledgements: [{ userId: 'lena' }] },
    });
    expect(pushed.map(({ data }) => data['kind'])).toEqual(['page', 'settled']);
    const settings = await stage.get(mailSettingsSchema, serverPaths.mailSettings(teamId, 'lena'));
    expect(settings.provedAt).toBe(stage.server.clock.now());
  });

  test('can be declined from the mail', async () => {
    await takesMail('lena');
    const pageId = await page(['lena']);
    const [sent] = mailsTo('lena');
    await request('POST', linkIn(sent ?? mail.sent[0] ?? never()), 'do=decline');
    expect(await stage.page(pageId)).toMatchObject({ declined: [{ userId: 'lena' }] });
  });

  test('has a link that is invalid after the page has ended', async () => {
    await takesMail('lena');
    const pageId = await page(['lena', 'kwame']);
    const path = linkIn(mailsTo('lena')[0] ?? never());
    await stage.call('kwame', 'acknowledgePage', { pageId });
    const looked = await request('GET', path);
    expect(looked.body).toContain('Kwame Mensah has acknowledged it');
    expect(looked.body).not.toContain('<form');
  });

  test('has a link that is valid for its page, person and address only', async () => {
    await takesMail('lena');
    await page(['lena']);
    const path = linkIn(mailsTo('lena')[0] ?? never());
    const [first = '', ...rest] = path.split('.');
    expect(await request('GET', [`${first}x`, ...rest].join('.'))).toMatchObject({ status: 404 });
    expect(await request('POST', `${path}x`, 'do=acknowledge')).toMatchObject({ status: 404 });
    expect(await request('POST', path, 'do=resolve')).toMatchObject({ status: 404 });
    await stage.call('lena', 'forgetMailAddress', {});
    expect(await request('POST', path, 'do=acknowledge')).toMatchObject({ status: 404 });
  });

  test('is in one mail thread per incident, with a unique message id', async () => {
    await takesMail('lena');
    await takesMail('kwame');
    await page(['lena', 'kwame']);
    await page(['lena'], 'Checkout is down');
    const [first, other] = mailsTo('lena');
    const [same] = mailsTo('kwame');
    expect(same?.thread).toBe(first?.thread);
    expect(other?.thread).not.toBe(first?.thread);
    expect(new Set(mail.sent.map(({ id }) => id)).size).toBe(3);
  });

  test('escapes texts written by others', async () => {
    await takesMail('lena');
    await page(['lena'], '<img src=x onerror=alert(1)> “&amp;”');
    const sent = mailsTo('lena')[0] ?? never();
    expect(sent.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(sent.html).not.toContain('<img');
    expect(sent.subject).not.toMatch(/[\r\n]/u);
    const looked = await request('GET', linkIn(sent));
    expect(looked.body).toContain('&lt;img');
    expect(looked.body).not.toContain('<img');
    expect(looked.headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('is not sent to an unconfirmed address', async () => {
    await stage.call('lena', 'saveMailSettings', { address: address('lena'), notices: true });
    await stage.cloud.advance(1);
    mail.sent.length = 0;
    await page(['lena']);
    expect(mail.sent).toEqual([]);
  });
});

describe('a mail server', () => {
  test('that is slow does not delay pushes', async () => {
    const pushed = await device('kwame');
    await takesMail('lena');
    mail.answer = () => new Promise(() => {});
    await page(['lena', 'kwame']);
    expect(pushed.map(({ data }) => data['kind'])).toEqual(['page']);
  });

  test('that is unreachable gets the same message again', async () => {
    await device('kwame');
    await takesMail('lena');
    const { answer } = mail;
    mail.answer = () => Promise.reject(new PortError('unavailable', 'It is down.'));
    const pageId = await page(['lena', 'kwame']);
    expect(await stage.deliveries(pageId)).toContainEqual(
      expect.objectContaining({ failedAttempts: 1, failure: 'the mail server can’t be reached' }),
    );
    mail.answer = answer;
    await stage.cloud.advance(3 * minute);
    const [first, again] = mailsTo('lena');
    expect(again).toMatchObject({ id: first?.id, thread: first?.thread });
    const [delivery] = (await stage.deliveries(pageId)).filter(({ userId }) => userId === 'lena');
    expect(delivery).toMatchObject({ status: 'accepted', failedAttempts: 1 });
  });

  test('that rejects the address turns it off, and the person is told the reason', async () => {
    await takesMail('lena');
    mail.answer = () => Promise.reject(new PortError('not-found', 'No such address.'));
    const pageId = await page(['lena']);
    expect((await stage.deliveries(pageId))[0]).toMatchObject({ status: 'failed' });
    const { functions } = await stage.person('lena');
    expect(await functions.call('readMailSettings', { teamId })).toMatchObject({
      ...{ address: null, failure: 'The mail server takes no mail for it.' },
    });
  });

  test('that reports a bounce later fails the delivery', async () => {
    await takesMail('lena');
    mail.answer = async () => ({ messageId: 'a@b', outcome: 'queued', receipt: 'mail/1' });
    const pageId = await page(['lena']);
    expect((await stage.deliveries(pageId))[0]).toMatchObject({ status: 'accepted' });
    mail.outcome = 'bounced';
    await stage.cloud.advance(minute);
    expect(await stage.deliveries(pageId)).toContainEqual(
      expect.objectContaining({ status: 'failed', failure: 'The mail came back.' }),
    );
  });
});

test('a bounced mail fails its delivery if the settings are unreadable, and admins are told', async () => {
  await takesMail('lena');
  mail.answer = async () => ({ messageId: 'a@b', outcome: 'queued', receipt: 'mail/1' });
  const pageId = await page(['lena']);
  const path = serverPaths.mailSettings(teamId, 'lena');
  await stage.save(path, { teamId, address: 7 });
  mail.outcome = 'bounced';
  await stage.cloud.advance(minute);
  expect(await stage.deliveries(pageId)).toContainEqual(
    expect.objectContaining({ status: 'failed', failure: 'The mail came back.' }),
  );
  const noted = await stage.all(setAsideSchema, collectionPaths.setAside(teamId));
  expect(noted.map((note) => note.path)).toContain(path);
});

describe('a notice by mail', () => {
  const rules = { atOnce: 'all' as const, later: [] };
  const notice = (userId: string) =>
    stage.call('amara', 'saveNotificationRules', { userId, high: rules, low: rules, quietHours: null });

  test('is sent to a person who chose notices, with an unsubscribe link', async () => {
    await takesMail('lena', true);
    await takesMail('kwame', false);
    await notice('lena');
    await notice('kwame');
    await stage.cloud.advance(1);
    expect(mailsTo('kwame')).toEqual([]);
    const [sent] = mailsTo('lena');
    const off = new URL(sent?.unsubscribeUrl ?? '').pathname;
    expect(sent?.text).toContain(`To get no more notices by mail: ${sent?.unsubscribeUrl}`);
    const looked = await request('GET', off);
    expect(looked).toMatchObject({ status: 200, body: expect.stringContaining('No more notices by mail?') });
    const one = await request('POST', off, 'List-Unsubscribe=One-Click');
    expect(one).toMatchObject({ status: 200, body: expect.stringContaining('No more notices') });
    const { functions } = await stage.person('lena');
    expect(await functions.call('readMailSettings', { teamId })).toMatchObject({
      ...{ address: address('lena'), notices: false, weeklyDigest: true, shiftReminders: true },
    });
    await stage.standStill(day);
    mail.sent.length = 0;
    await page(['lena']);
    expect(mailsTo('lena')).toHaveLength(1);
  });

  test('has a link that unsubscribes its own kind only, even if the link’s kind is changed', async () => {
    await takesMail('lena', true);
    await notice('lena');
    await stage.cloud.advance(1);
    const off = new URL(mailsTo('lena')[0]?.unsubscribeUrl ?? '').pathname;
    for (const kind of ['weeklyDigest', 'shiftReminders', 'pages', 'toString'])
      expect(await request('POST', off.replace('.notices.', `.${kind}.`))).toMatchObject({ status: 404 });
    const { functions } = await stage.person('lena');
    expect(await functions.call('readMailSettings', { teamId })).toMatchObject({
      ...{ notices: true, weeklyDigest: true, shiftReminders: true },
    });
  });

  test('of an earlier version has a link without a kind that unsubscribes all kinds', async () => {
    await takesMail('lena', true);
    const path = serverPaths.mailSettings(teamId, 'lena');
    const { noticeKey } = await stage.get(mailSettingsSchema, path);
    const off = `/in/mail/off/${teamId}.lena.${noticeKey}`;
    const looked = await request('GET', off);
    expect(looked.body).toContain('No more notices, weekly digests and shift reminders by mail?');
    expect(await request('POST', off, 'do=off')).toMatchObject({ status: 200 });
    const { functions } = await stage.person('lena');
    expect(await functions.call('readMailSettings', { teamId })).toMatchObject({
      ...{ address: address('lena'), notices: false, weeklyDigest: false, shiftReminders: false },
    });
  });
});

const never = (): never => {
  throw new Error('No mail came.');
};
