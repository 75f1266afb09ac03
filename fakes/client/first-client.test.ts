import { expect, test } from 'vitest';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { everyPortOf } from './client.ts';
import { wiringOf } from './embedded-client.ts';
import { openClient, openMember } from './first-client.ts';

const account = { email: 'mei@example.org', password: 'a long password', displayName: 'Mei' };

test('a first client signs in, and its other ports use that session', async () => {
  const cloud = new FakeCloud();
  const first = openClient(wiringOf(cloud));
  expect(Object.keys(first)).not.toContain('docs');
  await first.auth.createUser(account);
  const client = everyPortOf(first);
  expect(client.auth).toBe(first.auth);
  expect(client.config).toBe(first.config);
  expect(client.control).toBe(first.control);
  await client.docs.write({ type: 'set', path: 'notes/one', data: { text: 'kept' } });
  expect((await client.docs.get('notes/one')).data).toEqual({ text: 'kept' });
  await client.dispose();
  cloud.dispose();
});

test('a member’s first client has neither control nor social sign-in', async () => {
  const cloud = new FakeCloud();
  const first = openMember(wiringOf(cloud));
  expect(first.control).toBe(null);
  expect(first.auth.social).toBe(null);
  await everyPortOf(first).dispose();
  cloud.dispose();
});

test('ports created after disposal reject', async () => {
  const cloud = new FakeCloud();
  const first = openClient(wiringOf(cloud));
  await first.dispose();
  const { docs } = everyPortOf(first);
  await expect
    .poll(() => docs.get('notes/one').catch((error: unknown) => error))
    .toMatchObject({
      code: 'failed-precondition',
    });
  cloud.dispose();
});
