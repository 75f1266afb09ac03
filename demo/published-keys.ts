/** Replacement of the keys that each demonstration had before keys were drawn: they stood in the source, for everybody to read. */
import { toDocument } from '#api/codec.ts';
import { keyRecord } from '#api/ingest-key.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { Write } from '#ports/docs/docs.ts';
import type { DocData } from '#ports/docs/values.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { demoTeamId } from './team/people.ts';
import { demoKeysFrom, demoSecretPath, type DemoServiceId, secretDocument } from './team/sender-keys.ts';
import { demoSenders } from './team/setup.ts';

/** Ids of the published keys. */
const publishedKeyIds: Readonly<Record<DemoServiceId, string>> = {
  payments: '5a2a21ef07cb5910e02182e46c562e615b8adea3ab435c3cc297836e299b0b51',
  identity: 'ab6b6ee8875c9e23200120dabe6510b3b43c737c17ab9918392f1fcb271b4f83',
  checkout: '5a9d0ec4c984b70bb361f2aa08b5fb88d137cf8d6ced9b6c8bbcd48c83a5179c',
  search: '305a6387e0b0675144e8b11ab4372e9a3af84bc2d4354071b24db2980720436d',
  catalogue: 'c40d0f1eb20b400a38da3a80ce7a3135f96d5218fea571b8d3e9153c9036bc36',
};

/** For a cloud that was restored. Of one whose keys were drawn it reads one document. */
export async function replacePublishedKeys({ docs, random }: ServerPorts): Promise<void> {
  await docs.transaction(async (work) => {
    if ((await work.get(demoSecretPath)).data !== null) return;
    if ((await work.get(documentPaths.team(demoTeamId))).data === null) return;
    const secret = random.secret();
    const keys = demoKeysFrom(secret);
    const writes: Write[] = [{ type: 'set', path: demoSecretPath, data: secretDocument(secret) }];
    for (const { service, id, kind } of demoSenders) {
      const published = serverPaths.integrationKey(publishedKeyIds[service]);
      const record = (await work.get(published)).data;
      const path = documentPaths.integration(demoTeamId, id);
      const integration = (await work.get(path)).data;
      if (record === null) continue;
      writes.push({ type: 'delete', path: published });
      const keyGeneration = generationOf(record);
      // The team has a newer key of its own.
      if (integration === null || generationOf(integration) !== keyGeneration) continue;
      const [at, added] = keyRecord(keys[service], { teamId: demoTeamId, id, kind, keyGeneration });
      writes.push(
        { type: 'set', path: at, data: toDocument(added) },
        { type: 'update', path, changes: { keyEnding: keys[service].slice(-4) } },
      );
    }
    for (const write of writes) work.write(write);
  });
}

const generationOf = ({ keyGeneration }: DocData): number =>
  typeof keyGeneration === 'number' ? keyGeneration : 0;
