/** Counts of a history's outcomes, which show that the simulation covers what it should. */
import { decodeError } from '#api/error-encoding.ts';
import { toPortError } from '#ports/errors.ts';
import type { World } from './world.ts';

export function tallyOf(world: World): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  for (const { command, told } of world.answered) {
    const error = told.kind === 'failed' ? toPortError(told.error) : null;
    const code = error && (decodeError(error.details)?.code ?? error.code);
    count(`${command.name}: ${code ?? 'done'}`);
  }
  for (const { what, state } of world.attempts.all) count(`${what}: ${state}`);
  for (const { status, phase } of world.pages) count(`page: ${status}, ${phase}`);
  for (const { status } of world.alerts) count(`alert: ${status}`);
  for (const { status } of world.incidents) count(`incident: ${status}`);
  for (const [path, { status }] of world.ledger.documents)
    if (path.includes('/deliveries/')) count(`delivery: ${String(status)}`);
  return counts;
}
