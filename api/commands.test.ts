import { expect, test } from 'vitest';
import * as v from 'valibot';
import { calls, type CallInput, type CallName, type CallOutput } from './commands.ts';

test('a call is named as its key, and asks for a team and a command id', () => {
  for (const [key, call] of Object.entries(calls)) {
    expect(call.name).toBe(key);
    expect(v.safeParse(call.input, {}).success).toBe(false);
    expect(Object.keys(call.input.entries)).toEqual(expect.arrayContaining(['teamId', 'commandId']));
  }
});

test('inputs and outputs are typed by name', () => {
  const input: CallInput<'acknowledgePage'> = { teamId: 't', commandId: 'c', pageId: 'p' };
  const output: CallOutput<'declareIncident'> = { revision: 1, incidentId: 'i', number: 1, pageIds: [] };
  const name: CallName = 'declareIncident';
  expect(v.parse(calls.acknowledgePage.input, input)).toEqual(input);
  expect([name, output.number]).toEqual(['declareIncident', 1]);
});

test('the limits hold at the door', () => {
  const declare = (title: string) =>
    v.safeParse(calls.declareIncident.input, {
      teamId: 't',
      commandId: 'c',
      title,
      severity: 'SEV3',
      serviceIds: [],
      private: false,
      alertId: null,
      page: [],
    }).success;
  expect(declare('Checkout fails')).toBe(true);
  expect(declare('x'.repeat(140))).toBe(true);
  expect(declare('x'.repeat(141))).toBe(false);
  expect(declare('   ')).toBe(false);
});
