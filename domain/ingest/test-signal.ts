/** The message by which a team sees that an integration works: an alert that pages nobody. */
import type { Signal } from './signal.ts';

/** Test signal of an integration; all test signals share one alert until the alert is resolved. */
export const testSignal = (integrationName: string, now: number): Signal => ({
  action: 'trigger',
  dedupKey: 'muster-test-message',
  summary: `Test message of ${integrationName}`,
  severity: 'info',
  labels: { test: 'true' },
  links: [],
  firing: 1,
  startsAt: now,
});
