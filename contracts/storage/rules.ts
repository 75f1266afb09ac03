/** Security rules of files, as the contract's own (tests/contracts/rules/storage.rules) has them. */
import { expect } from 'vitest';
import type { CompleteBackend } from '#ports/complete.ts';
import { needing, rejection, type Scenario } from '../harness.ts';

const refused = { code: 'storage/unauthorized' } as const;
const text = (content: string) => new TextEncoder().encode(content);
const plain = { contentType: 'text/plain' } as const;

const folderOf = ({ auth }: CompleteBackend): string => `guarded/${auth.currentUser()?.uid}`;
const send = ({ storage }: CompleteBackend, path: string, content = 'hello', settings: object = plain) =>
  storage.upload(path, text(content), settings).done;

export function storageRuleScenarios(scenario: Scenario): void {
  const guarded = needing(scenario, ['storage.rules']);

  guarded('an upload is authorized by its user, size and metadata', async ({ member }) => {
    const [ann, bob] = [await member('ann'), await member('bob')];
    const folder = folderOf(ann);
    expect(await send(ann, `${folder}/a`)).toMatchObject({ size: 5 });
    expect(await rejection(send(bob, `${folder}/b`))).toMatchObject(refused);
    expect(await rejection(send(ann, `${folder}/c`, 'more than ten bytes'))).toMatchObject(refused);
    expect(await rejection(send(ann, `${folder}/d`, 'hello', {}))).toMatchObject(refused);
    expect(await rejection(send(ann, 'guarded/a'))).toMatchObject(refused);
  });

  guarded(
    'replacing a file is authorized as a create with the existing file as resource',
    { needs: ['storage.metadata', 'storage.content'] },
    async ({ member }) => {
      const ann = await member();
      const path = `${folderOf(ann)}/a`;
      await send(ann, path);
      expect(await rejection(send(ann, path))).toMatchObject(refused);
      expect((await ann.storage.metadata.update(path, { custom: { open: 'yes' } })).custom).toEqual({
        open: 'yes',
      });
      expect(await rejection(ann.storage.metadata.update(path, { custom: { other: 'x' } }))).toMatchObject(
        refused,
      );
      expect(new TextDecoder().decode(await ann.storage.content.read(path))).toBe('hello');
    },
  );

  guarded(
    'reading a forbidden file is denied, whether it exists or not',
    { needs: ['storage.metadata', 'storage.content', 'storage.listing'] },
    async ({ member, connect }) => {
      const [ann, bob] = [await member('ann'), await member('bob')];
      const path = `${folderOf(ann)}/a`;
      await send(ann, path);
      for (const asked of [path, `${path}-none`]) {
        expect(await rejection(bob.storage.metadata.get(asked))).toMatchObject(refused);
        expect(await rejection(bob.storage.content.read(asked))).toMatchObject(refused);
        expect(await rejection(bob.storage.downloadUrl(asked))).toMatchObject(refused);
      }
      await ann.storage.metadata.update(path, { custom: { open: 'yes' } });
      expect((await bob.storage.metadata.get(path)).size).toBe(5);
      const nobody = await connect();
      expect((await nobody.storage.metadata.get(path)).size).toBe(5);
      expect(await rejection(nobody.storage.listing.list('guarded'))).toMatchObject(refused);
    },
  );

  guarded('storage rules can read documents', async ({ member, server }) => {
    const ann = await member();
    const path = `${folderOf(ann)}/a`;
    await send(ann, path);
    expect(await rejection(ann.storage.remove(path))).toMatchObject(refused);
    const cleaner = `cleaners/${ann.auth.currentUser()?.uid}`;
    await server.docs.batch([{ type: 'set', path: cleaner, data: {} }]);
    await ann.storage.remove(path);
    expect(await server.storage.read(path)).toBeNull();
  });
}
