import { expect, test } from 'vitest';
import type { PagePriority, StepCondition } from '../policy/condition.ts';
import { begin, forever, notified, policyOf, run, step, team } from './page.fixture.ts';

const only = (more: Partial<StepCondition>) => ({
  condition: { urgency: null, severities: [], hours: null, ...more },
});

test('a step whose condition does not hold is skipped at once with the reason', () => {
  const policy = policyOf([
    step(['ada'], only({ urgency: 'low' })),
    step(['lin'], only({ urgency: 'high' })),
  ]);
  const result = begin(policy);
  expect(notified(result)).toEqual(['lin@0']);
  expect(result.events.map(({ entry }) => entry)).toMatchObject([
    { change: 'started' },
    { change: 'skipped', step: 1, reason: 'only when urgency is low' },
    { change: 'notified', step: 2, reason: '' },
  ]);
});

test('severities are those of the incident or of the alert', () => {
  const policy = policyOf([step(['ada'], only({ severities: ['SEV1', 'critical'] })), step(['lin'])]);
  const first = (priority: PagePriority) => notified(begin(policy, team(), { priority }))[0];
  expect(first({ incident: null, alert: 'critical' })).toBe('ada@0');
  expect(first({ incident: 'SEV1', alert: 'error' })).toBe('ada@0');
  expect(first({ incident: 'SEV2', alert: 'error' })).toBe('lin@0');
});

test('hours are checked when the step starts: closed in one round, open in the next', () => {
  // The start is 00:16:40 in UTC.
  const hours = { timezone: 'UTC', windows: [{ weekdays: [4], from: '00:20', to: '01:00' }] };
  const result = run(begin(policyOf([step(['ada'], only({ hours })), step(['lin'])], 1)), forever);
  expect(notified(result)).toEqual(['lin@0', 'ada@5', 'lin@10', 'fay@15', 'owen@20']);
  expect(result.events.map(({ entry }) => entry)).toContainEqual(
    expect.objectContaining({ change: 'skipped', reason: 'only Thu 00:20–01:00 UTC' }),
  );
});

test('a policy without any condition that holds asks the fallback people and the owners, and ends', () => {
  const never = only({ urgency: 'low' });
  const result = run(begin(policyOf([step(['ada'], never), step(['lin'], never)], 9)), forever);
  expect(notified(result)).toEqual(['fay@0', 'owen@5']);
  expect(result.state.status).toBe('exhausted');
});
