/**
 * Writes of browsers into documents. Each row is one valid write; every field of it is forged in turn. A field is either free (any
 * value of the domain's schema) or must be exactly that of the valid document.
 */
import * as v from 'valibot';
import { attachmentSchema } from '#domain/attachment/schema.ts';
import { idSchema } from '#domain/base.ts';
import { constants, day } from '#domain/constants.ts';
import { taskSchema } from '#domain/task/schema.ts';
import { timelineEventSchema } from '#domain/timeline/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { decodeData } from '#api/codec.ts';
import { deleteField, type DocData, Timestamp, type WriteData, type WriteValue } from '#ports/docs/values.ts';
import { aComment, anAttachment, aTask, now, team } from '../team.ts';
import type { Case } from './case.ts';
import { ids, otherValues, shown, values } from './forge.ts';

export const me = 'responder-out';
const room = 'open';

export interface WritableDocument {
  readonly name: string;
  /** Path in the rules. */
  readonly rule: string;
  readonly method: 'create' | 'update';
  readonly path: (documentId: string) => string;
  readonly schema: v.GenericSchema;
  /** Document before the write. */
  readonly stored: DocData | null;
  /** Document after a valid write. */
  readonly valid: WriteData;
  /** Fields that may have any value of the schema. */
  readonly free: readonly string[];
  /** Fields that an update changes, beside the forged one. */
  readonly changes?: WriteData;
}

const timeline = (entry: string) => `/teams/{teamId}/incidents/{incidentId}/${entry}/{id}`;

/** Path in a room, not by api/paths.ts, which refuses invalid ids. */
const inRoom = (collection: string) => (documentId: string) =>
  `${documentPaths.incident(team, room)}/${collection}/${documentId}`;

const entryOf = (kind: string, fields: WriteData): WriteData => {
  const { body: _, ...common } = aComment(me, room);
  return { ...common, kind, ...fields };
};

const myTask = aTask('somebody', room);
const changes = { text: 'Call them again', revision: 2 };

export const writableDocuments: readonly WritableDocument[] = [
  {
    name: 'a comment',
    rule: timeline('timeline'),
    method: 'create',
    path: inRoom('timeline'),
    schema: timelineEventSchema,
    stored: null,
    valid: aComment(me, room),
    free: ['sequence', 'body'],
  },
  {
    name: 'an entry about a task',
    rule: timeline('timeline'),
    method: 'create',
    path: inRoom('timeline'),
    schema: timelineEventSchema,
    stored: null,
    valid: entryOf('task', { taskId: 'x', change: 'added', text: 'Call the provider', assignee: null }),
    free: ['sequence', 'taskId', 'change', 'text', 'assignee'],
  },
  {
    name: 'an entry about a file',
    rule: timeline('timeline'),
    method: 'create',
    path: inRoom('timeline'),
    schema: timelineEventSchema,
    stored: null,
    valid: entryOf('attachment', { attachmentId: 'x', change: 'added', name: 'graph.png' }),
    free: ['sequence', 'attachmentId', 'change', 'name'],
  },
  {
    name: 'a task',
    rule: timeline('tasks'),
    method: 'create',
    path: inRoom('tasks'),
    schema: taskSchema,
    stored: null,
    valid: aTask(me, room),
    free: ['text', 'assignee'],
  },
  {
    name: 'a change of a task',
    rule: timeline('tasks'),
    method: 'update',
    path: inRoom('tasks'),
    schema: taskSchema,
    stored: myTask,
    valid: { ...myTask, ...changes },
    changes,
    free: ['text', 'assignee'],
  },
  {
    name: 'the record of a file',
    rule: timeline('attachments'),
    method: 'create',
    path: inRoom('attachments'),
    schema: attachmentSchema,
    stored: null,
    valid: anAttachment(me, room),
    free: ['name', 'type', 'size'],
  },
];

/** Whether screens can read the document. */
export const isReadable = (schema: v.GenericSchema, data: object): boolean =>
  v.safeParse(schema, decodeData(data)).success;

const storedAt = new WeakMap<WritableDocument, Record<string, DocData>>();
const none: Record<string, DocData> = {};

