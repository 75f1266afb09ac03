/** Handlers of commands on API keys. */
import { apiKeyDigestRecordSchema, apiKeySchema } from '#domain/api-key/schema.ts';
import { newApiKey, revokeApiKey as revoked } from '#domain/api-key/transitions.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { storedTime } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import type { CommandHandler, CommandHandlers } from '../kernel/command.ts';
import { fail, found } from '../kernel/command-failed.ts';

const createApiKey: CommandHandler<'createApiKey'> = async (input, context) => {
  const { apiKeyId: id, teamId, name, scopes, days, digest, ending } = input;
  const { work } = context;
  const path = documentPaths.apiKey(teamId, id);
  const taken = await work.get(apiKeySchema, path);
  if (taken !== null) fail('conflict', { currentRevision: taken.revision });
  const inUse = query(
    collectionPaths.apiKeys(teamId),
    where('revokedAt', '==', null),
    where('expiresAt', '>', storedTime(work.now)),
    orderBy('expiresAt', 'desc'),
    limit(settingsLimits.apiKeys),
  );
  if ((await work.find(apiKeySchema, inUse)).length >= settingsLimits.apiKeys)
    fail('limit_reached', { limit: settingsLimits.apiKeys });
  const digestPath = serverPaths.apiKeyDigest(digest);
  if ((await work.get(apiKeyDigestRecordSchema, digestPath)) !== null) {
    const rule = 'This key is in use already. Make another one.';
    fail('invalid', { field: 'digest', rule }, rule);
  }
  const { state } = newApiKey({ id, teamId, name, scopes, days, ending }, context);
  work.save(digestPath, { teamId, apiKeyId: id });
  work.save(path, state);
  return { revision: state.revision };
};

const revokeApiKey: CommandHandler<'revokeApiKey'> = async ({ apiKeyId, teamId }, context) => {
  const path = documentPaths.apiKey(teamId, apiKeyId);
  const before = found(await context.work.get(apiKeySchema, path));
  const { state } = revoked(before, context);
  if (state !== before) context.work.save(path, state);
  return { revision: state.revision };
};

export const apiKeyHandlers = { createApiKey, revokeApiKey } satisfies Partial<CommandHandlers>;
