/** The API key of a command or read, read again in its transaction, so that a key that was revoked meanwhile is refused. */
import { type ApiKey, apiKeySchema } from '#domain/api-key/schema.ts';
import { apiKeyState } from '#domain/api-key/transitions.ts';
import { documentPaths } from '#api/paths.ts';
import { fail } from './command-failed.ts';
import type { ActingProgram } from './acting-program.ts';
import type { UnitOfWork } from './unit-of-work.ts';

export interface ActingKey {
  readonly teamId: string;
  readonly apiKeyId: string;
}

/** Ends the call unless the key is in use. */
export async function requireApiKey(work: UnitOfWork, { teamId, apiKeyId }: ActingKey): Promise<ApiKey> {
  const key = await work.get(apiKeySchema, documentPaths.apiKey(teamId, apiKeyId));
  if (key === null) return fail('unauthenticated', {}, unknownKey);
  const state = apiKeyState(key, work.now);
  if (state !== 'in-use') fail('unauthenticated', {}, endedKey[state]);
  return key;
}

export const programOfKey = (key: ActingKey): ActingProgram => ({
  async require(work) {
    const { name } = await requireApiKey(work, key);
    return { via: { viaKey: name }, audited: `API key ${name}` };
  },
});

export const unknownKey =
  'This API key is not known. Send the whole key as “Authorization: Bearer muster_…”, or ask an admin for another one.';

const endedKey = {
  expired: 'This API key has expired. Ask an admin of the team for another one.',
  revoked: 'This API key was revoked. Ask an admin of the team for another one.',
} as const;
