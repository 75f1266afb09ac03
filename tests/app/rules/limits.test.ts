/** Limits in the rules, which can't import the domain, compared with the domain's. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inertImageTypes } from '#domain/attachment/files.ts';
import { attachmentSchema } from '#domain/attachment/schema.ts';
import { constants, limits } from '#domain/constants.ts';
import { teamRoles } from '#domain/team/schema.ts';
import { timelineEventSchema } from '#domain/timeline/schema.ts';
import { storagePaths } from '#api/paths.ts';

const read = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../../..', name), 'utf8');
const [firestore, storage, database] = ['firestore.rules', 'storage.rules', 'database.rules.json'].map(read);

/** Groups of a pattern, for each of its matches. */
const found = (rules: string | undefined, pattern: RegExp): readonly (readonly string[])[] =>
  [...(rules ?? '').matchAll(pattern)].map(([, ...groups]) => groups);

const listed = (text: string | undefined) => found(text, /'([^']*)'/gu).flat();

test('lengths of texts in the rules equal those of the schemas', () => {
  const type = attachmentSchema.entries.type.pipe[1].requirement;
  expect(found(firestore, /is(?:Text|Short)\(data\.(\w+), (\d+)\)/gu)).toEqual([
    ['body', String(limits.comment)],
    ['text', String(limits.taskText)],
    ['name', String(limits.fileName)],
    ['text', String(limits.taskText)],
    ['name', String(limits.fileName)],
    ['type', String(type)],
  ]);
});

test('sizes of numbers in the rules equal those of the schemas', () => {
  expect(found(firestore, /isCount\(data\.(\w+), (\d+)\)/gu)).toEqual([
    ['sequence', String(Number.MAX_SAFE_INTEGER)],
    ['size', String(limits.fileBytes)],
  ]);
  const sizes = found(storage, /request\.resource\.size <= (\d+)((?: \* 1024)+)/gu);
  expect(
    sizes.map(([count, units = '']) => Number(count) * 1024 ** (units.match(/1024/gu)?.length ?? 0)),
  ).toEqual([limits.fileBytes, limits.pictureBytes]);
});

test('the length of a stored file’s name in the rules equals that of the paths', () => {
  const [[most] = []] = found(firestore, /isShort\(name, (\d+)\)/gu);
  const longest = storagePaths.attachment('t', 'i', 'a', 'x'.repeat(limits.fileName)).split('/').at(-1);
  expect(Number(most)).toBe(longest?.length);
});

test('changes that a browser may write equal those of the timeline', () => {
  const changesOf = (kind: 'task' | 'attachment') =>
    timelineEventSchema.options.flatMap(({ entries }) =>
      entries.kind.literal === kind && 'change' in entries ? entries.change.options : [],
    );
  const lists = found(firestore, /data\.change in \[([^\]]*)\]/gu).map(([list]) => listed(list));
  expect(lists).toEqual([changesOf('task'), changesOf('attachment')]);
});

test('lists of roles are in the domain’s order', () => {
  const lists = [firestore, storage].flatMap((rules) =>
    found(rules, /(?:roleIn\(teamId\)|role\(\)) in \[([^\]]*)\]/gu).map(([list]) => listed(list)),
  );
  expect(lists.length).toBeGreaterThan(4);
  for (const list of lists) expect(list).toEqual(teamRoles.slice(-list.length));
});

test('image types that may be shown inline equal the domain’s', () => {
  const [[list] = []] = found(storage, /file\.contentType in \[([^\]]*)\]/gu);
  expect(listed(list)).toEqual([...inertImageTypes]);
});

test('slots and staleness of presence equal the domain’s constants', () => {
  const slots = found(database, /\$slot\.matches\(\/\[0-(\d)\]\$\/\)/gu).flat();
  expect(slots).toEqual(slots.map(() => String(constants.presenceSlots - 1)));
  expect(slots).toHaveLength(2);
  expect(found(database, /now - (\d+)/gu).flat()).toEqual([String(constants.presenceStaleSeconds * 1000)]);
});
