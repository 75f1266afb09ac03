import { expect } from 'vitest';
import { rejection, type Scenario } from '../harness.ts';
import { writing } from './common.ts';

export function listingScenarios(scenario: Scenario): void {
  scenario('a listing is sorted by UTF-8 bytes', { needs: ['storage.listing'] }, async ({ member }) => {
    const client = await member();
    const inOrder = ['Z', 'a', 'ä', '￼', '😀'];
    for (const path of inOrder.toReversed()) await writing(client, path);
    expect((await client.storage.listing.list('')).objects).toEqual(inOrder);
  });

  scenario(
    'a listing contains the direct children of a path, sorted',
    { needs: ['storage.listing'] },
    async ({ member }) => {
      const client = await member();
      for (const path of ['b/2', 'a', 'b/1', 'b/x/deep', 'b/x/deeper', 'b/y/z', 'b-c', 'b0', 'b'])
        await writing(client, path);
      expect(await client.storage.listing.list('b')).toEqual({
        objects: ['b/1', 'b/2'],
        folders: ['b/x', 'b/y'],
        nextPageToken: null,
      });
      expect(await client.storage.listing.list('')).toEqual({
        objects: ['a', 'b', 'b-c', 'b0'],
        folders: ['b'],
        nextPageToken: null,
      });
      expect(await client.storage.listing.list('nothing')).toEqual({
        objects: [],
        folders: [],
        nextPageToken: null,
      });
    },
  );

  scenario(
    'pages of a listing contain every entry once',
    { needs: ['storage.listing'] },
    async ({ member }) => {
      const client = await member();
      const files = ['l/1', 'l/2', 'l/4', 'l/5'];
      for (const path of [...files, 'l/3/a', 'l/3/b', 'l/6/a', 'l6']) await writing(client, path);
      for (const max of [1, 2, 3, 6, 7]) {
        const objects: string[] = [];
        const folders: string[] = [];
        let pageToken: string | null = null;
        let pages = 0;
        do {
          const page = await client.storage.listing.list('l', {
            max,
            ...(pageToken === null ? {} : { pageToken }),
          });
          expect(page.objects.length + page.folders.length).toBeLessThanOrEqual(max);
          objects.push(...page.objects);
          folders.push(...page.folders);
          ({ nextPageToken: pageToken } = page);
          pages++;
        } while (pageToken !== null && pages < 20);
        expect({ max, objects, folders }).toEqual({ max, objects: files, folders: ['l/3', 'l/6'] });
      }
    },
  );

  scenario(
    'a page token is valid for its own listing only',
    { needs: ['storage.listing'] },
    async ({ member }) => {
      const client = await member();
      for (const path of ['a/1', 'a/2', 'b/1', 'b/2']) await writing(client, path);
      const { nextPageToken } = await client.storage.listing.list('a', { max: 1 });
      if (nextPageToken === null) throw new Error('There is no further page.');
      expect((await client.storage.listing.list('a', { pageToken: nextPageToken })).objects).toEqual(['a/2']);
      for (const list of [
        client.storage.listing.list('b', { pageToken: nextPageToken }),
        client.storage.listing.list('a', { pageToken: 'nonsense' }),
      ])
        expect(await rejection(list)).toMatchObject({ code: 'invalid-argument' });
    },
  );
}
