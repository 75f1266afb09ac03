/** Second factors of a kind that the project has switched off since they were enrolled. */
import { afterEach, expect, test } from 'vitest';
import { connect, type EmbeddedClient } from '../../client/client.ts';
import { FakeCloud } from '../cloud.ts';
import { settle } from '#provider-kit/movable-clock.ts';

const email = 'ada@example.com';
const password = 'correct horse battery';
const number = '+447946000123';
const disposals: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const dispose of disposals.splice(0)) await dispose();
});

async function browser(cloud: FakeCloud): Promise<EmbeddedClient> {
  const client = connect(cloud);
  disposals.unshift(() => client.dispose());
  disposals.push(async () => cloud.dispose());
  await settle();
  return client;
}
const newest = async ({ control }: EmbeddedClient) =>
  (await control.inbox()).find(({ to }) => to === number)?.action ?? '';

test('no text message is sent to a telephone of before, and its code is no answer', async () => {
  const before = new FakeCloud();
  await before.server.users.create({ email, password, emailVerified: true });
  const ada = await browser(before);
  const credential = { kind: 'password', email, password } as const;
  await ada.auth.signIn(credential);
  const { verificationId } = await ada.auth.factors.sms.start(number);
  await ada.auth.factors.sms.finish(verificationId, await newest(ada));

  const now = new FakeCloud({ auth: { secondFactors: ['totp'] } });
  now.restore(before.snapshot());
  const { auth, control } = await browser(now);
  const step = await auth.signIn(credential);
  if (step.kind !== 'second-factor') throw new Error('No second step is asked for.');
  const { challenge } = step;
  const sent = await control.inbox();
  const off = { code: 'auth/operation-not-allowed' };
  await expect(auth.factors.sms.sendCode(challenge, challenge.factors[0]?.id ?? '')).rejects.toMatchObject(
    off,
  );
  await expect(
    auth.factors.answer(challenge, { kind: 'phone', verificationId, code: '123456' }),
  ).rejects.toMatchObject(off);
  expect(await control.inbox()).toEqual(sent);
});
