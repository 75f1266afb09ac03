/** Setup of the demonstration team: services, schedules, policies and alert senders. */
import { day, hour, minute } from '#domain/constants.ts';
import type { CoverRequest } from '#domain/cover/schema.ts';
import type { Policy, PolicyStep } from '#domain/policy/schema.ts';
import type { Runbook } from '#domain/runbook/schema.ts';
import type { Layer, Override, Schedule } from '#domain/schedule/schema.ts';
import type { Integration, SenderKind } from '#domain/integration/schema.ts';
import type { Service } from '#domain/service/schema.ts';
import type { TimeOff } from '#domain/time-off/schema.ts';
import type { Member, Team } from '#domain/team/schema.ts';
import { createZone } from '#domain/schedule/rota-zone.ts';
import { demoPeople, demoTeamId, demoTeamName, demoTimezone } from './people.ts';
import type { DemoKeys, DemoServiceId } from './sender-keys.ts';

/** State of the team at `now`, without its history. Lists are named after their collections. */
export interface DemoSetup {
  readonly team: Team;
  readonly members: readonly Member[];
  readonly services: readonly Service[];
  readonly schedules: readonly Schedule[];
  readonly overrides: readonly Override[];
  readonly timeOff: readonly TimeOff[];
  readonly coverRequests: readonly CoverRequest[];
  readonly policies: readonly Policy[];
  readonly runbooks: readonly Runbook[];
  readonly integrations: readonly Integration[];
  readonly keys: readonly {
    readonly key: string;
    readonly integrationId: string;
    readonly kind: SenderKind;
  }[];
}

const owner = 'amara';
const week = 7 * day;

export function demoSetup(now: number, senderKeys: DemoKeys): DemoSetup {
  const founded = mondayBefore(now - 40 * week);
  const by = (createdBy: string) => ({ teamId: demoTeamId, createdAt: founded, createdBy, revision: 1 });
  return {
    team: {
      ...by(owner),
      id: demoTeamId,
      name: demoTeamName,
      slug: demoTeamId,
      timezone: demoTimezone,
      fallbackPeople: ['jonas', 'mei'],
      demonstration: true,
      lastIncidentNumber: 0,
    },
    members: demoPeople.map(({ id, name, role, timezone }) => ({
      ...by(owner),
      id,
      displayName: name,
      role,
      timezone,
    })),
    services: services.map((service) => ({ ...by('jonas'), ...service })),
    schedules: [
      {
        ...by('mei'),
        id: 'shop',
        name: 'Shop',
        timezone: demoTimezone,
        layers: [layer('Weekly', ['priya', 'diego'], founded)],
      },
      {
        ...by('jonas'),
        id: 'platform',
        name: 'Platform',
        timezone: demoTimezone,
        layers: [
          layer('Weekly', ['lena', 'kwame'], founded),
          {
            ...layer('Office hours', ['kwame', 'lena'], founded),
            unit: 'day',
            restrictions: [{ weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }],
          },
        ],
      },
    ],
    overrides: [nextSaturday(now, by('diego'))],
    timeOff: [inNextTurn(now, by('diego'))],
    coverRequests: [nextWednesday(now, by('diego'))],
    policies: [
      { ...by('mei'), ...onCall('shop', 'Shop', ['diego', 'priya'], 'mei') },
      { ...by('jonas'), ...onCall('platform', 'Platform', ['lena', 'kwame'], 'jonas') },
    ],
    runbooks: [cardsFail(by('mei'))],
    integrations: integrations(by('jonas'), senderKeys),
    keys: demoSenders.map(({ service, id, kind }) => ({ key: senderKeys[service], integrationId: id, kind })),
  };
}

const service = (
  id: string,
  name: string,
  policyId: string | null,
  description: string,
  more: Pick<Service, 'ownerId' | 'supportHours' | 'dependsOn'>,
) => ({ id, name, policyId, description, ...more });
const services: readonly Omit<Service, 'teamId' | 'createdAt' | 'createdBy' | 'revision'>[] = [
  service(
    'payments',
    'Payments',
    'shop',
    'Charges cards and wallets through two providers, and pays refunds.',
    { ownerId: 'priya', dependsOn: ['identity'] },
  ),
  service('checkout', 'Checkout', 'shop', 'The basket, delivery options and placing the order.', {
    ownerId: 'diego',
    dependsOn: ['payments', 'search'],
  }),
  service('search', 'Search', 'platform', 'Finds books by title, author and what they are about.', {
    ownerId: 'lena',
    dependsOn: ['catalogue'],
  }),
  service('identity', 'Identity', 'platform', 'Sign-in, accounts and password resets for customers.', {
    ownerId: 'kwame',
  }),
  service(
    'catalogue',
    'Catalogue import',
    null,
    'Takes in the publishers’ lists every night. Pages nobody: it can wait until morning.',
    {
      ownerId: 'lena',
      supportHours: {
        timezone: demoTimezone,
        windows: [{ weekdays: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }],
      },
    },
  ),
];

/** `id`: of its integration. */
interface DemoSender {
  readonly service: DemoServiceId;
  readonly id: string;
  readonly kind: SenderKind;
  readonly name: string;
}

