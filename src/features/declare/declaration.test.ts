import { expect, test } from 'vitest';
import type { Alert } from '#domain/alert/schema.ts';
import { blank, fromAlert, readDeclaration, whomOf } from './declaration.ts';

const alert = (changes: Partial<Alert>) =>
  ({ summary: 'Disk full', severity: 'critical', serviceId: null, ...changes }) as Alert;

test('people are asked with one page, and each policy with a separate page', () => {
  expect(whomOf(['policy:a', 'person:lin', 'policy:b', 'person:sam'])).toEqual([
    { kind: 'people', userIds: ['lin', 'sam'] },
    { kind: 'policy', policyId: 'a' },
    { kind: 'policy', policyId: 'b' },
  ]);
  expect(whomOf([])).toEqual([]);
});

test('an alert gives title, severity and service', () => {
  expect(fromAlert(alert({ summary: ' Disk\n full ', severity: 'error', serviceId: 's' }))).toMatchObject({
    title: 'Disk full',
    severity: 'SEV2',
    serviceIds: ['s'],
  });
});

test('a long summary is cut to the length of a title', () => {
  const { title } = fromAlert(alert({ summary: 'x'.repeat(300) }));
  expect(title).toHaveLength(140);
  expect(title).toMatch(/…$/u);
});

test('a draft is restored unchanged, complete or not', () => {
  const half = { ...blank, title: 'Che', page: ['person:lin'], private: true };
  expect(readDeclaration(JSON.stringify(half))).toEqual(half);
});

test('invalid parts of a draft are left out', () => {
  expect(readDeclaration('')).toBeNull();
  expect(readDeclaration('3')).toBeNull();
  expect(readDeclaration('{"title":"Kept","severity":"SEV9","page":["nonsense"]}')).toEqual({
    ...blank,
    title: 'Kept',
  });
});
