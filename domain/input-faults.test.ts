/** Schemas of every call with wrong values in each field: no text of the validator reaches a person. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { commandCatalogue, checkInput, type CommandName } from '#api/commands.ts';
import { fieldLabels } from '#api/field-labels.ts';
import { check } from './errors.ts';
import { fieldLabel } from './input-faults.ts';
import { fieldsOf, replaced, validInputs } from '#tests/app/functions/inputs.ts';
import { faultOfSentence } from '#tests/app/functions/plain-words.ts';

const names = Object.keys(commandCatalogue) as CommandName[];
const wrong: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  0.5,
  1e300,
  '',
  '   ',
  '__x__',
  'a/b',
  '\u0000',
  'x'.repeat(20_000),
  [],
  [null],
  [undefined],
  ['', {}],
  Array.from({ length: 1_000 }, () => 'id'),
  {},
  { kind: 'nobody' },
  { kind: 'people' },
  { kind: 'people', userIds: [] },
  { kind: 'people', userIds: Array.from({ length: 11 }, () => 'id') },
  { kind: 'policy', policyId: 5 },
  { toString: 1 },
];

describe.each(names)('%s', (name) => {
  const cases = validInputs(name);

  test('rejects wrong values in each of its fields with plain sentences', () => {
    const faults: string[] = [];
    let refused = 0;
    for (const input of cases)
      for (const path of fieldsOf(input))
        for (const value of wrong) {
          const checked = checkInput(name, replaced(input, path, value));
          if (checked.ok) continue;
          refused++;
          const fault = faultOfSentence(checked.error.message);
          if (fault !== null)
            faults.push(`${path.join('.')} = ${JSON.stringify(value)?.slice(0, 60)}: ${fault}`);
        }
    expect(faults).toEqual([]);
    expect(refused).toBeGreaterThan(0);
  });

  test.each([undefined, null, 5, 'x', [], [1], {}])('rejects %j as the whole input', (input) => {
    const checked = checkInput(name, input);
    expect(checked.ok ? 'taken' : faultOfSentence(checked.error.message)).toBeNull();
  });

  test('names each of its fields like the screens do', () => {
    for (const input of cases)
      for (const path of fieldsOf(input))
        for (const key of path.filter((one) => typeof one === 'string'))
          expect(fieldLabel(key, fieldLabels)).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/u);
  });

  test('ignores unknown fields', () => {
    for (const input of cases) {
      const more = { ...input, admin: true, constructor: 'x', nested: { deep: [1] } };
      expect(checkInput(name, more)).toEqual(checkInput(name, input));
    }
  });
});

test.each([
  ['declareIncident', { title: undefined }, 'Title: This is missing. Fill it in.'],
  ['declareIncident', { title: 5 }, 'Title: This must be text.'],
  ['declareIncident', { title: ' ' }, 'Title: This can’t be empty.'],
  ['declareIncident', { title: 'x'.repeat(141) }, 'Title: Use at most 140 characters.'],
  ['declareIncident', { severity: 'SEV9' }, 'Severity: Use one of these: SEV1, SEV2, SEV3, SEV4, SEV5.'],
  ['declareIncident', { private: 'yes' }, 'Private: This must be yes or no.'],
  ['declareIncident', { serviceIds: 'all' }, 'Services: This must be a list.'],
  ['declareIncident', { serviceIds: Array(51).fill('a') }, 'Services: Choose at most 50.'],
  [
    'declareIncident',
    { page: [{ kind: 'people', userIds: [] }] },
    'Page, item 1, People: Choose at least 1.',
  ],
  [
    'declareIncident',
    { page: [{ kind: 'x' }] },
    'Page, item 1, People or policy: Use one of these: people, policy.',
  ],
  ['snoozeAlert', { minutes: 5.5 }, 'Minutes: Use a whole number.'],
  ['snoozeAlert', { minutes: 1 }, 'Minutes: Use 5 or more.'],
  ['snoozePage', { minutes: 1_441 }, 'Minutes: Use 1440 or less.'],
] as const)('%s with %j has a fault that states what to do', (name, change, rule) => {
  const [input] = validInputs(name);
  expect(checkInput(name, { ...input, ...change })).toMatchObject({
    error: { code: 'invalid', message: `Something does not fit: ${rule}` },
  });
});

test('a field without a label is named by its path', () => {
  const schema = v.object({ alerts: v.array(v.object({ status: v.picklist(['firing', 'resolved']) })) });
  expect(check(schema, { alerts: [{ status: 'odd' }] })).toMatchObject({
    error: {
      field: 'alerts.0.status',
      rule: 'alerts.0.status: Use one of these: firing, resolved.',
    },
  });
});
