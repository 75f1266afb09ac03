import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { multilineTextSchema, textSchema, timeRange } from '#domain/base.ts';
import { serverTimestamp, Timestamp } from '#ports/docs/values.ts';
import { assertProperty } from '#tests/property.ts';
import {
  decodeData,
  fromDocument,
  fromReadableDocument,
  storedTime,
  toDocument,
  UnreadableDocument,
} from './codec.ts';

const key = fc.oneof(
  fc.string(),
  fc.constantFrom('createdAt', 'nextAt', 'At', 'at', 'count', '__proto__', 'labels'),
);
const entity = fc.letrec<{ value: unknown; list: unknown[]; map: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.integer({ min: timeRange.first, max: timeRange.last }),
    fc.string(),
    tie('list'),
    tie('map'),
  ),
  list: fc.array(tie('value'), { maxLength: 4 }),
  map: fc.dictionary(key, tie('value'), { maxKeys: 6, noNullPrototype: true }),
})).map;

test('any entity survives the round trip', () => {
  assertProperty(
    fc.property(entity, (value) => {
      expect(decodeData(toDocument(value))).toEqual(value);
    }),
  );
});

test('exactly the numbers in fields named …At are converted, at any depth', () => {
  const stored = toDocument({
    createdAt: 1,
    count: 2,
    endedAt: null,
    notified: [{ firstAt: 3, times: 4 }],
    times: { triageAt: 5 },
  });
  expect(stored).toEqual({
    createdAt: storedTime(1),
    count: 2,
    endedAt: null,
    notified: [{ firstAt: storedTime(3), times: 4 }],
    times: { triageAt: storedTime(5) },
  });
});

test('values of provider types are passed through as the same object', () => {
  const sentinel = serverTimestamp();
  const union = [{ kind: 'element' }];
  const bytes = new Uint8Array([1]);
  const stored = toDocument({ createdAt: sentinel, bytes, nested: { sentinel }, union, lastAt: 1 });
  expect(stored).toMatchObject({ lastAt: storedTime(1) });
  expect(stored['createdAt']).toBe(sentinel);
  expect(stored['bytes']).toBe(bytes);
  expect(stored['union']).toBe(union);
  expect((stored['nested'] as { sentinel: unknown }).sentinel).toBe(sentinel);
});

test('server times replace those of the entity', () => {
  const now = serverTimestamp();
  expect(toDocument({ createdAt: 1, doneAt: null, revision: 1 }, () => now)).toEqual({
    createdAt: now,
    doneAt: null,
    revision: 1,
  });
});

test('a time is stored to the microsecond', () => {
  expect(storedTime(1_500.0006)).toEqual(new Timestamp(1, 500_001_000));
  expect(storedTime(-0.001)).toEqual(new Timestamp(-1, 999_999_000));
});

test('an unreadable document throws with its path and field, or reads as null', () => {
  const schema = v.object({ id: v.string(), createdAt: v.number() });
  const good = { path: 'teams/t', data: { id: 't', createdAt: new Timestamp(2, 0) } };
  expect(fromDocument(schema, good)).toEqual({ id: 't', createdAt: 2_000 });
  expect(fromDocument(schema, { ...good, data: null })).toBeNull();
  const bad = { ...good, data: { id: 't', createdAt: 'yesterday' } };
  expect(() => fromDocument(schema, bad)).toThrow(new UnreadableDocument('teams/t', 'createdAt'));
  expect(fromReadableDocument(schema, bad)).toBeNull();
});

const named = v.object({
  name: textSchema(20),
  note: multilineTextSchema(40),
  layers: v.array(v.object({ name: textSchema(20) })),
});

test('control characters of a stored name become spaces, and multi-line texts stay', () => {
  const data = { name: 'Nights\rBerlin', note: 'one\ntwo', layers: [{ name: 'A' }, { name: 'B\n\u0000C' }] };
  expect(fromDocument(named, { path: 'a/b', data })).toEqual({
    name: 'Nights Berlin',
    note: 'one\ntwo',
    layers: [{ name: 'A' }, { name: 'B C' }],
  });
  const other = { ...data, layers: [{ name: 1 }] };
  expect(() => fromDocument(named, { path: 'a/b', data: other })).toThrow(UnreadableDocument);
});
