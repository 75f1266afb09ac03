/**
 * A team small enough that a test can start with it in a millisecond or two: four people with one role each, two services,
 * a rota in which Ada is on call, and a policy that asks the rota, then Lin.
 */
import type { Member, Team, TeamRole } from '#domain/team/schema.ts';
import type { Policy } from '#domain/policy/schema.ts';
import type { Schedule } from '#domain/schedule/schema.ts';
import type { Service } from '#domain/service/schema.ts';
import type { UserProfile } from '#domain/team/user-profile.ts';
import { documentPaths, realtimePaths } from '#api/paths.ts';
import type { DemoAccount } from '#ports/control.ts';
import type { Write } from '#ports/docs/docs.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { toDocument } from '#api/codec.ts';

export const teamId = 'demo';
const password = 'correct horse';

export type PersonName = 'Ada' | 'Lin' | 'Sam' | 'Vera' | 'Noor';

interface Person {
  readonly uid: string;
  readonly name: string;
  readonly email: string;
  /** `null`: has an account, and is in no team. */
  readonly role: TeamRole | null;
}

const person = (name: PersonName, surname: string, role: TeamRole | null): Person => ({
  uid: name.toLowerCase(),
  name: `${name} ${surname}`,
  email: `${name.toLowerCase()}@northwind.example`,
  role,
});

export const people: Readonly<Record<PersonName, Person>> = {
  Ada: person('Ada', 'Moreno', 'owner'),
  Lin: person('Lin', 'Ødegård', 'admin'),
  Sam: person('Sam', 'Osei', 'responder'),
  Vera: person('Vera', 'Holt', 'viewer'),
  Noor: person('Noor', 'Haddad', null),
};

export const credentialOf = (name: PersonName) =>
  ({ kind: 'password', email: people[name].email, password }) as const;

export const smallTeamAccounts: readonly DemoAccount[] = (['Ada', 'Lin', 'Sam', 'Vera'] as const).map(
  (name) => ({
    name: people[name].name,
    description: `${people[name].role}`,
    credential: credentialOf(name),
  }),
);

/** Seeds the team: accounts, then one batch of documents. */
export async function seedSmallTeam(server: ServerPorts): Promise<void> {
  for (const { uid, name, email } of Object.values(people))
    await server.users.create({ uid, email, password, displayName: name, emailVerified: true });
  const now = server.clock.now();
  const set = (path: string, data: object): Write => ({ type: 'set', path, data: toDocument(data) });
  await server.docs.batch(documents(now).map(([path, data]) => set(path, data)));
  const roles = Object.values(people).flatMap(({ uid, role }) =>
    role ? [[realtimePaths.accessRole(teamId, uid), role] as const] : [],
  );
  await server.realtime.update(Object.fromEntries(roles));
}

export const secondTeam = { id: 'south', name: 'Southwind' } as const;

/** The small team, and a second one, in which Ada is a responder. Vera is in the second one too. */
export async function seedTwoTeams(server: ServerPorts): Promise<void> {
  await seedSmallTeam(server);
  const { id, name } = secondTeam;
  const now = server.clock.now();
  const base = { teamId: id, createdAt: now, createdBy: 'ada', revision: 1 };
  const team: Team = {
    ...base,
    id,
    name,
    slug: id,
    timezone: 'Europe/Lisbon',
    fallbackPeople: ['ada'],
    demonstration: true,
    lastIncidentNumber: 0,
  };
  const writes: Write[] = [{ type: 'set', path: documentPaths.team(id), data: toDocument(team) }];
  for (const { uid, name: displayName, role: first } of [people.Ada, people.Vera]) {
    const role: TeamRole = 'responder';
    const member: Member = { ...base, id: uid, displayName, role, timezone: 'Europe/Lisbon' };
    const teams = { [teamId]: first, [id]: role };
    writes.push(
      { type: 'set', path: documentPaths.member(id, uid), data: toDocument(member) },
      { type: 'update', path: documentPaths.user(uid), changes: { teams } },
    );
    await server.realtime.update({ [realtimePaths.accessRole(id, uid)]: role });
  }
  await server.docs.batch(writes);
}

function documents(now: number): readonly (readonly [string, object])[] {
  const base = { teamId, createdAt: now, createdBy: 'ada', revision: 1 };
  const team: Team = {
    ...base,
    id: teamId,
    name: 'Northwind',
    slug: 'northwind',
    timezone: 'Europe/Berlin',
    fallbackPeople: ['ada'],
    demonstration: true,
    lastIncidentNumber: 0,
  };
  const members = Object.values(people).flatMap(({ uid, name, role }) => {
    const profile: UserProfile = {
      id: uid,
      createdAt: now,
      createdBy: uid,
      revision: 1,
      displayName: name,
      teams: role ? { [teamId]: role } : {},
    };
    const entries: (readonly [string, object])[] = [[documentPaths.user(uid), profile]];
    if (role) {
      const member: Member = { ...base, id: uid, displayName: name, role, timezone: 'Europe/Berlin' };
      entries.push([documentPaths.member(teamId, uid), member]);
    }
    return entries;
  });
  const schedule: Schedule = {
    ...base,
    id: 'primary',
    name: 'Primary',
    timezone: 'Europe/Berlin',
    layers: [
      {
        name: 'Weekly',
        people: ['ada', 'sam'],
        startsAt: Date.UTC(2026, 0, 5, 8),
        unit: 'week',
        every: 1,
        restrictions: [],
      },
    ],
  };
  const policy: Policy = {
    ...base,
    id: 'standard',
    name: 'Standard',
    steps: [
      {
        targets: [{ kind: 'schedule', scheduleId: 'primary' }],
        delayMinutes: 5,
        mode: 'all',
        acknowledgedBy: 'any',
      },
      { targets: [{ kind: 'person', userId: 'lin' }], delayMinutes: 5, mode: 'all', acknowledgedBy: 'any' },
    ],
    repeat: 1,
  };
  const service = (id: string, name: string, description: string): Service => ({
    ...base,
    id,
    name,
    description,
    policyId: 'standard',
  });
  return [
    [documentPaths.team(teamId), team],
    ...members,
    [documentPaths.schedule(teamId, 'primary'), schedule],
    [documentPaths.policy(teamId, 'standard'), policy],
    [documentPaths.service(teamId, 'payments'), service('payments', 'Payments', 'Takes the money')],
    [documentPaths.service(teamId, 'search'), service('search', 'Search', 'Finds the goods')],
  ];
}
