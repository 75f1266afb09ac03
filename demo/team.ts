/** Fills an empty backend with the demonstration team. Run again, it changes nothing. */
import type { SettingsKey } from '#api/settings.ts';
import { keyRecord } from '#api/ingest-key.ts';
import { collectionPaths, documentPaths, realtimePaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { toDocument } from '#api/codec.ts';
import type { UserProfile } from '#domain/team/user-profile.ts';
import type { Write } from '#ports/docs/docs.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { demoEmail, demoPassword } from './accounts.ts';
import { lastStoryNumber, stories } from './history/stories.ts';
import { demoPeople, demoTeamId } from './team/people.ts';
import { type DemoKeys, demoKeysOf, demoSecretPath, secretDocument } from './team/sender-keys.ts';
import { demoSetup, type DemoSetup } from './team/setup.ts';

/** Remote configuration of the demonstration, published when its backend is made. */
export const demoConfig = { demonstration_team: demoTeamId } as const satisfies Partial<
  Record<SettingsKey, string>
>;

/** Writes per batch: below the smallest limit of any provider. */
const perBatch = 400;

/**
 * The team itself is written last: if this is cut short, the next run does all of it again, with the same ids. `given`: secret of
 * the alert senders' keys. Default: drawn.
 */
export async function seedDemo(server: ServerPorts, given?: string): Promise<void> {
  const path = documentPaths.team(demoTeamId);
  if ((await server.docs.get(path)).data !== null) return;
  const now = server.clock.now();
  const setup = demoSetup(now, await keepKeys(server, given));
  const history = stories(setup, now);
  await createUsers(server);
  const documents = new Map<string, object>([
    ...setupDocuments(setup),
    ...history.flatMap((story) => [...story.documents]),
  ]);
  const writes = [...documents].map(([at, entity]) => set(at, entity));
  for (let from = 0; from < writes.length; from += perBatch)
    await server.docs.batch(writes.slice(from, from + perBatch));
  await server.realtime.update({
    ...Object.fromEntries(
      demoPeople.map(({ id, role }) => [realtimePaths.accessRole(demoTeamId, id), role] as const),
    ),
    ...Object.fromEntries(
      history.flatMap(({ incidentId }) =>
        incidentId === null ? [] : [[realtimePaths.existingRoom(demoTeamId, incidentId), true] as const],
      ),
    ),
  });
  await server.docs.batch([set(path, { ...setup.team, lastIncidentNumber: lastStoryNumber })]);
}

/** Keys of the alert senders, of the secret that an earlier run has kept, if one has. */
async function keepKeys({ docs, random }: ServerPorts, given: string | undefined): Promise<DemoKeys> {
  const kept = (await docs.get(demoSecretPath)).data;
  if (kept !== null) return demoKeysOf(kept);
  const data = secretDocument(given ?? random.secret());
  await docs.batch([{ type: 'set', path: demoSecretPath, data }]);
  return demoKeysOf(data);
}

async function createUsers({ users }: ServerPorts): Promise<void> {
  for (const person of demoPeople) {
    if ((await users.get(person.id)) !== null) continue;
    await users.create({
      uid: person.id,
      email: demoEmail(person),
      password: demoPassword,
      displayName: person.name,
      emailVerified: true,
    });
  }
}

function setupDocuments(setup: DemoSetup): readonly (readonly [string, object])[] {
  const { team, members, keys, ...lists } = setup;
  return [
    ...members.map((one) => [documentPaths.member(team.id, one.id), one] as const),
    ...members.map((one) => [documentPaths.user(one.id), profileOf(one)] as const),
    ...(Object.keys(lists) as (keyof typeof lists)[]).flatMap((name) =>
      lists[name].map((one) => [`${collectionPaths[name](team.id)}/${one.id}`, one] as const),
    ),
    ...keys.map(({ key, integrationId, kind }) =>
      keyRecord(key, { teamId: team.id, id: integrationId, kind }),
    ),
    [serverPaths.slug(team.slug), { teamId: team.id }],
  ];
}

function profileOf({ id, createdAt, displayName, role }: DemoSetup['members'][number]): UserProfile {
  return { id, createdAt, createdBy: id, revision: 1, displayName, teams: { [demoTeamId]: role } };
}

const set = (path: string, entity: object): Write => ({ type: 'set', path, data: toDocument(entity) });
