import { expect, test } from 'vitest';
import { isRunbookFor, saveRunbook, stepTaskId } from './transitions.ts';

const content = {
  id: 'r',
  teamId: 't',
  name: 'Payments fail',
  severities: [],
  serviceIds: [],
  steps: [{ id: 's1', text: 'Check the provider’s status page' }],
};
const context = { by: 'jonas', now: 5 };

test('a runbook is created and changed, and keeps its creator', () => {
  const { state } = saveRunbook(null, content, context);
  expect(state).toEqual({ ...content, createdAt: 5, createdBy: 'jonas', revision: 1 });
  const renamed = saveRunbook(state, { ...content, name: 'Cards fail' }, { by: 'mei', now: 6 });
  expect(renamed.state).toEqual({ ...state, name: 'Cards fail', revision: 2 });
});

test.each([
  [[], [], true],
  [['SEV1', 'SEV2'], [], true],
  [['SEV1'], [], false],
  [[], ['payments', 'search'], true],
  [[], ['search'], false],
  [['SEV2'], ['search'], false],
] as const)('a runbook for %j and %j matches a SEV2 of payments: %j', (severities, serviceIds, expected) => {
  const runbook = { severities: [...severities], serviceIds: [...serviceIds] };
  expect(isRunbookFor(runbook, { severity: 'SEV2', serviceIds: ['payments'] })).toBe(expected);
});

test('a step becomes the same task each time', () => {
  expect(stepTaskId(content, { id: 's1', text: 'x' })).toBe('r-s1');
});
