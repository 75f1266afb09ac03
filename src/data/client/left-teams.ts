/**
 * Teams that a person is no longer in: what this browser keeps of them is erased. The documents’ cache knows no teams, so all of it
 * goes; what other teams’ screens need they read again.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { Docs } from '#ports/docs/docs.ts';
import { forgetDrafts } from './drafts.ts';
import { forgetCommandsOf, type OutboxStorage } from './outbox.ts';

const leftKey = (uid: string) => `muster.left-teams.${uid}`;
const knownKey = (uid: string) => `muster.known-teams.${uid}`;

/** Teams whose data is still to be erased here: by this page, or by one that came to no end. */
export const teamsToErase = (storage: OutboxStorage, uid: string): readonly string[] =>
  readList(storage, leftKey(uid));

/**
 * Compares the person’s teams with those that this page and this browser knew. Those that are gone are noted until they are erased, and
 * returned. `known`: null when the page begins.
 */
export function noteTeams(
  storage: OutboxStorage,
  uid: string,
  known: readonly string[] | null,
  teams: readonly string[],
): readonly string[] {
  const before = [...(known ?? []), ...readList(storage, knownKey(uid)), ...teamsToErase(storage, uid)];
  const left = [...new Set(before)].filter((id) => !teams.includes(id));
  write(storage, knownKey(uid), teams);
  write(storage, leftKey(uid), left);
  return left;
}

function write(storage: OutboxStorage, key: string, ids: readonly string[]): void {
  try {
    if (ids.length > 0) storage.setItem(key, JSON.stringify(ids));
    else storage.removeItem(key);
  } catch {
    // Without storage this page still knows what it has shown.
  }
}

export interface Erasure {
  readonly docs: Docs;
  readonly queries: QueryClient;
  readonly storage: OutboxStorage;
  readonly uid: string;
  readonly teams: readonly string[];
  /** Rejects when writes that wait for other teams have waited long enough. */
  patience(): Promise<never>;
}

/**
 * Erases drafts, waiting commands and cached documents. Writes that wait for other teams are sent first.
 * @throws failed-precondition while a tab of this browser shows another team, and what `patience` rejects with: it may be tried again
 */
export async function eraseTeams(erasure: Erasure): Promise<void> {
  const { docs, queries, storage, uid, teams } = erasure;
  for (const teamId of teams) {
    forgetDrafts(uid, teamId);
    forgetCommandsOf(queries, storage, uid, teamId);
  }
  queries.removeQueries({ type: 'inactive' });
  await Promise.race([docs.waitForPendingWrites(), erasure.patience()]);
  await docs.clearCache();
  write(storage, leftKey(uid), []);
}

function readList(storage: OutboxStorage, key: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
