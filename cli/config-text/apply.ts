/** Applies a plan by the commands that the screens give too, one after the other, and stops at the first that is refused. */
import { randomUUID } from 'node:crypto';
import { answered, type MusterApi } from '../api.ts';
import { CliError } from '../cli-error.ts';
import type { ConfigChange } from './plan.ts';
import type { ConfigKind } from './schema.ts';

const commands = {
  schedules: { path: '/commands/saveSchedule', id: 'scheduleId', more: { takesEffectAt: null } },
  policies: { path: '/commands/savePolicy', id: 'policyId', more: {} },
  services: { path: '/commands/saveService', id: 'serviceId', more: {} },
  runbooks: { path: '/commands/saveRunbook', id: 'runbookId', more: {} },
} as const satisfies Readonly<Record<ConfigKind, object>>;

/** A change is refused with `conflict` when somebody else has changed the same since the plan was made. */
async function applyChange(api: MusterApi, { kind, id, entry, revision }: ConfigChange): Promise<void> {
  const { path, id: field, more } = commands[kind];
  const body = { [field]: id, ...entry, ...more, ...(revision !== null && { expectedRevision: revision }) };
  // The entry has been checked against the schema that the description of the API is made of.
  await answered(
    api.POST(path, { params: { header: { 'Idempotency-Key': randomUUID() } }, body: body as never }),
  );
}

/** @throws CliError that says how far it came */
export async function applyChanges(api: MusterApi, changes: readonly ConfigChange[]): Promise<void> {
  for (const [done, change] of changes.entries())
    try {
      await applyChange(api, change);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      const place = `${change.kind}.${change.id}`;
      throw new CliError(
        error.reason,
        `${place} was refused: ${error.message}\n${done} of ${changes.length} changes are made. Look at the rest with: muster plan`,
      );
    }
}
