/** The key of an API request: found by its digest, in use, and with a maker who is still a member. */
import { type ApiKey, apiKeyDigestRecordSchema } from '#domain/api-key/schema.ts';
import { withUse } from '#domain/api-key/transitions.ts';
import type { Id } from '#domain/base.ts';
import { deletedSentence } from '#domain/team/deletion.ts';
import { type Member, memberSchema } from '#domain/team/schema.ts';
import { apiKeyDigest } from '#api/api-key.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { type ActingKey, requireApiKey, unknownKey } from '../kernel/acting-key.ts';
import { fail } from '../kernel/command-failed.ts';
import { transact } from '../kernel/unit-of-work.ts';

export interface ApiCaller extends ActingKey {
  readonly teamId: Id;
  readonly key: ApiKey;
  /** The member who made the key, as of now. */
  readonly maker: Member;
}

/** Also notes that the key was used. @throws PortError unauthenticated, or forbidden in a deleted team */
export const authenticate = (server: ServerPorts, secret: string): Promise<ApiCaller> =>
  transact(server, async (work) => {
    const record = await work.get(apiKeyDigestRecordSchema, serverPaths.apiKeyDigest(apiKeyDigest(secret)));
    if (record === null) return fail('unauthenticated', {}, unknownKey);
    const key = await requireApiKey(work, record);
    const maker = await work.get(memberSchema, documentPaths.member(record.teamId, key.createdBy));
    if (maker === null) return fail('unauthenticated', {}, makerGone);
    const deletedAt = maker.teamDeletedAt ?? null;
    if (deletedAt !== null) fail('forbidden', {}, deletedSentence(deletedAt));
    const used = withUse(key, work.now);
    if (used !== key) work.save(documentPaths.apiKey(record.teamId, key.id), used);
    return { teamId: record.teamId, apiKeyId: record.apiKeyId, key: used, maker };
  });

const makerGone =
  'The person who made this API key is no longer a member of the team. Ask an admin for another key.';
