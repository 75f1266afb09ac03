/**
 * Erases what this browser keeps of teams that a person is no longer in. The documents’ cache knows no teams, so all of it goes; what
 * other teams’ screens need they read again.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { Docs } from '#ports/docs/docs.ts';
import { forgetDrafts } from './drafts.ts';
import { noneToErase } from './left-teams.ts';
import { forgetChangesOf } from './outbox.ts';
import type { OutboxStorage } from './outbox-storage.ts';
import { forgetSeenEntries } from './seen-entries.ts';

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
 * Erases drafts, places in timelines, waiting changes and cached documents. Writes that wait for other teams are sent first.
 * @throws failed-precondition while a tab of this browser shows another team, and what `patience` rejects with: it may be tried again
 */
export async function eraseTeams(erasure: Erasure): Promise<void> {
  const { docs, queries, storage, uid, teams } = erasure;
  for (const teamId of teams) {
    forgetDrafts(uid, teamId);
    forgetSeenEntries(uid, teamId);
    forgetChangesOf(queries, storage, uid, teamId);
  }
  // Not `inactive`, which all live queries are: queries on screen stay, such as the signed-in person.
  queries.removeQueries({ predicate: (query) => query.getObserversCount() === 0 });
  if (docs.offline) {
    await Promise.race([docs.offline.waitForPendingWrites(), erasure.patience()]);
    await docs.offline.clearCache();
  }
  noneToErase(storage, uid);
}
