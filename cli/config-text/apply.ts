/** Applies a plan by the commands that the screens give too, one after the other, and stops at the first that is refused. */
import { randomUUID } from 'node:crypto';
import type { ApiCommandName } from '#api/http/api-commands.ts';
import { answered, type MusterApi } from '../api.ts';
import { CliError } from '../cli-error.ts';
import type { ConfigChange } from './plan.ts';

interface ConfigCommand {
  readonly path: `/commands/${ApiCommandName}`;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Commands that make one change, in order. */
function commandsOf({ kind, id, entry, fields, serviceId }: ConfigChange): readonly ConfigCommand[] {
  switch (kind) {
    case 'schedules':
      return [{ path: '/commands/saveSchedule', body: { scheduleId: id, ...entry, takesEffectAt: null } }];
    case 'policies':
      return [{ path: '/commands/savePolicy', body: { policyId: id, ...entry } }];
    case 'services':
      return [{ path: '/commands/saveService', body: { serviceId: id, ...entry } }];
    case 'runbooks':
      return [{ path: '/commands/saveRunbook', body: { runbookId: id, ...entry } }];
    case 'routing':
      return [{ path: '/commands/saveRouting', body: { integrationId: id, serviceId, ...entry } }];
    case 'integrations': {
      const { mapping, ...own } = entry;
      const saved = { path: '/commands/saveIntegration', body: { integrationId: id, ...own } } as const;
      const mapped = { path: '/commands/saveMapping', body: { integrationId: id, mapping } } as const;
      return [
        ...(fields.some((field) => field !== 'mapping') ? [saved] : []),
        ...(fields.includes('mapping') ? [mapped] : []),
      ];
    }
  }
}

/** A change is refused with `conflict` when somebody else has changed the same since the plan was made. */
async function applyChange(api: MusterApi, change: ConfigChange): Promise<void> {
  let { revision } = change;
  for (const { path, body } of commandsOf(change)) {
    const expected = revision === null ? body : { ...body, expectedRevision: revision };
    // The entry has been checked against the schema that the description of the API is made of.
    const params = { header: { 'Idempotency-Key': randomUUID() } };
    ({ revision } = await answered(api.POST(path, { params, body: expected as never })));
  }
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
