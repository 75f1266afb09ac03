/** Mail to people: addresses that count once they are confirmed, and the small pages behind links. */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { day, hour } from '#domain/constants.ts';
import { serverPaths } from '#api/server-paths.ts';
import { collectionNames } from '#api/collection-names.ts';
import { createFunctions } from '#functions/index.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import type { HttpResponse } from '#ports/server/handlers.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

// Fetched with the first mail.
beforeAll(async () => {
  await import('./confirmation.ts');
  await import('./mail-route.ts');
  await import('#fakes/cloud/inbox-mail.ts');
});

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open({ ...createFunctions(), schedules: {} });
});
afterEach(() => stage.close());

const other = 'lena.private@example.com';
const choice = { notices: true };

async function inbox() {
  const { control } = await stage.stranger('machine');
  await stage.cloud.advance(1);
  return (await control.inbox()).filter(({ to }) => to === other);
}

async function request(method: string, path: string, body = ''): Promise<HttpResponse> {
  const { control } = await stage.stranger('machine');
  const answer = await control.http({ method, path, headers: {}, body });
  await settle();
  return answer;
}

/** Path of the newest link. */
const linkOf = async (): Promise<string> => {
  const [newest] = await inbox();
  return new URL(newest?.action ?? '').pathname;
};

const reach = async (who: string) => {
  const { functions } = await stage.person(who);
  return functions.call<Record<string, unknown>>('readMailSettings', { teamId });
};

describe('a mail address', () => {
  test('that is the account’s verified one is used at once', async () => {
    const user = await stage.server.users.get('lena');
    const verified = user?.emailVerified === true;
    const { confirming } = await stage.call('lena', 'saveMailSettings', { address: null, ...choice });
    expect(confirming).toBe(!verified);
    expect(await reach('lena')).toMatchObject(
      verified
        ? { offered: true, address: user.email, pendingAddress: null, notices: true }
        : { offered: true, address: null, pendingAddress: user?.email },
    );
  });

  test('of another mailbox is used once its link was opened and confirmed', async () => {
    const saved = await stage.call('lena', 'saveMailSettings', { address: other, ...choice });
    expect(saved.confirming).toBe(true);
    expect(await reach('lena')).toMatchObject({ address: null, pendingAddress: other });
    const path = await linkOf();
    const looked = await request('GET', path);
    expect(looked).toMatchObject({ status: 200 });
    expect(looked.body).toContain('method="post"');
    expect(await reach('lena')).toMatchObject({ address: null, pendingAddress: other });
    expect(await request('POST', path, 'do=confirm')).toMatchObject({ status: 200 });
    expect(await reach('lena')).toMatchObject({ address: other, pendingAddress: null });
    const secret = await stage.server.docs.get(serverPaths.mailConfirmation(teamId, 'lena'));
    expect(secret.data).toBeNull();
  });

  test('is confirmed by its link once, within a day', async () => {
    await stage.call('lena', 'saveMailSettings', { address: other, ...choice });
    const path = await linkOf();
    await request('POST', path, 'do=confirm');
    await stage.call('lena', 'forgetMailAddress', {});
    expect(await request('POST', path, 'do=confirm')).toMatchObject({ status: 404 });
    expect(await reach('lena')).toMatchObject({ address: null, pendingAddress: null });
    await stage.call('lena', 'saveMailSettings', { address: other, ...choice });
    const late = await linkOf();
    await stage.standStill(day + hour);
    expect(await request('POST', late, 'do=confirm')).toMatchObject({ status: 404 });
    expect(await reach('lena')).toMatchObject({ address: null, pendingAddress: other });
  });

  test('that replaces another is confirmed by its own link only', async () => {
    await stage.call('lena', 'saveMailSettings', { address: other, ...choice });
    const before = await linkOf();
    await stage.call('lena', 'saveMailSettings', { address: `new-${other}`, ...choice });
    expect(await request('POST', before, 'do=confirm')).toMatchObject({ status: 404 });
    expect(await reach('lena')).toMatchObject({ address: null, pendingAddress: `new-${other}` });
  });

  test('gets a limited number of confirmation mails per day, whoever requests them', async () => {
    const ask = async (who: string) => {
      await stage.call(who, 'saveMailSettings', { address: other, ...choice });
      await stage.cloud.advance(1);
    };
    for (let time = 0; time < 3; time++) await ask('lena');
    for (let time = 0; time < 2; time++) await ask('priya');
    expect(await errorOf(ask('tom'))).toMatchObject({ error: { code: 'rate_limited' } });
    expect(await inbox()).toHaveLength(5);
    await stage.standStill(day + hour);
    await ask('tom');
    expect(await inbox()).toHaveLength(6);
  });

  test('is removed with the membership', async () => {
    await stage.call('lena', 'saveMailSettings', { address: other, ...choice });
    const path = await linkOf();
    await stage.call('amara', 'removeMember', { userId: 'lena', replacementId: 'priya' });
    expect(await request('GET', path)).toMatchObject({ status: 404 });
    const { data } = await stage.server.docs.get(serverPaths.mailSettings(teamId, 'lena'));
    expect(data).toBeNull();
  });

  test('and its secret can’t be read by clients', async () => {
    await stage.call('lena', 'saveMailSettings', { address: other, ...choice });
    const { docs } = await stage.person('lena');
    for (const path of [
      serverPaths.mailSettings(teamId, 'lena'),
      serverPaths.mailConfirmation(teamId, 'lena'),
    ])
      await expect(docs.get(path)).rejects.toMatchObject({ code: 'permission-denied' });
    const secret = (await linkOf()).split('.').at(-1) ?? '';
    expect(stage.stored()).not.toContain(secret);
    expect(collectionNames).toContainEqual(['teams', 'mailConfirmations']);
  });
});