/** Write of a row, with some fields replaced. Undefined removes a field. */
function writing(
  row: WritableDocument,
  forged: Readonly<Record<string, WriteValue | undefined>>,
  to = 'x',
): Case['ask'] {
  const path = row.path(to);
  if (row.stored === null) {
    const data = Object.fromEntries(
      Object.entries({ ...row.valid, ...forged }).filter(([, value]) => value !== undefined),
    ) as WriteData;
    return (rules) => rules.documents(none).as(me).set(path, data);
  }
  const stored = storedAt.get(row) ?? { [path]: row.stored };
  storedAt.set(row, stored);
  const all = Object.entries({ ...row.changes, ...forged });
  const updates = Object.fromEntries(
    all.map(([field, value]) => [field, value ?? (value === null ? null : deleteField())]),
  );
  return (rules) => rules.documents(stored).as(me).update(path, updates);
}

const isSame = (one: unknown, other: unknown) =>
  one instanceof Timestamp && other instanceof Timestamp
    ? one.toMillis() === other.toMillis()
    : one === other;

function forgedFields(row: WritableDocument): readonly Case[] {
  return Object.entries(row.valid).flatMap(([field, valid]) => {
    const isFree = row.free.includes(field);
    const tried = (isFree ? values : otherValues).map((value): Case => {
      const fits = isFree ? isReadable(row.schema, { ...row.valid, [field]: value }) : isSame(value, valid);
      return {
        file: 'firestore',
        name: `${row.name}, ${field} ${shown(value)}`,
        allowed: fits,
        ask: writing(row, { [field]: value as WriteValue }),
      };
    });
    const absent: Case = {
      file: 'firestore',
      name: `${row.name} without ${field}`,
      allowed: false,
      ask: writing(row, { [field]: undefined }),
    };
    return [...tried, absent];
  });
}

/** The document's own id. */
const forgedIds = (row: WritableDocument): readonly Case[] =>
  row.stored === null
    ? ids.filter(isKey).map((given) => ({
        file: 'firestore',
        name: `${row.name} at the id ${shown(given)}`,
        allowed: v.is(idSchema, given),
        ask: writing(row, { id: given, ...('path' in row.valid ? { path: filePath(given) } : {}) }, given),
      }))
    : [];

/** Whether it can be a document's id at all. */
const isKey = (given: string) =>
  !given.includes('/') && given !== '.' && given !== '..' && !/^__.*__$/u.test(given);

const filePath = (attachmentId: string, rest = 'graph.png') =>
  `teams/${team}/incidents/${room}/${attachmentId}/${rest}`;

export const documentWrites: readonly Case[] = writableDocuments.flatMap((row) => [
  { file: 'firestore', name: row.name, allowed: true, ask: writing(row, {}) },
  {
    file: 'firestore',
    name: `${row.name}, one field more`,
    allowed: false,
    ask: writing(row, { extra: true }),
  },
  ...forgedFields(row),
  ...forgedIds(row),
]);

function row(name: string): WritableDocument {
  const found = writableDocuments.find((one) => one.name === name);
  if (!found) throw new Error(`No row: ${name}`);
  return found;
}

const past = Timestamp.fromMillis(0);
const undone = { done: false, doneAt: null, doneBy: null };
const doneNow = { done: true, doneAt: now, doneBy: me };
const doneBefore = { done: true, doneAt: past, doneBy: 'somebody' };
const ofDoneTask: WritableDocument = {
  ...row('a change of a task'),
  stored: { ...myTask, ...doneBefore },
  changes: { revision: 2 },
};

