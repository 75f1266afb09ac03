import { expect, test } from 'vitest';
import { unpagedSources, type PagingSetup, unpagedSentence } from './unpaged.ts';

const key = (change: object = {}) => ({
  ...{ id: 'mail', name: 'Mail', serviceId: 'shop', revokedAt: null },
  ...change,
});
const service = (change: object = {}) => ({
  ...{ id: 'shop', name: 'Shop', policyId: 'days', lowPolicyId: null },
  ...change,
});
const complete: PagingSetup = {
  integrations: [key()],
  services: [service()],
  serviceIds: ['shop'],
  policyIds: ['days', 'nights'],
};
const found = (change: Partial<PagingSetup>) => unpagedSources({ ...complete, ...change });

test('an API key whose service has a policy is not listed', () => {
  expect(found({})).toEqual([]);
});

test('an API key whose service is removed is listed, and a revoked one is not', () => {
  const gone = { services: [], serviceIds: [] };
  expect(found(gone)).toEqual([{ kind: 'serviceGone', id: 'mail', name: 'Mail' }]);
  expect(found({ ...gone, integrations: [key({ revokedAt: 5 })] })).toEqual([]);
});

test('an API key whose service exists but can’t be read is not listed', () => {
  expect(found({ services: [] })).toEqual([]);
});

test.each([
  ['both urgencies', { policyId: 'gone' }, ['high', 'low']],
  ['low urgency', { lowPolicyId: 'gone' }, ['low']],
  ['high urgency', { policyId: 'gone', lowPolicyId: 'nights' }, ['high']],
  ['low urgency alone that has a policy', { policyId: null, lowPolicyId: 'gone' }, ['low']],
])('a service whose policy is removed is listed for %s, with or without a key', (_, change, urgencies) => {
  const services = [service(change)];
  const listed = [{ kind: 'policyGone', id: 'shop', name: 'Shop', urgencies }];
  expect(found({ services })).toEqual(listed);
  expect(found({ services, integrations: [] })).toEqual(listed);
});

test('a service without a policy is listed while a key in use sends to the service', () => {
  const services = [service({ policyId: null })];
  const listed = { kind: 'noPolicy', id: 'shop', name: 'Shop', keys: ['Mail', 'More'] };
  const integrations = [key(), key({ id: 'more', name: 'More' }), key({ id: 'old', revokedAt: 5 })];
  expect(found({ services, integrations })).toEqual([{ ...listed, urgencies: ['high', 'low'] }]);
  expect(found({ services: [service({ policyId: null, lowPolicyId: 'days' })], integrations })).toEqual([
    { ...listed, urgencies: ['high'] },
  ]);
  expect(found({ services, integrations: [key({ revokedAt: 5 })] })).toEqual([]);
});

test('each entry has a sentence with the urgency and what to do', () => {
  const services = [
    service({ policyId: 'gone', lowPolicyId: 'days' }),
    service({ id: 'api', name: 'API', policyId: null }),
    service({ id: 'web', name: 'Web', lowPolicyId: 'gone' }),
  ];
  const integrations = [key({ serviceId: 'removed' }), key({ id: 'b', name: 'B', serviceId: 'api' })];
  const serviceIds = services.map(({ id }) => id);
  expect(found({ services, integrations, serviceIds }).map(unpagedSentence)).toEqual([
    'The service of this key is gone: its alerts page nobody. Move the key to another service, or revoke it.',
    'Its policy is gone: alerts of high urgency page nobody. Choose another policy.',
    'It has no policy: alerts of B page nobody. Choose a policy, or revoke the key.',
    'Its policy is gone: alerts of low urgency page nobody. Choose another policy.',
  ]);
});
