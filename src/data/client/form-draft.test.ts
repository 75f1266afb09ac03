import * as v from 'valibot';
import { expect, test } from 'vitest';
import { textSchema, wholeNumberSchema } from '#domain/base.ts';
import { readFormDraft, writeFormDraft } from './form-draft.ts';

const schema = v.pipe(
  v.object({
    name: textSchema(3),
    minutes: wholeNumberSchema(1, 5),
    mode: v.picklist(['all', 'any']),
    from: v.union([v.literal(''), v.pipe(v.string(), v.minLength(9))]),
    rows: v.pipe(v.array(v.object({ text: textSchema(3) })), v.minLength(1)),
    hours: v.nullable(v.object({ zone: textSchema(3) })),
  }),
  v.check(() => false, 'Never complete.'),
);
const values = {
  name: '',
  minutes: 9,
  mode: 'all',
  from: 'soon',
  rows: [{ text: 'too long' }],
  hours: null,
} as const;
const typed = { ...values, rows: [...values.rows] };
const read = (changed: object, draft: object = { revision: 2, from: typed }) =>
  readFormDraft(schema, writeFormDraft({ ...draft, values: { ...typed, ...changed } } as never));

test('a draft that breaks the rules of its form is restored as typed', () => {
  expect(read({})).toEqual({ revision: 2, from: typed, values: typed });
});

test('an empty number is empty again', () => {
  expect(read({ minutes: Number.NaN })?.values.minutes).toBeNaN();
});

test.each([
  { name: 1 },
  { minutes: '9' },
  { mode: 'some' },
  { rows: ['text'] },
  { rows: [{}] },
  { hours: { zone: null } },
])('a draft with %o does not match the form', (changed) => expect(read(changed)).toBeNull());

test('no draft, no JSON and no revision are null', () => {
  expect(readFormDraft(schema, '')).toBeNull();
  expect(readFormDraft(schema, '{')).toBeNull();
  expect(read({}, { from: typed })).toBeNull();
});
