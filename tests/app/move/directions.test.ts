/** Every direction that runs here: what arrives is what was there, whatever it is. */
import { describe, expect, test } from 'vitest';
import type { MoveShelf, MoveSource } from '#provider-kit/move/move-backend.ts';
import { moveParts, type MovePart, type MovedRecords } from '#provider-kit/move/moved-records.ts';
import { countMove } from '#src/app/move/count-move.ts';
import { movePolicy } from '#src/app/move/move-policy.ts';
import { pagesOf } from '#src/app/move/move-plan.ts';
import { withPostgres } from '#tests/contracts/postgres/provider.ts';
import { keptInDesk, type MovableEnd, moveBetween, newDesk, newHost, newSavedCloud } from './ends.ts';
import { filledCloud, oddDocs } from './filled-cloud.ts';

withPostgres();

async function all<P extends MovePart>(source: MoveSource, part: P): Promise<readonly MovedRecords[P][]> {
  const shelf: MoveShelf<MovedRecords[P]> = source.shelves[part];
  const found: MovedRecords[P][] = [];
  for await (const { records } of pagesOf(shelf)) found.push(...records);
  return found;
}

async function readingOf(end: MovableEnd) {
  const source = await end.source();
  try {
    const documents = await all(source, 'documents');
    const files = await all(source, 'files');
    const contents = new Map<string, string>();
    for (const { path } of files) {
      const pieces: Uint8Array[] = [];
      for await (const piece of source.contentOf(path)) pieces.push(piece);
      contents.set(path, Buffer.concat(pieces).toString('base64'));
    }
    return {
      documents: new Map(documents.map(({ path, data }) => [path, data])),
      contents,
      files: new Map(files.map((file) => [file.path, file])),
      settings: new Map((await all(source, 'settings')).map(({ key, value }) => [key, value])),
      accounts: new Map((await all(source, 'accounts')).map((account) => [account.uid, account])),
      values: new Map((await all(source, 'values')).map(({ path, value }) => [path, value])),
      tasks: new Map((await all(source, 'tasks')).map((task) => [task.id, task])),
    };
  } finally {
    await source.close();
  }
}

type NewEnd = () => Promise<MovableEnd>;

describe.each<readonly [string, readonly NewEnd[]]>([
  ['a desk to a host', [newHost]],
  ['a desk to another desk', [newDesk]],
  ['a desk to a saved cloud', [newSavedCloud]],
  ['a desk by a host to a desk', [newHost, newDesk]],
  ['a desk by a host to another host', [newHost, newHost]],
  ['a desk by a saved cloud to a host', [newSavedCloud, newHost]],
  ['a desk by a host to a saved cloud and to a desk', [newHost, newSavedCloud, newDesk]],
])('from %s', (_, steps) => {
  test('a move copies everything unchanged', async () => {
    const first = await keptInDesk(await filledCloud({ documents: 1100 }));
    const before = await readingOf(first);
    let from: MovableEnd = first;
    for (const step of steps) {
      const to = await step();
      const comparison = await moveBetween(from, to);
      expect(comparison?.differences).toEqual([]);
      from = to;
    }
    const after = await readingOf(from);
    expect(after.documents.size).toBe(before.documents.size);
    for (const [path, data] of Object.entries(oddDocs)) expect(after.documents.get(path)).toEqual(data);
    expect(after.documents).toEqual(before.documents);
    expect(after.contents).toEqual(before.contents);
    expect(after.files).toEqual(before.files);
    expect(after.settings).toEqual(before.settings);
    for (const id of ['first', 'second']) expect(after.tasks.get(id)).toEqual(before.tasks.get(id));
    // A saved cloud forgets what was done.
    const isForgotten = steps.includes(newSavedCloud);
    expect(after.tasks.get('run-at-once')).toEqual(isForgotten ? undefined : before.tasks.get('run-at-once'));
    expect(before.tasks.get('run-at-once')).toMatchObject({ waiting: null });
    expect(after.values.get('access/a/members/ada')).toBe('owner');
    expect([...after.values.keys()].some((path) => path.startsWith('presence'))).toBe(false);
    expect([...after.accounts.keys()].toSorted()).toEqual(['ada', 'ben', 'cleo']);
    expect(after.accounts.get('ada')).toMatchObject({
      ...{ email: 'ada@example.com', displayName: 'ada ü', emailVerified: true },
      claims: { admin: true, teams: ['a'] },
      password: before.accounts.get('ada')?.password,
    });
  });
});

test('a dry run counts by collection, names losses and writes nothing', async () => {
  const desk = await keptInDesk(await filledCloud({ documents: 7 }));
  const host = await newHost();
  const source = await desk.source();
  const policy = movePolicy({ demonstration: false, at: 0 });
  const { groups, losses } = await countMove({ source, policy, targetFits: host.fits, print: () => {} });
  await source.close();
  expect(Object.fromEntries(groups)).toEqual({
    ...{ accounts: 3, files: 3, settings: 2, tasks: 3, values: 4 },
    ...{ rows: 7, odd: 9, 'lonely/*/below': 1 },
  });
  expect([...losses]).toEqual([[expect.stringMatching(/^guests: /u), 1]]);
  const target = await host.target();
  expect(await target.isEmpty()).toBe(true);
  await target.close();
});

test('tasks are the last part of a move', () => {
  expect(moveParts.at(-1)).toBe('tasks');
});
