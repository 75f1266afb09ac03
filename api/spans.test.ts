/** Every input with a span bounds its length: found in the schemas, so that a new command has to have it as well. */
import { describe, expect, test } from 'vitest';
import { day } from '#domain/constants.ts';
import { timeRange } from '#domain/base.ts';
import { accountCatalogue } from './account.ts';
import { checkInput, commandCatalogue, type CommandName } from './commands.ts';
import { readCatalogue } from './reads.ts';
import { recoveryCatalogue } from './recovery.ts';
import { validInputs } from '#tests/app/functions/inputs.ts';

interface Schema {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly options?: readonly unknown[];
}

const isTime = (schema: Schema | undefined): boolean =>
  schema !== undefined && (schema.type === 'number' || isTime(schema.wrapped));

/** Paths of the objects with two times or more, which may be a span. */
function spansIn(schema: Schema, path: string): readonly string[] {
  const entries = Object.entries(schema.entries ?? {});
  const times = entries.filter(
    ([name, entry]) => /(?:At|from|to|until|since)$/iu.test(name) && isTime(entry),
  );
  const inner = [
    ...entries.map(([name, entry]) => [entry, `${path}.${name}`] as const),
    ...[schema.wrapped, schema.item, ...((schema.options ?? []) as readonly unknown[])]
      .filter((one): one is Schema => typeof one === 'object' && one !== null && 'type' in one)
      .map((one) => [one, path] as const),
  ];
  return [...(times.length > 1 ? [path] : []), ...inner.flatMap(([one, own]) => spansIn(one, own))];
}

/** `calls`: by their names, the schema of the input or what has it. */
const spansOf = (calls: object) =>
  Object.entries(calls).flatMap(([name, call]: readonly [string, Schema | { readonly input: Schema }]) =>
    spansIn('input' in call ? call.input : call, name),
  );

const inputOf = (name: CommandName) => validInputs(name)[0] ?? {};

const names = spansOf(commandCatalogue) as readonly CommandName[];

test('spans occur in inputs of commands only, at the top level', () => {
  expect(names.toSorted()).toEqual([
    'createOverride',
    'moveOverride',
    'requestCover',
    'saveMaintenance',
    'saveTimeOff',
  ]);
  const others = [readCatalogue, accountCatalogue, recoveryCatalogue].flatMap((catalogue) =>
    spansOf(catalogue),
  );
  expect(others).toEqual([]);
});

describe.each(names)('%s', (name) => {
  test.each([
    [0, timeRange.last],
    [timeRange.first, Date.UTC(2026, 0, 1)],
    [timeRange.first, timeRange.last],
    [0, 401 * day],
  ])('rejects a span from %s to %s before any look-up', (startsAt, endsAt) => {
    const checked = checkInput(name, { ...inputOf(name), startsAt, endsAt });
    expect(checked).toMatchObject({ ok: false, error: { code: 'invalid', field: 'endsAt' } });
  });

  test('accepts a span of some hours', () => {
    const checked = checkInput(name, { ...inputOf(name), startsAt: 0, endsAt: day / 4 });
    expect(checked.ok).toBe(true);
  });
});
