import * as v from 'valibot';
import { expect, test } from 'vitest';
import { idSchema } from '../base.ts';
import { channelTargetSchema, withTarget } from './schema.ts';

const schema = withTarget(v.object({ id: idSchema, to: v.nullable(channelTargetSchema) }));

test.each([
  [
    { id: 'd', deviceId: 'phone' },
    { channel: 'push', target: 'phone' },
  ],
  [{ id: 'd', deviceId: null }, null],
  [
    { id: 'd', to: { channel: 'mail', target: 'a' } },
    { channel: 'mail', target: 'a' },
  ],
  [{ id: 'd', to: null }, null],
])('the target in %j is %j', (stored, to) => {
  expect(v.parse(schema, stored)).toEqual({ id: 'd', to });
});

test('an item without a target, or with a target of an unknown channel, does not match the schema', () => {
  expect(v.is(schema, { id: 'd' })).toBe(false);
  expect(v.is(schema, { id: 'd', to: { channel: 'pigeon', target: 'p' } })).toBe(false);
});
