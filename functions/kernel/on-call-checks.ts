/**
 * Makes the check of a person on call due when one of their devices changes its state. Runs once per transaction, when all is decided: no
 * command has to think of it. A transaction that changes the state of no device reads nothing more.
 */
import { deviceState } from '#domain/device/device.ts';
import type { Device } from '#domain/device/schema.ts';
import { type OnCallCheck, onCallCheckSchema } from '#domain/readiness/on-call-check.ts';
import { documentPaths } from '#api/paths.ts';
import type { Changes } from './copies.ts';

const place = /^teams\/[^/]+\/devices\/[^/]+$/u;

/** Returns those that are due now. `clock`: the transaction’s time, asked only where it is needed. */
export async function touchOnCallChecks(
  changes: Changes,
  clock: () => number,
): Promise<readonly OnCallCheck[]> {
  const due = new Map<string, OnCallCheck>();
  for (const [path, entity] of changes.changed) {
    if (!place.test(path)) continue;
    const [before, after] = [(changes.original(path) ?? null) as Device | null, entity as Device | null];
    const device = after ?? before;
    const state = (one: Device | null) => (one === null ? null : deviceState(one, clock()));
    if (device === null || state(before) === state(after)) continue;
    const checkPath = documentPaths.onCallCheck(device.teamId, device.userId);
    const check = await changes.getReadable(onCallCheckSchema, checkPath);
    if (check === null || due.has(checkPath)) continue;
    const changed = { ...check, dueAt: clock() };
    changes.save(checkPath, changed);
    due.set(checkPath, changed);
  }
  return [...due.values()];
}