test('a server without mail reports it and changes nothing', async () => {
  await stage.close();
  stage = await FunctionsStage.open(createFunctions(), { mail: null });
  expect(await reach('lena')).toMatchObject({ offered: false });
  const asked = stage.call('lena', 'saveMailSettings', { address: other, ...choice });
  expect(await errorOf(asked)).toMatchObject({ error: { code: 'unavailable' } });
});

describe('an invalid link', () => {
  const secret = 'x'.repeat(32);
  test.each([
    `/in/mail/confirm/${teamId}.lena.${secret}`,
    `/in/mail/confirm/${teamId}.nobody.${secret}`,
    `/in/mail/confirm/no-team.lena.${secret}`,
    `/in/mail/off/${teamId}.lena.${secret}`,
    `/in/mail/page/${teamId}.page.delivery.${secret}`,
    '/in/mail/confirm/',
    '/in/mail/toString/a.b.c',
    `/in/mail/confirm/${'a'.repeat(5_000)}`,
    `/in/mail/confirm/%2e%2e.lena.${secret}`,
    `/in/mail/confirm/__x__.lena.${secret}`,
  ])('%s shows the same page to every visitor', async (path) => {
    await stage.call('lena', 'saveMailSettings', { address: other, ...choice });
    const stored = stage.stored();
    for (const method of ['GET', 'POST']) {
      const answer = await request(method, path, 'do=confirm');
      expect(answer.status).toBe(404);
      expect(answer.body).toContain('no longer good');
      expect(answer.body).not.toContain('<form');
    }
    expect(stage.stored()).toBe(stored);
  });
});

test('other methods and large forms are rejected', async () => {
  await stage.call('lena', 'saveMailSettings', { address: other, ...choice });
  const path = await linkOf();
  expect(await request('PUT', path)).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, POST' } });
  expect(await request('POST', path, `do=confirm&${'x'.repeat(3_000)}`)).toMatchObject({ status: 404 });
  expect(await reach('lena')).toMatchObject({ address: null });
});
