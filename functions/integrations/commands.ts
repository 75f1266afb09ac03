/** Handlers of commands on integrations. */
import { limits } from '#domain/constants.ts';
import { heartbeatSchema } from '#domain/heartbeat/schema.ts';
import { changeHeartbeat, newHeartbeat } from '#domain/heartbeat/transitions.ts';
import { type Integration, integrationSchema } from '#domain/integration/schema.ts';
import {
  changeIntegration,
  changeMapping,
  newIntegration,
  revokeIntegration as revoked,
  rotateKey as rotated,
  setSigning,
} from '#domain/integration/transitions.ts';
import { serviceSchema } from '#domain/service/schema.ts';
import { testSignal } from '#domain/ingest/test-signal.ts';
import type { CheckedInput } from '#api/commands.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { limit, query, where } from '#ports/docs/query.ts';
import {
  type CommandContext,
  type CommandHandler,
  type CommandHandlers,
  expectRevision,
} from '../kernel/command.ts';
import { accept, fail, found } from '../kernel/command-failed.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { receiveOn } from '../ingest/ingest-signal.ts';
import { integrationKeySchema } from '../ingest/keys.ts';
import { requirePaging, saveRouting } from './routing.ts';

const createIntegration: CommandHandler<'createIntegration'> = async (input, context) => {
  const { integrationId: id, teamId, name, serviceId, kind, keyId, keyEnding } = input;
  const { work } = context;
  const path = documentPaths.integration(teamId, id);
  const taken = await work.get(integrationSchema, path);
  if (taken !== null) fail('conflict', { currentRevision: taken.revision });
  await requireService(teamId, serviceId, context);
  const all = await work.find(
    integrationSchema,
    query(collectionPaths.integrations(teamId), where('revokedAt', '==', null), limit(limits.integrations)),
  );
  if (all.length >= limits.integrations) fail('limit_reached', { limit: limits.integrations });
  const { state } = newIntegration({ id, teamId, name, serviceId, kind, keyEnding }, context);
  await saveKey(work, keyId, state);
  work.save(path, state);
  if (kind === 'heartbeat')
    work.save(documentPaths.heartbeat(teamId, id), newHeartbeat({ id, teamId }, context));
  return { revision: state.revision };
};

const saveIntegration: CommandHandler<'saveIntegration'> = async (input, context) => {
  const { integrationId, teamId, name, serviceId } = input;
  const before = await expected(input, context.work);
  if (serviceId !== before.serviceId) await requireService(teamId, serviceId, context);
  if ((before.routingRules ?? 0) > 0) await requirePaging(context.work, { teamId, serviceId });
  const { state } = accept(changeIntegration(before, { name, serviceId }, context));
  context.work.save(documentPaths.integration(teamId, integrationId), state);
  return { revision: state.revision };
};

const rotateKey: CommandHandler<'rotateKey'> = async (input, context) => {
  const { integrationId, teamId, keyId, keyEnding, keepPrevious } = input;
  const { work } = context;
  const before = await expected(input, work);
  const { state } = accept(rotated(before, { keyEnding, keepPrevious }, context));
  await saveKey(work, keyId, state);
  work.save(documentPaths.integration(teamId, integrationId), state);
  return { revision: state.revision };
};

const setSigningSecret: CommandHandler<'setSigningSecret'> = async (input, context) => {
  const { integrationId, teamId, secret } = input;
  const { work } = context;
  const before = await expected(input, work);
  const { state } = accept(setSigning(before, secret !== null, context));
  const path = serverPaths.integrationSecret(teamId, integrationId);
  if (secret === null) work.remove(path);
  else work.save(path, { teamId, secret });
  work.save(documentPaths.integration(teamId, integrationId), state);
  return { revision: state.revision };
};

const saveMapping: CommandHandler<'saveMapping'> = async (input, context) => {
  const { integrationId, teamId, mapping } = input;
  const before = await expected(input, context.work);
  const { state } = accept(changeMapping(before, mapping, context));
  context.work.save(documentPaths.integration(teamId, integrationId), state);
  return { revision: state.revision };
};

const saveHeartbeat: CommandHandler<'saveHeartbeat'> = async (input, { work }) => {
  const { integrationId, teamId, intervalMinutes, graceMinutes, expectedRevision } = input;
  const path = documentPaths.heartbeat(teamId, integrationId);
  const before = await work.get(heartbeatSchema, path);
  expectRevision(before ?? { revision: 0 }, expectedRevision);
  const state = changeHeartbeat(found(before), { intervalMinutes, graceMinutes }, work.now);
  work.save(path, state);
  return { revision: state.revision };
};

const revokeIntegration: CommandHandler<'revokeIntegration'> = async (input, context) => {
  const { integrationId, teamId } = input;
  const before = await stored(teamId, integrationId, context.work);
  const { state } = revoked(before, context);
  if (state !== before) context.work.save(documentPaths.integration(teamId, integrationId), state);
  return { revision: state.revision };
};

const sendTestMessage: CommandHandler<'sendTestMessage'> = async ({ integrationId, teamId }, context) => {
  const { work } = context;
  const integration = await stored(teamId, integrationId, work);
  if (integration.revokedAt !== null)
    fail(
      'illegal_transition',
      { from: 'revoked', to: 'in use' },
      'The key of this integration was revoked: it takes no messages.',
    );
  const signal = testSignal(integration.name, context.now);
  const received = await receiveOn(work, integration, signal, { key: null, pages: false });
  const alert = 'alert' in received ? received.alert : null;
  return { revision: integration.revision, alertId: found(alert).id };
};

const stored = async (teamId: string, integrationId: string, work: CommandWork): Promise<Integration> =>
  found(await work.get(integrationSchema, documentPaths.integration(teamId, integrationId)));

/** Expects the revision of an integration; a removed one has none. */
async function expected(
  input: CheckedInput<'saveIntegration' | 'rotateKey' | 'setSigningSecret' | 'saveMapping'>,
  work: CommandWork,
): Promise<Integration> {
  const path = documentPaths.integration(input.teamId, input.integrationId);
  const before = await work.get(integrationSchema, path);
  expectRevision(before ?? { revision: 0 }, input.expectedRevision);
  return found(before);
}

async function requireService(teamId: string, serviceId: string, { work }: CommandContext): Promise<void> {
  if ((await work.get(serviceSchema, documentPaths.service(teamId, serviceId))) !== null) return;
  const rule = 'This service no longer exists. Choose another one.';
  fail('invalid', { field: 'serviceId', rule }, rule);
}

/** Saves a key under its digest, which no other key may have. */
async function saveKey(
  work: CommandWork,
  keyId: string,
  { id, teamId, kind, keyGeneration = 0 }: Integration,
): Promise<void> {
  const path = serverPaths.integrationKey(keyId);
  if ((await work.get(integrationKeySchema, path)) !== null) {
    const rule = 'This key is in use already. Make another one.';
    fail('invalid', { field: 'keyId', rule }, rule);
  }
  work.save(path, { teamId, integrationId: id, kind, keyGeneration });
}

export const integrationHandlers = {
  createIntegration,
  saveIntegration,
  rotateKey,
  setSigningSecret,
  saveMapping,
  saveRouting,
  saveHeartbeat,
  revokeIntegration,
  sendTestMessage,
} satisfies Partial<CommandHandlers>;