const sender = (service: DemoServiceId, kind: SenderKind, name: string): DemoSender => ({
  service,
  id: `${service}-${kind}`,
  kind,
  name,
});
export const demoSenders: readonly DemoSender[] = [
  sender('payments', 'pagerduty', 'Payment provider monitor'),
  sender('identity', 'pagerduty', 'Synthetic sign-in checks'),
  sender('checkout', 'alertmanager', 'Alertmanager, shop'),
  sender('search', 'alertmanager', 'Alertmanager, platform'),
  sender('catalogue', 'alertmanager', 'Alertmanager, nightly jobs'),
];

function integrations(
  base: Pick<Integration, 'teamId' | 'createdAt' | 'createdBy' | 'revision'>,
  senderKeys: DemoKeys,
) {
  return demoSenders.map(({ service, id, kind, name }) => ({
    ...base,
    id,
    name,
    serviceId: service,
    kind,
    keyEnding: senderKeys[service].slice(-4),
    lastEventAt: null,
    revokedAt: null,
  }));
}

/** Policy in three steps: the person on call, both members by name, the team's lead. */
const onCall = (id: string, team: string, people: readonly string[], lead: string) => ({
  id,
  name: `${team} on call`,
  steps: [
    step([{ kind: 'schedule', scheduleId: id }], 5),
    step(persons(people), 5),
    step(persons([lead]), 10),
  ],
  repeat: 1,
});

const persons = (userIds: readonly string[]): PolicyStep['targets'] =>
  userIds.map((userId) => ({ kind: 'person', userId }));

const step = (targets: PolicyStep['targets'], delayMinutes: number): PolicyStep => ({
  targets,
  delayMinutes,
  mode: 'all',
  acknowledgedBy: 'any',
});

function layer(name: string, people: string[], startsAt: number): Layer {
  return { name, people, startsAt, unit: 'week', every: 1, restrictions: [] };
}

/** The last hand-over, Monday at 09:00 in the team's zone, on or before an instant. */
function mondayBefore(instant: number): number {
  const zone = createZone(demoTimezone);
  const midnight = Math.floor(zone.wallClock(instant) / day) * day;
  // Day 0, 1 January 1970, was a Thursday.
  const sinceMonday = (midnight / day + 3) % 7;
  const handOver = midnight - sinceMonday * day + 9 * 60 * minute;
  const thisWeek = zone.instant(handOver);
  return thisWeek <= instant ? thisWeek : zone.instant(handOver - week);
}

/** Lena takes the Saturday after next Monday: a wedding. */
function nextSaturday(
  now: number,
  base: Pick<Override, 'teamId' | 'createdAt' | 'createdBy' | 'revision'>,
): Override {
  const startsAt = mondayBefore(now) + week + 5 * day;
  return {
    ...base,
    createdAt: now - 2 * day,
    id: 'saturday-cover',
    scheduleId: 'shop',
    startsAt,
    endsAt: startsAt + day,
    userId: 'lena',
    insteadOf: null,
  };
}

/** Two days of Diego's own, in his next whole turn at the shop: nobody has arranged for cover yet. */
function inNextTurn(
  now: number,
  base: Pick<TimeOff, 'teamId' | 'createdAt' | 'createdBy' | 'revision'>,
): TimeOff {
  const monday = mondayBefore(now);
  // Priya and Diego take turns, week by week.
  const weeks = Math.round((monday - mondayBefore(base.createdAt)) / week);
  const turn = monday + (weeks % 2 === 0 ? 1 : 2) * week;
  const zone = createZone(demoTimezone);
  const midnight = (days: number) => zone.instant(Math.floor(zone.wallClock(turn + days * day) / day) * day);
  return {
    ...base,
    createdAt: now - day,
    id: 'diego-away',
    userId: 'diego',
    startsAt: midnight(2),
    endsAt: midnight(4),
    allDayIn: demoTimezone,
    calendarId: null,
  };
}

/** Diego asks for cover of the Wednesday evening after next Monday, in his week. */
function nextWednesday(
  now: number,
  base: Pick<CoverRequest, 'teamId' | 'createdAt' | 'createdBy' | 'revision'>,
): CoverRequest {
  const startsAt = mondayBefore(now) + week + 2 * day + 9 * hour;
  const endsAt = startsAt + 4 * hour;
  return {
    ...base,
    createdAt: now - 3 * hour,
    id: 'school-play',
    scheduleId: 'shop',
    userId: 'diego',
    startsAt,
    endsAt,
    asked: null,
    note: 'My daughter’s school play.',
    status: 'open',
    takerId: null,
    takenAt: null,
    overrideId: null,
    dueAt: endsAt,
    expiry: null,
  };
}

const cardsFail = (base: Pick<Runbook, 'teamId' | 'createdAt' | 'createdBy' | 'revision'>): Runbook => ({
  ...base,
  id: 'cards-fail',
  name: 'Card payments fail',
  severities: ['SEV1', 'SEV2', 'SEV3'],
  serviceIds: ['payments', 'checkout'],
  steps: [
    { id: 'provider', text: 'Look at the status pages of both payment providers' },
    { id: 'switch', text: 'Send all cards to the provider that still answers' },
    { id: 'support', text: 'Tell support what customers see' },
    { id: 'refunds', text: 'Check for payments that were taken twice' },
  ],
});
