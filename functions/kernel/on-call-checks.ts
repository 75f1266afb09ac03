/**
 * Makes the check of a person on call due when a way to them changes its state. Runs once per transaction, when all is decided: no command
 * has to think of it. A transaction that changes the state of no way reads nothing more.
 */
import { wayState } from '#domain/channel/state.ts';
import { type OnCallCheck, onCallCheckSchema } from '#domain/readiness/on-call-check.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { ReachedWay } from '../channels/channel.ts';
import { channels } from '../channels/channels.ts';
import type { Changes } from './copies.ts';

/** Returns those that are due now. `clock`: the transaction’s time, asked only where it is needed. */
export async function touchOnCallChecks(
  changes: Changes,
  clock: () => number,
): Promise<readonly OnCallCheck[]> {
  const due = new Map<string, OnCallCheck>();
  const state = (way: ReachedWay | null) => (way === null ? null : wayState(way, clock()));
  for (const [path, entity] of changes.changed)
    for (const channel of channels) {
      const after = channel.wayStoredAt(path, entity);
      if (after === undefined) continue;
      const before = channel.wayStoredAt(path, changes.original(path) ?? null) ?? null;
      const way = after ?? before;
      if (way === null || state(before) === state(after)) continue;
      const checkPath = serverPaths.onCallCheck(way.teamId, way.userId);
      const check = await changes.getReadable(onCallCheckSchema, checkPath);
      if (check === null || due.has(checkPath)) continue;
      const changed = { ...check, dueAt: clock() };
      changes.save(checkPath, changed);
      due.set(checkPath, changed);
    }
  return [...due.values()];
}
