/** Order and expiry of commands, as the catalogue says. */
import { expect, test } from 'vitest';
import { commandInputs } from '#tests/app/functions/command-inputs.ts';
import { commandCatalogue, type CommandName, commandScope, isExpired } from './commands.ts';

const inputs = commandInputs('tom');
const names = Object.keys(commandCatalogue) as CommandName[];
const scopeOf = (name: CommandName) =>
  commandScope({ name, input: { teamId: 'team', commandId: 'c', ...inputs[name] } });

test('commands about one aggregate share a scope, and those about different ones don’t', () => {
  const of = (name: CommandName, input: object) => commandScope({ name, input });
  expect(of('snoozePage', { pageId: 'p' })).toBe('pageId:p');
  expect(of('escalatePage', { pageId: 'p' })).toBe(of('snoozePage', { pageId: 'p' }));
  expect(of('escalatePage', { pageId: 'q' })).not.toBe(of('snoozePage', { pageId: 'p' }));
  expect(of('linkAlert', { alertId: 'a', incidentId: 'i' })).toBe('alertId:a');
  expect(of('recordReceipt', { pageId: 'p', deliveryId: 'one' })).toBe('deliveryId:one');
});

test('acknowledgements, declarations and personal commands have no scope', () => {
  expect(names.filter((name) => scopeOf(name) === null).toSorted()).toEqual([
    ...['acceptInvite', 'acknowledgeAlert', 'acknowledgePage', 'askToMend', 'createTeam', 'declareIncident'],
    ...[
      'drillMember',
      'forgetMailAddress',
      'joinDemonstration',
      'leaveTeam',
      'linkSlackUser',
      'recordSignOfLife',
    ],
    ...['saveMailSettings', 'saveProfile', 'saveSlackApp', 'seeNotices'],
  ]);
});

test('only commands about the team itself share the scope of the team', () => {
  expect(names.filter((name) => scopeOf(name)?.startsWith('teamId:')).toSorted()).toEqual([
    'deleteTeam',
    'restoreTeam',
    'saveTeam',
  ]);
});

test('a declaration expires only if it pages members', () => {
  const input = inputs.declareIncident;
  const late = 10 * 60_000 + 1;
  expect(isExpired({ name: 'declareIncident', input }, late)).toBe(true);
  expect(isExpired({ name: 'declareIncident', input }, late - 1)).toBe(false);
  expect(isExpired({ name: 'declareIncident', input: { ...input, page: [] } }, late)).toBe(false);
});
