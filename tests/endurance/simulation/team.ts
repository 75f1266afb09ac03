/**
 * The simulated team: a person of every role, people without a team, services with different policies, and senders of alerts. Small, so that a cloud of its own costs each history a millisecond.
 */
import type { Policy, PolicyStep } from '#domain/policy/schema.ts';
import type { Schedule } from '#domain/schedule/schema.ts';
import type { Integration, SenderKind } from '#domain/integration/schema.ts';
import { limits } from '#domain/constants.ts';
import { defaultJoining, type Service } from '#domain/service/schema.ts';
import type { Member, Team, TeamRole } from '#domain/team/schema.ts';
import type { UserProfile } from '#domain/team/user-profile.ts';
import { keyRecord } from '#api/ingest-key.ts';
import { documentPaths, realtimePaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { toDocument } from '#api/codec.ts';
import type { ServerPorts } from '#ports/server/server.ts';

export const teamId = 'lighthouse';
export const spareId = 'spare';
const password = 'correct horse';

export interface Account {
  readonly uid: string;
  /** Role at the start; `null` for a person without a team. */
  readonly role: TeamRole | null;
}

export const accounts: readonly Account[] = [
  { uid: 'olga', role: 'owner' },
  { uid: 'adam', role: 'admin' },
  { uid: 'rita', role: 'responder' },
  { uid: 'ravi', role: 'responder' },
  { uid: 'rosa', role: 'responder' },
  { uid: 'vera', role: 'viewer' },
  /** Person who stays without a team. */
  { uid: 'nils', role: null },
  /** Person without a team who may join this one, a demonstration team. */
  { uid: 'juno', role: null },
];

const emailOf = (uid: string) => `${uid}@lighthouse.example`;
export const credentialOf = (uid: string) => ({ kind: 'password', email: emailOf(uid), password }) as const;

const person = (userId: string) => ({ kind: 'person', userId }) as const;
const step = (targets: PolicyStep['targets'], more: Partial<PolicyStep> = {}): PolicyStep => ({
  targets,
  delayMinutes: 5,
  mode: 'all',
  acknowledgedBy: 'any',
  ...more,
});

const policies: readonly Pick<Policy, 'id' | 'name' | 'steps' | 'repeat' | 'thenPolicyId'>[] = [
  {
    id: 'ladder',
    name: 'Ladder',
    steps: [
      step([{ kind: 'schedule', scheduleId: 'primary' }]),
      step([person('rita'), person('ravi'), person('rosa')], { mode: 'round-robin', delayMinutes: 3 }),
      step([person('adam')]),
    ],
    repeat: 1,
  },
  {
    id: 'together',
    name: 'Everyone answers',
    steps: [
      step([person('rita'), person('ravi')], { acknowledgedBy: 'all' }),
      // Viewers can't be asked: skipped.
      step([person('vera')]),
      step([{ kind: 'team' }]),
    ],
    repeat: 0,
    thenPolicyId: 'management',
  },
  {
    id: 'management',
    name: 'Management',
    steps: [
      step([person('adam')], { condition: { urgency: 'high', severities: [], hours: null } }),
      step([person('olga'), person('adam')], {
        mode: 'round-robin',
        condition: { urgency: null, severities: ['SEV1', 'SEV2', 'critical'], hours: null },
      }),
    ],
    repeat: 1,
  },
  { id: 'quiet', name: 'Quiet', steps: [step([person('rosa')])], repeat: 0, thenPolicyId: 'ladder' },
];

const services: readonly Pick<Service, 'id' | 'policyId' | 'lowPolicyId' | 'joining'>[] = [
  // Alerts join for long, so that some come while somebody holds the page.
  { id: 'shop', policyId: 'ladder', joining: { ...defaultJoining, minutes: limits.joiningMinutes.max } },
  { id: 'mail', policyId: 'together', lowPolicyId: 'quiet' },
  { id: 'batch', policyId: null },
];

export interface AlertSender {
  readonly id: string;
  readonly kind: SenderKind;
  readonly key: string;
  readonly serviceId: string;
}

export const senders: readonly AlertSender[] = services.flatMap(({ id: serviceId }) =>
  (['alertmanager', 'pagerduty'] as const).map((kind) => ({
    id: `${serviceId}-${kind}`,
    kind,
    key: `key-of-${serviceId}-${kind}`.padEnd(32, '0'),
    serviceId,
  })),
);

export const serviceIds = services.map(({ id }) => id);
export const policyIds = policies.map(({ id }) => id);

/**
 * Accounts, the team, and the realtime copy of who is in it. `turns` false: a round robin asks everybody, because whose turn it is
 * depends on the page's id.
 */
export async function seedTeam(server: ServerPorts, turns = true): Promise<void> {
  for (const { uid } of accounts)
    await server.users.create({ uid, email: emailOf(uid), password, displayName: uid, emailVerified: true });
  const documents = documentsAt(server.clock.now(), turns);
  await server.docs.batch(
    documents.map(([path, entity]) => ({ type: 'set', path, data: toDocument(entity) })),
  );
  await server.realtime.update(
    Object.fromEntries(
      accounts.flatMap(({ uid, role }) =>
        role ? [[realtimePaths.accessRole(teamId, uid), role] as const] : [],
      ),
    ),
  );
}

function documentsAt(now: number, turns: boolean): readonly (readonly [path: string, entity: object])[] {
  const base = { teamId, createdAt: now, createdBy: 'olga', revision: 1 };
  const team: Team = {
    ...base,
    id: teamId,
    name: 'Lighthouse',
    slug: teamId,
    timezone: 'Europe/Berlin',
    fallbackPeople: ['adam', 'rosa'],
    demonstration: true,
    lastIncidentNumber: 0,
  };
  const schedule: Schedule = {
    ...base,
    id: 'primary',
    name: 'Primary',
    timezone: 'Europe/Berlin',
    layers: [
      {
        name: 'By the hour',
        people: ['rita', 'ravi'],
        startsAt: Date.UTC(2026, 0, 5, 8),
        unit: 'hour',
        every: 2,
        restrictions: [],
      },
    ],
  };
  /** No policy asks it. */
  const spare: Schedule = {
    ...schedule,
    id: spareId,
    name: 'Spare',
    layers: schedule.layers.map((layer) => ({ ...layer, people: ['rosa', 'rita', 'ravi'], every: 1 })),
  };
  return [
    [documentPaths.team(teamId), team],
    [serverPaths.slug(teamId), { teamId }],
    [documentPaths.schedule(teamId, 'primary'), schedule],
    [documentPaths.schedule(teamId, spareId), spare],
    ...accounts.flatMap(({ uid, role }) => (role ? membership(base, uid, role) : [])),
    ...policies.map((one): [string, Policy] => [
      documentPaths.policy(teamId, one.id),
      { ...base, ...one, steps: one.steps.map((each) => (turns ? each : { ...each, mode: 'all' })) },
    ]),
    ...services.map((one): [string, Service] => [
      documentPaths.service(teamId, one.id),
      { ...base, ...one, name: one.id, description: '' },
    ]),
    ...senders.flatMap((one) => integration(base, one)),
  ];
}

type Base = Pick<Team, 'teamId' | 'createdAt' | 'createdBy' | 'revision'>;

function membership(base: Base, uid: string, role: TeamRole): [string, object][] {
  const member: Member = { ...base, id: uid, displayName: uid, role, timezone: 'Europe/Berlin' };
  const { createdAt } = base;
  const profile: UserProfile = {
    id: uid,
    createdAt,
    createdBy: uid,
    revision: 1,
    displayName: uid,
    teams: { [teamId]: role },
  };
  return [
    [documentPaths.member(teamId, uid), member],
    [documentPaths.user(uid), profile],
  ];
}

function integration(base: Base, { id, kind, key, serviceId }: AlertSender): (readonly [string, object])[] {
  const entity: Integration = {
    ...base,
    id,
    name: id,
    serviceId,
    kind,
    keyEnding: key.slice(-4),
    lastEventAt: null,
    revokedAt: null,
  };
  return [[documentPaths.integration(teamId, id), entity], keyRecord(key, entity)];
}
