/**
 * Changes that webhooks may be sent, collected in each transaction. A team without webhooks costs one read of a document that is not
 * there, and only where something changed that is ever sent; the rest is loaded for the teams that have some.
 */
import * as v from 'valibot';
import { idSchema } from '#domain/base.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { Changes } from '../kernel/copies.ts';
import type { Noting } from './note-events.ts';

const place = /^teams\/([^/]+)\/(?:alerts|pages|incidents)\/[^/]+$/u;

/** Fields that are never sent. */
const unsent: ReadonlySet<string> = new Set([
  ...['revision', 'people', 'offers', 'holders', 'reviewAt', 'reviewing', 'signOfLifeAt', 'notified'],
  ...['unreached', 'steppedFrom', 'skipped', 'releasedBy', 'alertCount', 'joinedCount', 'hasReplaceable'],
]);

/** As much of `webhookTargetsSchema` as tells whether there are any. */
const anyTargetsSchema = v.looseObject({ teamId: idSchema, targets: v.array(v.looseObject({})) });

/** Writes the events of this transaction. */
export async function noteWebhookChanges(changes: Changes, noting: Noting): Promise<void> {
  const teams = new Set<string>();
  for (const [path, after] of changes.changed) {
    const teamId = place.exec(path)?.[1];
    if (teamId !== undefined && after !== null && isSent(changes.original(path), after)) teams.add(teamId);
  }
  for (const teamId of teams) {
    const path = serverPaths.webhookTargets(teamId, teamId);
    const known = await changes.getReadable(anyTargetsSchema, path);
    if ((known?.targets.length ?? 0) === 0) continue;
    const { onDemand } = await import('../on-demand.ts');
    await onDemand.noteWebhookEvents(changes, { teamId, noting });
  }
}

/** Transitions keep what they don't change as it is. */
function isSent(before: object | undefined, after: object): boolean {
  const fields = new Map<string, unknown>(Object.entries(after));
  if (fields.get('private') === true) return false;
  if (before === undefined) return true;
  const old = new Map<string, unknown>(Object.entries(before));
  return [...fields].some(([name, value]) => !unsent.has(name) && old.get(name) !== value);
}
