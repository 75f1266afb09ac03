import { expect, test } from 'vitest';
import { isSetUp, possibleSteps, setupSteps, type TeamSetup } from './setup.ts';

const empty: TeamSetup = {
  members: 1,
  schedules: 0,
  policyIds: [],
  services: [],
  integrations: [],
  ways: [],
  onCallRegistered: [],
  pushes: true,
  notifies: true,
};
const complete: TeamSetup = {
  members: 2,
  schedules: 1,
  policyIds: ['nights'],
  services: [{ policyId: 'nights' }],
  integrations: [{ revokedAt: null, lastEventAt: 5 }],
  ways: [{ takesMessages: true, lastShownAt: 5, closedShownAt: 5 }],
  onCallRegistered: [true],
  pushes: true,
  notifies: true,
};
const missing = (setup: TeamSetup) => setupSteps.filter((step) => !isSetUp(step, setup));

test('a new team lacks every item, and a complete one none', () => {
  expect(missing(empty)).toEqual(setupSteps);
  expect(missing(complete)).toEqual([]);
});

test.each([
  ['a service whose policy is gone', { services: [{ policyId: 'gone' }] }, ['service']],
  ['a service that pages nobody', { services: [{ policyId: null }] }, ['service']],
  ['a service whose policies are gone', { services: [{ policyId: null, lowPolicyId: 'gone' }] }, ['service']],
  ['a revoked key', { integrations: [{ revokedAt: 9, lastEventAt: 5 }] }, ['integration', 'message']],
  ['a key that was never used', { integrations: [{ revokedAt: null, lastEventAt: null }] }, ['message']],
  [
    'a device that takes no messages',
    { ways: [{ takesMessages: false, lastShownAt: 5, closedShownAt: 5 }] },
    ['push', 'drill'],
  ],
  ['a device that showed nothing', { ways: [{ takesMessages: true, lastShownAt: null }] }, ['drill']],
  [
    'a device that only an open page reached',
    { ways: [{ takesMessages: true, lastShownAt: 5, closedShownAt: null }] },
    ['drill'],
  ],
  ['a schedule with nobody', { onCallRegistered: [] }, ['onCall']],
  ['one of two on call without a device', { onCallRegistered: [true, false] }, ['onCall']],
] as const)('%s is not enough for a set-up team', (_, change, lacks) => {
  expect(missing({ ...complete, ...change })).toEqual(lacks);
});

test('a service that pages for low urgency alone is enough for a set-up team', () => {
  expect(missing({ ...complete, services: [{ policyId: null, lowPolicyId: 'nights' }] })).toEqual([]);
});

test('a team whose backend sends no notifications needs no device and no drill', () => {
  expect(possibleSteps(empty)).toEqual(setupSteps);
  expect(possibleSteps({ notifies: false })).toEqual([
    'invite',
    'schedule',
    'policy',
    'service',
    'integration',
    'message',
  ]);
});

test('an open tab is enough proof on a backend without pushes', () => {
  const ways = [{ takesMessages: true, lastShownAt: 5 }];
  expect(missing({ ...complete, ways, pushes: false })).toEqual([]);
});

test('unknown on-call members are not counted', () => {
  expect(missing({ ...complete, onCallRegistered: null })).toEqual([]);
});