/** The person and time of a done task are the writer and the time of the write. */
export const taskIsDone: readonly Case[] = (
  [
    ['a new task', row('a task'), doneNow, true],
    ['a new task', row('a task'), { ...doneNow, doneBy: 'somebody' }, false],
    ['a new task', row('a task'), { ...doneNow, doneAt: past }, false],
    ['a new task', row('a task'), { ...doneNow, doneAt: null }, false],
    ['a new task', row('a task'), { ...doneNow, doneBy: null }, false],
    ['a new task', row('a task'), { ...doneNow, done: false }, false],
    ['a new task', row('a task'), { ...undone, doneAt: now }, false],
    ['a new task', row('a task'), { ...undone, doneBy: me }, false],
    ['an open task', row('a change of a task'), doneNow, true],
    ['an open task', row('a change of a task'), { ...doneNow, doneBy: 'somebody' }, false],
    ['an open task', row('a change of a task'), { ...doneNow, doneAt: past }, false],
    ['an open task', row('a change of a task'), { ...doneNow, doneAt: null }, false],
    ['an open task', row('a change of a task'), { ...doneNow, doneBy: null }, false],
    ['a done task', ofDoneTask, undone, true],
    ['a done task', ofDoneTask, { text: 'Another' }, true],
    ['a done task', ofDoneTask, { ...undone, doneAt: past }, false],
    ['a done task', ofDoneTask, { ...undone, doneBy: 'somebody' }, false],
    ['a done task', ofDoneTask, { doneBy: me }, false],
    ['a done task', ofDoneTask, { doneAt: now }, false],
    ['a done task', ofDoneTask, { doneAt: now, doneBy: me }, false],
  ] as const
).map(([name, of, forged, allowed]) => ({
  file: 'firestore',
  name: `${name}, ${Object.entries(forged)
    .map(([field, value]) => `${field} ${shown(value)}`)
    .join(', ')}`,
  allowed,
  ask: writing(of, forged),
}));

const earlier = (ms: number) => Timestamp.fromMillis(now.toMillis() - ms);

/** An entry that was written offline says when: from 30 days ago until now. */
export const entriesAreWrittenEarlier: readonly Case[] = writableDocuments
  .filter(({ schema }) => schema === timelineEventSchema)
  .flatMap((of) =>
    (
      [
        [null, true],
        [now, true],
        [earlier(1), true],
        [earlier(constants.writtenEarlierDays * day), true],
        [earlier(constants.writtenEarlierDays * day + 1), false],
        [earlier(-1), false],
        [now.toMillis(), false],
        ['yesterday', false],
        [true, false],
        [{}, false],
      ] as const
    ).map(([writtenAt, allowed]): Case => ({
      file: 'firestore',
      name: `${of.name}, writtenAt ${shown(writtenAt)}`,
      allowed,
      ask: writing(of, { writtenAt }),
    })),
  );

const inFolder = [
  'graph.png',
  'graph 2.png',
  '.env',
  'ü.txt',
  '日本.log',
  '100%.txt',
  'x'.repeat(200),
  '😀'.repeat(100),
];
const notInFolder = [
  '',
  '.',
  '..',
  '....',
  'a/b',
  'a/',
  '/a',
  '?a',
  'a#b',
  'a*',
  '[a]',
  'a\\b',
  'a\nb',
  'a\u0000',
  'x'.repeat(201),
  '😀'.repeat(101),
];

/** The path of an attachment names a file of its own folder. */
export const filePaths: readonly Case[] = [
  ...inFolder.map((name) => ({ path: filePath('x', name), allowed: true })),
  ...[
    ...notInFolder.map((name) => filePath('x', name)),
    `/${filePath('x')}`,
    filePath('y'),
    filePath('x', 'x/graph.png'),
    `teams/other/incidents/${room}/x/graph.png`,
    `teams/${team}/incidents/closed/x/graph.png`,
    `elsewhere/${team}/incidents/${room}/x/graph.png`,
    `teams/${team}/elsewhere/${room}/x/graph.png`,
  ].map((path) => ({ path, allowed: false })),
].map(({ path, allowed }) => ({
  file: 'firestore',
  name: `the record of a file, path ${shown(path)}`,
  allowed,
  ask: writing(row('the record of a file'), { path }),
}));

/** An id is no pattern. */
export const patternIds: readonly Case[] = ['x.z', '.*', '...', 'x|y', '[x]'].map((documentId) => ({
  file: 'firestore',
  name: `the record of a file at the id ${documentId}, path of another one`,
  allowed: false,
  ask: writing(row('the record of a file'), { id: documentId, path: filePath('xyz') }, documentId),
}));
