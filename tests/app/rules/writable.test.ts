/** Coverage of browser writes by the tables: no path is writable without a row, and no limit differs from the domain's. */
import { expect, test } from 'vitest';
import type * as v from 'valibot';
import { constants, limits } from '#domain/constants.ts';
import { fileHeaders, inertImageTypes } from '#domain/attachment/files.ts';
import { parse } from '#firebase-rules/rules/parse.ts';
import type { Expression, MatchBlock, Scope } from '#firebase-rules/rules/syntax.ts';
import { partsOf } from '#firebase-rules/rules/walk.ts';
import { deployed } from './team.ts';
import { writableEntries } from './tables/realtime.ts';
import { isReadable, writableDocuments } from './tables/writes.ts';

/** Path and method of each write that some rule allows. */
function writesOf(source: string): readonly string[] {
  const inBlock = ({ pattern, allows, matches }: MatchBlock, above: string): readonly string[] => {
    const path = `${above}${pattern.map((segment) => `/${segment.kind === 'literal' ? segment.text : `{${segment.name}}`}`).join('')}`;
    const methods = allows
      .flatMap((allow) => allow.methods)
      .filter((method) => method !== 'get' && method !== 'list');
    return [
      ...methods.map((method) => `${method} ${path}`),
      ...matches.flatMap((block) => inBlock(block, path)),
    ];
  };
  return parse(source).matches.flatMap((block) => inBlock(block, ''));
}

/** Numbers and texts that conditions hold. */
function literalsOf(source: string): readonly (number | bigint | string)[] {
  const inScope = ({ functions }: Scope) =>
    [...functions.values()].flatMap(({ lets, result }) => [...lets.map(({ value }) => value), result]);
  const inBlock = ({ scope, allows, matches }: MatchBlock): readonly Expression[] => [
    ...inScope(scope),
    ...allows.flatMap(({ condition }) => (condition ? [condition] : [])),
    ...matches.flatMap(inBlock),
  ];
  const below = (expression: Expression): readonly Expression[] => [
    expression,
    ...partsOf(expression).flatMap(below),
  ];
  const { scope, matches } = parse(source);
  return [...inScope(scope), ...matches.flatMap(inBlock)].flatMap(below).flatMap((part) => {
    if (part.kind !== 'literal') return [];
    const { value } = part;
    return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string' ? [value] : [];
  });
}

const inDocuments = (paths: readonly string[]) =>
  paths.map((path) => path.replace('/databases/{database}/documents', '')).toSorted();

test('every document write that the rules allow has a row in the table', () => {
  const rows = writableDocuments.map(({ method, rule }) => `${method} ${rule}`);
  // Removals are tested by role: they have no fields to forge.
  const removals = ['tasks', 'attachments'].map(
    (name) => `delete /teams/{teamId}/incidents/{incidentId}/${name}/{id}`,
  );
  expect(inDocuments(writesOf(deployed.firestore))).toEqual([...new Set([...rows, ...removals])].toSorted());
});

test('files can only be created and removed', () => {
  const attachment = '/b/{bucket}/o/teams/{teamId}/incidents/{incidentId}/{attachmentId}/{name}';
  const picture = '/b/{bucket}/o/users/{userId}/pictures/{pictureId}';
  expect(writesOf(deployed.storage)).toEqual([
    `create ${attachment}`,
    `delete ${attachment}`,
    `create ${picture}`,
    `delete ${picture}`,
  ]);
});

test('every writable path of the realtime database has a row in the table', () => {
  const places = (node: object, path: string): readonly string[] =>
    Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
      key === '.write'
        ? [path]
        : typeof value === 'object' && value !== null
          ? places(value, `${path}/${key}`)
          : [],
    );
  const text = deployed.database.replaceAll(/^\s*\/\/.*$/gmu, '');
  const { rules } = JSON.parse(text) as { rules: object };
  expect(places(rules, '').toSorted()).toEqual(writableEntries.map(({ rule }) => rule).toSorted());
});

test.each(writableDocuments)(
  'the valid document of $name is readable by screens and has every schema field without a default',
  ({ schema, valid }) => {
    expect(isReadable(schema, valid)).toBe(true);
    const options =
      'options' in schema
        ? (schema.options as readonly v.ObjectSchema<v.ObjectEntries, undefined>[])
        : [schema];
    const own = options.find((option) => isReadable(option as v.GenericSchema, valid)) as v.ObjectSchema<
      v.ObjectEntries,
      undefined
    >;
    const required = Object.entries(own.entries).filter(
      ([field, { type }]) => !type.endsWith('optional') || Object.hasOwn(valid, field),
    );
    expect(Object.keys(valid).toSorted()).toEqual(required.map(([field]) => field).toSorted());
  },
);

const bounds = (source: string) => {
  const found = literalsOf(source);
  const inPatterns = found.flatMap((text) =>
    typeof text === 'string' ? [...text.matchAll(/\{\d+,(\d+)\}/gu)].map(([, most]) => Number(most)) : [],
  );
  const numbers = found.flatMap((number) => (typeof number === 'string' ? [] : [Number(number)]));
  return [...new Set([...numbers, ...inPatterns])].toSorted((a, b) => a - b);
};

test('limits of documents in the rules equal the domain’s', () => {
  expect(bounds(deployed.firestore).filter((number) => number > 5)).toEqual(
    [
      constants.writtenEarlierDays,
      // An id, and the name of a stored file: domain/base.ts and api/paths.ts.
      128,
      200,
      limits.taskText,
      // Milliseconds: tokens tell times in seconds.
      1000,
      limits.fileName,
      limits.comment,
      limits.fileBytes,
      Number.MAX_SAFE_INTEGER,
    ].toSorted((a, b) => a - b),
  );
});

test('limits and types of files in the rules equal the domain’s', () => {
  const found = literalsOf(deployed.storage);
  const factors = found.filter((value) => typeof value === 'number');
  expect(factors.reduce((product, factor) => product * factor, 1)).toBe(
    // Milliseconds: tokens tell times in seconds.
    limits.fileBytes * limits.pictureBytes * 1000,
  );
  const types = found.filter((value) => typeof value === 'string' && /^\w+\/[\w-]+$/u.test(value));
  expect(types).toEqual([...inertImageTypes, fileHeaders('', '').contentType]);
});

test('limits of presence in the rules equal the domain’s', () => {
  expect(deployed.database).toContain(`[0-${constants.presenceSlots - 1}]$/`);
  expect(deployed.database).toContain(`now - ${constants.presenceStaleSeconds * 1000})`);
});
