import { expect, test } from 'vitest';
import { demoEmail } from '#demo/accounts.ts';
import { Timestamp } from '#ports/docs/values.ts';
import type { MovedAccount } from '#provider-kit/move/moved-records.ts';
import { movePolicy } from './move-policy.ts';

const at = 1_800_000_000_000;
const policy = movePolicy({ demonstration: false, at });

const account = (uid: string, email: string): MovedAccount => ({
  ...{ uid, email, emailVerified: true, displayName: null, photoUrl: null, phoneNumber: null },
  ...{ anonymous: false, password: null, emailLink: true, social: [], factors: [], passkeys: [], claims: {} },
  ...{ disabled: false, createdAt: 1, lastSignInAt: 1 },
});

test.each([
  ['teams/alder-and-finch', {}],
  ['teams/alder-and-finch/incidents/1/timeline/2', {}],
  ['users/priya', {}],
  ['slugs/shop', { teamId: 'alder-and-finch' }],
  ['integrationKeys/abc', { teamId: 'alder-and-finch' }],
  ['secrets/demonstration', {}],
])('%s stays behind, as part of the demonstration with public passwords', (path, data) => {
  expect(policy.documents({ path, data })).toMatchObject({
    record: null,
    losses: [expect.stringMatching(/demonstration/u)],
  });
  const taken = movePolicy({ demonstration: true, at }).documents({ path, data });
  expect(taken).toEqual({ record: { path, data }, losses: [] });
});

test.each(['teams/mine', 'users/ada', 'slugs/mine', 'integrationKeys/abc', 'secrets/feeds'])(
  '%s moves',
  (path) => {
    const doc = { path, data: { teamId: 'mine' } };
    expect(policy.documents(doc)).toEqual({ record: doc, losses: [] });
  },
);

test('accounts of the demonstration stay', () => {
  expect(policy.accounts(account('priya', 'someone@example.com')).record).toBeNull();
  expect(policy.accounts(account('x', demoEmail({ id: 'priya' }))).record).toBeNull();
  expect(policy.accounts(account('ada', 'ada@example.com')).record).not.toBeNull();
});

test('a moved device loses its push registration, like after a dropped one', () => {
  const data = { registration: 'token', lostAt: null, label: 'Phone' };
  const path = 'teams/mine/devices/1';
  const { record, losses } = policy.documents({ path, data });
  expect(record?.data).toEqual({ registration: null, lostAt: Timestamp.fromMillis(at), label: 'Phone' });
  expect(losses).toEqual([expect.stringMatching(/notifications on again/u)]);
  const lost = { path, data: { registration: null, lostAt: null } };
  expect(policy.documents(lost).record).toEqual(lost);
  expect(policy.documents({ path: 'registrations/abc', data: {} }).record).toBeNull();
});

test('presence stays behind, and access to presence moves', () => {
  const value = (path: string) => ({ path, value: true, priority: null });
  expect(policy.values(value('presence/mine/people/ada/ada_0')).record).toBeNull();
  expect(policy.values(value('access/mine/members/ada')).record).not.toBeNull();
});

test('ids of tasks are kept for an hour', () => {
  const task = (doneAt: number) => ({ id: 'a', order: 1, waiting: null, doneAt });
  expect(policy.tasks(task(at - 3_600_000)).record).toBeNull();
  expect(policy.tasks(task(at - 3_599_000)).record).not.toBeNull();
});
