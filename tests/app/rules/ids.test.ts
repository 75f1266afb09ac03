/** The rule of ids, in the domain and in Muster's rules. */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { idSchema } from '#domain/base.ts';
import { documentPaths } from '#api/paths.ts';
import { serverTimestamp } from '#ports/docs/values.ts';
import { aTask, documentRules, team } from './team.ts';

const me = 'responder-out';
const room = 'open';
const rules = documentRules().as(me);

const table: readonly (readonly [string, boolean])[] = [
  ['ada', true],
  ['Zq3-_9', true],
  ['-', true],
  ['_', true],
  ['___', true],
  ['__x', true],
  ['x__', true],
  ['a'.repeat(128), true],
  ['a'.repeat(129), false],
  ['', false],
  ['.', false],
  ['..', false],
  ['a/b', false],
  ['a.b', false],
  ['__x__', false],
  ['____', false],
  ['!.1', false],
  ['$', false],
  ['#', false],
  ['[0]', false],
  ['a b', false],
  ['a\n', false],
  ['\n', false],
  ['__a\nb__', false],
  ['é', false],
  ['\u{1F525}', false],
  ['\u0000', false],
];

test.each(table)('the id %j: the domain and the security rules say %j', (value, valid) => {
  expect(v.is(idSchema, value)).toBe(valid);
  const task = { ...aTask(me, room), createdAt: serverTimestamp(), assignee: value };
  expect(rules.set(documentPaths.task(team, room, 'x'), task).allowed).toBe(valid);
});
