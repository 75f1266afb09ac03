/** Forged values for fields of documents. */
import { limits } from '#domain/constants.ts';
import { Timestamp } from '#ports/docs/values.ts';
import { now } from '../team.ts';

const lengths = [1, 128, limits.name, limits.taskText, limits.fileName, limits.comment];

/** Texts around every bound, in letters of one and of two UTF-16 units, and blank in every way. */
const texts: readonly string[] = [
  '',
  ' ',
  '\u000B\u00A0\u2003\u2028\u3000\uFEFF\n',
  ' padded ',
  ...lengths.flatMap((length) => ['x'.repeat(length), 'x'.repeat(length + 1)]),
  ...lengths.flatMap((length) => ['😀'.repeat(length / 2), '😀'.repeat(length / 2 + 1)]),
  '\u{10000}'.repeat(limits.comment / 2 + 1),
  '\u{10FFFF}'.repeat(limits.comment / 2 + 1),
  '\uFFFF'.repeat(limits.comment),
];

export const ids: readonly string[] = [
  'somebody',
  'other',
  'open',
  'closed',
  'y',
  'AZaz09_-',
  '_',
  '__',
  '__x',
  '__x__',
  'a/b',
  '.',
  '..',
  'a.b',
  'a b',
  '!.1',
  'ü',
  'x'.repeat(128),
  'x'.repeat(129),
];

/** Values of enumerations. */
const words: readonly string[] = [
  'comment',
  'task',
  'attachment',
  'status',
  'page',
  'added',
  'assigned',
  'done',
  'reopened',
  'removed',
];

const numbers: readonly number[] = [
  0,
  1,
  2,
  3,
  -1,
  1.5,
  limits.fileBytes,
  limits.fileBytes + 1,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
];

/** Values that both stores can hold. */
export const plainValues = [
  null,
  true,
  false,
  ...numbers,
  ...texts,
  ...ids,
  ...words,
  'looking',
  'typing',
  'sleeping',
] as const;

const ofDocuments = [
  Timestamp.fromMillis(0),
  Timestamp.fromMillis(now.toMillis() - 1),
  Timestamp.fromMillis(now.toMillis() + 1),
  now,
  {},
  { x: 1 },
  [],
  ['x'],
  new Uint8Array([1]),
] as const;

/** Forged values for a field whose right value is not fixed. */
export const values = [...plainValues, ...ofDocuments] as const;

/** Forged values for a field with one right value: of each type, another id, another time. */
export const otherValues = [
  null,
  true,
  false,
  0,
  1,
  2,
  3,
  1.5,
  '',
  'x',
  'y',
  'somebody',
  'other',
  'open',
  'closed',
  ...words,
  ...ofDocuments,
] as const;

/** Text of a value in the name of a case. */
export const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 40 ? `${text.slice(0, 20)}… (${text.length})` : text;
};
