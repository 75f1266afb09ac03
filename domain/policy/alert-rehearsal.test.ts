import { expect, test } from 'vitest';
import { hour, minute } from '../constants.ts';
import type { Maintenance } from '../maintenance/schema.ts';
import { policyOf, step } from '../page/page.fixture.ts';
import type { Roster } from '../page/recipient-resolver.ts';
import type { Service } from '../service/schema.ts';
import { type AlertSetup, rehearseAlert } from './alert-rehearsal.ts';
import type { Policy } from './schema.ts';

const monday = Date.UTC(2026, 0, 5);
const base = { teamId: 't', createdAt: 0, createdBy: 'ada', revision: 1 };
const policy = (id: string, person: string): Policy => ({ ...base, id, ...policyOf([step([person])]) });
const roster: Roster = {
  team: { fallbackPeople: [] },
  members: ['ada', 'lin'].map((id) => ({ id, role: 'responder' as const })),
  schedules: [],
  overrides: [],
};
const service = (more: Partial<Service> = {}): Service => ({
  ...base,
  ...{ id: 'checkout', name: 'Checkout', description: '', policyId: 'days', lowPolicyId: null },
  ...{ ownerId: null, supportHours: null, dependsOn: [] },
  ...more,
});
const setup = (of: Service, more: Partial<AlertSetup> = {}): AlertSetup => ({
  services: [of],
  policies: [policy('days', 'ada'), policy('low', 'lin')],
  windows: [],
  roster,
  incident: null,
  ...more,
});
const alert = { serviceId: 'checkout', severity: 'critical', labels: {}, incidentId: null } as const;
const warning = { ...alert, severity: 'warning' } as const;

/** The first person and the minutes until they are asked, or the reason. */
function told(...given: Parameters<typeof rehearseAlert>): string {
  const rehearsed = rehearseAlert(...given);
  if (rehearsed.kind === 'nobody') return rehearsed.reason.kind;
  const [first] = rehearsed.page.steps;
  return `${first?.userIds.join(' ')} after ${((first?.at ?? 0) - given[2]) / minute}`;
}

test('the rehearsal of an alert uses the service’s policy for the urgency of the alert', () => {
  const two = setup(service({ lowPolicyId: 'low' }));
  expect(told(alert, two, monday)).toBe('ada after 0');
  expect(told(warning, two, monday)).toBe('lin after 0');
});

test('the rehearsal of an alert waits for the support hours at low urgency only', () => {
  const windows = [{ weekdays: [1 as const], from: '08:00', to: '18:00' }];
  const hours = setup(service({ supportHours: { timezone: 'UTC', windows } }));
  expect(told(warning, hours, monday)).toBe('ada after 480');
  expect(told(warning, hours, monday + 9 * hour)).toBe('ada after 0');
  expect(told(alert, hours, monday)).toBe('ada after 0');
});

test('the rehearsal of an alert states why no one would be paged', () => {
  expect(told({ ...alert, serviceId: null }, setup(service()), monday)).toBe('no-service');
  expect(told({ ...alert, serviceId: 'gone' }, setup(service()), monday)).toBe('no-service');
  expect(told(alert, setup(service({ policyId: null })), monday)).toBe('no-policy');
  expect(told(alert, setup(service(), { policies: [] }), monday)).toBe('policy-gone');
});

test('a maintenance window holds the rehearsed alert for its duration, unless the alert belongs to an incident', () => {
  const window: Maintenance = {
    ...base,
    ...{ id: 'upgrade', name: 'Upgrade', serviceIds: ['checkout'], matchers: [], timezone: 'UTC' },
    ...{ startsAt: monday, endsAt: monday + hour, recurrence: null, endedAt: null, dueAt: monday },
  };
  const held = setup(service(), { windows: [window] });
  expect(told(alert, held, monday)).toBe('maintenance');
  expect(told(alert, held, monday + hour)).toBe('ada after 0');
  expect(told({ ...alert, incidentId: 'i' }, held, monday)).toBe('ada after 0');
});

test('the rehearsal of an alert skips steps for other severities, of the incident too', () => {
  const condition = { urgency: null, severities: ['SEV1' as const], hours: null };
  const worst: Policy = {
    ...policy('days', 'ada'),
    ...policyOf([step(['ada'], { condition }), step(['lin'])]),
  };
  const given = setup(service(), { policies: [worst] });
  const second = (more: Partial<AlertSetup>) => {
    const rehearsed = rehearseAlert(alert, { ...given, ...more }, monday);
    return rehearsed.kind === 'page' ? rehearsed.page.steps[0]?.userIds : null;
  };
  expect(second({})).toEqual([]);
  expect(second({ incident: 'SEV1' })).toEqual(['ada']);
});

test('the rehearsal of an alert follows policies that hand over to each other', () => {
  const first: Policy = { ...policy('days', 'ada'), thenPolicyId: 'nights' };
  const given = setup(service(), { policies: [first, policy('nights', 'lin')] });
  const rehearsed = rehearseAlert(alert, given, monday);
  const asked = rehearsed.kind === 'page' ? rehearsed.page.steps : [];
  expect(asked.flatMap(({ policyIndex, userIds }) => userIds.map((id) => `${policyIndex} ${id}`))).toEqual([
    '0 ada',
    '1 lin',
  ]);
});
