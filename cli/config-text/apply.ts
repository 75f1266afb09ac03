/** Applies a plan by the commands that the screens give too, one after the other, and stops at the first that is refused. */
import { randomUUID } from 'node:crypto';
import type { ApiCommandName } from '#api/http/api-commands.ts';
import { answered, type MusterApi } from '../api.ts';
import { CliError } from '../cli-error.ts';
import type { ConfigChange, ConfigPlan } from './plan.ts';
import type { ConfigRemoval } from './removals.ts';

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
    case 'heartbeats':
      return [{ path: '/commands/saveHeartbeat', body: { integrationId: id, ...entry } }];
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

/** Routing rules that are removed stay restorable as a version. */
function removalOf({ kind, id, revision, serviceId }: ConfigRemoval): ConfigCommand {
  switch (kind) {
    case 'schedules':
      return { path: '/commands/removeSchedule', body: { scheduleId: id } };
    case 'policies':
      return { path: '/commands/removePolicy', body: { policyId: id } };
    case 'services':
      return { path: '/commands/removeService', body: { serviceId: id } };
    case 'runbooks':
      return { path: '/commands/removeRunbook', body: { runbookId: id } };
    case 'routing': {
      const body = { integrationId: id, serviceId, rules: [], expectedRevision: revision };
      return { path: '/commands/saveRouting', body };
    }
  }
}

async function applyRemoval(api: MusterApi, removal: ConfigRemoval): Promise<void> {
  const { path, body } = removalOf(removal);
  const params = { header: { 'Idempotency-Key': randomUUID() } };
  await answered(api.POST(path, { params, body: body as never }));
}

/** Changes, then removals. @throws CliError that says how far it came */
export async function applyPlan(api: MusterApi, { changes, removals }: ConfigPlan): Promise<void> {
  const steps = [
    ...changes.map((change) => ({ of: change, run: () => applyChange(api, change) })),
    ...removals.map((removal) => ({ of: removal, run: () => applyRemoval(api, removal) })),
  ];
  for (const [done, { of, run }] of steps.entries())
    try {
      await run();
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      const place = `${of.kind}.${of.id}`;
      throw new CliError(
        error.reason,
        `${place} was refused: ${error.message}\n${done} of ${steps.length} changes are made. Look at the rest with: muster plan`,
      );
    }
}
