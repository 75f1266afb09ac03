/** Teams that a person has left, as this browser notices it; `erase-teams.ts` erases their data. */
import type { OutboxStorage } from './outbox-storage.ts';

const leftKey = (uid: string) => `muster.left-teams.${uid}`;
const knownKey = (uid: string) => `muster.known-teams.${uid}`;

/** Teams whose data is still to be erased here: by this page, or by one that came to no end. */
export const teamsToErase = (storage: OutboxStorage, uid: string): readonly string[] =>
  readList(storage, leftKey(uid));

/**
 * Compares the person’s teams with those known to this page and this browser. Teams that are gone are noted until they are erased, and
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
    // Without storage this page still knows the teams that it has shown.
  }
}

function readList(storage: OutboxStorage, key: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export const noneToErase = (storage: OutboxStorage, uid: string): void => write(storage, leftKey(uid), []);
