/**
 * Removes a deleted team for good once its grace period is over: memberships in profiles, tokens, files, every document, and
 * what the realtime database holds. In batches; a sweep that dies or has done enough goes on in the next one, because the team's own
 * document goes last. The slug stays reserved: it names no other team, ever.
 */
import * as v from 'valibot';
import { constants, day } from '#domain/constants.ts';
import { storedTime } from '#api/codec.ts';
import { documentPaths, realtimePaths, storagePaths } from '#api/paths.ts';
import { teamCollections } from '#api/collection-names.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import type { DocData } from '#ports/docs/values.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { channels } from '../channels/channels.ts';
import { countersOfKey } from '../ingest/counters.ts';

/** Documents of one batch: below the smallest limit of any provider. */
const portion = 200;
/** Keys removed at once: each has counters to remove. */
const keysAtOnce = 10;
/** Documents of one sweep, of all teams. */
const documentsPerSweep = 4_000;

/** Rest of a sweep's share of removals. */
interface Budget {
  documents: number;
}

export async function purgeTeams(server: ServerPorts): Promise<void> {
  const before = server.clock.now() - constants.teamGraceDays * day;
  const due = await server.docs.find(
    query('teams', where('deletedAt', '<=', storedTime(before)), orderBy('deletedAt'), limit(10)),
  );
  const budget: Budget = { documents: documentsPerSweep };
  for (const { id } of due) {
    if (!(await purge(server, id, budget))) return;
  }
}

/** False: the budget is used up. */
async function purge(server: ServerPorts, teamId: string, budget: Budget): Promise<boolean> {
  const team = documentPaths.team(teamId);
  if (!(await removeTokens(server, teamId, budget))) return false;
  // Members go last of all: by them a run that is repeated finds the profiles.
  const names = [...teamCollections.keys()].filter((name) => name !== 'members');
  for (const name of names) {
    const below = teamCollections.get(name) ?? [];
    const each = async (found: DocSnapshot) => {
      for (const { erased } of channels) await erased(server, found);
      return emptied(server, found, below, budget);
    };
    if (!(await removeAll(server, `${team}/${name}`, budget, each))) return false;
  }
  const leave = async ({ id }: DocSnapshot) => {
    await forget(server, teamId, id);
    return true;
  };
  if (!(await removeAll(server, `${team}/members`, budget, leave))) return false;
  await server.realtime.update({
    [realtimePaths.teamAccess(teamId)]: null,
    [realtimePaths.teamPresence(teamId)]: null,
  });
  await server.docs.batch([{ type: 'delete', path: team }]);
  return true;
}

/** Removes a collection's documents, each after `first`. False: the budget is used up, here or in `first`. */
async function removeAll(
  { docs }: ServerPorts,
  collection: string,
  budget: Budget,
  first: (found: DocSnapshot) => Promise<boolean>,
): Promise<boolean> {
  for (;;) {
    if (budget.documents <= 0) return false;
    const found = await docs.find(query(collection, limit(Math.min(portion, budget.documents))));
    if (found.length === 0) return true;
    const ready: DocSnapshot[] = [];
    for (const one of found) {
      if (!(await first(one))) break;
      ready.push(one);
    }
    budget.documents -= ready.length;
    if (ready.length > 0) await docs.batch(ready.map(({ path }) => ({ type: 'delete', path })));
    if (ready.length < found.length) return false;
  }
}

/** Removes everything below a document before it, with the files of its records. */
async function emptied(
  server: ServerPorts,
  { path }: DocSnapshot,
  below: readonly string[],
  budget: Budget,
): Promise<boolean> {
  for (const name of below) {
    const each = async (found: DocSnapshot) => {
      for (const file of filesOf(found)) await server.storage.remove(file);
      return true;
    };
    if (!(await removeAll(server, `${path}/${name}`, budget, each))) return false;
  }
  return true;
}

const fileRecord = v.object({ path: v.string() });
const fileEntry = v.object({ kind: v.literal('attachment'), attachmentId: v.string(), name: v.string() });

/** Files of a record, or of the timeline entry of one whose record is gone. */
function filesOf({ path, data }: DocSnapshot): readonly string[] {
  const [, teamId = '', , incidentId = '', name] = path.split('/');
  if (name === 'attachments' && v.is(fileRecord, data)) return [data.path];
  if (name === 'timeline' && v.is(fileEntry, data))
    return [storagePaths.attachment(teamId, incidentId, data.attachmentId, data.name)];
  return [];
}

/** Keys of senders, with their counters. */
async function removeTokens({ docs }: ServerPorts, teamId: string, budget: Budget): Promise<boolean> {
  for (;;) {
    if (budget.documents <= 0) return false;
    const keys = await docs.find(query('integrationKeys', where('teamId', '==', teamId), limit(keysAtOnce)));
    if (keys.length === 0) break;
    const paths = keys.flatMap(({ id, path }) => [...countersOfKey(id), path]);
    budget.documents -= paths.length;
    for (let from = 0; from < paths.length; from += portion)
      await docs.batch(paths.slice(from, from + portion).map((path) => ({ type: 'delete', path })));
  }
  for (;;) {
    if (budget.documents <= 0) return false;
    const digests = await docs.find(query('apiKeyDigests', where('teamId', '==', teamId), limit(keysAtOnce)));
    if (digests.length === 0) return true;
    budget.documents -= digests.length;
    await docs.batch(digests.map(({ path }) => ({ type: 'delete', path })));
  }
}

/** The team is in no list of their profile any more. */
async function forget({ docs }: ServerPorts, teamId: string, userId: string): Promise<void> {
  const path = documentPaths.user(userId);
  await docs.transaction(async (transaction) => {
    const { data } = await transaction.get(path);
    if (data === null) return;
    const without = (map: unknown) =>
      Object.fromEntries(Object.entries((map ?? {}) as object).filter(([id]) => id !== teamId));
    const [teams, deletedTeams] = [without(data['teams']), without(data['deletedTeams'])];
    const revision = Number(data['revision'] ?? 0) + 1;
    transaction.write({ type: 'set', path, data: { ...data, teams, deletedTeams, revision } as DocData });
  });
}
