import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { defaultJsonMapping } from './json-mapping.ts';
import { parseMapped } from './read-mapped.ts';
import { mappingPathSchema, partAt, mappingPathOf, stepsOf, valuesIn } from './mapping-path.ts';

describe('a mapping path', () => {
  test.each([
    ['summary', ['summary']],
    ['alert.tags[0]', ['alert', 'tags', '0']],
    ['alert.urls.1', ['alert', 'urls', '1']],
    ['["Alert Name"]', ['Alert Name']],
    ['labels["kubernetes.io/name"].value', ['labels', 'kubernetes.io/name', 'value']],
    ['["a"]["b"][2].c', ['a', 'b', '2', 'c']],
    ['["say \\"so\\""]', ['say "so"']],
    ['["\\u00e4"]', ['ä']],
    ['[""]', ['']],
    ['Größe.Höhe', ['Größe', 'Höhe']],
    ['名前', ['名前']],
    ['[0].summary', ['0', 'summary']],
    ['@timestamp', ['@timestamp']],
  ])('%s is the steps %j', (path, steps) => {
    expect(stepsOf(path)).toEqual(steps);
    expect(v.is(mappingPathSchema, path)).toBe(true);
  });

  test.each([
    '',
    '.',
    'a.',
    '.a',
    'a..b',
    'a b',
    'a[x]',
    'a[-1]',
    'a[0]b',
    '["a"]b',
    '["a',
    '["a"',
    "['a']",
    '["\\x"]',
    '[""".a"]',
    'a.["b"]',
    Array.from({ length: 11 }, () => 'a').join('.'),
    `["${'a'.repeat(200)}"]`,
  ])('%s is no path', (path) => {
    expect(v.is(mappingPathSchema, path)).toBe(false);
  });

  test.each(['__proto__', 'a.constructor', '["__proto__"]', 'a["prototype"]', '["\\u005f_proto__"]'])(
    'to a prototype is rejected: %s',
    (path) => {
      expect(v.safeParse(mappingPathSchema, path).issues?.[0].message).toBe(
        'Names of a prototype can’t be read.',
      );
    },
  );

  test('with any names leads to the part under these names', () => {
    const steps = fc.array(fc.oneof(fc.string({ unit: 'binary', maxLength: 10 }), fc.nat({ max: 5 })), {
      minLength: 1,
      maxLength: 10,
    });
    assertProperty(
      fc.property(steps, (names) => {
        const path = mappingPathOf(names);
        expect(stepsOf(path)).toEqual(names.map(String));
        const body = names.reduceRight<unknown>(
          (inner, name) =>
            typeof name === 'number'
              ? Object.assign(Array.from({ length: name }), { [name]: inner })
              : Object.fromEntries([[name, inner]]),
          'here',
        );
        expect(partAt(body, path)).toBe('here');
      }),
    );
  });
});

test('a message with dots, blanks and other letters in its names is read', () => {
  const body = { 'Alert Name': 'Disk full', labels: { 'k8s.io/id': 7 }, größe: { Schwere: 'critical' } };
  const mapping = {
    ...defaultJsonMapping,
    summary: '["Alert Name"]',
    dedupKey: 'labels["k8s.io/id"]',
    severity: { path: 'größe.Schwere', values: [] },
  };
  expect(parseMapped(body, mapping, 0)).toMatchObject({
    signal: { summary: 'Disk full', dedupKey: '7', severity: 'critical' },
  });
});

describe('values of a message', () => {
  test('are listed with the paths that lead to them', () => {
    const body = { 'Alert Name': 'Disk full', list: [{ id: 7 }, true], none: null, '': '', constructor: 'x' };
    expect(valuesIn(body, 10)).toEqual([
      { path: '["Alert Name"]', name: 'Alert Name', text: 'Disk full' },
      { path: 'list[0].id', name: 'id', text: '7' },
      { path: 'list[1]', name: 'list', text: 'true' },
      { path: '[""]', name: '', text: '' },
    ]);
    expect(valuesIn(body, 2)).toHaveLength(2);
    expect(valuesIn('text', 10)).toEqual([]);
  });

  test('are found at their paths, and are bounded in number and depth', () => {
    assertProperty(
      fc.property(fc.jsonValue({ maxDepth: 12 }), (body) => {
        const values = valuesIn(body, 20);
        expect(values.length).toBeLessThanOrEqual(20);
        for (const { path, text } of values) expect(String(partAt(body, path))).toBe(text);
      }),
    );
  });
});
