import { expect, test } from 'vitest';
import { everything, queryOf, readAuditFilter, writeAuditFilter } from './audit-filter.ts';

test('a filter comes back from its address', () => {
  const filter = {
    by: 'ada',
    command: 'saveTeam',
    about: 'incident:i-1',
    from: '2026-11-01',
    to: '2026-11-23',
    automatic: true,
  } as const;
  expect(readAuditFilter(writeAuditFilter(filter))).toEqual(filter);
  expect(writeAuditFilter(everything)).toBe('');
});

test.each([
  'by=../x',
  'command=toString',
  'command=nothing',
  'about=x',
  'about=a:b:c',
  'from=2026-13-01',
  'to=yes',
])('%s counts as absent', (search) => {
  expect(readAuditFilter(search)).toEqual(everything);
});

test('days are in the team’s zone, with both ends included', () => {
  const { fromAt, untilAt } = queryOf(
    { ...everything, from: '2026-11-23', to: '2026-11-23' },
    'Europe/Berlin',
  );
  expect(fromAt).toBe(Date.UTC(2026, 10, 22, 23));
  expect(untilAt).toBe(Date.UTC(2026, 10, 23, 23));
});
