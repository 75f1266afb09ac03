/**
 * Ends the memberships of people whose account is gone: deleted past `deleteAccount`, by the sign-in service's own call, its console or its
 * API. The sweep asks for a portion of accounts at a time, and begins anew an hour after the last one; each person it misses leaves all
 * teams in one transaction, as with `deleteAccount`, but that nobody is there to be asked who takes over.
 */
import * as v from 'valibot';
import { type AccountDeletion, accountDeletionSchema } from '#domain/account/deletion.ts';
import { epochMsSchema, isId, system } from '#domain/base.ts';
import { constants, minute } from '#domain/constants.ts';
import { fromDocument, toDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { documentId, limit, orderBy, query, startAfter } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { attempt } from '../kernel/attempt.ts';
import { forEachBounded } from '../kernel/bounded.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { endMissingMember } from './missing-member.ts';
import { removeRest } from './remove-rest.ts';
import { membershipsOf } from './teams.ts';

/** Accounts that one sweep asks for. */
const portion = 50;
/** Requests to the sign-in service at the same time. */
const askedAtOnce = 8;
/** Documents that one transaction hands over, of all teams together. */
export const heldAtOnce = 60;

const stateSchema = v.object({
  /** Id of the last profile of the portion before; null: the first portion is next. */
  after: v.nullable(v.string()),
  /** Earliest time of the next portion. */
  nextAt: epochMsSchema,
});
type State = v.InferInput<typeof stateSchema>;

const statePath = serverPaths.sweepState('accounts');

/**
 * An account whose removal fails does not block the others: the next pass retries. Without an answer of the sign-in service, the next sweep
 * asks for the same batch.
 */
export async function endMissingAccounts(server: ServerPorts): Promise<void> {
  const { docs, clock } = server;
  const now = clock.now();
  const stored: State | null = fromDocument(stateSchema, await docs.get(statePath));
  const state: State = stored ?? { after: null, nextAt: now };
  if (now < state.nextAt) return;
  const from = state.after === null ? [] : [startAfter([state.after])];
  const profiles = await docs.find(query('users', orderBy(documentId), ...from, limit(portion)));
  const missing = await missingAmong(server, profiles.map(({ id }) => id).filter(isId));
  const failures: unknown[] = [];
  for (const id of missing)
    try {
      await endMissingAccount(server, id);
    } catch (error) {
      failures.push(error);
    }
  const after = profiles.length < portion ? null : (profiles.at(-1)?.id ?? null);
  const next: State = {
    after,
    nextAt: after === null ? now + constants.missingAccountMinutes * minute : now,
  };
  await docs.batch([{ type: 'set', path: statePath, data: toDocument(next) }]);
  if (failures.length > 0) throw failures[0];
}

/** @throws PortError where the sign-in service does not answer for one of them */
async function missingAmong({ users }: ServerPorts, ids: readonly string[]): Promise<readonly string[]> {
  const missing: string[] = [];
  const failures: unknown[] = [];
  await forEachBounded(ids, askedAtOnce, async (id) => {
    try {
      if ((await users.get(id)) === null) missing.push(id);
    } catch (error) {
      failures.push(error);
    }
  });
  if (failures.length > 0) throw failures[0];
  return missing;
}

export async function endMissingAccount(server: ServerPorts, userId: string): Promise<void> {
  const path = serverPaths.accountDeletion(userId);
  await transact(server, async (work) => {
    if ((await work.get(accountDeletionSchema, path)) !== null) return;
    const memberships = await membershipsOf(work, userId);
    const most = Math.ceil(heldAtOnce / Math.max(1, memberships.length));
    for (const membership of memberships) await endMissingMember(work, server.users, membership, most);
    work.remove(documentPaths.user(userId));
    const teams = memberships.map(({ team }) => team.id);
    const made = { id: userId, createdAt: work.now, createdBy: system, revision: 1 };
    work.save(path, { ...made, teams, finishedAt: null } satisfies AccountDeletion);
    work.afterCommit(async (ports) => {
      await attempt(() => removeRest(ports, path));
    });
  });
}
